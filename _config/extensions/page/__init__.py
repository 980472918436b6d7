"""What surrounds a page: what it tells search engines and other sites, and what its menus need.

Each page gets a description, the first sentences of its promise. Where the address of the site is
known (`html_baseurl`), pages also name their own address and a picture, and the site gets a
sitemap. The page for addresses that do not exist is written with links from the site's root, since
it is shown at any depth.
"""

import re
import shutil
from html import escape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from docutils import nodes

from extensions import assets, course

from . import picture

HERE = Path(__file__).parent
LONGEST = 200  # characters of a description; search engines show less
NOT_LISTED = {"404", "search"}
MISSING = "404"
THEME = "sphinx-book-theme.js"  # it takes the focus from a menu's button when it is pressed


def description(doctree) -> str:
    """Return the first sentences of the first paragraph, as many as fit."""
    first = next(doctree.findall(nodes.paragraph), None)
    text = " ".join(first.astext().split()) if first else ""
    said = ""
    for sentence in re.split(r"(?<=[.?!:]) ", text):
        if said and len(said) + len(sentence) >= LONGEST:
            break
        said = f"{said} {sentence}".strip()
    return said


def add_meta(app, pagename, templatename, context, doctree):
    """Put into the head of a page what others are told about it."""
    tags = []
    if doctree:
        tags.append(f'<meta name="description" content="{escape(description(doctree))}" />')
    base = app.config.html_baseurl
    if base and pagename not in NOT_LISTED and doctree:
        address = urljoin(base, app.builder.get_target_uri(pagename))
        title = app.env.titles[pagename].astext()
        fields = {
            "og:type": "website" if pagename == app.config.root_doc else "article",
            "og:site_name": app.config.project,
            "og:title": title,
            "og:description": description(doctree),
            "og:url": address,
            "og:image": urljoin(base, drawn(app, pagename)),
            "og:image:width": str(picture.WIDTH),
            "og:image:height": str(picture.HEIGHT),
            "og:image:alt": f"The title: {title}",
        }
        tags += [
            f'<meta property="{name}" content="{escape(text)}" />' for name, text in fields.items()
        ]
        tags.append('<meta name="twitter:card" content="summary_large_image" />')
    if pagename in NOT_LISTED:
        tags.append('<meta name="robots" content="noindex" />')
    context["metatags"] = context.get("metatags", "") + "\n    ".join(["", *tags])
    # Lines without a file are for menus that this book has not, and would run before their script.
    files = [
        script
        for script in context["script_files"]
        if script.filename and THEME not in str(script.filename)
    ]
    for script in files:  # nothing that a page shows waits for a script
        script.attributes.setdefault("defer", "defer")
    context["script_files"][:] = files
    app.add_js_file("page/page.js", loading_method="defer")


def drawn(app, pagename) -> str:
    """Return the path of the picture of a page: a part has its own, all others have the book's."""
    return (
        f"_static/page/{pagename.replace('/', '-')}.png"
        if course.place(app.env, pagename)
        else "_static/page/book.png"
    )


def copy_script(app, env):
    """Write the script before the pages that name it are written."""
    assets.write(app, HERE, "page.js")


def missing_page(app):
    """Add the page for addresses that do not exist."""
    return [(MISSING, {}, f"{MISSING}.html")] if app.builder.name == "dirhtml" else []


def write_rest(app, error):
    """Write what belongs to the site and to no page."""
    if error or app.builder.name != "dirhtml":
        return
    site = Path(app.outdir)
    base = app.config.html_baseurl
    write_missing(site, urlsplit(base).path or "/")
    if base:
        write_sitemap(app, site, base)
        draw_pictures(app, site)


def write_missing(site: Path, root: str) -> None:
    """Move the page for missing addresses to where hosts look for it, with links from the root."""
    made = site / MISSING / "index.html"
    page = made.read_text(encoding="utf-8").replace('="../', f'="{root}')
    (site / f"{MISSING}.html").write_text(page, encoding="utf-8")
    shutil.rmtree(made.parent)


def write_sitemap(app, site: Path, base: str) -> None:
    pages = sorted(urljoin(base, app.builder.get_target_uri(name)) for name in app.env.found_docs)
    lines = [f"  <url><loc>{escape(page)}</loc></url>" for page in pages]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
    (site / "sitemap.xml").write_text("\n".join([head, *lines, "</urlset>\n"]), encoding="utf-8")


def draw_pictures(app, site: Path) -> None:
    folder = site / "_static" / "page"
    book = app.config.project
    picture.draw(book, "", folder / "book.png")
    for name in sorted(app.env.found_docs):
        if found := course.place(app.env, name):
            number, level, count = found
            title = app.env.titles[name].astext()
            picture.draw(
                title, f"{book} · Part {number} of {count} · {level}", site / drawn(app, name)
            )


def setup(app):
    app.connect("env-updated", copy_script)
    app.connect("html-collect-pages", missing_page)
    app.connect("html-page-context", add_meta, priority=900)
    app.connect("build-finished", write_rest, priority=700)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
