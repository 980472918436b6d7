"""Each notebook runs from top to bottom in Binder's environment, and prints what the page shows."""

import json
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from notebook import cells, printed

ANSWER = re.compile(r"<summary>Answer</summary>\n\n```python\n(.+?)\n```", re.DOTALL)
RUN = """
import sys
import nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=300, coalesce_streams=True).execute()
nbformat.write(notebook, sys.argv[2])
"""


@pytest.fixture(scope="module")
def ran(image, tmp_path_factory):
    """Each notebook of the image before and after it ran, all at once, from another folder."""
    folder = tmp_path_factory.mktemp("elsewhere")
    notebooks = sorted((image.home / "notebooks").glob("*.ipynb"))
    running = {}
    for file in notebooks:
        with open(folder / f"{file.stem}.txt", "w") as said:
            command = [image.python, "-c", RUN, file, folder / file.name]
            running[file] = subprocess.Popen(command, cwd=folder, env=image.variables, stderr=said)
    failed = [file for file, process in running.items() if process.wait()]
    assert not failed, "\n".join((folder / f"{file.stem}.txt").read_text() for file in failed)
    return [(nbformat.read(file, 4), nbformat.read(folder / file.name, 4)) for file in notebooks]


def test_every_page_with_cells_has_a_notebook(ran, site):
    named = {before.cells[0].source.splitlines()[0].removeprefix("# ") for before, _ in ran}
    with_cells = [
        file
        for file in site.notebooks.rglob("*.ipynb")
        if any(cell["cell_type"] == "code" for cell in json.loads(file.read_text())["cells"])
    ]
    assert len(named) == len(with_cells) == len(ran) > 2


def test_a_cell_prints_what_the_page_shows(ran):
    for before, after in ran:
        assert printed(before, after) == printed(before, before) != []


def test_the_start_of_an_exercise_is_told_what_is_wanted(ran):
    verdicts = [
        cell.outputs[0].text
        for _, after in ran
        for cell in cells(after)
        if cell.source.startswith("%%check")
    ]
    assert len(verdicts) > 5
    assert all(verdict.startswith("Not yet. ") for verdict in verdicts)


def test_the_answer_passes_the_check_of_its_notebook(image, ran, tmp_path):
    answers = 0
    for before, _ in ran:
        notebook = nbformat.v4.new_notebook(metadata=before.metadata)
        for cell, behind in zip(before.cells, before.cells[3:], strict=False):
            answer = ANSWER.search(behind.source)
            follows = before.cells[before.cells.index(cell) + 2]
            if answer and follows.source.startswith("%%check"):
                notebook.cells += [nbformat.v4.new_code_cell(answer[1]), follows]
                answers += 1
        if notebook.cells:
            loads = nbformat.v4.new_code_cell("%load_ext groundup.exercise")
            notebook.cells.insert(0, loads)
            nbformat.write(notebook, tmp_path / "answers.ipynb")
            command = [image.python, "-c", RUN, tmp_path / "answers.ipynb", tmp_path / "ran.ipynb"]
            subprocess.run(command, env=image.variables, check=True)
            for cell in nbformat.read(tmp_path / "ran.ipynb", 4).cells[2::2]:
                assert cell.outputs[0].text == "Solved.\n", cell.source
    assert answers == sum(
        cell.source.startswith("%%check") for before, _ in ran for cell in before.cells
    )


def test_the_first_cell_does_nothing_where_nothing_is_missing(ran):
    firsts = [cells(after)[0] for _, after in ran if "find_spec" in cells(after)[0].source]
    assert len(firsts) > 1
    assert not any(first.outputs for first in firsts)
