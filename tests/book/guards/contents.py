"""The order of the book: the course map on the first page names the parts, the contents list the rest."""

from dataclasses import dataclass

from .page import Directive, Page

INDEX = "index"
LEVELS = ("Beginner", "Intermediate", "Advanced")
PARTS = 10


@dataclass
class Part:
    """One line of the course map; page is empty while the part is not written."""

    line: int
    level: str
    page: str
    title: str
    teaches: str


def parts(index: Page) -> list[Part]:
    """Return the parts that the course map names, in their order."""
    found = []
    for directive in index.all(Directive):
        if directive.name == "course-map":
            for line, words in enumerate(directive.body.splitlines(), directive.body_line):
                if words.strip():
                    level, title, teaches, *_ = [*map(str.strip, words.split("|", 2)), "", ""]
                    page = title[1:] if title.startswith("/") else ""
                    found.append(Part(line, level, page, "" if page else title, teaches))
    return found


def written(pages: list[Page]) -> list[Page]:
    """Return the pages of the parts that are written."""
    index = next(page for page in pages if page.name == INDEX)
    names = [part.page for part in parts(index)]
    return [page for page in pages if page.name in names]


def course_map(pages: list[Page]) -> list[str]:
    """Complain about a course map that is not ten parts, each with a level, a title and what it teaches."""
    index = next(page for page in pages if page.name == INDEX)
    names = {page.name for page in pages}
    found = parts(index)
    complaints = []
    if len(found) != PARTS:
        complaints.append(
            index.says(
                1, f"the course map has {len(found)} lines.", f"Name all {PARTS} parts, one a line."
            )
        )
    for part in found:
        if part.level not in LEVELS:
            complaints.append(
                index.says(part.line, f"“{part.level}” is no level.", f"Write {', '.join(LEVELS)}.")
            )
        if part.page and part.page not in names:
            complaints.append(
                index.says(
                    part.line, f"there is no page {part.page}.", "Write its title until it exists."
                )
            )
        if not (part.page or part.title) or len(part.teaches.split()) < 5:
            complaints.append(
                index.says(
                    part.line,
                    "the line is not complete.",
                    "Write level | title or /page | what it teaches.",
                )
            )
    return complaints


def reachable(pages: list[Page]) -> list[str]:
    """Complain about pages that neither the course map nor a contents list names, or that both do."""
    index = next(page for page in pages if page.name == INDEX)
    listed = [part.page for part in parts(index) if part.page]
    for directive in index.all(Directive):
        if directive.name == "toctree":
            listed += [
                line.strip().lstrip("/") for line in directive.body.splitlines() if line.strip()
            ]
    complaints = []
    for page in pages:
        if page.name != INDEX and listed.count(page.name) != 1:
            times = f"is named {listed.count(page.name)} times"
            complaints.append(
                page.says(
                    1,
                    f"the page {times} in book/index.md.",
                    "Name it once: in the course map or the toctree.",
                )
            )
    return complaints
