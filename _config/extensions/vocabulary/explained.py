"""Where a term is explained, found among the sections of the parts, in the order of the course.

An author may say it in the glossary. Else a section explains a term

1. if its heading begins with the term, as "The final norm" and "GELU and the gated variants" do;
   a part as a whole explains the term that its title begins with, if no section of it does;
2. else if it holds the first link to the term. A part links a word where it first uses it, and that
   is where it says what the word means.

Neither the promise and what the reader needs first count for the second rule, since both speak of
other parts, nor the sections that close a part. A heading counts only on a page that links the
term: another page may use the word in another sense. Where nothing is found, nothing is said.
"""

import re
from dataclasses import dataclass

from docutils import nodes
from sphinx import addnodes
from sphinx.util import logging

from .entries import Entry

LOGGER = logging.getLogger(__name__)
CLOSING = {
    "What to remember",
    "Check what you learned",
    "Names elsewhere",
    "Sources",
    "Next",
}


@dataclass(frozen=True)
class Section:
    """A section: its anchor, labels and title, and the terms that its own text links to."""

    anchor: str
    labels: tuple[str, ...]
    title: str
    whole: bool  # the page as a whole, whose own text is promise and needs
    links: frozenset[str]


@dataclass(frozen=True)
class Place:
    """A section that explains a term."""

    page: str
    anchor: str
    title: str
    part: str


def sections(doctree: nodes.document) -> tuple[Section, ...]:
    """Return the sections of a page in reading order."""
    found = []
    for section in doctree.findall(nodes.section):
        own = [child for child in section.children if not isinstance(child, nodes.section)]
        links = {
            link["reftarget"].casefold()
            for child in own
            for link in child.findall(addnodes.pending_xref)
            if link["reftype"] == "term"
        }
        labels, title = tuple(section["names"]), section.next_node(nodes.title).astext()
        whole = isinstance(section.parent, nodes.document)
        found.append(Section(section["ids"][0], labels, title, whole, frozenset(links)))
    return tuple(found)


class Course:
    """The parts of the course, as far as they are written."""

    def __init__(self, env, pages: dict[str, tuple[Section, ...]], terms: list[str]):
        parts = getattr(env, "course", {"parts": []})["parts"]
        self.unwritten = {part["title"] for part in parts if not part["page"]}
        self.subject = subject(terms)
        self.sections = []
        for name in (part["page"] for part in parts):
            if name in pages:
                title = env.titles[name].astext()
                linked = frozenset().union(*(section.links for section in pages[name]))
                for section in pages[name]:
                    place = Place(name, section.anchor, section.title, title)
                    self.sections.append((section, place, linked))

    def place(self, entry: Entry) -> Place | None:
        """Return where a term is explained, or None where no section does."""
        return self.named(entry) if entry.place else self.found(entry)

    def named(self, entry: Entry) -> Place | None:
        """Return the section that the author names; tell the author where there is none."""
        if entry.place in self.unwritten:
            return None
        for section, place, _ in self.sections:
            if entry.place in section.labels:
                return place
        LOGGER.warning(
            "%r is no label of a section of a part, and no part that is still to be written. "
            "Name where “%s” is explained, or leave the line out.",
            entry.place,
            entry.term,
            location=(entry.page, entry.line),
            type="vocabulary",
            subtype="explained",
        )
        return None

    def found(self, entry: Entry) -> Place | None:
        """Return the section that the rules find."""
        term = entry.term.casefold()
        for whole in (False, True):
            for section, place, linked in self.sections:
                named = self.subject(section.title) == term
                if named and term in linked and section.whole == whole:
                    return place
        for section, place, _ in self.sections:
            if term in section.links and not section.whole and section.title not in CLOSING:
                return place
        return None


def subject(terms: list[str]):
    """Return a function that returns the term with which a heading begins, the longest that fits."""
    names = {form: term.casefold() for term in terms for form in forms(term.casefold())}
    spelled = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    pattern = re.compile(rf"(?:(?:an?|the) )?({spelled})(?![\w-])")

    def of_heading(title: str) -> str | None:
        found = pattern.match(title.casefold())
        return names[found[1]] if found else None

    return of_heading


def forms(term: str) -> list[str]:
    """Return a term in the singular and the plural."""
    found = [term, f"{term}s", f"{term}es"]
    return (
        found
        + [f"{term[:-1]}ies"] * term.endswith("y")
        + [f"{term[:-2]}ices"] * term.endswith("ix")
    )


def say(app, doctree: nodes.document, docname: str, places: dict[str, Place]) -> None:
    """Add to each definition of the page a line that links to where its term is explained."""
    for glossary in doctree.findall(addnodes.glossary):
        for item in glossary.findall(nodes.definition_list_item):
            for place in (places.get(term["ids"][0]) for term in item.findall(nodes.term)):
                if place:
                    link = nodes.reference("", place.title, internal=True)
                    link["refuri"] = address(app, docname, place)
                    line = [
                        nodes.Text("Where this is explained: "),
                        link,
                        nodes.Text(f"{after(place)}."),
                    ]
                    definition = item.next_node(nodes.definition)
                    definition += nodes.paragraph("", "", *line, classes=["explained"])


def after(place: Place) -> str:
    """Return what follows the link to a section: the part that it belongs to."""
    return "" if place.title == place.part else f", in “{place.part}”"


def address(app, docname: str, place: Place) -> str:
    """Return the address of a section as the page links to it."""
    return f"{app.builder.get_relative_uri(docname, place.page)}#{place.anchor}"
