"""Figures of the e-book: each a file of its own, on a light ground.

An e-reader colours its pages as its owner likes, and does not tell a drawing. So the drawing brings
a ground with it, on which its ink is seen on a white page and on a black one.
"""

import hashlib
import html
import re
from pathlib import Path

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.osutil import relative_uri

from extensions.figure.drawing import plain, rounded

HEAD = re.compile(r"<svg\b[^>]*>")
METADATA = re.compile(r"\s*<metadata\b.*?</metadata>", re.DOTALL)
GROUND = '<rect width="100%" height="100%" fill="#ffffff"/>'


class PutFiguresIntoFiles(SphinxPostTransform):
    """Write each drawing of a cell into the e-book's folder, and name it with its alt text."""

    default_priority = 90  # before the drawings are put into the page itself, as for the site
    builders = ("epub",)

    def run(self, **_):
        page = self.app.builder.get_target_uri(self.env.docname)
        for image in list(self.document.findall(nodes.image)):
            file = Path(self.env.srcdir, image["uri"])
            if file.suffix == ".svg" and "jupyter_execute" in file.parts:
                drawing = grounded(file.read_text("utf-8"))
                name = f"_images/{hashlib.sha256(drawing.encode()).hexdigest()[:10]}.svg"
                target = Path(self.app.builder.outdir, name)
                target.parent.mkdir(exist_ok=True)
                target.write_text(drawing, encoding="utf-8")
                figure = element(relative_uri(page, name), image.get("alt", ""))
                image.replace_self(nodes.raw("", figure, format="html"))


def grounded(svg: str) -> str:
    """Return a drawing as a file: with a ground, and without the numbers that only a slider needs."""
    svg = rounded(plain(METADATA.sub("", svg[svg.index("<svg") :]))).strip()
    head = HEAD.match(svg)[0]
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head}{GROUND}{svg[len(head) :]}\n'


def element(address: str, alt: str) -> str:
    return f'<figure><img src="{address}" alt="{html.escape(alt, quote=True)}" /></figure>'
