"""The list of all pages beside each page, made once for the whole site.

The theme resolves, writes and reads again the list of all pages for each of them, which takes most
of the time of a book with hundreds of pages. Here the titles and the order are gathered before the
pages are written, and a page only marks itself and what leads to it, and opens its own branch. What
readers get is what the theme would write, to the byte. Where the contents hold what this extension
does not know, such as a caption or a link to another site, the theme does its work as before.
"""

from dataclasses import dataclass

from bs4 import BeautifulSoup
from docutils import nodes
from sphinx import addnodes

OPENED = (
    '<details open="open"><summary><span class="toctree-toggle" role="presentation">'
    '<i class="fa-solid fa-chevron-down"></i></span></summary>'
)


@dataclass
class Contents:
    """The lists of the first page, the list below each other page, and what each is called in HTML."""

    lists: list[list[str]]
    below: dict[str, list[str]]
    above: dict[str, str]
    titles: dict[str, str]


def gathered(app) -> Contents | None:
    """Return the contents, or None where they hold what only the theme knows.

    They are gathered for the first page, which is written before other processes take up the rest.
    """
    if not hasattr(app, "navigation"):
        app.navigation = gather(app) if known(app.env) else None
    return app.navigation


def gather(app) -> Contents:
    root = app.config.root_doc
    lists = [documents(toctree) for toctree in trees(app.env, root)]
    below = {
        name: [page for toctree in trees(app.env, name) for page in documents(toctree)]
        for name in app.env.found_docs - {root}
    }
    above = {page: name for name, pages in below.items() for page in pages}
    listed = [page for pages in (*lists, *below.values()) for page in pages]
    titles = {name: title(app.builder, app.env, name) for name in listed}
    return Contents(lists, below, above, titles)


def trees(env, name: str) -> list[addnodes.toctree]:
    """Return the lists of pages that a page holds."""
    return list(env.tocs[name].findall(addnodes.toctree))


def documents(toctree: addnodes.toctree) -> list[str]:
    return [page for _, page in toctree["entries"]]


def known(env) -> bool:
    """Tell whether the contents are pages alone, each once, under their own titles."""
    found = [toctree for name in env.found_docs for toctree in trees(env, name)]
    entries = [entry for toctree in found for entry in toctree["entries"]]
    pages = [page for _, page in entries]
    plain = {"caption", "numbered"}.isdisjoint
    return (
        all(page in env.found_docs and not given for given, page in entries)
        and len(pages) == len(set(pages))
        and env.config.root_doc not in pages
        and all(plain(name for name, value in tree.attributes.items() if value) for tree in found)
        and not any("tocdepth" in data for data in env.metadata.values())
    )


def title(builder, env, name: str) -> str:
    """Return the title of a page as a link to it holds it."""
    own = next(env.tocs[name].findall(nodes.reference))
    link = nodes.reference("", "", *[each.deepcopy() for each in own.children], refuri="")
    made = BeautifulSoup(
        builder.render_partial(nodes.paragraph("", "", link))["fragment"], "html.parser"
    )
    return made.a.decode_contents()


class Page:
    """The list of all pages, as one page shows it."""

    def __init__(self, builder, contents: Contents, name: str, deepest: int):
        self.builder, self.contents, self.name, self.deepest = builder, contents, name, deepest
        self.branch = {name}
        while name in contents.above:
            name = contents.above[name]
            self.branch.add(name)

    def html(self) -> str:
        """Return the lists, with a line break behind each as the theme has it."""
        lists = (self.list(pages, 1, ["nav", "bd-sidenav"]) for pages in self.contents.lists)
        return "".join(f"{each}\n" for each in lists)

    def list(self, pages: list[str], depth: int, classes: list[str]) -> str:
        if not self.branch.isdisjoint(pages):
            classes = ["current", *classes]
        named = f' class="{" ".join(classes)}"' if classes else ""
        items = "".join(f"{self.item(page, depth)}\n" for page in pages)
        return f"<ul{named}>\n{items}</ul>"

    def item(self, page: str, depth: int) -> str:
        """Return the link to a page, and on its own branch the list below it."""
        link = self.builder.get_relative_uri(self.name, page) or "#"
        current = page in self.branch
        below = self.contents.below[page] if current and depth < self.deepest else []
        classes = f"toctree-l{depth}" + " current active" * current + " has-children" * bool(below)
        marked = "current " * (page == self.name)
        inner = f"{OPENED}{self.list(below, depth + 1, [])}\n</details>" if below else ""
        return (
            f'<li class="{classes}"><a class="{marked}reference internal" href="{link}">'
            f"{self.contents.titles[page]}</a>{inner}</li>"
        )


def add_list(app, pagename, templatename, context, doctree):
    """Give the template the list as the page shows it; without one, it asks the theme."""
    if app.builder.name == "dirhtml" and (contents := gathered(app)):
        deepest = int(context["theme_max_navbar_depth"])
        context["list_of_pages"] = Page(app.builder, contents, pagename, deepest).html()


def setup(app):
    # before the theme, which renders the template a first time to see whether it is empty
    app.connect("html-page-context", add_list, priority=400)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
