"""Executed notebooks: every cell ran, quietly, and a program gives alone what the page shows."""

import json
import re
import subprocess
import sys
from pathlib import Path

from .page import Directive, Page

ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}\b", re.IGNORECASE)
ABSENT = ("torch", "numpy", "matplotlib")  # what a reader's page does not have either
PATIENCE = 60  # seconds for one program
ALONE = f"""
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {ABSENT!r}:
            raise ImportError(f"{{name}} is not there for a program that readers run")

sys.meta_path.insert(0, Absent())
exec(compile(sys.stdin.read(), "<cell>", "exec"), {{"__name__": "__main__"}})
"""


def executed(page: Page, notebooks: Path) -> list[dict]:
    """Return the code cells of a page's executed notebook; none if it is missing."""
    path = notebooks / f"{page.name}.ipynb"
    if not path.is_file():
        return []
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code"]


def joined(text: str | list[str]) -> str:
    """Return a notebook's text, which may be kept as a list of lines."""
    return text if isinstance(text, str) else "".join(text)


def complete(page: Page, ran: list[dict]) -> list[str]:
    """Complain about cells of the page that were not executed as they stand."""
    if len(ran) != len(page.cells):
        wrong = f"{len(page.cells)} cells stand on the page, and {len(ran)} are in its notebook."
        return [
            page.says(1, wrong, "Build again; a cell inside a list or a directive is not executed.")
        ]
    complaints = []
    for cell, result in zip(page.cells, ran, strict=True):
        if joined(result["source"]).strip() != cell.body.strip():
            complaints.append(
                page.says(cell.line, "the notebook has another cell here.", "Build again.")
            )
        elif not result.get("execution_count"):
            complaints.append(
                page.says(cell.line, "the cell was not executed.", "Build again and read its log.")
            )
    return complaints


def quiet(page: Page, ran: list[dict]) -> list[str]:
    """Complain about cells that fail, warn, or show where an object lies in memory."""
    complaints = []
    for cell, result in zip(page.cells, ran, strict=False):
        for output in result["outputs"]:
            if output["output_type"] == "error":
                wrong = f"the cell ends in {output['ename']}: {output['evalue']}."
                complaints.append(page.says(cell.line, wrong, "Mend it."))
            elif output.get("name") == "stderr":
                wrong = f"the cell prints to stderr: “{joined(output['text']).strip()[:120]}”."
                complaints.append(page.says(cell.line, wrong, "Remove what it warns of."))
            elif address := ADDRESS.search(said(output)):
                wrong = f"the output shows an object's address, {address[0]}."
                complaints.append(
                    page.says(
                        cell.line, wrong, "Print a format, or end a drawing line with a semicolon."
                    )
                )
    return complaints


def said(output: dict) -> str:
    """Return what an output says in plain text."""
    return joined(output.get("text") or output.get("data", {}).get("text/plain", ""))


def repeatable(page: Page, ran: list[dict]) -> list[str]:
    """Complain about programs that print something else when they run alone."""
    complaints = []
    for cell, result in zip(page.cells, ran, strict=False):
        if {"run", "answer"} & set(cell.tags):
            kinds = {output.get("name", output["output_type"]) for output in result["outputs"]}
            baked = "".join(
                said(output) for output in result["outputs"] if output.get("name") == "stdout"
            )
            printed, failure = alone(cell)
            if kinds - {"stdout"}:
                complaints.append(
                    page.says(
                        cell.line, f"the program shows {', '.join(kinds)}.", "Print what it shows."
                    )
                )
            elif failure:
                complaints.append(
                    page.says(
                        cell.line, f"alone, the program fails: {failure}.", "Import what it needs."
                    )
                )
            elif printed != baked:
                complaints.append(
                    page.says(
                        cell.line,
                        difference(baked, printed),
                        "Fix seeds; use nothing from other cells.",
                    )
                )
    return complaints


def alone(cell: Directive) -> tuple[str, str]:
    """Run a program in an interpreter of its own; return what it printed and its last error line."""
    done = subprocess.run(
        [sys.executable, "-I", "-c", ALONE],
        input=cell.body,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    last = (done.stderr.strip().splitlines() or [""])[-1]
    return done.stdout, last or ("" if done.returncode == 0 else f"exit status {done.returncode}")


def difference(baked: str, printed: str) -> str:
    """Describe the first line in which two outputs differ."""
    pages, programs = baked.splitlines(), printed.splitlines()
    for at in range(max(len(pages), len(programs))):
        page, program = (lines[at] if at < len(lines) else "nothing" for lines in (pages, programs))
        if page != program:
            return f"line {at + 1} of the output is “{page}” on the page and “{program}” alone."
    return "the outputs differ in their line ends."
