"""Predictions: one question, directly above the program that answers it."""

from . import exercises
from .claims import shows
from .page import Directive, Page, Text

NAME = "predict"
ABOVE = "Put the question directly above the `run` cell whose output readers should predict."
ONE = "Write one sentence that ends in a question mark."


def questions(page: Page) -> list[str]:
    """Complain about predictions that ask nothing, or more than one thing."""
    complaints = []
    for box in page.all(Directive):
        asked = box.body.strip()
        if box.name == NAME and ("\n\n" in asked or asked.count("?") != 1 or asked[-1] != "?"):
            wrong = "{predict} holds no question, or more than that."
            complaints.append(page.says(box.line, wrong, ONE))
    return complaints


def places(page: Page) -> list[str]:
    """Complain about predictions above anything but a program that prints and starts no exercise."""
    complaints = []
    starts = [each.start for each in exercises.exercises(page) if each.start]
    items = [
        item for item in page.items if not (isinstance(item, Text) and NAME in item.inside)
    ] + [None]
    for box, behind in zip(items, items[1:], strict=False):
        if not isinstance(box, Directive) or box.name != NAME:
            continue
        if not isinstance(behind, Directive) or behind.tags != ("run",):
            wrong = "no `run` cell stands right behind {predict}."
            complaints.append(page.says(box.line, wrong, ABOVE))
        elif behind in starts:
            wrong = "{predict} stands above the start of an exercise."
            complaints.append(page.says(box.line, wrong, "Ask for the prediction in the task."))
        elif not shows(behind):
            wrong = "the program behind {predict} prints nothing."
            complaints.append(page.says(box.line, wrong, "Let it print the answer."))
    return complaints
