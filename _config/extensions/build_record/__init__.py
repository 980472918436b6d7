"""The place on a page where the build tells of itself: when, from which state and with which versions.

    ```{build-record}
    ```

gives a sentence with a link to `build.json`, which `export/record.py` writes beside the pages. A
script shows a table of it below. What the table holds is different in every build, so it stays out
of the pages, whose bytes are the same. An e-book and a notebook get the sentence without a link.
"""

from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from extensions import assets

HERE = Path(__file__).parent
FILE = "build.json"


class build_record(nodes.General, nodes.Element):
    """The place of the record until it is known what is written: a site or something else."""


class BuildRecord(SphinxDirective):
    """Lead to the record of the build, and show it where a script runs."""

    def run(self):
        self.env.metadata[self.env.docname]["build-record"] = True
        return [build_record()]


def fill(app, doctree, docname):
    """Put the sentence into its place."""
    for node in list(doctree.findall(build_record)):
        name = nodes.literal("", FILE)
        if app.builder.name == "dirhtml":
            # from the page up to the first one, beside which the file lies
            root = app.builder.get_relative_uri(docname, app.config.root_doc)
            name = nodes.inline("", "", nodes.reference("", "", name, refuri=root + FILE))
        words = [nodes.Text("The record of the published build is "), name, nodes.Text(".")]
        node.replace_self(nodes.paragraph("", "", *words, classes=["build-record"]))


def write_files(app):
    """Write the script into the site, before the page that names it is written."""
    assets.write(app, HERE, "build_record.js")


def add_script(app, pagename, templatename, context, doctree):
    """Load the script where there is a record to show."""
    if "build-record" in app.env.metadata.get(pagename, {}):
        app.add_js_file("build_record/build_record.js", loading_method="defer")


def setup(app):
    app.add_directive("build-record", BuildRecord)
    app.add_node(build_record)
    app.connect("builder-inited", write_files)
    app.connect("doctree-resolved", fill)
    app.connect("html-page-context", add_script)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
