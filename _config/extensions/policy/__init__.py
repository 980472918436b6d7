"""A page may load what belongs to the site, and run no script that the build did not see.

Each page that is written gets a Content-Security-Policy at the top of its head. It names the page's
inline scripts by their digests, so that a script which finds its way in later is refused by the
browser. What the policy would silently break is told at build instead, and stops it: an event
handler in an attribute, a javascript: link, a file from another host. Only while a page is being
written (the tag `write`) it gets no policy, since the server then adds a script that reloads it.

The policy of a page does not hold in its workers: a worker obeys the headers it was sent with. So
the site has a file `_headers` at its root, which Netlify, Cloudflare Pages and others read. It
also lets browsers keep for good what has a digest in its name. GitHub Pages sends no headers of
ours and ignores the file, as does every host that serves the book below a path of its own. There
the worker has no policy, and its own script alone keeps from a program what it must not reach.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)

# On a page opened from disk 'self' admits files, so that one policy serves both.
PAGE = {
    "default-src": "'self'",  # and not 'none': Firefox fetches the next part while this one is read
    # WebAssembly is for the engine, should a browser hold a worker to the policy of its page
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self' 'unsafe-inline'",  # KaTeX places its parts by style attributes
    "img-src": "'self' data:",  # the theme's icons are data
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
WORKER = {
    "default-src": "'none'",
    "script-src": PAGE["script-src"],
    "connect-src": "'self'",
    "worker-src": "'none'",
}

HEAD = re.compile(r'<head>\s*<meta charset="[^"]*" />')
DATA = re.compile(r"(application|text)/([\w.-]+\+)?json")
JAVASCRIPT = re.compile(r"\s*javascript\s*:", re.IGNORECASE)
OUTSIDE = re.compile(r"\s*(https?:)?//", re.IGNORECASE)
LINKS = {"href", "src", "action", "formaction", "xlink:href"}
LOADED = {"stylesheet", "icon", "preload", "modulepreload", "manifest"}

WORKERS = "_static/run/worker-*.js"
DIGEST = re.compile(r"[.-][0-9a-f]{8,64}(\.\w+)?$")
FOR_ALL = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"}
KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}


class PagesWithPolicy(BuiltinTemplateLoader):
    """Renders templates as Sphinx does, and gives the pages of the site their policy."""

    def init(self, builder, theme=None, dirs=None):
        super().init(builder, theme, dirs)
        self.for_site = builder.name == "dirhtml"
        self.reloads = "write" in builder.tags

    def render(self, template, context):
        page = super().render(template, context)
        # The theme renders parts of pages too: they are read again in the page they go into.
        if not self.for_site or not page.lstrip().startswith("<!DOCTYPE html>"):
            return page
        ruled = with_policy(page, context["pagename"], context.get("list_of_pages", ""))
        return page if self.reloads else ruled


def with_policy(page: str, name: str, known: str = "") -> str:
    """Return the page with its policy, and warn of what the policy would break without a word.

    known: a piece of it that holds plain links alone. The list of all pages is one, and reading it
    on every page would take longer the more pages there are.
    """
    found = Scripts(page.replace(known, "", 1) if known else page)
    for problem in found.problems:
        warn(name, problem)
    # Behind the charset, which has to come among the first kilobyte, and before all else.
    page, places = HEAD.subn(lambda head: f"{head[0]}\n    {element(found.inline)}", page, count=1)
    if not places:
        warn(name, "the head does not begin with the charset, behind which the policy goes")
    return page


def element(scripts: list[str]) -> str:
    """Return the element that holds the policy of a page with these inline scripts."""
    digests = dict.fromkeys(map(digest, scripts))
    named = PAGE | {"script-src": " ".join([PAGE["script-src"], *digests])}
    return f'<meta http-equiv="Content-Security-Policy" content="{written(named)}" />'


def written(policy: dict[str, str]) -> str:
    """Return the policy as browsers read it."""
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


def digest(script: str) -> str:
    """Return what names an inline script in a policy."""
    read = script.replace("\r\n", "\n").replace("\r", "\n")  # as a browser does before it compares
    return f"'sha256-{b64encode(sha256(read.encode()).digest()).decode()}'"


class Scripts(HTMLParser):
    """The inline scripts of a page, and what it holds that its policy forbids."""

    def __init__(self, page: str):
        super().__init__()
        self.inline, self.problems, self.script = [], [], None
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        self.problems += forbidden(tag, given)
        if tag == "script" and "src" not in given and not DATA.fullmatch(given.get("type", "")):
            self.script = ""

    def handle_data(self, data):
        if self.script is not None:
            self.script += data

    def handle_endtag(self, tag):
        if self.script is not None:
            self.inline.append(self.script)
            self.script = None


def forbidden(tag: str, given: dict[str, str]) -> Iterator[str]:
    """Yield what the policy forbids to a tag with these attributes, each with its remedy."""
    for name, value in given.items():
        if name.startswith("on"):
            yield f"<{tag} {name}={value!r}> never runs. Let a script file listen for that event."
        elif name in LINKS and JAVASCRIPT.match(value):
            yield f"<{tag} {name}={value!r}> never runs. Take a button, and listen in a script file."
    loads = "src" if tag != "link" else "href" if LOADED & {*given.get("rel", "").split()} else ""
    if OUTSIDE.match(given.get(loads, "")):
        yield f"<{tag} {loads}={given[loads]!r}> is not loaded. Put the file beside the page."
    if tag in ("object", "embed"):
        yield f"<{tag}> loads nothing. Show an <img>, or give a link."
    if given.get("http-equiv", "").lower() == "content-security-policy":
        yield "a policy of the page's own would be a second one. Leave it out: the build writes one."


def warn(name: str, message: str) -> None:
    LOGGER.warning(message, location=name, type="policy")


def write_headers(app, error):
    """Write the file of headers once everything else is in its place."""
    if error is None and app.builder.name == "dirhtml":
        Path(app.outdir, "_headers").write_text(headers(Path(app.outdir)), encoding="utf-8")


def headers(site: Path) -> str:
    """Return the headers for the files of a site.

    Hosts differ in which patterns they know, and all know a whole path and one that ends in /*.
    A header that two rules give to one file is sent twice or joined, so no two rules do.
    """
    workers = {"/" + file.relative_to(site).as_posix() for file in site.glob(WORKERS)}
    rules = {"/*": FOR_ALL} | {path: KEPT for path in kept_for_good(site)}
    for path in workers:
        rules[path] = rules.get(path, {}) | {"Content-Security-Policy": written(WORKER)}
    blocks = []
    for path, fields in sorted(rules.items()):
        blocks.append(path + "".join(f"\n  {name}: {value}" for name, value in fields.items()))
    return "\n\n".join(blocks) + "\n"


def kept_for_good(site: Path) -> list[str]:
    """Return the paths that hold a digest of what is there: files, and whole folders as /folder/*."""
    paths, folders = [], [site / "_static"]
    for folder in folders:
        for file in sorted(folder.iterdir()) if folder.is_dir() else []:
            path = "/" + file.relative_to(site).as_posix()
            if DIGEST.search(file.name):
                paths.append(path + "/*" if file.is_dir() else path)
            elif file.is_dir():
                folders.append(file)
    return paths


def use_policy(app, config):
    config.template_bridge = f"{__name__}.{PagesWithPolicy.__name__}"


def setup(app):
    app.connect("config-inited", use_policy)
    app.connect("build-finished", write_headers, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
