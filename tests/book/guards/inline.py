"""The words of a page apart from what is not words: code, maths, roles, links and pictures."""

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.colon_fence import colon_fence_plugin
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_blocks import myst_block_plugin
from mdit_py_plugins.myst_role import myst_role_plugin

PARSER = (
    MarkdownIt("commonmark")
    .enable("table")
    .use(front_matter_plugin)
    .use(myst_block_plugin)
    .use(myst_role_plugin)
    .use(colon_fence_plugin)
    .use(deflist_plugin)
    .use(dollarmath_plugin, double_inline=True)
)
WORDS = {"abbr", "emphasis", "strong", "sub", "sup", "subscript", "superscript"}
TITLED = re.compile(r"(?P<title>.+?)\s*<(?P<target>[^<>]+)>$", re.DOTALL)
TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)


@dataclass
class Part:
    """A stretch of one kind: text, link (its words), code, maths, term, glue, mark, role or alt."""

    kind: str
    text: str
    line: int
    target: str = ""
    emphasised: bool = False


def parse(words: str, line: int) -> list[Part]:
    """Return the parts of a title or caption."""
    return parts(PARSER.parseInline(words)[0], line)


def html(source: str, line: int) -> list[Part]:
    """Return what raw HTML says, without its tags; the line breaks stay."""
    return [Part("text", TAG.sub(lambda tag: "\n" * tag[0].count("\n"), source), line)]


def parts(token: Token, line: int) -> list[Part]:
    """Return the parts of a paragraph, heading or table cell that begins on the given line."""
    found: list[Part] = []
    links: list[str] = []
    emphasis = 0
    at = 0
    for child in token.children or []:
        place = re.compile(r"\s+".join(map(re.escape, child.content.split()))).search(
            token.content, at
        )
        if child.content and place:
            start, at = place.span()
        else:
            start = at
        here = line + token.content.count("\n", 0, start)
        if child.type == "link_open":
            links.append(child.markup)
        elif child.type == "link_close":
            links.pop()
        elif child.type in ("em_open", "em_close"):
            emphasis += child.nesting
        elif child.type in ("softbreak", "hardbreak"):
            at = token.content.find("\n", at) + 1
            found.append(Part("text", "\n", here))
        elif child.type == "image":
            found.append(Part("alt", child.content, here))
        elif child.type == "code_inline":
            found.append(Part("code", child.content, here))
        elif child.type.startswith("math_"):
            found.append(Part("maths", child.content, here))
        elif child.type == "myst_role":
            found.append(role(child.meta["name"], child.content.strip("`"), here))
        elif child.type == "html_inline":
            found.append(Part("html", "", here))
        elif child.type == "text" and child.content and links[-1:] != ["autolink"]:
            kind = "link" if links else "text"
            found.append(Part(kind, child.content, here, emphasised=emphasis > 0))
    return found


def role(name: str, content: str, line: int) -> Part:
    """Return the part that a role stands for."""
    titled = TITLED.match(content)
    title, target = (titled["title"], titled["target"]) if titled else (content, content)
    if name == "term":
        return Part("term", title, line, " ".join(target.split()))
    if name == "code":
        return Part("code", content, line)
    if name == "math":
        return Part("maths", content, line)
    if name == "shown":
        return Part("mark", "", line, content)
    if name.startswith("glue"):
        return Part("glue", "", line, content.partition(":")[0])
    if name in WORDS:
        return Part("text", content, line)
    return Part("link", title, line, target) if titled else Part("role", "", line, target)
