"""Checkpoints: always whole, and never taken for those of another training."""

from pathlib import Path

import pytest
import torch

from groundup.course import checkpoint
from groundup.course.recipe import read


@pytest.fixture
def kept(recipe_file, tmp_path):
    path = tmp_path / "checkpoint.pt"
    checkpoint.save(path, read(recipe_file()), {"step": 4, "model": {"w": torch.arange(3.0)}})
    return path


def test_it_is_read_as_it_was_written(kept, recipe_file):
    found = checkpoint.load(kept, read(recipe_file()))
    assert found["step"] == 4 and torch.equal(found["model"]["w"], torch.arange(3.0))
    assert {path.name for path in kept.parent.iterdir()} == {"recipe.toml", kept.name}


def test_where_there_is_none_nothing_is_found(recipe_file, tmp_path):
    assert checkpoint.load(tmp_path / "checkpoint.pt", read(recipe_file())) is None


@pytest.mark.parametrize(
    "change", [{"merges": 61}, {"width": 16}, {"steps": 13}, {"seed": 1}], ids=str
)
def test_one_of_another_recipe_is_refused_and_the_setting_named(kept, recipe_file, change):
    (name, value), before = *change.items(), {"merges": 60, "width": 8, "steps": 12, "seed": 0}
    with pytest.raises(
        ValueError, match=rf"another recipe \({name} was {before[name]}\).*--folder"
    ):
        checkpoint.load(kept, read(recipe_file(**{name: value})))


def test_one_with_a_setting_that_there_is_no_more_is_refused(kept, recipe_file):
    saved = torch.load(kept, weights_only=True)
    saved["recipe"]["dropout"] = 0.1
    torch.save(saved, kept)
    with pytest.raises(ValueError, match=r"another recipe \(dropout was 0.1\)"):
        checkpoint.load(kept, read(recipe_file()))


def test_one_of_another_version_is_refused(kept, recipe_file, monkeypatch):
    monkeypatch.setattr(checkpoint, "VERSION", 99)
    with pytest.raises(ValueError, match="has version 1, and this program 99: train in another"):
        checkpoint.load(kept, read(recipe_file()))


@pytest.mark.parametrize("content", ["half", b"", b"text", "pickle"], ids=str)
def test_a_damaged_one_is_refused(kept, recipe_file, content):
    if content == "half":
        content = kept.read_bytes()[: kept.stat().st_size // 2]
    if content == "pickle":
        torch.save([1, 2], kept)
    else:
        kept.write_bytes(content)
    with pytest.raises(ValueError, match="checkpoint.pt is no checkpoint, or a damaged one: train"):
        checkpoint.load(kept, read(recipe_file()))


class Program:
    """Runs when it is unpickled: it makes a file."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_a_program_in_a_foreign_one_never_runs(kept, recipe_file, tmp_path):
    torch.save({"version": checkpoint.VERSION, "recipe": Program(tmp_path / "ran")}, kept)
    with pytest.raises(ValueError, match="no checkpoint, or a damaged one"):
        checkpoint.load(kept, read(recipe_file()))
    assert not (tmp_path / "ran").exists()


def test_without_room_the_last_one_stays(kept, recipe_file, room):
    before = kept.read_bytes()
    with (
        room(1000),
        pytest.raises(OSError, match=r"cannot be written \(.+\): make room for [\d,]+"),
    ):
        checkpoint.save(kept, read(recipe_file()), {"step": 8, "model": torch.zeros(1000)})
    assert kept.read_bytes() == before
    assert {path.name for path in kept.parent.iterdir()} == {"recipe.toml", kept.name}
