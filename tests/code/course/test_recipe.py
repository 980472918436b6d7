"""The recipe: what it says is what is trained, and what cannot be trained is refused by name."""

import pytest

from groundup.course import recipe
from groundup.lists.counting import parameters


def test_the_course_model_has_about_0_9_million_parameters():
    configuration = recipe.read().configuration(256 + recipe.read().text.merges)
    assert 0.85e6 < sum(parameters(configuration).values()) < 1e6
    assert (configuration.width, configuration.layers) == (128, 4)


def test_a_recipe_is_read_as_it_is_written(recipe_file):
    found = recipe.read(recipe_file(rate=0.5, norm="layer", biases=True))
    assert (found.training.rate, found.model.norm, found.model.biases) == (0.5, "layer", True)
    assert found.configuration(99).vocabulary == 99


def test_a_whole_number_will_do_for_a_share(recipe_file):
    assert repr(recipe.read(recipe_file(clip=1)).training.clip) == "1.0"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"steps": 0}, "steps is 0: choose 1 or more"),
        ({"rate": 0.0}, "rate is 0.0: choose a finite number above 0"),
        ({"rate": float("nan")}, "rate is nan: choose a finite number above 0"),
        ({"warmup": 12}, "warmup is 12 of 12 steps: use 0 to 11"),
        ({"warmup": -1}, "warmup is -1 of 12 steps: use 0 to 11"),
        ({"batch": 0}, "batch is 0: choose 1 or more"),
        ({"seed": -1}, "seed is -1: choose 0 or more"),
        ({"validate": 0}, "validate is 0: choose 1 or more"),
        ({"clip": 0.0}, "clip is 0.0: choose a finite number above 0"),
        ({"clip": float("inf")}, "clip is inf: choose a finite number above 0"),
        ({"decay": -0.1}, "decay is -0.1: choose 0 or more"),
        ({"steps": 1.5}, "steps is 1.5: give it as int"),
        ({"steps": True}, "steps is True: give it as int"),
        ({"norm": 3}, "norm is 3: give it as str"),
        ({"norm": "batch"}, "norm is 'batch': choose"),
        ({"heads": 3}, "width 8 is not divisible by 3 heads"),
        ({"heads": 8}, "a head has width 1: choose an even one"),
        ({"merges": -1}, "merges is -1: choose 0 or more"),
    ],
    ids=str,
)
def test_a_setting_that_cannot_be_used_is_named_with_its_file(recipe_file, change, told):
    path = recipe_file(**change)
    with pytest.raises(ValueError) as error:
        recipe.read(path)
    assert str(error.value).startswith(f"{path}: ") and told in str(error.value)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("steps = 12\n", "", "the setting of [training] 'steps' is missing: add it"),
        ("steps = 12", "step = 12", "'step' is no setting of [training]: choose one of steps"),
        ("[training]", "[learning]", "'learning' is no part: choose one of text, model, training"),
        ("steps = 12", "steps = ", "is not a recipe in TOML"),
    ],
)
def test_a_recipe_of_another_form_is_refused(recipe_file, before, after, told):
    path = recipe_file()
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))
    with pytest.raises(ValueError) as error:
        recipe.read(path)
    assert str(path) in str(error.value) and told in str(error.value)


def test_a_recipe_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ValueError, match="nothing.toml cannot be read .* name a recipe"):
        recipe.read(tmp_path / "nothing.toml")
