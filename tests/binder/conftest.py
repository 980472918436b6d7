"""What Binder makes of the repository: an environment from .binder/ alone, and the notebooks in it."""

import hashlib
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).resolve().parents[2]
MADE = ROOT / "_build" / "binder"
LISTS = ["_config/binder.in", "_config/notebook.in", "_config/requirements.txt"]
REPOSITORY = "https://github.com/owner/name"


@pytest.fixture(scope="session")
def image(site, copied):
    """A copy of the repository in which Binder's steps were gone through, as far as no Docker is needed.

    `home` is the copy, with notebooks/ in it; `python` runs in the environment of .binder/, and
    `variables` are what it inherits.
    """
    shutil.rmtree(MADE / "home", ignore_errors=True)
    home = copied(MADE / "home")
    shutil.copytree(
        ROOT / "_build" / "cells", home / "_build" / "cells"
    )  # what was executed before
    python = environment(home)
    variables = clean() | {"PATH": f"{python.parent}{os.pathsep}{os.environ['PATH']}"}
    asked = variables | {"BOOK_REPOSITORY": REPOSITORY}
    run([home / ".binder" / "postBuild"], home, asked)
    return SimpleNamespace(home=home, python=python, variables=variables, repository=REPOSITORY)


def environment(home: Path) -> Path:
    """Return the Python of an environment with what .binder/ asks for and no more.

    It is made anew when anything changes that it is made from.
    """
    sources = [".binder/requirements.txt", *LISTS]
    package = sorted(path for path in (home / "code").rglob("*") if path.is_file())
    digest = hashlib.sha256(sys.version.encode())
    for file in [*(home / name for name in sources), *package]:
        digest.update(f"{file.relative_to(home)}\0".encode() + file.read_bytes())
    folder, stamp = MADE / "environment", MADE / "environment" / "made-from"
    python = folder / "bin" / "python"
    if not stamp.exists() or stamp.read_text() != digest.hexdigest():
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        run([python, "-m", "pip", "install", "-q", "-r", needs(home)], home, clean())
        stamp.write_text(digest.hexdigest())
    return python


def needs(home: Path) -> str:
    """Return the file of needs; without PyTorch's own index where that can't be reached."""
    file = home / ".binder" / "requirements.txt"
    [option] = [line for line in file.read_text().splitlines() if line.startswith("--extra-index")]
    try:
        urllib.request.urlopen(option.split()[1] + "/torch/", timeout=10).close()
    except (urllib.error.URLError, TimeoutError):
        file.write_text(file.read_text().replace(f"{option}\n", ""))
    return ".binder/requirements.txt"


def clean() -> dict[str, str]:
    """Return the variables of this process without the one that would lend the tests' own packages."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def run(command: list, folder: Path, variables: dict[str, str]) -> None:
    """Run a command in a folder; it has to end well."""
    done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
