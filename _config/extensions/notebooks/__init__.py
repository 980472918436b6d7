"""Each page with cells once more, as a notebook: executed, and whole without the book around it.

What the build knows is resolved to plain Markdown: numbers and listings are filled in, links lead
to the site, formulas stay formulas, hints and answers are folded. The cells come with what they
printed when the book was built. The site gets each notebook beside its page; the builder
`notebooks` writes them alone, all into one folder, which is what Binder does.
"""

import re
from pathlib import Path
from urllib.parse import urljoin

import nbformat
from docutils import nodes
from sphinx.builders import Builder
from sphinx.builders.dirhtml import DirectoryHTMLBuilder

from . import cells
from .markdown import Writer

ROOT = Path(__file__).resolve().parents[3]
EXECUTED = ROOT / "_build" / "notebooks"


class Notebooks(Builder):
    """Writes the notebooks and nothing else."""

    name = "notebooks"
    format = "notebook"
    allow_parallel = True

    def get_outdated_docs(self):
        return self.env.found_docs

    def get_target_uri(self, docname, typ=None):
        return DirectoryHTMLBuilder.get_target_uri(self, docname)

    def prepare_writing(self, docnames):
        pass

    def write_doc(self, docname, doctree):
        if has_cells(doctree):
            write(self.app, docname, doctree, Path(self.outdir, Path(place(docname)).name))


def place(docname: str) -> str:
    """Return the path of a page's notebook in the site: beside the page, named as its folder is."""
    folder = docname.removesuffix("index").rstrip("/")
    name = folder.rpartition("/")[2] or "transformers-from-the-ground-up"
    return f"{folder}/{name}.ipynb".lstrip("/")


def has_cells(doctree) -> bool:
    """Tell whether a page has code cells."""
    return any("cell_index" in cell for cell in doctree.findall(nodes.container))


def write(app, docname: str, doctree, file: Path) -> None:
    """Write the notebook of a page."""
    base = app.config.html_baseurl
    executed = nbformat.read(EXECUTED / f"{docname}.ipynb", as_version=4)
    here = urljoin(base, app.builder.get_target_uri(docname)) if base else ""
    origin = cells.origin(app.env.titles[docname].astext(), here, app.config)
    made = cells.Notebook(executed.cells, Writer(here, docname), origin, wheel(base))
    made.section(doctree.next_node(nodes.section))
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(nbformat.writes(made.whole()) + "\n", encoding="utf-8")


def wheel(base: str) -> str:
    """Return the address of the book's package as the site offers it; an empty text without a site."""
    version = re.search(r'^version = "(.+)"', (ROOT / "code" / "pyproject.toml").read_text(), re.M)
    return urljoin(base, f"groundup-{version[1]}-py3-none-any.whl") if base else ""


def write_beside(app, pagename, templatename, context, doctree):
    """Write the notebook beside its page, and tell the page's template where it is."""
    if app.builder.name != "dirhtml" or app.tags.has("write") or not doctree:
        return
    if has_cells(doctree):
        write(app, pagename, doctree, Path(app.outdir, place(pagename)))
        context["notebook"] = place(pagename)


def write_package(app, error):
    """Write the package that the notebooks install where it is missing."""
    if not error and app.builder.name == "dirhtml" and app.config.html_baseurl:
        from flit_core.wheel import make_wheel_in  # here, since only the site needs it

        make_wheel_in(ROOT / "code" / "pyproject.toml", Path(app.outdir))


def setup(app):
    app.add_builder(Notebooks)
    app.connect("html-page-context", write_beside)
    app.connect("build-finished", write_package)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
