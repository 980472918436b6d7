"""Search in the reader's browser: Sphinx's own index, by section, fetched when somebody searches.

The index is made of sections and glossary entries instead of whole pages, so that each result is
the place that holds the words. What cells printed is left out: its numbers are no words to search
for. Inside the index a section is called `page#anchor`; `search.js` makes an address of it.
"""

from copy import copy
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.dirhtml import DirectoryHTMLBuilder
from sphinx.search import IndexBuilder
from sphinx.util.docutils import new_document

from extensions import assets

HERE = Path(__file__).parent
ONLY_HERE = (
    "_static/doctools.js",
    "_static/sphinx_highlight.js",
)  # Sphinx's scripts that only searching needs


class Sections(IndexBuilder):
    """An index whose documents are the sections and the glossary entries of the pages."""

    def feed(self, docname, filename, title, doctree):
        """Index a page: what stands before its first inner section, and each section by itself."""
        for anchor, heading, content in pieces(doctree):
            name = f"{docname}#{anchor}" if anchor else docname
            document = new_document(name)
            document += content
            super().feed(name, filename, heading or title, document)

    def prune(self, docnames):
        """Forget the sections of pages that are no longer there."""
        super().prune([name for name in self._titles if name.partition("#")[0] in docnames])


def pieces(doctree):
    """Yield the anchor, the heading and the content of each piece of a page; its top has no anchor."""
    top = next(doctree.findall(nodes.section), None)
    yield "", "", own(top.children if top else doctree.children)
    for section in doctree.findall(nodes.section):
        if section is not top:
            heading = section.next_node(nodes.title).astext()
            yield section["ids"][0], heading, own(section.children, section)
    for glossary in doctree.findall(addnodes.glossary):
        for entry in glossary.findall(nodes.definition_list_item):
            term = entry.next_node(nodes.term)
            yield term["ids"][0], term.astext(), [entry.deepcopy()]


def own(children, parent=None):
    """Return copies of the nodes of a piece, without the pieces inside it and what cells printed."""
    kept = []
    for child in children:
        if isinstance(child, (nodes.section, addnodes.glossary)) or printed(child):
            continue
        if isinstance(child, nodes.title) and parent is not None:
            holder = nodes.section(ids=parent["ids"])
            holder += child.deepcopy()
            kept.append(holder)
        elif isinstance(child, nodes.Element) and child.children:
            shell = copy(child)
            shell.children = []
            shell += own(child.children)
            kept.append(shell)
        else:
            kept.append(child.deepcopy())
    return kept


def printed(node) -> bool:
    """Return whether a cell printed or drew this."""
    return isinstance(node, nodes.container) and "cell_output" in node["classes"]


class Pages(DirectoryHTMLBuilder):
    """The builder of pages in folders, with an index by section."""

    def prepare_writing(self, docnames):
        super().prepare_writing(docnames)
        self.indexer.__class__ = Sections


def add_script(app, pagename, templatename, context, doctree):
    """Give every page the search, and leave to it when to load what it needs."""
    context["script_files"][:] = [
        script for script in context["script_files"] if script.filename not in ONLY_HERE
    ]
    app.add_js_file("search/search.js", loading_method="defer")
    app.add_css_file("search/search.css")


def copy_files(app, env):
    """Write script and style before the pages that name them are written."""
    assets.write(app, HERE, "search.js", "search.css")


def setup(app):
    app.add_builder(Pages, override=True)
    app.connect("env-updated", copy_files)
    app.connect("html-page-context", add_script)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
