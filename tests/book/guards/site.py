"""The built pages: nothing left unfilled, nothing from the machine that built them, words for pictures."""

import re
import sys
import tempfile
from functools import cache
from pathlib import Path

from bs4 import BeautifulSoup

from .notebooks import ADDRESS

ENOUGH_WORDS = 5
LEFT_OVER = re.compile(r"\{[a-zA-Z][\w:-]*\}`|:::|```")
DOLLARS = re.compile(r"\$[^$\n]{1,80}\$")
MACHINE = re.compile(r"file:///\S*|(?<![\w.])/(?:home|Users)/\w+")
PATHS = [
    str(Path(__file__).resolve().parents[3]),
    str(Path.home()),
    sys.prefix,
    tempfile.gettempdir(),
]


def html_pages(html: Path) -> list[Path]:
    """Return every page of the built site."""
    hidden = {"_static", "_sources", "_images", "_downloads"}
    return [
        path
        for path in sorted(html.rglob("*.html"))
        if not hidden & set(path.relative_to(html).parts)
    ]


@cache
def soup(path: Path) -> BeautifulSoup:
    """Return a built page taken apart; readers never change it."""
    return BeautifulSoup(path.read_text("utf-8"), "html.parser")


def content(path: Path):
    """Return the part of a page that its author wrote."""
    page = soup(path)
    return page.find("article") or page.find("main") or page


def prose(path: Path) -> str:
    """Return the author's words, without code and maths."""
    found = BeautifulSoup(str(content(path)), "html.parser")
    for tag in found.select("pre, code, script, style, .math, .katex"):
        tag.replace_with(" ")
    return found.get_text()


def titles(path: Path) -> list[str]:
    """Complain unless the page has one h1."""
    count = len(soup(path).find_all("h1"))
    return [] if count == 1 else [f"{path}: {count} h1 headings. A page has one title."]


def pictures(path: Path) -> list[str]:
    """Complain about pictures that say nothing to those who cannot see them."""
    complaints = []
    for picture in content(path).select("img, svg[role=img]"):
        words = picture.get("alt") or picture.get("aria-label") or ""
        if len(words.split()) < ENOUGH_WORDS or re.search(r"\.(?:png|svg|jpe?g)$", words):
            complaints.append(
                f"{path}: a picture says only “{words}”. Say in alt text what it shows."
            )
    return complaints


def unfilled(path: Path) -> list[str]:
    """Complain about markup, numbers and formulas that the build did not fill in."""
    complaints = []
    for pattern, what in ((LEFT_OVER, "raw markup"), (DOLLARS, "an unset formula")):
        for found in pattern.finditer(words := prose(path)):
            around = " ".join(words[max(0, found.start() - 30) : found.end() + 30].split())
            complaints.append(f"{path}: {what} in “{around}”. Mend the markup of the page.")
    for glued in content(path).select(".pasted-text, .pasted-inline"):
        if not glued.get_text().strip():
            complaints.append(f"{path}: a glued number is empty. Glue it in a cell of the page.")
    return complaints


def machine(path: Path) -> list[str]:
    """Complain about paths of the building machine and about addresses of objects."""
    source = path.read_text("utf-8")
    found = {place for place in PATHS if len(place) > 4 and place + "/" in source}
    found |= {match[0] for match in MACHINE.finditer(source)}
    complaints = [
        f"{path}: the path {place} of this machine. Leave it out of outputs and settings."
        for place in sorted(found)
    ]
    addresses = {match[0] for match in ADDRESS.finditer(soup(path).get_text())}
    return complaints + [
        f"{path}: the object address {address}. Print a format instead."
        for address in sorted(addresses)
    ]
