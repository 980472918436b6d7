"""The words of a page as plain Markdown, as notebooks show it."""

import re
from textwrap import indent
from urllib.parse import urljoin

from docutils import nodes
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)
SPECIAL = re.compile(r"[\\`*_\[\]<>$|~]")
OPENING = re.compile(r"(?:#|[-+] |\d+(?=[.)] ))")
SILENT = (nodes.Invisible, nodes.raw, nodes.compound)  # seen by the build alone, or by the site


class Writer:
    """Writes nodes of one page. Links become absolute; where the site has no address, plain words."""

    def __init__(self, here: str, docname: str):
        self.here, self.docname = here, docname

    def inline(self, node: nodes.Element) -> str:
        """Return what stands in one line: the children of a paragraph, a title or a cell."""
        return "".join(self.word(child) for child in node.children)

    def word(self, node: nodes.Node) -> str:
        """Return one piece of a line."""
        if isinstance(node, nodes.Text):
            return SPECIAL.sub(r"\\\g<0>", node.astext()).replace("\n", " ")
        if isinstance(node, SILENT):
            return ""
        if isinstance(node, nodes.math):
            return f"${' '.join(node.astext().split())}$"
        if isinstance(node, nodes.literal):
            return code(node.astext())
        if isinstance(node, nodes.reference):
            return self.link(node)
        around = {nodes.emphasis: "*", nodes.strong: "**", nodes.inline: ""}
        if (mark := around.get(type(node))) is None:
            return self.unknown(node)
        inside = self.inline(node)
        return f"{mark}{inside}{mark}" if inside else ""

    def link(self, node: nodes.reference) -> str:
        """Return a link that leads to the same place from anywhere."""
        words, place = self.inline(node), node.get("refuri", "")
        if "refid" in node:
            place = f"#{node['refid']}"
        if not re.match(r"[a-z]+:", place):
            place = urljoin(self.here, place) if self.here else ""
        return f"[{words}]({place})" if place else words

    def blocks(self, node: nodes.Element) -> list[str]:
        """Return the paragraphs, lists and the like inside a node, each as Markdown of its own."""
        return [text for child in node.children for text in self.block(child)]

    def block(self, node: nodes.Node) -> list[str]:
        """Return one block, or none where a node is not for readers."""
        kind = type(node).__name__
        if isinstance(node, SILENT):
            return []
        write = getattr(self, f"write_{kind}", None)
        if write:
            return [text for text in write(node) if text]
        if isinstance(node, nodes.container):
            return self.blocks(node)
        return [self.unknown(node)]

    def write_paragraph(self, node):
        if "meta-line" in node["classes"]:  # a part's place in the site
            return []
        text = self.inline(node).strip()
        return [OPENING.sub(r"\\\g<0>", text, count=1) if OPENING.match(text) else text]

    write_ask = write_caption = write_paragraph

    def write_literal_block(self, node):
        yield fenced(node.astext(), node.get("language", "").removesuffix("3"))

    def write_math_block(self, node):
        yield f"$$\n{node.astext().strip()}\n$$"

    def write_bullet_list(self, node):
        yield "\n".join(item("- ", self.blocks(each)) for each in node.children)

    def write_enumerated_list(self, node):
        numbered = enumerate(node.children, 1)
        yield "\n".join(item(f"{number}. ", self.blocks(each)) for number, each in numbered)

    def write_glossary(self, node):
        yield from self.blocks(node)

    def write_definition_list(self, node):
        for part in (part for each in node.children for part in each.children):
            if isinstance(part, nodes.term):
                yield f"**{self.inline(part)}**"
            else:
                yield from self.blocks(part)

    def write_admonition(self, node):
        title, *rest = node.children
        texts = [f"**{self.inline(title)}**", *(text for each in rest for text in self.block(each))]
        yield from texts if "exercise" in node["classes"] else [quoted("\n\n".join(texts))]

    write_warning = write_admonition

    def write_table(self, node):
        rows = [
            [" ".join(self.blocks(entry)) for entry in row.children]
            for row in node.findall(nodes.row)
        ]
        rows.insert(1, ["---"] * len(rows[0]))
        yield "\n".join(f"| {' | '.join(row)} |" for row in rows)

    def write_folded(self, node):
        yield details(node["summary"], self.blocks(node))

    def write_why(self, node):
        yield details(node["summary"], self.blocks(node))

    def write_choice(self, node):
        yield self.inline(node)

    def write_question(self, node):
        ask, answers, *rest = node.children
        yield from self.block(ask)
        while not isinstance(answers, nodes.enumerated_list):  # a program may come before them
            yield from self.block(answers)
            answers, *rest = rest
        for letter, answer in zip("ABCD", answers.children, strict=False):
            words, why = answer.children
            yield f"**{letter}.** {self.inline(words)}"
            yield from self.block(why)
        for each in rest:
            yield from self.block(each)

    def unknown(self, node) -> str:
        """Warn of what has no form in Markdown yet, and return its words."""
        LOGGER.warning(
            "notebooks have no form for <%s>. Give it one in extensions/notebooks/markdown.py",
            type(node).__name__,
            location=node if node.line else self.docname,
            type="notebooks",
        )
        return node.astext()


def code(text: str) -> str:
    """Return text as code inside a line, whatever backticks it holds."""
    marks = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{marks}{space}{text}{space}{marks}"


def fenced(text: str, language: str) -> str:
    """Return text as a block of code, whatever fences it holds."""
    marks = "`" * max(3, 1 + max(map(len, re.findall("^`+", text, re.MULTILINE)), default=0))
    return f"{marks}{language}\n{text.rstrip()}\n{marks}"


def item(mark: str, blocks: list[str]) -> str:
    """Return a list's item; what follows its first line is indented below it."""
    return mark + indent("\n\n".join(blocks), " " * len(mark)).lstrip()


def quoted(text: str) -> str:
    """Return text set apart as a quotation."""
    return "\n".join(f"> {line}".rstrip() for line in text.splitlines())


def details(summary: str, blocks: list[str]) -> str:
    """Return text that readers unfold."""
    return "\n\n".join([f"<details>\n<summary>{summary}</summary>", *blocks, "</details>"])
