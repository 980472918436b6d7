"""Figures that cells draw stand in the page itself, in the page's own ink.

A cell's SVG becomes part of the HTML: its black turns into the text's colour, the five colours of
groundup.plots into CSS variables, so that one drawing serves the light and the dark theme. The alt
text of the cell (`mystnb.image.alt`) names it for those who don't see it; a figure without one is
a warning, and so fails the build.

A figure that its cell shows with `movable`, from groundup.movable, has a slider below it:

    movable("input", stops, marks, reads)

Pages with figures load their style, pages with sliders a script too.
"""

from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from extensions import assets

from . import slider
from .drawing import inline

LOGGER = logging.getLogger(__name__)

HERE = Path(__file__).parent


class PutFiguresIntoPage(SphinxPostTransform):
    """Replace each image that a cell drew by its SVG."""

    default_priority = 100
    formats = ("html",)

    def run(self, **_):
        for place, image in enumerate(list(self.document.findall(nodes.image))):
            file = Path(self.env.srcdir, image["uri"])
            if file.suffix != ".svg" or "jupyter_execute" not in file.parts:
                continue
            alt = image.get("alt", "")
            if not alt:
                LOGGER.warning(
                    "a figure without alt text; say in mystnb.image.alt what it shows",
                    location=placed(image),
                    type="figure",
                    subtype="alt",
                )
            image.replace_self(
                nodes.raw("", figure(file.read_text("utf-8"), alt, place), format="html")
            )


def figure(svg: str, alt: str, place: int) -> str:
    """Return the figure of a drawing, with its slider if it has one; place makes its ids its own."""
    prefix = f"figure-{place}-"
    drawing, given = inline(svg, alt, prefix), slider.given(svg)
    if given is None:
        return f'<figure class="drawn">{drawing}</figure>'
    return f'<figure class="drawn movable">{drawing}{slider.element(given, prefix)}</figure>'


def placed(node: nodes.Node) -> nodes.Node:
    """Return the nearest node around this one that knows its line."""
    while not node.line and node.parent:
        node = node.parent
    return node


def write_files(app, _):
    """Write the style and the script into the site, before the pages that name them are written."""
    assets.write(app, HERE, "figure.css", "slider.js")


def add_files(app, pagename, templatename, context, doctree):
    """Load the style where a figure is drawn, and the script where one is moved."""
    body = context.get("body", "")
    if '<figure class="drawn' in body:
        app.add_css_file("figure/figure.css")
    if '<figure class="drawn movable' in body:
        app.add_js_file("figure/slider.js", loading_method="defer")


def setup(app):
    app.add_post_transform(PutFiguresIntoPage)
    app.connect("env-updated", write_files)
    app.connect("html-page-context", add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
