"""The place of the links to the whole book in one file.

    ```{downloads}
    ```

`export/` puts the links there when it has made the files; a book without them says nothing.
"""

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

PLACE = "<!-- downloads -->"


class Downloads(SphinxDirective):
    """Mark the place."""

    def run(self):
        return [nodes.raw("", PLACE, format="html")]


def setup(app):
    app.add_directive("downloads", Downloads)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
