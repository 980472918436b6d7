"""How much of the course model's result is the luck of its seed?

The course model is trained from several seeds, each as long as the one that the book keeps. A seed
decides the weights that it starts with and which stretches of text each batch holds.
Quantity: bits per character on the whole held-out text.
Threshold: it is not luck if all of them, the model that the book keeps among them, lie closer
together than a hundredth of the way from the best reference line, the trigrams, down to the worst.
"""

from typing import Any

from groundup.course import course_results
from groundup.course.recipe import read
from groundup.course.text import texts
from groundup.course.training import Trainer
from groundup.experiments import course_changes
from groundup.reference_lines import reference_lines

AIM = 1.55  # what the course model was meant to reach, in bits per character
RECIPE = {**course_changes.RECIPE, "steps": read().training.steps}
SHORT = course_changes.SHORT
TOLERANCE = 0.02


def measure(recipe: dict[str, Any]) -> dict[str, Any]:
    """Train the course model from every seed; give the bits per character of each."""
    found = texts("austen", recipe["merges"], recipe["context"])
    bits = []
    for seed in recipe["seeds"]:
        trainer = Trainer(course_changes.recipe_of("all four", recipe, seed), found)
        trainer.finish()
        bits.append(trainer.bits())
    return {"bits": bits}


def claims(results: dict[str, Any]) -> dict[str, bool]:
    """Return the sentences that the book says, each with whether it holds."""
    bits = [course_results()["bits per character"]["weights"], *results["bits"]]
    return {
        "every seed reaches the aim": max(bits) < AIM,
        "the seeds differ by less than a hundredth of what the model gains on trigrams": (
            max(bits) - min(bits) < (reference_lines()["trigrams"] - max(bits)) / 100
        ),
    }
