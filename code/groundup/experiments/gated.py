"""Is a gated block better at the same count of weights? SwiGLU, GELU and ReLU in a letter model.

Two layers on Austen's letters, equal but for the feed-forward block. SwiGLU's hidden width is cut
to 8/3 of the width, so that its three matrices hold about as many weights as the other two.
Each kind trains at the rate that was best for it out of the same three, by the mean over two seeds
that are not used again. Then GELU and SwiGLU train twice as long, at the same rates.
Quantity: the loss on the held-out novel, in nats a letter. A seed gives every kind the same text in
the same order, so that kinds are compared seed by seed.
Threshold: one kind is better than another if it has the lower loss in every one of the seeds.
Control: how far apart two seeds of one kind are.
"""

from collections.abc import Callable
from functools import partial
from statistics import mean

from groundup.experiments.hidden_width import sized_model, trained
from groundup.memory import parameters
from groundup.tensors.activation import gelu, relu
from groundup.tensors.block import PreNormBlock
from groundup.tensors.feed_forward import FeedForward
from groundup.tensors.language_model import LanguageModel
from groundup.tensors.swiglu import SwiGLU, swiglu_width

RECIPE = {
    "width": 32, "rates": [0.002, 0.004, 0.008], "seeds": 5, "trial_seeds": 2, "steps": 800,
    "longer": 1600, "longer_seeds": 3, "batch": 16, "warmup": 50, "rows": 512,
}  # fmt: skip
SHORT = {
    "rates": [0.004], "seeds": 1, "trial_seeds": 1, "longer_seeds": 1, "steps": 20, "longer": 30,
    "rows": 32,
}  # fmt: skip
TOLERANCE = 0.02


class ChosenBlock(PreNormBlock):
    """A pre-norm block with SwiGLU, or with the activation that is given."""

    def __init__(self, width: int, heads: int, hidden: int, kind: str) -> None:
        super().__init__(width, heads, hidden)
        if kind == "SwiGLU":
            self.feed_forward = SwiGLU(width, swiglu_width(width))
        else:
            self.feed_forward = FeedForward(width, hidden, {"GELU": gelu, "ReLU": relu}[kind])


KINDS: dict[str, Callable] = {
    kind: partial(ChosenBlock, kind=kind) for kind in ("ReLU", "GELU", "SwiGLU")
}


def model_of(kind: str, recipe: dict, seed: int) -> LanguageModel:
    """Build an untrained letter model with blocks of one kind."""
    width = recipe["width"]
    return sized_model(width, 4 * width, seed, KINDS[kind])


def measure(recipe: dict) -> dict:
    results = {}
    for kind in KINDS:

        def loss(seed: int, rate: float, steps: int, kind: str = kind) -> float:
            return trained(model_of(kind, recipe, seed), {**recipe, "steps": steps}, seed, rate)

        steps, seeds = recipe["steps"], range(recipe["seeds"])
        trial = range(recipe["seeds"], recipe["seeds"] + recipe["trial_seeds"])
        tried = {str(rate): [loss(seed, rate, steps) for seed in trial] for rate in recipe["rates"]}
        best = min(recipe["rates"], key=lambda rate: mean(tried[str(rate)]))
        longer = range(recipe["longer_seeds"] if kind != "ReLU" else 0)
        results[kind] = {
            "tried": tried,
            "rate": best,
            "loss": [loss(seed, best, steps) for seed in seeds],
            "longer": [loss(seed, best, recipe["longer"]) for seed in longer],
            "parameters": parameters(model_of(kind, recipe, 0)),
        }
    return results


def gains(results: dict, better: str, than: str, run: str = "loss") -> list[float]:
    """Compute by how much the loss of one kind lies below another's, seed by seed."""
    pairs = zip(results[than][run], results[better][run], strict=True)
    return [above - below for above, below in pairs]


def claims(results: dict) -> dict[str, bool]:
    sizes = [each["parameters"] for each in results.values()]
    gated, smooth = gains(results, "SwiGLU", "GELU"), gains(results, "GELU", "ReLU")
    longer = gains(results, "SwiGLU", "GELU", "longer")
    return {
        "the counts of parameters differ by less than one in a hundred": max(sizes)
        < 1.01 * min(sizes),
        "SwiGLU has the lower loss in every seed": min(gated) > 0,
        "GELU has a lower loss than ReLU in every seed": min(smooth) > 0,
        "both gains are small: less than one part in twenty": max(mean(gated), mean(smooth))
        < 0.05 * mean(results["GELU"]["loss"]),
        "trained twice as long, the gain has become smaller": mean(longer) < mean(gated),
    }
