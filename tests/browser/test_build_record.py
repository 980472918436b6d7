"""The about page shows what build.json holds; whatever is wrong with that, its sentence stays."""

import json
from types import SimpleNamespace

import pytest

ABOUT = "about/"
ROWS = ".build-record + .pst-scrollable-table-container tr"
RECORD = {
    "date": "2031-05-06T07:08:09+00:00",
    "commit": "0123abc",
    "clean": True,
    "machine": "<b>Plan 9</b> & more",
    "versions": {"Python": "3.11.0", "torch": "2.0"},
    "execution": {
        "elapsed": 3.0,
        "pages": {
            "index": {"seconds": 1.25, "executed": True},
            "part/index": {"seconds": 2.5, "executed": False},
        },
    },
}


@pytest.fixture
def about(visit, server):
    """Return a function that opens the page where build.json holds a text."""

    def opened(text: str):
        server.damage["build.json"] = lambda body: text.encode()
        page = visit(ABOUT, server).page
        page.wait_for_load_state("networkidle")
        assert server.asked("build.json")
        return page

    return opened


def shown(page) -> dict[str, str]:
    """Return the rows of the table by their heads."""
    page.locator(ROWS).first.wait_for()
    rows = page.locator(ROWS).all()
    return {row.locator("th").inner_text(): row.locator("td").inner_text() for row in rows}


def sentence(page) -> str:
    return page.locator("p.build-record").inner_text()


def test_the_table_shows_what_the_record_holds(about):
    page = about(json.dumps(RECORD))
    assert shown(page) == {
        "Built on": "6 May 2031 at 07:08 UTC",
        "From commit": "0123abc",
        "With": "Python 3.11.0, torch 2.0",
        "Machine": "<b>Plan 9</b> & more",  # as text
        "Cells": "3.8 s on 2 pages, 1 of them kept from an earlier build",
    }
    assert page.locator(f"{ROWS} th[scope=row]").count() == 5


@pytest.mark.parametrize(
    ("commit", "clean", "words"),
    [("0123abc", False, "0123abc, changed since"), (None, None, "not known")],
)
def test_a_changed_or_unknown_state_is_told(about, commit, clean, words):
    page = about(json.dumps(RECORD | {"commit": commit, "clean": clean}))
    assert shown(page)["From commit"] == words


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "<html>Not here</html>",
        json.dumps(RECORD | {"date": "yesterday"}),
        json.dumps(RECORD | {"execution": {"elapsed": 3.0}}),
        json.dumps({key: RECORD[key] for key in RECORD if key != "versions"}),
    ],
)
def test_a_broken_record_leaves_the_sentence(about, text):
    page = about(text)
    assert "build.json" in sentence(page)
    assert page.locator(ROWS).count() == 0


def test_a_missing_record_leaves_the_sentence(visit, server):
    server.damage["build.json"] = lambda body: None
    reader = visit("", server)
    with reader.watch.expecting(r"404.*build\.json"):
        reader.page.goto(server.address + ABOUT)
        reader.page.wait_for_load_state("networkidle")
    reader.page.keyboard.press("Shift")  # the whole page is laid out
    assert "build.json" in sentence(reader.page)
    assert reader.page.locator(ROWS).count() == 0


def test_from_disk_and_without_script_the_sentence_stands_alone(visit, site):
    disk = SimpleNamespace(origin="file://", address=f"{site.html.resolve().as_uri()}/")
    pages = [visit(f"{ABOUT}index.html", disk), visit(ABOUT, java_script_enabled=False, key=False)]
    for page in (each.page for each in pages):
        page.wait_for_load_state("networkidle")
        assert "build.json" in sentence(page)
        assert page.locator(ROWS).count() == 0


def test_the_real_record_is_shown_and_does_not_run_out_of_a_phone(visit, site):
    page = visit(ABOUT, viewport={"width": 390, "height": 844}).page
    told = json.loads((site.html / "build.json").read_text("utf-8"))
    assert shown(page)["With"].startswith(f"Python {told['versions']['Python']}, Node ")
    assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
