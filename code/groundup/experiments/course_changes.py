"""What makes the course model better than a classic one: RMSNorm, SwiGLU, rotary positions?

The classic model is GPT-2's block: layer norm, GELU, a learned table of positions and biases. Each
change is made to it alone, and then all of them at once, which is the course model. All read the
same text in the same order, for a part of the course model's training, at the same rates.
Quantity: bits per character on the first eighth of the held-out text.
Threshold: a change helps if its bits are lower than the classic model's in every seed, and it hurts
if they are higher in every seed.
Control: how far apart two seeds of the classic model are.
"""

from dataclasses import replace
from math import fsum
from typing import Any

from groundup.course.recipe import Model, Recipe, read
from groundup.course.text import Texts, texts
from groundup.course.training import Trainer
from groundup.lists.swiglu import swiglu_width
from groundup.memory import parameters

CLASSIC = {"norm": "layer", "gated": False, "positions": "learned", "biases": True}
CHANGES: dict[str, dict[str, Any]] = {
    "classic": {},
    "RMSNorm": {"norm": "rms"},
    "SwiGLU": {"gated": True},
    "rotary positions": {"positions": "rotary"},
    "no biases": {"biases": False},
    "all four": {"norm": "rms", "gated": True, "positions": "rotary", "biases": False},
}
# the rest is as in the recipe of the course model
RECIPE = {
    "width": 128, "layers": 4, "heads": 4, "context": 128, "merges": 1024, "steps": 1000,
    "batch": 8, "rate": 0.003, "warmup": 100, "seeds": [0, 1, 2],
}  # fmt: skip
SHORT = {
    "width": 16, "layers": 1, "heads": 2, "context": 16, "merges": 64, "steps": 12, "batch": 2,
    "warmup": 2, "seeds": [0],
}  # fmt: skip
TOLERANCE = 0.02


def measure(recipe: dict[str, Any]) -> dict[str, Any]:
    """Train every kind of model from every seed; give bits and parameters."""
    found = texts("austen", recipe["merges"], recipe["context"])
    results: dict[str, Any] = {}
    for name in CHANGES:
        runs = [trained(recipe_of(name, recipe, seed), found) for seed in recipe["seeds"]]
        results[name] = {key: [run[key] for run in runs] for key in runs[0]}
    return results


def recipe_of(name: str, recipe: dict[str, Any], seed: int) -> Recipe:
    """Make the recipe of the course model small enough, and classic but for one change."""
    course, chosen = read(), {**CLASSIC, **CHANGES[name]}
    width = recipe["width"]
    # SwiGLU has three matrices: two thirds of the width give as many weights
    hidden = swiglu_width(width, 8) if chosen["gated"] else 4 * width
    sizes = {key: recipe[key] for key in ("width", "layers", "heads", "context")}
    settings = {key: recipe[key] for key in ("steps", "batch", "rate", "warmup")}
    return Recipe(
        course.text,
        Model(hidden=hidden, **sizes, **chosen),
        replace(course.training, **settings, seed=seed, validate=recipe["steps"]),
    )


def trained(recipe: Recipe, found: Texts) -> dict[str, Any]:
    """Train one model; give its bits per character and its size."""
    trainer = Trainer(recipe, found)
    trainer.finish()
    return {"bits": trainer.log[-1]["bits"], "parameters": parameters(trainer.model)}


def gains(results: dict[str, Any], name: str) -> list[float]:
    """Compute by how many bits a change lowers the classic model's, seed by seed."""
    pairs = zip(results["classic"]["bits"], results[name]["bits"], strict=True)
    return [classic - changed for classic, changed in pairs]


def claims(results: dict[str, Any]) -> dict[str, bool]:
    """Return the sentences that the book says, each with whether it holds."""
    gained = {name: gains(results, name) for name in CHANGES}
    alone = zip(*(gained[name] for name in CHANGES if name != "all four"), strict=True)
    return {
        "rotary positions help": min(gained["rotary positions"]) > 0,
        "SwiGLU helps": min(gained["SwiGLU"]) > 0,
        "RMSNorm neither helps nor hurts": min(gained["RMSNorm"]) < 0 < max(gained["RMSNorm"]),
        "leaving the biases out hurts": max(gained["no biases"]) < 0,
        "all four together help more than one by one added up": all(
            whole > fsum(parts) for whole, parts in zip(gained["all four"], alone, strict=True)
        ),
        "rotary positions alone gain ten times what two seeds of the classic model differ by": min(
            gained["rotary positions"]
        )
        > 10 * (max(results["classic"]["bits"]) - min(results["classic"]["bits"])),
    }
