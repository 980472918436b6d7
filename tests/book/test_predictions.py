"""Readers predict what a program prints: each question stands above the program that answers it."""

import pytest

from guards import fail_with, predictions, sample
from guards.pages import pages

GUARDS = (predictions.questions, predictions.places)


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_page_asks_above_its_programs(page, guard):
    fail_with(guard(page))


ASKED = "```{predict}\nIs the *second* number still larger,\nby `print`?\n```\n"
PROGRAM = "```{code-cell} python3\n:tags: [run]\nprint([2.0, 4.0])\n```\n"
RIGHT = f"{ASKED}\n(printed)=\n{PROGRAM}"


def asking(text: str):
    """Return the right page with a text behind its last section."""
    return sample.part("That was all.", text)


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
def test_a_question_above_a_program_passes(guard):
    assert guard(asking(RIGHT)) == []


MISTAKES = [
    (predictions.questions, RIGHT.replace("?", "."), "holds no question"),
    (predictions.questions, RIGHT.replace("?", "? Why?"), "holds no question"),
    (predictions.questions, RIGHT.replace("?\n", "?\n\nSay it first.\n"), "holds no question"),
    (predictions.questions, "```{predict}\n```\n\n" + PROGRAM, "holds no question"),
    (predictions.places, ASKED, "no `run` cell stands right behind"),
    (predictions.places, f"{ASKED}\nWords.\n\n{PROGRAM}", "no `run` cell stands right behind"),
    (predictions.places, f"{ASKED}\n{RIGHT}", "no `run` cell stands right behind"),
    (predictions.places, RIGHT.replace("[run]", "[answer]"), "no `run` cell stands right behind"),
    (predictions.places, RIGHT.replace("print(", "x = ("), "prints nothing"),
]


@pytest.mark.parametrize(("guard", "text", "said"), MISTAKES)
def test_a_mistake_is_found_on_its_line(guard, text, said):
    page = asking(text)
    (complaint,) = guard(page)
    assert said in complaint
    assert f".md:{sample.line(page, '```{predict}')}: " in complaint


def test_a_question_above_the_start_of_an_exercise_is_found():
    page = sample.part(
        "```{code-cell} python3\n:tags: [run]", f"{ASKED}\n```{{code-cell}} python3\n:tags: [run]"
    )
    (complaint,) = predictions.places(page)
    assert "stands above the start of an exercise" in complaint
