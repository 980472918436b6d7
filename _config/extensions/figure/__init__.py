"""Figures that cells draw stand in the page itself, in the page's own ink.

A cell's SVG becomes part of the HTML: its black turns into the text's colour, the five colours of
groundup.plots into CSS variables, so that one drawing serves the light and the dark theme. The alt
text of the cell (`mystnb.image.alt`) names it for those who don't see it; a figure without one is
a warning, and so fails the build.
"""

from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

from .drawing import inline

LOGGER = logging.getLogger(__name__)


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
            drawing = inline(file.read_text(encoding="utf-8"), alt, f"figure-{place}-")
            image.replace_self(
                nodes.raw("", f'<figure class="drawn">{drawing}</figure>', format="html")
            )


def placed(node: nodes.Node) -> nodes.Node:
    """Return the nearest node around this one that knows its line."""
    while not node.line and node.parent:
        node = node.parent
    return node


def setup(app):
    app.add_post_transform(PutFiguresIntoPage)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
