"""What a training leaves behind: the results are those of the files, and the files those of the model."""

import csv

import pytest
import torch

from groundup.course.report import BEGINNING, LENGTH, SEEDS, report, sample
from groundup.course.weights import load
from groundup.lists.tokenizer import Tokenizer
from groundup.tensors.language_model import LanguageModel

FILES = ("weights", "int8")


@pytest.fixture
def left(trainer, tmp_path):
    """Return a trainer that has finished, its results and their folder."""
    made = trainer(rate=0.05)
    made.finish()
    before = {name: weight.clone() for name, weight in made.model.state_dict().items()}
    return made, before, report(made, tmp_path, seconds=12.4), tmp_path


def read_again(made, folder, name):
    tokenizer = Tokenizer.load(folder / "vocabulary.json")
    model = LanguageModel(made.recipe.configuration(len(tokenizer)))
    model.load_state_dict(load(folder / f"{name}.safetensors"))
    return model, tokenizer


def test_the_bits_are_those_of_each_file(left):
    made, before, results, folder = left
    found = results["bits per character"]
    for name in FILES:
        made.model, _ = read_again(made, folder, name)
        assert made.bits() == found[name]
    made.model.load_state_dict(before)
    assert made.bits() == found["float32"]
    assert len(set(found.values())) == 3


def test_the_samples_are_written_by_the_weights_in_sixteen_bits(left):
    made, _, results, folder = left
    model, tokenizer = read_again(made, folder, "weights")
    assert results["samples"] == [
        sample(model, tokenizer, BEGINNING, LENGTH, seed) for seed in SEEDS
    ]
    assert len(set(results["samples"])) == len(SEEDS)


def test_a_sample_is_drawn_at_its_temperature():
    tokenizer = Tokenizer([])

    class Alphabet(torch.nn.Module):
        blocks = ()

        def forward(self, tokens, caches):
            return torch.nn.functional.one_hot((tokens + 1) % 256, 256).float()

    cold, warm = (sample(Alphabet(), tokenizer, "a", 5, seed=3, heat=heat) for heat in (0.001, 1))
    assert cold == "abcdef" != warm


def test_it_counts_what_was_read_and_how_long_it_took(left):
    made, _, results, folder = left
    text = made.texts.tokenizer.decode(made.texts.train.tolist())
    assert results["characters per token"] == len(text) / len(made.texts.train)
    assert (results["tokens"], results["cpu seconds"]) == (12 * 4 * 16, 12)
    rows = csv.DictReader((folder / "log.csv").read_text(encoding="utf-8").splitlines())
    assert [{name: float(value) for name, value in row.items()} for row in rows] == made.log


def test_a_text_of_one_s_own_has_no_reference_lines(left):
    assert "trigrams" not in (left[3] / "curve.svg").read_text(encoding="utf-8")
