"""What exercises and predictions are made of on a page, and how it is written as HTML."""

import html

from docutils import nodes


class folded(nodes.General, nodes.Element):
    """Something that a reader opens: `summary` is the line that is always seen."""


class program(nodes.container):
    """A cell that readers run. Its attributes whose names begin with data- go into the HTML.

    Builders that know nothing of it write it as the container that it was.
    """


def program_of(cell: nodes.container) -> program:
    """Put a program into a cell's place, and return it."""
    made = program(cell.rawsource, *cell.children, **cell.attributes)
    made.source, made.line = cell.source, cell.line
    cell.parent.replace(cell, made)
    return made


def tagged(node: nodes.Node, tag: str) -> bool:
    """Tell whether a node is a cell that carries a tag."""
    return isinstance(node, nodes.container) and f"tag_{tag}" in node["classes"]


def following(node: nodes.Node) -> list[nodes.Node]:
    """Return what readers meet behind a node in its section: labels and comments are left out."""
    siblings = node.parent.children
    behind = siblings[siblings.index(node) + 1 :]
    return [each for each in behind if not isinstance(each, nodes.Invisible)]


def open_details(writer, node):
    writer.body.append(
        f'<details class="folded {" ".join(node["classes"])}"><summary>{node["summary"]}</summary>\n'
    )


def close_details(writer, node):
    writer.body.append("</details>\n")


def open_program(writer, node):
    start = writer.starttag(node, "div", CLASS="docutils container")
    writer.body.append(start.replace(">", f"{data(node)}>", 1))


def close_program(writer, node):
    writer.body.append("</div>\n")


def data(node: nodes.Element) -> str:
    """Return a node's data attributes as HTML; docutils would take the line breaks out of a check."""
    found = {name: value for name, value in node.attributes.items() if name.startswith("data-")}
    return "".join(f' {name}="{html.escape(value)}"' for name, value in sorted(found.items()))
