"""One stylesheet for all pages, and in it and in the fonts only what the pages use.

The theme brings style for everything that a page could hold, and a font with thousands of icons.
When all pages are written, their stylesheets are joined in the order in which pages link them,
the rules that nothing uses are dropped (PurgeCSS), and the fonts are cut down to the letters that
are used. The name of the joined sheet holds a digest, so that browsers may keep it for good. The
style of maths stays apart: few pages need it. What no page, style or script names any more is
taken out of the site.
"""

import hashlib
import json
import posixpath
import re
import subprocess
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from sphinx.errors import ExtensionError

import node
from extensions import maths

from . import fonts

PURGE = Path(__file__).parent / "purge.cjs"
EXTENSIONS = Path(__file__).parents[1]
APART = {"katex/katex.css"}
LINK = re.compile(r'[ \t]*<link\b[^>]*\brel="stylesheet"[^>]*/>\n?')
HREF = re.compile(r'\bhref="(?:[^"?]*/)?_static/([^"?]+)')
SCRIPT = re.compile(r'<script\b[^>]*\bsrc="(?:[^"?]*/)?_static/([^"?]+)')
IMPORT = re.compile(r"@import\s+(?:url\()?[\"']?([^\"')]+)[\"']?\)?\s*;")
URL = re.compile(r"""url\(["']?(?!data:|#)([^)"'?#]+)[^)]*\)""")
# Names and punctuation have the colour of the code around them.
PLAIN = re.compile(r'<span class="(?:n|nn|p|w)">([^<]*)</span>|<span></span>()')
TEXT = {".css", ".html", ".js", ".json", ".mjs", ".svg"}


def rewrite(app, error):
    """Replace the stylesheets of the pages by one that holds what they use."""
    if error or app.builder.name != "dirhtml":
        return
    site = Path(app.outdir)
    static = site / "_static"
    files = [file for file in sorted(site.rglob("*.html")) if static not in file.parents]
    pages = {file: file.read_text(encoding="utf-8") for file in files}
    order = in_order([linked(page) for page in pages.values()])
    sheets = {name: whole(static / name) for name in order}
    used = purged(sheets, list(pages.values()), scripts(static, pages))
    joined = "\n".join(moved(used[name], name) for name in order if name not in APART)
    shared = f"book-{hashlib.sha256(joined.encode()).hexdigest()[:10]}.css"
    for old in static.glob("book-*.css"):
        old.unlink()
    for name in APART & used.keys():
        (static / name).write_text(used[name], encoding="utf-8")
    (static / shared).write_text(joined, encoding="utf-8")
    for file, page in pages.items():
        file.write_text(PLAIN.sub(r"\1", relinked(page, shared)), encoding="utf-8")
    apart = {name: used[name] for name in sorted(APART & used.keys())}
    fonts.cut(static, {shared: joined} | apart, maths.letters(app.env))
    sweep(site, {name for name in order if name not in APART})


def linked(page: str) -> list[str]:
    """Return the stylesheets of a page, in their order, as paths below _static."""
    return [HREF.search(link)[1] for link in LINK.findall(page)]


def in_order(lists: list[list[str]]) -> list[str]:
    """Return the stylesheets of all pages in one order that agrees with that of each page."""
    before: dict[str, dict[str, None]] = {}
    for names in lists:
        for place, name in enumerate(names):
            before.setdefault(name, {}).update(dict.fromkeys(names[:place]))
    try:
        return list(TopologicalSorter(before).static_order())
    except CycleError as error:
        raise ExtensionError(
            f"two pages link the stylesheets {', '.join(error.args[1][:2])} in different orders: "
            "give them priorities in app.add_css_file."
        ) from None


def whole(sheet: Path) -> str:
    """Return a stylesheet with those that it imports in their places."""
    text = sheet.read_text(encoding="utf-8")
    return IMPORT.sub(lambda found: whole(sheet.parent / found[1]), text)


def scripts(static: Path, pages: dict[Path, str]) -> list[str]:
    """Return the scripts that pages load: they may give elements classes that no page has yet."""
    names = sorted({name for page in pages.values() for name in SCRIPT.findall(page)})
    return [(static / name).read_text(encoding="utf-8") for name in names]


def purged(sheets: dict[str, str], pages: list[str], loaded: list[str]) -> dict[str, str]:
    """Return the stylesheets, the theme's without the rules that pages and scripts never use.

    Our own stay whole: scripts of ours put together the names of classes.
    """
    folders = (EXTENSIONS, EXTENSIONS.parent / "static")
    own = [name for name in sheets if any((folder / name).exists() for folder in folders)]
    try:
        purge = node.package("purgecss")
        executable, _ = node.command()
    except node.Missing as error:
        raise ExtensionError(str(error)) from None
    done = subprocess.run(
        [executable, PURGE, purge],
        input=json.dumps({"sheets": sheets, "own": own, "pages": pages, "scripts": loaded}),
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode:
        raise ExtensionError(f"a stylesheet can't be read: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)


def moved(css: str, name: str) -> str:
    """Return a stylesheet with the addresses in it as seen from _static."""
    folder = posixpath.dirname(name)
    return URL.sub(lambda url: f'url("{posixpath.normpath(f"{folder}/{url[1]}")}")', css)


def relinked(page: str, shared: str) -> str:
    """Return a page that links the shared sheet in the place of the sheets joined in it."""
    first = True

    def link(found: re.Match) -> str:
        nonlocal first
        if HREF.search(found[0])[1] in APART:
            return found[0]
        if not first:
            return ""
        first = False
        root = re.search(r'href="([^"?]*)_static/', found[0])[1]
        return f'    <link rel="stylesheet" href="{root}_static/{shared}" />\n'

    return LINK.sub(link, page)


def sweep(site: Path, joined: set[str]) -> None:
    """Take out of the site what the theme brought and nothing names. What runs programs names itself."""
    static = site / "_static"
    for name in joined:
        (static / name).unlink()
    files = [
        file
        for file in sorted(site.rglob("*"))
        if file.is_file() and static / "run" not in file.parents
    ]
    texts = [
        file.read_text(encoding="utf-8")
        for file in files
        if file.suffix in TEXT and not file.name.endswith("macros.html")
    ]
    named = set(re.findall(r"[\w.-]+\.\w+", " ".join(texts)))
    for file in files:
        if static in file.parents and (file.name not in named or file.suffix == ".map"):
            file.unlink()
    for folder in sorted((file for file in static.rglob("*") if file.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def setup(app):
    app.connect("build-finished", rewrite, priority=800)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
