"""Measures how the build grows with the book: synthetic books of 10, 100 and 400 pages, each built cold.

python code/benchmarks/scale.py            run by `nox -s benchmarks`; Linux, since it reads /proc
python code/benchmarks/scale.py 10 100     other sizes, and no results are written

Every page holds what a page of the book holds, in small: words, terms, a formula, a figure, a program,
a table and links to other pages; every fifth asks questions. All stand in one list, as the parts do.
The cells are light, since the point is the build. If the seconds of one more page are the same from
10 to 100 pages as from 100 to 400, the build grows in a straight line.
"""

import gzip
import os
import sys
import tempfile
from pathlib import Path

from synthetic import Book

from build import built, write

RESULTS = Path(__file__).with_suffix(".json")
SIZES = [10, 100, 400]
# Which line of a build begins each of its phases.
BEGINS = {
    "execution": "executing ",
    "start of Sphinx": "Running Sphinx",
    "reading": "reading sources",
    "writing": "copying assets",
    "finishing": "generating indices",
}
PER_PAGE = [*BEGINS, "seconds", "cpu_seconds", "peak_mib", "page_bytes", "page_gzip_bytes"]


def main() -> None:
    """Build each book, print a table, and write the results beside this file."""
    if sys.platform != "linux":
        sys.exit("this benchmark reads /proc, which Linux alone has")
    sizes = [int(size) for size in sys.argv[1:]] or SIZES
    rows = [measured(size) for size in sizes]
    slopes = [slope(*pair) for pair in zip(rows, rows[1:], strict=False)]
    print(f"{'':16}" + "".join(f"{row['pages']:>9}" for row in rows), end="")
    print("".join(f"{each['from']:>9}→{each['to']}" for each in slopes), " for one more page")
    for name in PER_PAGE:
        cells = [f"{row[name]:9,}" for row in rows] + [f"{each[name]:13.3f}" for each in slopes]
        print(f"{name:16}" + "".join(cells))
    for row in rows:
        share = row["cells_seconds"] / row["execution"]
        print(f"{row['pages']} pages: {share:.2f} of {os.cpu_count()} cores at work on the cells")
    if sizes == SIZES:
        write(RESULTS, {"books": rows, "one_more_page": slopes})


def measured(size: int) -> dict:
    """Build a book of so many pages and return what that took."""
    with tempfile.TemporaryDirectory() as folder:
        book = Book(Path(folder), size)
        numbers, said = built(book.root)
        page = book.page(size // 2).read_bytes()
        return (
            {"pages": size}
            | numbers
            | phases(said, numbers["seconds"])
            | {
                "cells_seconds": book.cells_seconds(),
                "page_bytes": len(page),
                "page_gzip_bytes": len(gzip.compress(page)),
            }
        )


def phases(said: list[tuple[float, str]], end: float) -> dict[str, float]:
    """Return the seconds of each phase: from the first line that begins it to the next phase."""
    starts = [
        next(seconds for seconds, line in said if line.startswith(begin))
        for begin in BEGINS.values()
    ]
    ends = [*starts[1:], end]
    return {name: round(ends[place] - starts[place], 1) for place, name in enumerate(BEGINS)}


def slope(small: dict, large: dict) -> dict:
    """Return what one more page takes between two sizes."""
    pages = large["pages"] - small["pages"]
    each = {name: round((large[name] - small[name]) / pages, 3) for name in PER_PAGE}
    return {"from": small["pages"], "to": large["pages"]} | each


if __name__ == "__main__":
    main()
