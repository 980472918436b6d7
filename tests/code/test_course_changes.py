"""The changes to a classic model: one at a time, at about the same count of parameters."""

from dataclasses import asdict

import pytest

from groundup.course.recipe import read
from groundup.experiments.course_changes import CHANGES, CLASSIC, RECIPE, gains, recipe_of
from groundup.lists.counting import parameters


def model(name):
    return recipe_of(name, RECIPE, seed=0).model


@pytest.mark.parametrize("name", list(CHANGES)[1:-1])
def test_a_change_changes_one_thing(name):
    before, after = asdict(model("classic")), asdict(model(name))
    changed = {key for key in before if before[key] != after[key]}
    assert changed - {"hidden"} == set(CHANGES[name]) and len(CHANGES[name]) == 1
    assert ("hidden" in changed) == (name == "SwiGLU")


def test_all_four_changes_make_the_course_model():
    assert model("all four") == read().model
    assert {**CLASSIC, **CHANGES["all four"]} == {
        key: getattr(read().model, key) for key in CLASSIC
    }
    assert all(
        CHANGES["all four"][key] == value
        for each in CHANGES.values()
        for key, value in each.items()
    )


def test_the_counts_of_parameters_differ_by_less_than_three_in_a_hundred():
    counts = [
        sum(parameters(recipe_of(name, RECIPE, 0).configuration(1280)).values()) for name in CHANGES
    ]
    assert max(counts) < 1.03 * min(counts)


def test_the_seeds_differ_in_nothing_else():
    one, other = (asdict(recipe_of("classic", RECIPE, seed)) for seed in (0, 1))
    assert one["training"].pop("seed") != other["training"].pop("seed")
    assert one == other


def test_a_gain_is_positive_where_the_bits_are_lower():
    results = {"classic": {"bits": [2.0, 2.5]}, "new": {"bits": [1.5, 3.0]}}
    assert gains(results, "new") == [0.5, -0.5]
