"""Pages with programs load a small script, and pages without load none."""

import gzip
import json

import pytest
from bs4 import BeautifulSoup

BUDGET = 9_000  # bytes, packed, of our own scripts before the engine

pytestmark = pytest.mark.built


def scripts(site, address: str) -> list[dict]:
    """Return the scripts that a page loads for its programs."""
    html = (site.html / address / "index.html").read_text(encoding="utf-8")
    found = BeautifulSoup(html, "html.parser").find_all("script", src=True)
    return [script for script in found if "_static/run/" in script["src"]]


def test_the_scripts_that_come_before_the_engine_are_small(site):
    folder = site.html / "_static" / "run"
    files = [folder / "run.js", *folder.glob("worker-*.js")]
    assert len(files) == 2
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) <= BUDGET


def test_a_page_with_programs_loads_the_script_once_and_after_its_text(site):
    [script] = scripts(site, "feed-forward")
    assert script.has_attr("defer")
    assert script["data-page"] == "feed-forward/index"


def test_a_page_without_programs_loads_no_script_for_them(site):
    assert scripts(site, "vocabulary") == []


def test_every_name_that_a_page_gives_its_engine_is_a_file(site):
    [script] = scripts(site, "feed-forward")
    told = json.loads(script["data-engine"])
    folder = site.html / "_static" / "run"
    assert all((folder / name).is_file() for name in told["integrity"])
    assert {told["worker"], told["archive"]} <= told["integrity"].keys()
    assert f"{told['engine']}library.zip" in told["integrity"]
    here = {file.relative_to(folder).as_posix() for file in folder.rglob("*-*") if file.is_file()}
    assert here <= told["integrity"].keys(), "a file of an earlier build is left"
