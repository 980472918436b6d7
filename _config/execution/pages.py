"""The pages of the book as notebooks: found, read, and their cells traced back to lines."""

import re
from pathlib import Path

import nbformat
import yaml
from myst_nb.core.read import MystMetadataParsingError, read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig

TIME_LIMIT = 120  # seconds that one cell may take, unless its page says otherwise
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

    Raises PageError for a page that is not UTF-8, has no front matter (MyST-NB would take its
    cells for text), or has a cell whose options can't be read.
    """
    try:
        text = page.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise PageError(page, line, "not UTF-8 here. Save the page as UTF-8") from None
    check_front_matter(page, text)
    try:
        return read_myst_markdown_notebook(
            text, config=MdParserConfig(), add_source_map=True, path=str(page)
        )
    except MystMetadataParsingError as error:
        line = re.search(r"at line (\d+)", str(error))
        raise PageError(page, int(line[1]) if line else 1, f"{error}") from None
    except nbformat.ValidationError:  # of all options, only tags have a form to keep
        tags = re.search(r"^:?tags:(?! *\[) *(.*)", text, re.MULTILINE)
        line = text.count("\n", 0, tags.start()) + 1 if tags else 1
        example = tags[1] if tags else "run"
        raise PageError(page, line, f"tags must be a list: write `:tags: [{example}]`") from None


def check_front_matter(page: Path, text: str) -> None:
    """Raise PageError unless the page begins by saying how it is executed."""
    parts = text.split("\n---", 1)
    metadata = None
    if text.startswith("---\n") and len(parts) == 2:
        try:
            metadata = yaml.safe_load(parts[0][4:])
        except yaml.YAMLError:
            metadata = None
    metadata = metadata if isinstance(metadata, dict) else {}
    kernel = metadata.get("kernelspec")
    named = (
        isinstance(kernel, dict) and kernel.get("name") == "python3" and kernel.get("display_name")
    )
    if not named or metadata.get("file_format") != "mystnb":
        message = "no front matter that says how to execute it. Begin the page with\n"
        raise PageError(page, 1, message + FRONT_MATTER)
    own = metadata.get("mystnb", {})
    if not isinstance(own, dict) or not isinstance(own.get("execution_timeout", 1), int):
        message = (
            "in the front matter, `mystnb` takes options, execution_timeout a number of seconds"
        )
        raise PageError(page, 1, message)


def time_limit(notebook: nbformat.NotebookNode) -> int:
    """Return the seconds that one cell of the page may take."""
    return notebook.metadata.get("mystnb", {}).get("execution_timeout", TIME_LIMIT)


def line_of(page: Path, notebook: nbformat.NotebookNode, index: int, line: int = 1) -> int:
    """Return the line of the page that holds the given line of the cell's code."""
    lines = [text.strip() for text in page.read_text(encoding="utf-8").splitlines()]
    code = [text.strip() for text in notebook.cells[index].source.splitlines()]
    start = notebook.metadata["source_map"][index]
    for first in range(start, len(lines)):
        if code and lines[first : first + len(code)] == code:
            return first + line
    return start + 1
