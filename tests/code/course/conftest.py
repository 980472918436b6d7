"""A training that takes a second: a small recipe, on a small text of one's own."""

import os
import resource
import subprocess
import sys
from contextlib import contextmanager

import pytest

from groundup.austen import clean, novel
from groundup.course import __main__ as command
from groundup.course import recipe
from groundup.course.text import texts
from groundup.course.training import Trainer

SETTINGS = {
    "text": {"merges": 60},
    "model": {
        "width": 8, "layers": 2, "heads": 2, "hidden": 12, "context": 16, "norm": "rms",
        "gated": True, "positions": "rotary", "biases": False,
    },
    "training": {
        "steps": 12, "batch": 4, "rate": 0.01, "warmup": 3, "decay": 0.1, "clip": 1.0, "seed": 0,
        "validate": 4,
    },
}  # fmt: skip


def written(values):
    """Write settings as TOML, of which they need very little."""
    plain = {True: "true", False: "false"}
    lines = []
    for part, settings in values.items():
        lines.append(f"[{part}]")
        for name, value in settings.items():
            lines.append(f"{name} = {plain[value] if isinstance(value, bool) else repr(value)}")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="session")
def own_text(tmp_path_factory):
    path = tmp_path_factory.mktemp("text") / "text.txt"
    path.write_text(clean(novel("persuasion"))[:12_000], encoding="utf-8")
    return path


@pytest.fixture
def recipe_file(tmp_path, own_text):
    """Return a function that writes a recipe with some settings changed, and gives its path."""

    def write(**changes):
        values = {part: {**settings} for part, settings in SETTINGS.items()}
        values["text"] = {"source": str(own_text), **values["text"]}
        for name, value in changes.items():
            next(part for part in values.values() if name in part)[name] = value
        path = tmp_path / "recipe.toml"
        path.write_text(written(values), encoding="utf-8")
        return path

    return write


@pytest.fixture
def trainer(recipe_file):
    """Return a function that makes a trainer of the recipe with some settings changed."""

    def make(**changes):
        given = recipe.read(recipe_file(**changes))
        found = texts(given.text.source, given.text.merges, given.model.context)
        return Trainer(given, found)

    return make


@pytest.fixture
def train(recipe_file, tmp_path, monkeypatch, capsys):
    """Return a function that runs the command here, and gives its exit code and what it said."""

    def run(*options, folder=tmp_path / "run", **changes):
        given = ["--recipe", str(recipe_file(**changes)), "--folder", str(folder), *options]
        monkeypatch.setattr(sys, "argv", ["course", *given])
        code = command.main()
        said = capsys.readouterr()
        return code, said.out + said.err

    return run


@pytest.fixture
def room():
    """Return a context in which no file can grow beyond so many bytes, as on a full disk."""

    @contextmanager
    def limited(size):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
        try:
            yield
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)

    return limited


@pytest.fixture
def started(recipe_file, tmp_path):
    """Return a function that starts the command in a process of its own."""

    def start(*before, folder=tmp_path / "run", **changes):
        module = ["-m", "groundup.course"]
        given = ["--recipe", str(recipe_file(**changes)), "--folder", str(folder)]
        return subprocess.Popen(
            [sys.executable, *before, *module, *given],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            env={**os.environ, "OMP_NUM_THREADS": "1"},
        )  # fmt: skip

    return start
