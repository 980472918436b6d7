"""Measures what a page costs to open, beside the same pages in the stock theme.

python code/benchmarks/open_page [--browser PROGRAM] [--rounds NUMBER]

Both sites are served by one host on this machine; no other host can be reached. Counted are the
bytes and the requests of each page when a new reader opens it, what Lighthouse says of three pages
(median of the rounds, phone and desk), and what axe finds on every page in both themes and at both
widths. Writes its results beside this folder. The book has to be built; Lighthouse is fetched from
npm into _build/benchmarks the first time.
"""

import argparse
import datetime
import json
import os
import platform
import sys
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.path[:0] = [str(HERE.parent / "run_in_page"), str(ROOT / "_config")]

import lighthouse  # noqa: E402  beside this file
import reading  # noqa: E402
import stock  # noqa: E402
from server import Host  # noqa: E402

from browser import installed  # noqa: E402  the browser and the host of run_in_page

FILE = HERE.with_suffix(".json")
THREE = ("", "feed-forward/", "residual-streams/")  # the first page and the two heaviest


def pages(book: Path) -> list[str]:
    """Return the addresses of the book's pages, as they are below each of the sites."""
    folders = [file.parent.relative_to(book) for file in sorted(book.rglob("index.html"))]
    return ["" if folder == Path() else f"{folder.as_posix()}/" for folder in folders]


def main() -> None:
    """Measure both sites, print what was found and write it down."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--browser", help="the program to start, if not the first one found")
    options.add_argument("--rounds", type=int, default=3)
    asked = options.parse_args()
    program = asked.browser or installed()
    book = (ROOT / "_build" / "html").resolve()
    if not book.exists():
        sys.exit("build the book first: nox -s book")
    host = Host({"book": book, "stock": stock.built()})
    threading.Thread(target=host.serve_forever, daemon=True).start()
    load = [round(os.getloadavg()[0], 1)]
    found = {}
    for name in ("book", "stock"):
        addresses = {page: f"{host.address}/{name}/{page}" for page in pages(book)}
        found[name] = {
            "cost": reading.cost(host, program, addresses),
            "axe": reading.axe(program, host.address, addresses),
            "lighthouse": lighthouse.scores(
                program, {page: addresses[page] for page in THREE}, asked.rounds
            ),
        }
    load.append(round(os.getloadavg()[0], 1))
    for name, measured in found.items():
        print(f"\n{name}\n{json.dumps(measured, indent=1)}")
    recorded = {
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
        "date": datetime.date.today().isoformat(),
        "load": load,
        "rounds": asked.rounds,
        "lighthouse": lighthouse.VERSION,
        **found,
    }
    FILE.write_text(json.dumps(recorded, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
