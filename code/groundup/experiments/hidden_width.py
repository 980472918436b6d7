"""What does a narrower hidden width give up? A small letter model with hidden widths from 0 up.

Two layers on Austen's letters, equal but for the hidden width, which is given as a multiple of the
width; 0 means that the feed-forward blocks are left out, in training too.
Quantity: the loss on the held-out novel, in nats a letter, for each of several seeds.
Threshold: one hidden width is better than another if its worst seed beats the other's best.
Controls: predicting by letter frequency alone; and a model without blocks that has about as many
parameters as the one with four times the width, spent on wider attention instead.
"""

from collections.abc import Callable

from torch import Tensor, nn

from groundup.letter_models import letter_model, train_and_test
from groundup.letters import frequency_loss, letters
from groundup.memory import parameters
from groundup.tensors.block import PreNormBlock
from groundup.tensors.language_model import LanguageModel

RECIPE = {
    "width": 32, "wider": 52, "multiples": [0, 1, 2, 4, 8], "seeds": 3, "steps": 800,
    "batch": 16, "rate": 0.003, "warmup": 50, "rows": 512,
}  # fmt: skip
SHORT = {"multiples": [0, 1], "seeds": 1, "steps": 20, "rows": 32}
TOLERANCE = 0.02
LAYERS, HEADS = 2, 4


class AttentionBlock(PreNormBlock):
    """A pre-norm block whose second half is left out: attention alone."""

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__(width, heads, max(hidden, 1))
        del self.feed_forward_norm, self.feed_forward

    def forward(self, stream: Tensor) -> Tensor:
        """Update the stream once: (..., tokens, width) -> (..., tokens, width)."""
        return stream + self.attention(self.attention_norm(stream))


def sized_model(
    width: int, hidden: int, seed: int, block: Callable[[int, int, int], nn.Module] = PreNormBlock
) -> LanguageModel:
    """Build an untrained letter model; hidden 0 leaves out the feed-forward blocks."""
    return letter_model(
        block if hidden else AttentionBlock, LAYERS, seed,
        start="GPT-2, enlarged", width=width, heads=HEADS, hidden=max(hidden, 1),
    )  # fmt: skip


def trained(model: LanguageModel, recipe: dict, seed: int, rate: float | None = None) -> float:
    """Train a letter model by a recipe, and return its loss on the held-out novel."""
    settings = {name: recipe[name] for name in ("steps", "warmup", "batch", "rows")}
    return train_and_test(model, seed, rate=rate or recipe["rate"], **settings)[0]


def measure(recipe: dict) -> dict:
    width = recipe["width"]
    sizes = {str(multiple): (width, multiple * width) for multiple in recipe["multiples"]}
    sizes["wider attention"] = (recipe["wider"], 0)
    results: dict = {"frequency": frequency_loss(letters())}
    for name, (wide, hidden) in sizes.items():
        models = [sized_model(wide, hidden, seed) for seed in range(recipe["seeds"])]
        losses = [trained(model, recipe, seed) for seed, model in enumerate(models)]
        results[name] = {"loss": losses, "parameters": parameters(models[0])}
    return results


def claims(results: dict) -> dict[str, bool]:
    def better(one: str, other: str) -> bool:
        return max(results[one]["loss"]) < min(results[other]["loss"])

    def typical(name: str) -> float:
        return sorted(results[name]["loss"])[len(results[name]["loss"]) // 2]

    size = {name: each["parameters"] for name, each in results.items() if name != "frequency"}
    learned = results["frequency"] - typical("4")
    return {
        "each wider hidden width is better than the one before": all(
            better(wide, narrow)
            for narrow, wide in (("0", "1"), ("1", "2"), ("2", "4"), ("4", "8"))
        ),
        "the first hidden neurons bring more than any doubling after them": typical("0")
        - typical("1")
        > max(
            typical("1") - typical("2"), typical("2") - typical("4"), typical("4") - typical("8")
        ),
        "without blocks the model keeps most of what it has learned": results["frequency"]
        - max(results["0"]["loss"])
        > 0.75 * learned,
        "with the parameters spent on attention it is worse than with blocks": better(
            "4", "wider attention"
        )
        and abs(size["wider attention"] / size["4"] - 1) < 0.06,
    }
