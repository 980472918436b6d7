"""Exercises: a task, a start, hints, an answer and a check.

    ```{exercise} Move the mean
    Give the learned scale the values 1 to 4. Is the mean of the output still zero?
    ```
    (a code cell tagged `run`)
    ```{hint}
    Only the line that sets `scale` has to change.
    ```
    (a code cell tagged `answer`, then one tagged `check`)

The task is numbered by part and place. Hints and answer are folded in `details`, which need no
script. The check is executed at build and by the tests, and is not shown.
"""

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective

from extensions.course import place


class folded(nodes.General, nodes.Element):
    """Something that a reader opens: `summary` is the line that is always seen."""


class Exercise(SphinxDirective):
    """A named task."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    def run(self):
        self.assert_has_content()
        name = self.arguments[0]
        title = nodes.title("", "", *self.parse_inline(name)[0])
        box = nodes.admonition(
            "", title, classes=["exercise"], names=[], ids=["exercise-" + nodes.make_id(name)]
        )
        box += self.parse_content_to_nodes()
        self.set_source_info(box)
        return [box]


class Hint(SphinxDirective):
    """A folded hint."""

    has_content = True

    def run(self):
        self.assert_has_content()
        return [folded("", *self.parse_content_to_nodes(), summary="Hint", classes=["hint"])]


class FoldAnswers(SphinxTransform):
    """Fold the answers, number the hints of each exercise, and take the checks off the page."""

    default_priority = 400

    def apply(self):
        for cell in list(self.document.findall(nodes.container)):
            if "tag_answer" in cell["classes"]:
                answer = folded("", summary="Answer", classes=["answer"])
                cell.parent.replace(cell, answer)
                answer += cell
            elif "tag_check" in cell["classes"]:
                cell.parent.remove(cell)
        for hints in hints_by_exercise(self.document):
            for number, hint in enumerate(hints, 1):
                if len(hints) > 1:
                    hint["summary"] = f"Hint {number} of {len(hints)}"


def hints_by_exercise(document):
    """Return the hints of each exercise, in the order of the page."""
    groups = []
    for node in document.findall(lambda node: isinstance(node, (folded, nodes.admonition))):
        if isinstance(node, folded) and "hint" in node["classes"] and groups:
            groups[-1].append(node)
        elif isinstance(node, nodes.admonition) and "exercise" in node["classes"]:
            groups.append([])
    return groups


def number(app, doctree, docname):
    """Write "Exercise 4.2 · " before each exercise's name on a part's page."""
    found = place(app.env, docname)
    exercises = [box for box in doctree.findall(nodes.admonition) if "exercise" in box["classes"]]
    for index, box in enumerate(exercises, 1):
        label = f"Exercise {found[0]}.{index} · " if found else f"Exercise {index} · "
        box[0].insert(0, nodes.Text(label))


def open_details(writer, node):
    writer.body.append(
        f'<details class="folded {" ".join(node["classes"])}"><summary>{node["summary"]}</summary>\n'
    )


def close_details(writer, node):
    writer.body.append("</details>\n")


def setup(app):
    app.add_directive("exercise", Exercise)
    app.add_directive("hint", Hint, override=True)
    app.add_node(folded, html=(open_details, close_details))
    app.add_transform(FoldAnswers)
    app.connect("doctree-resolved", number)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
