"""What a page shows was computed by its cells, quietly, and a program gives it again when it runs alone."""

import json

import pytest

from guards import fail_with, notebooks, sample
from guards.pages import pages


@pytest.mark.built
@pytest.mark.parametrize(
    "guard", (notebooks.complete, notebooks.quiet), ids=lambda guard: guard.__name__
)
@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_cell_was_executed_quietly(site, page, guard):
    fail_with(guard(page, notebooks.executed(page, site.notebooks)))


@pytest.mark.built
@pytest.mark.parametrize(
    "page", [page for page in pages() if page.cells], ids=lambda page: page.name
)
def test_a_program_prints_alone_what_the_page_shows(site, page):
    fail_with(notebooks.repeatable(page, notebooks.executed(page, site.notebooks)))


def printed(text: str, name: str = "stdout") -> dict:
    return {"output_type": "stream", "name": name, "text": text}


def ran(**outputs: list) -> list[dict]:
    """Return the sample's cells as executed; outputs replace those of the cell with that tag."""
    shown = {"run": [printed("sum: 3.0\n")], "answer": [printed("sum: 6.0\n")]} | outputs
    return [
        {
            "cell_type": "code",
            "source": cell.body.splitlines(keepends=True),
            "execution_count": at,
            "outputs": shown.get("".join(cell.tags), []),
        }
        for at, cell in enumerate(sample.part().cells, 1)
    ]


def test_a_right_notebook_passes():
    page = sample.part()
    assert notebooks.complete(page, ran()) == []
    assert notebooks.quiet(page, ran()) == []
    assert notebooks.repeatable(page, ran()) == []


def test_the_notebook_is_found_by_the_page_s_name(tmp_path):
    page = sample.part()
    assert notebooks.executed(page, tmp_path) == []
    file = tmp_path / "sample" / "index.ipynb"
    file.parent.mkdir()
    file.write_text(json.dumps({"cells": [{"cell_type": "markdown"}, *ran()]}))
    assert notebooks.executed(page, tmp_path) == ran()


def test_a_missing_cell_is_found():
    assert notebooks.complete(sample.part(), ran()[1:])


def test_a_cell_that_was_not_executed_is_found():
    cells = ran()
    cells[0]["execution_count"] = None
    (complaint,) = notebooks.complete(sample.part(), cells)
    assert f".md:{sample.part().cells[0].line}:" in complaint


def test_an_old_cell_is_found():
    cells = ran()
    cells[0]["source"] = "steps = 3"
    assert len(notebooks.complete(sample.part(), cells)) == 1


NOISE = [
    printed("UserWarning: old\n", "stderr"),
    printed("<object at 0x7f3a5c0d1e20>\n"),
    {"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": []},
    {"output_type": "execute_result", "data": {"text/plain": ["[<Line2D at 0x7F3A5C0D1E20>]"]}},
]


@pytest.mark.parametrize(
    "output", NOISE, ids=lambda output: output.get("name", output["output_type"])
)
def test_noise_is_found(output):
    assert len(notebooks.quiet(sample.part(), ran(run=[output]))) == 1


def test_a_hexadecimal_number_is_no_address():
    assert notebooks.quiet(sample.part(), ran(run=[printed("0xff\n")])) == []


def test_another_output_than_the_page_s_is_found():
    (complaint,) = notebooks.repeatable(sample.part(), ran(run=[printed("sum: 4.0\n")]))
    assert "“sum: 4.0” on the page and “sum: 3.0” alone" in complaint
    (complaint,) = notebooks.repeatable(sample.part(), ran(answer=[printed("sum: 6.0")]))
    assert "line ends" in complaint
    assert len(notebooks.repeatable(sample.part(), ran(run=[]))) == 1


def test_a_value_shown_without_print_is_found():
    value = {"output_type": "execute_result", "data": {"text/plain": "3.0"}}
    assert len(notebooks.repeatable(sample.part(), ran(run=[printed("sum: 3.0\n"), value]))) == 1


def test_a_program_may_import_lists_and_the_standard_library():
    imports = "import json\nfrom groundup.lists.vector import dot\nvector = [1.0, 2.0]"
    assert notebooks.repeatable(sample.part("vector = [1.0, 2.0]", imports), ran()) == []


ALONE = [
    ("vector = [1.0, 2.0]\nprint", "print", "NameError"),
    ("vector = [1.0, 2.0]\nprint", "import numpy\nvector = [1.0, 2.0]\nprint", "ImportError"),
    ("vector = [1.0, 2.0]\nprint", "raise SystemExit(3)\nprint", "exit status 3"),
]


@pytest.mark.parametrize(("old", "new", "said"), ALONE)
def test_a_program_that_cannot_run_alone_is_found(old, new, said):
    (complaint,) = notebooks.repeatable(sample.part(old, new), ran())
    assert said in complaint
