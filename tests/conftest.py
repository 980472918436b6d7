"""What tests of every kind share: one draw for properties, and the built book."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]
os.environ["OMP_NUM_THREADS"] = "1"
os.environ.pop("VIRTUAL_ENV", None)  # nox may run in another environment; IPython warns of that

# The same examples on every machine: what failed once can be looked at again.
settings.register_profile("book", deadline=None, derandomize=True, database=None)
settings.load_profile("book")


@pytest.fixture(scope="session")
def copied():
    """Return a function that copies the repository, as a clone would hold it, into a folder."""
    left_out = ("_build", ".nox", ".git", "__pycache__", ".*_cache", ".hypothesis")
    return lambda folder: shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*left_out))


@pytest.fixture(scope="session")
def site():
    """The book, exported as it stands: `html` is the site, `notebooks` the executed pages."""
    build = [sys.executable, "_config/build.py", "--export"]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"the book does not build:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}")
    made = ROOT / "_build"
    return SimpleNamespace(html=made / "html", notebooks=made / "notebooks", output=done.stdout)
