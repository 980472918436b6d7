"""Predictions: a question directly above a program, whose output is folded until it is asked for.

    ```{predict}
    Which of the two lengths is larger?
    ```
    (a code cell tagged `run`)

Readers answer for themselves, then look. Without a script they open "What it prints".
"""

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from .pieces import folded, following, program

LOGGER = logging.getLogger(__name__)


class Predict(SphinxDirective):
    """The question."""

    has_content = True

    def run(self):
        parsed = self.parse_content_to_nodes() if self.content else []
        asked = len(parsed) == 1 and isinstance(parsed[0], nodes.paragraph)
        if not asked or not parsed[0].astext().endswith("?"):
            raise self.error(
                "{predict} holds no question, or more than that. "
                "Write one sentence in it that ends in a question mark"
            )
        lead = nodes.strong("", "Before you run it:")
        words = nodes.paragraph("", "", lead, nodes.Text(" "), *parsed[0].children)
        box = nodes.container("", words, classes=["predict"])
        self.set_source_info(box)
        return [box]


class FoldPredicted(SphinxTransform):
    """Fold what the program behind each question prints, and give the question an address."""

    default_priority = 410  # when the programs and the starts of exercises are known

    def apply(self):
        boxes = [box for box in self.document.findall(nodes.container) if is_question(box)]
        for number, box in enumerate(boxes, 1):
            box[0]["ids"].append(f"predict-{number}")
            behind = following(box)[:1]
            if not behind or not isinstance(behind[0], program):
                tell(
                    box,
                    "no `run` cell stands right behind {predict}. "
                    "Put the question directly above the program that answers it",
                )
            elif "data-exercise" in behind[0] or starts_exercise(box):
                tell(
                    box,
                    "{predict} stands above the start of an exercise. "
                    "Ask for the prediction in the task",
                )
            else:
                fold(box, behind[0])


def is_question(node: nodes.Node) -> bool:
    return "predict" in node["classes"]


def starts_exercise(box: nodes.Node) -> bool:
    """Tell whether a question stands between a task and the program that the task begins with."""
    before = [each for each in box.parent.children if box in following(each)]
    return bool(before) and "exercise" in before[-1].get("classes", [])


def fold(box: nodes.Node, cell: program) -> None:
    """Fold what a program prints."""
    output = cell[-1]
    if output.get("nb_element") != "cell_code_output":
        return tell(box, "the program behind {predict} prints nothing. Let it print the answer")
    details = folded("", summary="What it prints", classes=["predicted"])
    cell.replace(output, details)
    details += output


def tell(box: nodes.Node, wrong: str) -> None:
    LOGGER.warning(wrong, location=box, type="predict")
