"""The sentences of a page that claim something, each found by its mark or by its number."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging

from execution import pages

from .proofs import Cells, Proof, is_cell, section_of

LOGGER = logging.getLogger(__name__)
GLUE = re.compile(r"""\bglue\(\s*["']([^"']+)["']""")


@dataclass
class Claim:
    """One sentence as it reads on the page, its anchor there, and what proves it."""

    line: int
    anchor: str
    section: str
    words: list[nodes.Node]
    number: bool
    proofs: list[Proof]


@dataclass
class PageClaims:
    """The claims of one page, and the titles of its sections by their anchors."""

    claims: list[Claim] = field(default_factory=list)
    titles: dict[str, list[nodes.Node]] = field(default_factory=dict)


@dataclass
class BookClaims:
    """The claims of all pages, and the page that lists them."""

    pages: dict[str, PageClaims] = field(default_factory=dict)
    page: str | None = None


def of_book(env) -> BookClaims:
    """Return the claims of the book as far as they are read."""
    if not hasattr(env, "claims"):
        env.claims = BookClaims()
    return env.claims


def purge(app, env, docname):
    of_book(env).pages.pop(docname, None)
    if of_book(env).page == docname:
        of_book(env).page = None


def merge(app, env, docnames, other):
    read = of_book(other)
    of_book(env).pages.update((name, page) for name, page in read.pages.items() if name in docnames)
    if read.page in docnames:
        of_book(env).page = read.page


def read(app, doctree):
    """Wrap each claim of the page in an anchor, and keep it with its proofs."""
    cells, page = Cells(doctree), PageClaims()
    makers: dict[str, int] | None = None
    for paragraph in list(doctree.findall(nodes.paragraph)):
        if within_cell(paragraph):
            continue
        rows = split(paragraph)
        for at, row in enumerate(rows):
            marks = [node for piece in row for node in piece.findall(is_mark)]
            keys = [node["key"] for piece in row for node in piece.findall(is_number)]
            if not marks and not keys:
                continue
            line = (paragraph.line or 1) + at
            tell = teller(app.env.docname, line)
            if keys and makers is None:
                makers = made(Path(app.env.doc2path(app.env.docname)))
            proofs = [cells.of_number(key, makers, paragraph, tell) for key in keys]
            proofs += [cells.of_mark(mark["proof"], paragraph, tell) for mark in marks[:1]]
            if len(marks) > 1:
                tell("twice", "two marks on a line; one line is one sentence and has one mark")
            if marks and not ends(row, marks[-1]):
                tell("place", "the mark does not end its line")
            remove(marks, row)
            section = section_of(paragraph)["ids"][0]
            number = sum(claim.section == section for claim in page.claims) + 1
            anchor = nodes.inline(
                "", "", *row, ids=[f"{section}-claim-{number}"], classes=["claim"]
            )
            rows[at] = [anchor]
            proofs = list(dict.fromkeys(proof for proof in proofs if proof))
            page.claims.append(
                Claim(line, anchor["ids"][0], section, copied(row), bool(keys), proofs)
            )
        paragraph.children = []
        for at, row in enumerate(rows):
            paragraph += [nodes.Text("\n")] * (at > 0) + row
    misplaced(app, doctree)
    if page.claims:
        page.titles = {
            section["ids"][0]: copied(section[0].children)
            for section in doctree.findall(nodes.section)
        }
        of_book(app.env).pages[app.env.docname] = page


def is_mark(node: nodes.Node) -> bool:
    return isinstance(node, nodes.inline) and "proof" in node


def is_number(node: nodes.Node) -> bool:
    return isinstance(node, nodes.inline) and "key" in node


def within_cell(node: nodes.Node) -> bool:
    while node.parent and not is_cell(node):
        node = node.parent
    return is_cell(node)


def split(paragraph: nodes.paragraph) -> list[list[nodes.Node]]:
    """Return what each line of the source gave; what runs over a break stays on its first line."""
    rows: list[list[nodes.Node]] = [[]]
    for child in paragraph.children:
        if isinstance(child, nodes.Text):
            first, *others = child.split("\n")
            rows[-1] += [nodes.Text(first)] * bool(first)
            rows += [[nodes.Text(words)] * bool(words) for words in others]
        else:
            rows[-1].append(child)
            rows += [[] for _ in range(child.astext().count("\n"))]
    return rows


def ends(row: list[nodes.Node], mark: nodes.Node) -> bool:
    """Tell whether nothing is said on a line after its mark."""
    place = next(at for at, piece in enumerate(row) if mark in piece.findall(is_mark))
    return not any(piece.astext().strip() for piece in row[place + 1 :])


def remove(marks: list[nodes.Node], row: list[nodes.Node]) -> None:
    """Take the marks and the blanks before them out of a line."""
    for mark in marks:
        if mark in row:
            row.remove(mark)
        else:
            mark.parent.remove(mark)
    if row and isinstance(row[-1], nodes.Text):
        row[-1] = nodes.Text(row[-1].rstrip())


def made(path: Path) -> dict[str, int]:
    """Return for each number of a page the cell that hands it over."""
    cells = pages.read(path).cells
    return {key: at for at, cell in enumerate(cells) for key in GLUE.findall(cell.source)}


def copied(row: list[nodes.Node]) -> list[nodes.Node]:
    """Return copies that may stand elsewhere: no anchors, and links to terms as plain words."""
    holder = nodes.inline("", "", *[piece.deepcopy() for piece in row])
    for link in list(holder.findall(lambda node: isinstance(node, LINKS))):
        if not is_open(link):
            link.parent.replace(link, nodes.Text(link.astext()))
    for node in holder.findall():
        node.document = None  # or the whole page would be kept with its sentence
        if isinstance(node, nodes.Element):
            node["ids"] = []
    return holder.children


LINKS = (addnodes.pending_xref, nodes.reference)


def is_open(link: nodes.Node) -> bool:
    """Tell whether a link's words are the title of its target, which is not known yet."""
    return link.get("reftype") in ("doc", "ref", "numref") and not link.get("refexplicit")


def misplaced(app, doctree) -> None:
    """Tell of marks in places that hold no sentence, such as headings, and remove them."""
    for mark in list(doctree.findall(is_mark)):
        tell = teller(app.env.docname, mark["line"])
        tell("place", "no sentence ends here; marks stand in paragraphs and lists")
        mark.parent.remove(mark)


def teller(docname: str, line: int):
    """Return what tells the author of a mistake on a line of a page."""

    def tell(subtype: str, wrong: str) -> None:
        LOGGER.warning(
            "a claim: %s", wrong, location=(docname, line), type="claims", subtype=subtype
        )

    return tell
