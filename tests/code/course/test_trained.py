"""The committed course model: whole, small, and as good as it says."""

import csv
import json
import shutil

import pytest
import torch

from groundup import course
from groundup.course import TRAINED, course_model, course_results, course_tokenizer
from groundup.course.checkpoint import settings
from groundup.course.files import SUMS, whole
from groundup.course.recipe import read
from groundup.course.report import FILES, sample
from groundup.course.text import texts
from groundup.course.training import Trainer
from groundup.experiments.course_seeds import AIM
from groundup.lists.cache import Cache
from groundup.lists.language_model import language_model
from groundup.memory import parameters
from groundup.reference_lines import reference_lines
from groundup.tensors.language_model import weights_of


@pytest.fixture(scope="module")
def found():
    recipe = read()
    return texts(recipe.text.source, recipe.text.merges, recipe.model.context)


def test_every_file_is_whole():
    assert {path.name for path in TRAINED.iterdir()} == {*FILES, SUMS}
    for name in FILES:
        whole(TRAINED / name)


@pytest.mark.parametrize(
    ("name", "reader"),
    [
        ("vocabulary.json", course_tokenizer.__wrapped__),  # without what it has read before
        ("weights.safetensors", course_model),
        ("int8.safetensors", lambda: course_model("int8")),
        ("results.json", course_results),
    ],
)
def test_a_damaged_file_is_refused_before_it_is_read(name, reader, tmp_path, monkeypatch):
    monkeypatch.setattr(course, "TRAINED", tmp_path / "trained")
    damaged = shutil.copytree(TRAINED, course.TRAINED) / name
    reader()
    content = damaged.read_bytes()
    damaged.write_bytes(content[:-9] + bytes([content[-9] ^ 1]) + content[-8:])
    with pytest.raises(ValueError, match=f"{name} is damaged: take it from the repository"):
        reader()


def test_it_was_trained_by_the_recipe():
    assert course_results()["recipe"] == json.loads(json.dumps(settings(read())))


def test_its_vocabulary_is_what_the_text_gives(found):
    assert course_tokenizer().merges == found.tokenizer.merges


def test_the_files_are_as_small_as_promised():
    sizes = {path.name: path.stat().st_size for path in TRAINED.iterdir()}
    assert sizes["weights.safetensors"] <= 2e6
    assert sizes["int8.safetensors"] <= 1e6


@pytest.mark.parametrize("name", ["weights", "int8"])
def test_the_weights_give_the_recorded_bits(found, name):
    """On the whole held-out text; another processor may round otherwise."""
    trainer = Trainer(read(), found)
    trainer.model = course_model(name)
    assert trainer.bits() == pytest.approx(course_results()["bits per character"][name], abs=1e-5)


def test_eight_bits_cost_next_to_nothing():
    bits = course_results()["bits per character"]
    assert abs(bits["int8"] - bits["float32"]) < 0.005
    assert abs(bits["weights"] - bits["float32"]) < 0.0005


def test_it_is_better_than_all_counting():
    assert course_results()["bits per character"]["weights"] < min(reference_lines().values()) / 1.5


def test_it_is_better_than_the_aim():
    assert course_results()["bits per character"]["weights"] < AIM


def test_the_log_ends_where_the_recipe_ends():
    text = (TRAINED / "log.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert int(rows[-1]["step"]) == read().training.steps
    assert int(rows[-1]["tokens"]) == course_results()["tokens"]
    bits = [float(row["bits"]) for row in rows]
    assert bits[-1] == min(bits) < bits[0] - 0.3


def test_it_holds_as_many_parameters_as_it_says():
    assert parameters(course_model()) == course_results()["parameters"]
    assert not course_model().training


def test_it_writes_what_was_recorded():
    """A rounding of another processor may change one draw, and all after it."""
    again = sample(course_model(), course_tokenizer(), "It is a truth", 8, seed=0)
    assert course_results()["samples"][0].startswith(again)


def test_on_lists_it_gives_the_same_logits(agree):
    model = course_model()
    ids = course_tokenizer().encode("She was")
    weights = weights_of(model)
    caches = [Cache() for _ in model.blocks]
    with torch.no_grad():
        expected = model(torch.tensor([ids]))[0]
    agree(language_model(ids, weights, 4, caches), expected, within=1e-4)
