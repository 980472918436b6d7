"""Two cold builds of the whole book, in two folders and at two times, give the same bytes."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OWN = {"build.json"}  # when and on what the book was built
KINDS = (".html", ".ipynb", ".pdf", ".epub", ".zip", ".css", ".js", ".png", ".woff2", ".json")


@pytest.fixture(scope="module")
def twice(site, copied, tmp_path_factory):
    """The digests of all files of the book as it stands, and of one built in another folder."""
    copy = copied(tmp_path_factory.mktemp("another folder") / "with a longer name" / "book")
    (copy / "_build").mkdir()
    # what npm fetched is held by its own lock
    shutil.copytree(ROOT / "_build" / "node", copy / "_build" / "node", symlinks=True)
    build = [sys.executable, "_config/build.py", "--export"]
    variables = os.environ | {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "HOME": str(copy.parent)}
    done = subprocess.run(build, cwd=copy, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    assert "0 of" not in done.stdout  # nothing was kept from another build
    return digests(site.html), digests(copy / "_build" / "html")


def digests(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name not in OWN
    }


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_one_kind_are_the_same(twice, kind):
    here, there = (
        {name: digest for name, digest in each.items() if name.endswith(kind)} for each in twice
    )
    assert here, f"no file of the book ends in {kind}"
    assert [name for name in here if here[name] != there.get(name)] == []


def test_all_files_are_the_same_and_none_is_missing(twice):
    here, there = twice
    assert here == there
