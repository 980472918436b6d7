"""The ways on from a page: run it elsewhere, take it along, edit it, report a mistake.

The header's button More opens them; browsers know themselves how. What needs the repository is
there where the repository is known, and never a link that leads nowhere. The build puts the line
of the PDF in the place of PDF once there is one.
"""

from urllib.parse import quote, urlencode, urljoin

import address
from extensions import notebooks

BINDER = "https://mybinder.org/v2/gh"
COLAB = "https://colab.research.google.com/github"
PUBLISHED = "gh-pages"  # the branch that holds the site, and so the notebooks that Colab opens
PDF = "<!-- pdf -->"


def of_page(app, docname: str, title: str, has_notebook: bool) -> list[dict]:
    """Return the links of a page, each with its words, its address and what else it carries."""
    found = []

    def link(words, href, **more):
        found.append({"words": words, "href": href, **more})

    repository = app.repository
    notebook = notebooks.place(docname)
    file = notebook.rpartition("/")[2]
    if has_notebook:
        if repository:
            where = f"{repository.owner}/{repository.name}"
            path = urlencode({"urlpath": f"lab/tree/notebooks/{file}"})
            link("Run it on Binder", f"{BINDER}/{where}/{quote(repository.state, safe='')}?{path}")
            link("Run it in Google Colab", f"{COLAB}/{where}/blob/{PUBLISHED}/{notebook}")
        link("Download it as a notebook", file, download=file)
    found.append({"pdf": PDF})
    if repository and repository.branch:
        source = f"edit/{quote(repository.branch)}/book/{docname}.md"
        link("Edit it on GitHub", f"{repository.address}/{source}")
    if repository:
        base = app.config.html_baseurl
        page = urljoin(base, app.builder.get_target_uri(docname)) if base else f"{docname}.md"
        words = {"title": f"A mistake in “{title}”", "body": f"Page: {page}\n\nWhat is wrong:\n"}
        report = f"{repository.address}/issues/new?{urlencode(words)}"
        link("Report a mistake in it", report, report=True)
    return found


def ask_git(app):
    """Ask once where the repository is."""
    app.repository = address.repository()


def add_to_page(app, pagename, templatename, context, doctree):
    """Give the page's template its links."""
    if app.builder.name == "dirhtml" and doctree:
        title = app.env.titles[pagename].astext()
        context["links"] = of_page(app, pagename, title, "notebook" in context)


def setup(app):
    app.setup_extension("extensions.notebooks")  # it says first whether a page has a notebook
    app.connect("builder-inited", ask_git)
    app.connect("html-page-context", add_to_page)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
