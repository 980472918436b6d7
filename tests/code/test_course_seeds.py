"""The course model from several seeds: the recipe is the book's own, but for the seed."""

from dataclasses import replace

from groundup.course.recipe import read
from groundup.experiments.course_changes import recipe_of
from groundup.experiments.course_seeds import RECIPE, claims


def test_every_seed_trains_by_the_recipe_of_the_book():
    course = read()
    training = replace(course.training, validate=course.training.steps)
    for seed in RECIPE["seeds"]:
        expected = replace(course, training=replace(training, seed=seed))
        assert recipe_of("all four", RECIPE, seed) == expected
    assert RECIPE["merges"] == course.text.merges


def test_a_seed_that_ends_far_off_is_noticed():
    assert all(claims({"bits": [1.426, 1.43]}).values())
    assert claims({"bits": [1.426, 1.45]}) == {
        "every seed reaches the aim": True,
        "the seeds differ by less than a hundredth of what the model gains on trigrams": False,
    }
    assert not any(claims({"bits": [1.426, 1.56]}).values())
