"""Does a model with RMSNorm learn as well as one with layer norm, and what if there is no norm?

Quantity: the loss on held-out text after training.
Threshold: two kinds are about equally good if the means of their losses over the seeds are less
than 0.02 nats apart. That would say little if norms did not matter here, so a model without any
norm, the control, has to be further from the one with layer norm than that.
The control is trained at a second depth too, where it fails if it ends above the loss of
predicting every letter by its frequency alone.
All models of a seed see the same text. Weights start by fan-in.
"""

from statistics import fmean
from typing import Any

from groundup.letter_models import NoNormBlock, RMSNormBlock, letter_model, train_and_test
from groundup.letters import frequency_loss, letters
from groundup.tensors.block import PreNormBlock

ALIKE = 0.02
BLOCKS = {"layer norm": PreNormBlock, "RMSNorm": RMSNormBlock, "no norm": NoNormBlock}
RECIPE = {"layers": 6, "deep": 12, "rate": 0.003, "steps": 300, "seeds": [0, 1, 2, 3]}
SHORT = {"layers": 1, "deep": 2, "steps": 3, "seeds": [0]}
TOLERANCE = 0.1


def measure(recipe: dict[str, Any]) -> dict[str, Any]:
    """Train every kind of model, and the one without norms at twice the depth; give the losses."""

    def losses(kind: str, layers: int) -> list[float]:
        steps, rate = recipe["steps"], recipe["rate"]
        return [loss(kind, layers, seed, rate, steps) for seed in recipe["seeds"]]

    return {
        "frequency_loss": frequency_loss(letters()),
        "losses": {kind: losses(kind, recipe["layers"]) for kind in BLOCKS},
        "deep": losses("no norm", recipe["deep"]),
    }


def loss(kind: str, layers: int, seed: int, rate: float, steps: int) -> float:
    """Train one model; return its loss on held-out text."""
    return train_and_test(letter_model(BLOCKS[kind], layers, seed), seed, steps, rate)[0]


def claims(results: dict[str, Any]) -> dict[str, bool]:
    """Return the sentences that the book says, each with whether it holds."""
    mean = {kind: fmean(losses) for kind, losses in results["losses"].items()}
    return {
        "RMSNorm and layer norm are about equally good": abs(mean["RMSNorm"] - mean["layer norm"])
        < ALIKE,
        "without any norm the model ends further behind than that": mean["no norm"]
        > mean["layer norm"] + ALIKE,
        "at twice the depth the model without any norm fails": min(results["deep"])
        > results["frequency_loss"],
    }
