"""Measures what readers wait for when they press Run, here and with the tools that others use.

python code/benchmarks/run_in_page [--book FOLDER] [--browser PROGRAM] [--rounds NUMBER]

All tools run the same program in a page of the same host on this machine, and no other host can be
reached. In each round each is pressed cold (a browser that has never seen anything), warm (the same
browser, another page) and cold over a slow link. A tool is measured from the press until its page
shows all that the program prints; a round takes all tools in turn, so that whatever else the
machine does meets all alike. A first round, which makes the host compress its files, is not counted.

Writes its results beside this folder. The book has to be built; the other tools are fetched from
npm and PyPI into _build/benchmarks the first time.
"""

import argparse
import contextlib
import io
import sys
import threading
from pathlib import Path

import alone
import results
import sites
from playwright.sync_api import Error, sync_playwright
from server import Host, Link
from tools import Failure, others, ours, visit

from browser import Browser, installed

RATE, DELAY = 20e6 / 8, 0.040  # of the slow link: bytes a second, seconds there and back


def main() -> None:
    """Measure everything, print it and write it down."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--book", type=Path, default=sites.ROOT / "_build" / "html")
    options.add_argument("--browser", help="the program to start, if not the first one found")
    options.add_argument("--rounds", type=int, default=5)
    asked = options.parse_args()
    program = asked.browser or installed()
    folders = sites.sites() | {"book": asked.book.resolve()}
    path = page_with_boxes(folders["book"])
    host = Host(folders)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        measuring = Measuring(host, lambda: Browser(playwright, program, host.address))
        measuring.all(path, asked.rounds)
    results.write(measuring, sites.version(folders["pyodide"]), alone.script_bytes(host))


def page_with_boxes(book: Path) -> str:
    """Return the path of the book's first page with a box. SystemExit where there is none."""
    for file in sorted(book.rglob("*.html")):
        if "tag_run" in file.read_text(encoding="utf-8"):
            return f"/book/{file.relative_to(book).as_posix().removesuffix('index.html')}"
    sys.exit(f"{book}: no page has a program that runs; build the book first: nox -s book")


def output_of(program: str) -> str:
    """Return what a program prints when the Python of this process runs it."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(program, {})
    return printed.getvalue()


class Measuring:
    """All that was measured so far."""

    def __init__(self, host: Host, start):
        self.host, self.start = host, start
        self.load = [results.load()]
        self.browser = ""
        self.tools: dict[str, dict[str, list]] = {}  # tool, then state, then one dict a round
        self.stumbled: dict[str, list] = {}  # tools that failed, and the round of each failure
        self.failed: dict[str, str] = {}  # tools that could not be made to work, and why

    def all(self, path: str, rounds: int) -> None:
        """Measure all tools in so many rounds, after one that does not count."""
        tools = [ours(path), *others()]
        printed = output_of(sites.CELL)
        for number in range(rounds + 1):
            for tool in tools:
                if tool.name in self.failed:
                    continue
                print(f"round {number} of {rounds}: {tool.name}", flush=True)
                taken = self.twice(tool, printed, number, ours=tool is tools[0])
                for state, measured in taken.items() if number else ():
                    self.tools.setdefault(tool.name, {}).setdefault(state, []).append(measured)
        self.load.append(results.load())

    def twice(self, tool, printed: str, number: int, ours: bool) -> dict[str, dict]:
        """Return what a tool takes in one round. One that fails twice in a row takes no more part."""
        for _ in range(2):
            try:
                taken = self.states(tool, sites.CELL, printed, first=not number)
                if ours and number:
                    taken |= self.boxes_alone(tool, sites.CELL, printed)
                return taken
            except (Failure, Error) as error:
                reason = str(error)
                self.stumbled.setdefault(tool.name, []).append(number)
                print(f"  fails: {reason}", flush=True)
        self.failed[tool.name] = reason
        return {}

    def states(self, tool, program: str, printed: str, first: bool) -> dict[str, dict]:
        """Return what a tool takes in each state; in the first round one is enough."""
        taken = {}
        with self.start() as browser:
            self.browser = browser.version
            taken["cold"] = visit(browser, self.host, tool, program, printed)
            if first:
                return taken
            taken["warm"] = visit(browser, self.host, tool, program, printed)
        self.host.link = Link(RATE, DELAY)
        try:
            with self.start() as browser:
                taken["slow link"] = visit(browser, self.host, tool, program, printed)
        finally:
            self.host.link = None
        return taken

    def boxes_alone(self, tool, program: str, printed: str) -> dict[str, dict]:
        """Return what else is measured of the book's boxes."""
        with self.start() as browser:
            edited = alone.after_editing(browser, self.host, tool, program, printed)
            with_lists = alone.program_of_book(browser, self.host, tool)
            later = alone.later(browser, self.host, tool)
        with self.start() as browser:
            lists = visit(browser, self.host, tool, *with_lists)
        return {"edited": edited, "lists": lists, **later}


if __name__ == "__main__":
    main()
