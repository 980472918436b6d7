"""The first build of a site writes the same bytes as the second.

MyST-NB copies its style after the pages are written. In a first build Sphinx finds no file to take
the digest of, and links to the style without one; the next build links to it with one.
"""

from pathlib import Path

from myst_nb.sphinx_ext import add_global_html_resources


def copy_style_first(app):
    """Copy MyST-NB's style before a page links to it."""
    if app.builder.format == "html":
        Path(app.outdir, "_static").mkdir(parents=True, exist_ok=True)
        add_global_html_resources(app, None)


def setup(app):
    app.connect("builder-inited", copy_style_first)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
