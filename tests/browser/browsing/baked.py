"""What the build wrote of the programs of each page, read from the HTML without a browser."""

from dataclasses import dataclass
from pathlib import Path

from bs4 import BeautifulSoup

from guards.page import Directive
from guards.pages import pages


def addresses() -> list[str]:
    """Return the addresses of the pages with programs, as their sources say: nothing is built yet."""
    return [
        page.name.removesuffix("index")
        for page in pages()
        if any("run" in directive.tags for directive in page.all(Directive))
    ]


@dataclass
class Program:
    """One cell that readers run: its place among those of its page, and what was baked."""

    page: str
    index: int
    source: str
    printed: str
    exercise: str = ""
    answer: str = ""
    hints: int = 0
    predicted: bool = False


def programs(html: Path) -> list[Program]:
    """Return the programs of every page of the site, in the order of the pages."""
    found = []
    for file in sorted(html.rglob("index.html")):
        soup = BeautifulSoup(file.read_text("utf-8"), "html.parser")
        page = "" if file.parent == html else file.parent.relative_to(html).as_posix() + "/"
        found += [
            program(page, index, cell) for index, cell in enumerate(soup.select("div.cell.tag_run"))
        ]
    return found


def program(page: str, index: int, cell) -> Program:
    """Return what a cell and the folded parts behind it hold."""
    outputs = cell.select(".cell_output pre")
    made = Program(
        page, index, text(cell.select_one(".cell_input pre")), "".join(map(text, outputs))
    )
    made.exercise = cell.get("data-exercise", "")
    made.predicted = cell.select_one("details.predicted") is not None
    for part in cell.find_next_siblings() if made.exercise else ():
        if part.name != "details":
            break
        if "hint" in part["class"]:
            made.hints += 1
        elif "answer" in part["class"]:
            made.answer = text(part.select_one(".cell_input pre"))
    return made


def text(pre) -> str:
    """Return the text of a block of code or output; each ends in one line break."""
    return pre.get_text().removesuffix("\n") + "\n"
