"""Every exercise is true both ways: its start fails the check and its answer passes it."""

import pytest

from guards import exercises, fail_with, sample
from guards.pages import pages

EXERCISES = [exercise for page in pages() for exercise in exercises.exercises(page)]


def named(exercise) -> str:
    return f"{exercise.page.name}:{exercise.title}"


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_exercises_come_in_one_order(page):
    fail_with(exercises.order(page))


@pytest.mark.parametrize("exercise", EXERCISES, ids=named)
def test_the_start_fails_the_check_and_the_answer_passes_it(exercise):
    fail_with(exercises.both_ways(exercise))


@pytest.mark.parametrize("exercise", EXERCISES, ids=named)
def test_every_failing_check_helps(exercise):
    fail_with(exercises.helpful(exercise))


def spoilt(old: str = "", new: str = "") -> exercises.Exercise:
    (exercise,) = exercises.exercises(sample.part(old, new))
    return exercise


def test_a_right_exercise_passes():
    assert exercises.order(sample.part()) == []
    assert exercises.both_ways(spoilt()) == []
    assert exercises.helpful(spoilt()) == []


MESSAGE = 'f"Both numbers should be doubled, and they are {vector}."'
WRONG = [
    ("vector = [1.0, 2.0]\nprint", "vector = [2.0, 4.0]\nprint", "passes the check"),
    ("vector = [1.0, 2.0]\nprint", "vector = [1.0, 1 / 0]\nprint", "ZeroDivisionError"),
    ("vector = [1.0, 2.0]\nprint", "raise SystemExit\nprint", "SystemExit"),
    ("vector = [2.0, 4.0]\nprint", "vector = [2.0, 5.0]\nprint", "does not pass"),
    ("assert vector == [2.0, 4.0]", "assert vector == printed", "does not pass"),
    ("assert vector == [2.0, 4.0]", "assert vector.double", "ends in AttributeError"),
    (MESSAGE, '""', "without a message"),
    (
        "```{hint}",
        "```{code-cell} python3\n:tags: [run]\nprint()\n```\n\n```{hint}",
        "not complete",
    ),
    ("```{code-cell} python3\n:tags: [check]", "```text", "not complete"),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG)
def test_an_exercise_that_is_not_true_both_ways_is_found(old, new, said):
    assert any(said in complaint for complaint in exercises.both_ways(spoilt(old, new)))


def test_the_start_is_the_program_even_behind_a_hint():
    exercise = spoilt("What happens to their sum?\n```\n", "Sum?\n```\n\n```{hint}\nAdd.\n```\n")
    assert exercise.start.tags == ("run",)


def test_the_check_may_read_what_was_printed():
    exercise = spoilt("assert vector == [2.0, 4.0]", 'assert printed == "sum: 6.0\\n"')
    assert exercises.both_ways(exercise) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [(f", {MESSAGE}", ""), (MESSAGE, '""'), (f"assert vector == [2.0, 4.0], {MESSAGE}", "vector")],
)
def test_a_check_that_cannot_help_is_found(old, new):
    assert len(exercises.helpful(spoilt(old, new))) == 1


HINT = "```{hint}\nChange the first line.\n```\n"
DISORDER = [
    (HINT, ""),
    (":tags: [answer]", ":tags: [check]"),
    (":tags: [run]", ":tags: [answer]"),
    ("```{exercise} Double the numbers", "```{note}"),
    (HINT, HINT + "\n```{code-cell} python3\nx = 1\n```\n"),
    ("## What to remember", HINT + "\n## What to remember"),
]


@pytest.mark.parametrize(("old", "new"), DISORDER)
def test_pieces_out_of_order_are_found(old, new):
    assert exercises.order(sample.part(old, new))


def test_an_exercise_may_have_several_hints_and_a_program_may_stand_alone():
    assert exercises.order(sample.part(HINT, HINT + "\n" + HINT)) == []
    program = "```{code-cell} python3\n:tags: [run]\nprint()\n```\n\n## What to remember"
    assert exercises.order(sample.part("## What to remember", program)) == []
