"""The pages of the book as notebooks: found, read, and their cells traced back to lines."""

from pathlib import Path

import nbformat
import yaml
from myst_nb.core.read import read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig

FRONT_MATTER = """---
file_format: mystnb
kernelspec: {name: python3, display_name: Python 3}
---"""


class PageError(Exception):
    """What is wrong with a page, where, and what to do."""

    def __init__(self, page: Path, line: int, message: str):
        super().__init__(f"{page}:{line}: {message}")


def found(book: Path) -> list[Path]:
    """Return the pages of the book in a fixed order."""
    return sorted(book.rglob("*.md"))


def read(page: Path) -> nbformat.NotebookNode:
    """Return the page as a notebook, exactly as MyST-NB will read it.

    Raises PageError for a page without front matter: MyST-NB would take its cells for text.
    """
    text = page.read_text(encoding="utf-8")
    check_front_matter(page, text)
    return read_myst_markdown_notebook(
        text, config=MdParserConfig(), add_source_map=True, path=str(page)
    )


def check_front_matter(page: Path, text: str) -> None:
    """Raise PageError unless the page begins by saying how it is executed."""
    parts = text.split("\n---", 1)
    metadata = None
    if text.startswith("---\n") and len(parts) == 2:
        try:
            metadata = yaml.safe_load(parts[0][4:])
        except yaml.YAMLError:
            metadata = None
    kernel = metadata.get("kernelspec") if isinstance(metadata, dict) else None
    named = (
        isinstance(kernel, dict) and kernel.get("name") == "python3" and kernel.get("display_name")
    )
    if not named or metadata.get("file_format") != "mystnb":
        raise PageError(
            page,
            1,
            f"no front matter that says how to execute it. Begin the page with\n{FRONT_MATTER}",
        )


def line_of(page: Path, notebook: nbformat.NotebookNode, index: int, line: int = 1) -> int:
    """Return the line of the page that holds the given line of the cell's code."""
    lines = page.read_text(encoding="utf-8").splitlines()
    code = notebook.cells[index].source.splitlines()
    start = notebook.metadata["source_map"][index]
    for first in range(start, len(lines)):
        if code and [text.strip() for text in lines[first : first + len(code)]] == [
            text.strip() for text in code
        ]:
            return first + line
    return start + 1
