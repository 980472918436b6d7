"""A page as it is read where nothing can be opened, chosen or run.

Hints and answers of exercises stand open below their task. The answers of a quiz stand behind its
last question, so that a reader meets each question first. What only scripts read is left out.
"""

from docutils import nodes

from extensions import maths
from extensions.course import written_part
from extensions.exercise.pieces import folded, program
from extensions.quiz import markup


def make(app, doctree, docname):
    """Change the page for the e-book; other builders write it as it is."""
    if app.builder.name != "epub":
        return
    for formula in list(doctree.findall(is_formula)):
        formula.replace_self(set_formula(app.env, formula))
    for box in list(doctree.findall(folded)):
        head = nodes.paragraph("", "", nodes.strong("", box["summary"]))
        box.replace_self(nodes.container("", head, *box.children, classes=box["classes"]))
    for quiz in list(doctree.findall(markup.quiz)):
        quiz.replace_self(answers_last(quiz))
    for told in [*doctree.findall(program), *doctree.findall(written_part)]:
        for name in [name for name in told.attributes if name.startswith("data-")]:
            del told[name]


def is_formula(node: nodes.Node) -> bool:
    return isinstance(node, (nodes.math, nodes.math_block))


def set_formula(env, formula: nodes.Element) -> nodes.raw:
    """Return a formula in MathML, which readers show without a style and its fonts."""
    display = isinstance(formula, nodes.math_block)
    found = maths.mathml(env, formula.astext(), display)
    return nodes.raw("", f'<div class="math">{found}</div>' if display else found, format="html")


def answers_last(quiz: markup.quiz) -> nodes.container:
    """Return a quiz with what is said of its answers behind its questions, linked both ways."""
    said = []
    for question in quiz.findall(markup.question):
        [name] = question["ids"]
        place = question.next_node(nodes.inline).astext()
        reasons = nodes.enumerated_list("", enumtype="upperalpha", prefix="", suffix=".")
        for why in list(question.findall(markup.why)):
            why.parent.remove(why)
            reasons += nodes.list_item("", *why.children)
        where = question.children[-1]
        answer = link(f"Answer to {place.lower()}", f"{name}-answer")
        question.replace(where, nodes.paragraph("", "", answer))
        said += [
            nodes.paragraph("", "", link(place, name), ids=[f"{name}-answer"]),
            reasons,
            where,
        ]
    head = nodes.paragraph("", "", nodes.strong("", "Answers"))
    answers = nodes.container("", head, *said, classes=["quiz-answers"])
    return nodes.container("", *quiz.children, answers, classes=["quiz"])


def link(words: str, name: str) -> nodes.reference:
    return nodes.reference("", words, internal=True, refid=name)
