"""The entries of a glossary: term, definition, and where the author says that it is explained."""

from dataclasses import dataclass

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)
MARKED = {nodes.math: "math", nodes.literal: "code", nodes.emphasis: "em", nodes.strong: "strong"}


class explained(nodes.Inline, nodes.Element):
    """Where an entry says that its term is explained; gone once the page is read."""


@dataclass(frozen=True)
class Entry:
    """A term and its definition, as (kind, text) in reading order: text, math, code, em or strong."""

    term: str
    page: str
    anchor: str
    definition: tuple[tuple[str, str], ...]
    place: str | None = None  # what {explained} names
    line: int | None = None


def of_page(doctree: nodes.document, docname: str) -> list[Entry]:
    """Return the entries of the page's glossaries, and take the lines out that are not shown."""
    found = []
    for glossary in doctree.findall(addnodes.glossary):
        for item in glossary.findall(nodes.definition_list_item):
            place = taken_out(item)
            definition = tuple(pieces(item.next_node(nodes.definition)))
            for term in item.findall(nodes.term):
                found.append(Entry(named(term), docname, term["ids"][0], definition, *place))
    for mark in list(doctree.findall(explained)):
        message = "{explained} stands outside a glossary. Write it at the end of an entry there."
        where = (docname, line(mark))
        LOGGER.warning(message, location=where, type="vocabulary", subtype="explained")
        mark.parent.remove(mark)
    return found


def taken_out(item: nodes.Element) -> tuple:
    """Remove the mark of an entry with the line break before it, and return its place and line."""
    mark = item.next_node(explained)
    if mark is None:
        return ()
    words, where = mark.parent, line(mark)
    words.remove(mark)
    if isinstance(words[-1], nodes.Text):  # by its place: another line break equals it
        words[-1] = nodes.Text(words[-1].astext().rstrip())
    return mark["place"], where


def line(mark: explained) -> int:
    """Return the line of a mark: its role knows the first line of the paragraph."""
    before = mark.parent.children[: mark.parent.index(mark)]
    return mark["line"] + sum(node.astext().count("\n") for node in before)


def named(term: nodes.term) -> str:
    """Return the words of a term, which stand beside its entries in the index."""
    return " ".join(term.astext().split())


def pieces(definition: nodes.definition):
    """Yield the pieces of a definition; links to other terms become plain words."""
    for number, paragraph in enumerate(definition.findall(nodes.paragraph)):
        if number:
            yield "text", " "
        yield from inline(paragraph)


def inline(node: nodes.Element):
    for child in node.children:
        kind = next((name for made, name in MARKED.items() if isinstance(child, made)), None)
        if kind:
            yield kind, child.astext()
        elif isinstance(child, nodes.Text):
            yield "text", child.astext().replace("\n", " ")
        else:
            yield from inline(child)
