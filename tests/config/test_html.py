"""Every page of the site is valid HTML."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "_config"))

import node  # noqa: E402  found through the line above


def mistakes(pages: dict[str, str]) -> dict[str, list[str]]:
    """Return what html-validate finds in pages, by their names."""
    executable, _ = node.command()
    done = subprocess.run(
        [executable, HERE / "validate.cjs", node.package("html-validate")],
        input=json.dumps(pages),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return {name: found for name, found in json.loads(done.stdout).items() if found}


@pytest.mark.built
def test_every_page_is_valid_html(site):
    files = sorted(site.html.rglob("*.html"))
    assert len(files) > 8
    assert (
        mistakes({f"{file.relative_to(site.html)}": file.read_text("utf-8") for file in files})
        == {}
    )


RIGHT = """<!DOCTYPE html>
<html lang="en"><head><title>A title</title></head><body><p id="one">Words.</p></body></html>
"""


def test_a_right_page_passes():
    assert mistakes({"right": RIGHT}) == {}


@pytest.mark.parametrize(
    "wrong",
    [
        RIGHT.replace("Words.", "<div>Words.</div>"),
        RIGHT.replace("</p>", '</p><p id="one"></p>'),
        RIGHT.replace(' lang="en"', ""),
        RIGHT.replace("Words.", '<button type="button"><a href="#one">go</a></button>'),
    ],
)
def test_a_mistake_is_found(wrong):
    assert len(mistakes({"wrong": wrong})["wrong"]) >= 1
