"""What does the course model learn to predict if its norms work over the tokens of a text?

The right model normalises the features of each token, and is the control. The wrong one divides
each feature by its root mean square over all tokens of the text, later ones included. Nothing else
differs. Both are trained for a short time by the recipe of the course model, on short texts; the
wrong one also on texts as long as those of the course model, with as many tokens in all.
Quantity: the mean loss on tokens of the held-out text, read in three ways. At once: the model
reads a whole text, as it does in training. Cut off: it reads the text before the token that it
predicts, and no more. Another future: it reads a whole text, but the token to predict and all that
follow are those of another text. Tokens are taken that have 0, 1, 2, 4, 8 or 12 tokens of the text
from them to its end.
Threshold: a model leaks if, in every seed, the mean of its losses at tokens that are in the text is
at least 0.05 nats lower read at once than in either of the other ways; it does not if the three
agree within 0.001 nats.
And directly: how far the largest of the earlier logits moves if the last token is another one.
"""

from collections.abc import Callable
from statistics import fmean
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from groundup.experiments.course_stream import bits, short_trainer, windows
from groundup.tensors.language_model import LanguageModel
from groundup.tensors.rms_norm import RMSNorm

LEAK, SAME = 0.05, 0.001
READINGS = ("at once", "cut off", "another future")
RIGHT, WRONG = "over the features", "over the tokens"
RECIPE = {
    "runs": [
        {"norm": RIGHT, "context": 16, "batch": 16, "steps": 500, "rows": 256},
        {"norm": WRONG, "context": 16, "batch": 16, "steps": 500, "rows": 256},
        {"norm": WRONG, "context": 128, "batch": 8, "steps": 125, "rows": 64},
    ],
    "later": [0, 1, 2, 4, 8, 12],
    "warmup": 20,
    "characters": 1_000_000,
    "seeds": [0, 1, 2],
}
SHORT = {
    "warmup": 1,
    "runs": [{"norm": WRONG, "context": 16, "batch": 4, "steps": 2, "rows": 4}],
    "characters": 20_000,
    "seeds": [0],
}
TOLERANCE = 0.1


class OverTokens(nn.Module):
    """RMSNorm along the wrong axis, with the scale of a right one."""

    def __init__(self, norm: RMSNorm) -> None:
        super().__init__()
        self.scale, self.eps = norm.scale, norm.eps

    def forward(self, x: Tensor) -> Tensor:
        """Divide each feature by its size over the tokens: (..., tokens, width) -> the same."""
        mean_square = x.square().mean(dim=-2, keepdim=True)  # (..., 1, width)
        return self.scale * x / (mean_square + self.eps).sqrt()


def turn(model: LanguageModel) -> None:
    """Turn every norm of a model to the wrong axis."""
    for part in list(model.modules()):
        for name, norm in part.named_children():
            if isinstance(norm, RMSNorm):
                setattr(part, name, OverTokens(norm))


def measure(recipe: dict[str, Any]) -> list[dict[str, Any]]:
    """Train every model of the recipe; return what was measured by run and seed."""
    return [
        {
            "norm": run["norm"],
            "context": run["context"],
            "seeds": [train(run, seed, recipe) for seed in recipe["seeds"]],
        }
        for run in recipe["runs"]
    ]


def train(run: dict[str, Any], seed: int, recipe: dict[str, Any]) -> dict[str, Any]:
    """Train one model, and read the held-out text with it."""
    settings = {name: run[name] for name in ("steps", "batch")} | {"warmup": recipe["warmup"]}
    trainer = short_trainer(seed, recipe["characters"], run["context"], **settings)
    if run["norm"] == WRONG:
        turn(trainer.model)
    trainer.finish()
    text = windows(run["rows"])[:, : run["context"] + 1]
    return {
        "bits": bits(trainer.model, text),
        "losses": losses(trainer.model, text, recipe["later"]),
        "moved": moved(trainer.model, text[:, :-1]),
    }


@torch.no_grad()
def losses(model: LanguageModel, text: Tensor, later: list[int]) -> dict[str, list[float]]:
    """Compute the mean loss in each of the readings: a list by the number of later tokens.

    text: ids (rows, tokens + 1). The model reads all but the last token of a row.
    """
    read, targets = text[:, :-1], text[:, 1:]
    other = read.roll(1, dims=0)  # each row gets its later tokens from the row before
    found: dict[str, list[float]] = {name: [] for name in READINGS}
    for count in later:
        end = read.shape[1] - count  # tokens before the one to predict
        future = torch.cat([read[:, :end], other[:, end:]], dim=1)
        for name, given in zip(READINGS, (read, read[:, :end], future), strict=True):
            logits = model(given)[:, end - 1]
            found[name].append(functional.cross_entropy(logits, targets[:, end - 1]).item())
    return found


@torch.no_grad()
def moved(model: Callable[[Tensor], Tensor], tokens: Tensor) -> float:
    """Compute the largest change of an earlier logit if the last token of each row is another."""
    changed = tokens.clone()
    changed[:, -1] = tokens.roll(1, dims=0)[:, -1]
    return (model(changed) - model(tokens))[:, :-1].abs().max().item()


def gap(seed: dict[str, Any], other: str) -> float:
    """Compute how far the mean loss read at once is below another reading, where a leak can be."""
    # the first entry has no later token, and so is the same in every reading
    return fmean(seed["losses"][other][1:]) - fmean(seed["losses"]["at once"][1:])


def select(runs: list[dict[str, Any]], norm: str, context: int) -> list[dict[str, Any]]:
    """Return the seeds of one run."""
    (seeds,) = (run["seeds"] for run in runs if (run["norm"], run["context"]) == (norm, context))
    return seeds


def claims(results: list[dict[str, Any]]) -> dict[str, bool]:
    """Return the sentences that the book says, each with whether it holds."""
    right, wrong = select(results, RIGHT, 16), select(results, WRONG, 16)
    long = select(results, WRONG, 128)

    def least(seed: dict[str, Any]) -> float:
        return min(gap(seed, other) for other in READINGS[1:])

    return {
        "the wrong norm leaks in short texts": all(least(seed) >= LEAK for seed in wrong),
        "the right norm does not leak": all(
            abs(gap(seed, other)) <= SAME for seed in right for other in READINGS[1:]
        ),
        "with the wrong norm an earlier logit moves, with the right one none does": all(
            seed["moved"] > LEAK for seed in wrong + long
        )
        and all(seed["moved"] <= SAME for seed in right),
        "in long texts, after as many tokens, the wrong norm does not leak yet": not any(
            least(seed) >= LEAK for seed in long
        ),
        "read at once the wrong norm seems better": max(seed["bits"] for seed in wrong)
        < min(seed["bits"] for seed in right),
    }
