"""Maths is set by KaTeX at build: the page needs no script to show it, and asks nobody for one.

All formulas that are new since the last build go through one node process; what it returned stays
in the environment. A page with maths brings KaTeX's style and fonts, the others don't. KaTeX's
HTML holds MathML too, which is what a screen reader reads.
"""

import json
import re
import shutil
import subprocess
from html import escape, unescape
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util import logging

import node

LOGGER = logging.getLogger(__name__)
SETTER = Path(__file__).parent / "set.cjs"
MATHML = re.compile(r"<math.*?</math>", re.DOTALL)
SOURCE = re.compile(r"</?semantics>|<annotation.*?</annotation>", re.DOTALL)


def collect(app, doctree):
    """Note the page's formulas with their lines."""
    formulas = [
        (formula.astext(), isinstance(formula, nodes.math_block), formula.line)
        for formula in doctree.findall(
            lambda part: isinstance(part, (nodes.math, nodes.math_block))
        )
    ]
    of_pages(app.env)[app.env.docname] = formulas


def of_pages(env) -> dict:
    """Return the formulas of every page."""
    if not hasattr(env, "maths"):
        env.maths, env.maths_set = {}, {}
    return env.maths


def purge(app, env, docname):
    of_pages(env).pop(docname, None)


def merge(app, env, docnames, other):
    of_pages(env).update(
        (name, formulas) for name, formulas in of_pages(other).items() if name in docnames
    )


def set_formulas(app, env):
    """Set what has not been set yet, all in one process, and warn of formulas that can't be."""
    wanted = {(tex, display) for formulas in of_pages(env).values() for tex, display, _ in formulas}
    missing = sorted(wanted - env.maths_set.keys())
    if app.builder.format != "html":  # others write the formula itself
        return []
    if missing:
        executable, katex = needed()
        request = json.dumps([{"tex": tex, "display": display} for tex, display in missing])
        answer = subprocess.run(
            [executable, SETTER, katex],
            input=request,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        env.maths_set.update(zip(missing, json.loads(answer.stdout), strict=True))
    for docname, formulas in of_pages(env).items():
        for tex, display, line in formulas:
            problem = env.maths_set[tex, display].get("error")
            if problem:
                LOGGER.warning(
                    "the formula %r can't be set: %s",
                    tex,
                    problem,
                    location=(docname, line),
                    type="maths",
                    subtype="syntax",
                )
    return []


def needed() -> tuple[str, Path]:
    """Return node and KaTeX's folder, or end the build with the sentence that says what is missing."""
    try:
        return node.command()[0], node.package("katex")
    except node.Missing as error:
        raise ExtensionError(str(error)) from None


def letters(env) -> set[str]:
    """Return the letters that are seen in the formulas of the book."""
    seen = set()
    for formulas in of_pages(env).values():
        for tex, display, _ in formulas:
            _, _, html = env.maths_set[tex, display].get("html", "").partition("katex-html")
            seen |= set(unescape(re.sub(r"<[^>]*>", "", html)))
    return seen


def mathml(env, tex: str, display: bool) -> str:
    """Return a formula in MathML, which is shown without KaTeX's style and its fonts."""
    found = MATHML.search(env.maths_set[tex, display].get("html", ""))
    return SOURCE.sub("", found[0]) if found else escape(tex)


def visit(writer, formula):
    """Write the formula as it was set."""
    display = isinstance(formula, nodes.math_block)
    html = writer.builder.env.maths_set[formula.astext(), display].get("html", "")
    writer.body.append(f'<div class="math">{html}</div>' if display else html)
    raise nodes.SkipNode


def add_style(app, pagename, templatename, context, doctree):
    """Bring KaTeX's style where there is maths."""
    if of_pages(app.env).get(pagename):
        app.add_css_file("katex/katex.css")


def copy_style(app, env):
    """Copy the style and its fonts before pages link to them, in the format every browser reads."""
    if app.builder.format != "html" or not any(of_pages(env).values()):
        return []
    source = needed()[1] / "dist"
    target = Path(app.outdir) / "_static" / "katex"
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    for font in (source / "fonts").glob("*.woff2"):
        shutil.copy(font, target / "fonts")
    style = (source / "katex.css").read_text(encoding="utf-8")
    kept = [line for line in style.splitlines() if "format(" not in line or "woff2" in line]
    (target / "katex.css").write_text("\n".join(kept) + "\n", encoding="utf-8")
    return []


def setup(app):
    app.add_html_math_renderer("katex", (visit, None), (visit, None))
    app.connect("doctree-read", collect)
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", set_formulas)
    app.connect("env-updated", copy_style)
    app.connect("html-page-context", add_style)
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
