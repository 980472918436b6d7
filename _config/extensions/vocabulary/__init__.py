"""The vocabulary at hand: all terms behind a button on every page, and each where it is used.

The glossary is the only source. An entry may end in a line that says where its term is explained:

    epsilon
      A small number that a {term}`normalisation` adds. It keeps the division safe.
      {explained}`residual-streams-epsilon`

Without that line the build finds the section by a rule; `explained.py` says which. The line names
the label of a section of a part, or the title of a part that the course map holds as not written
yet, and then the term gets no link for now.

Each page gets two pieces for the template: `vocabulary_button`, and `vocabulary_drawer`, which the
button opens by what browsers know themselves. The script adds a field that filters the terms, and
a card with the definition at each link to a term; it takes the words from the drawer.
"""

from dataclasses import dataclass, field
from pathlib import Path

from sphinx.util.docutils import SphinxRole

from extensions import assets

from . import drawer, entries, explained

HERE = Path(__file__).parent


@dataclass
class Vocabulary:
    """The sections and the glossaries of each page, and the entries of the whole book."""

    sections: dict[str, tuple[explained.Section, ...]] = field(default_factory=dict)
    glossaries: dict[str, list[entries.Entry]] = field(default_factory=dict)
    shown: tuple = ()  # what the pages were last written with


class Explained(SphinxRole):
    """The line of an entry that says where its term is explained. It is read, and not shown."""

    def run(self):
        return [entries.explained("", place=self.text.strip(), line=self.lineno)], []


def of_book(env) -> Vocabulary:
    """Return the vocabulary as far as it is read."""
    if not hasattr(env, "vocabulary"):
        env.vocabulary = Vocabulary()
    return env.vocabulary


def read(app, doctree):
    """Keep the entries of the page, and its sections with the terms that they link."""
    book, name = of_book(app.env), app.env.docname
    book.glossaries[name] = entries.of_page(doctree, name)
    book.sections[name] = explained.sections(doctree)


def purge(app, env, docname):
    of_book(env).sections.pop(docname, None)
    of_book(env).glossaries.pop(docname, None)


def merge(app, env, docnames, other):
    book, read = of_book(env), of_book(other)
    for name in docnames:
        book.sections[name], book.glossaries[name] = read.sections[name], read.glossaries[name]


def gather(app, env):
    """Find where each term is explained, and name the pages to write again if anything changed."""
    book = of_book(env)
    found = [entry for _, page in sorted(book.glossaries.items()) for entry in page]
    found.sort(key=lambda entry: entry.term.casefold())
    course = explained.Course(env, book.sections, [entry.term for entry in found])
    before, book.shown = book.shown, tuple((entry, course.place(entry)) for entry in found)
    return [] if before == book.shown else sorted(env.found_docs)


def write_files(app, env):
    """Write script and style before the pages that link to them."""
    assets.write(app, HERE, "vocabulary.js", "vocabulary.css")


def add_to_page(app, pagename, templatename, context, doctree):
    """Give the page its button, its drawer, script and style."""
    shown = of_book(app.env).shown
    context["vocabulary_button"] = drawer.BUTTON if shown else ""
    context["vocabulary_drawer"] = drawer.of_page(app, pagename, shown) if shown else ""
    if shown:
        app.add_js_file("vocabulary/vocabulary.js", loading_method="defer")
        app.add_css_file("vocabulary/vocabulary.css")


def say_where(app, doctree, docname):
    """Say below each definition of a glossary where its term is explained."""
    places = {entry.anchor: place for entry, place in of_book(app.env).shown if place}
    explained.say(app, doctree, docname, places)


def setup(app):
    app.add_role("explained", Explained())
    app.add_node(entries.explained)
    app.connect("doctree-read", read)
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", gather)
    app.connect("env-updated", write_files)
    app.connect("html-page-context", add_to_page)
    app.connect("doctree-resolved", say_where)
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
