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
script. The check is executed at build and by the tests, and is not shown: the start carries it,
for the script that runs programs in the page.

Every cell that readers run tells that script in data attributes what it is:

    <div class="cell tag_run …" data-title="Exercise 5.2 · Move the mean"
         data-exercise="exercise-move-the-mean" data-check="assert …">

and the course map tells it in `data-exercises` which exercises each written part has.
"""

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.nodes import clean_astext

from extensions.course import place, written_part

from .pieces import (
    close_details,
    close_program,
    folded,
    following,
    open_details,
    open_program,
    program,
    program_of,
    tagged,
)
from .prediction import FoldPredicted, Predict

LOGGER = logging.getLogger(__name__)


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


class Assemble(SphinxTransform):
    """Fold the answers, number the hints, and give each start its exercise and its check."""

    default_priority = 400

    def apply(self):
        for cell in list(self.document.findall(nodes.container)):
            if tagged(cell, "run"):
                program_of(cell)
            elif tagged(cell, "answer"):
                answer = folded("", summary="Answer", classes=["answer"])
                cell.parent.replace(cell, answer)
                answer += cell
        complete, seen = [], set()
        for box in exercises(self.document):
            if box["ids"][0] in seen:
                LOGGER.warning(
                    "two exercises of this page have this name. Give each its own",
                    location=box,
                    type="exercise",
                )
            seen.add(box["ids"][0])
            start, hints, check = pieces(box)
            for number, hint in enumerate(hints, 1):
                if len(hints) > 1:
                    hint["summary"] = f"Hint {number} of {len(hints)}"
            if start and check:
                start["data-exercise"] = box["ids"][0]
                start["data-check"] = next(check.findall(nodes.literal_block)).astext()
                complete.append(box["ids"][0])
        for cell in list(self.document.findall(nodes.container)):
            if tagged(cell, "check"):
                cell.parent.remove(cell)
        of_pages(self.env)[self.env.docname] = complete


def exercises(document) -> list[nodes.admonition]:
    """Return the boxes of a page's exercises."""
    return [box for box in document.findall(nodes.admonition) if "exercise" in box["classes"]]


def pieces(box) -> tuple[program | None, list[folded], nodes.container | None]:
    """Return the start of an exercise, its hints and its check, as far as they stand behind it."""
    start, hints = None, []
    for piece in following(box):
        if isinstance(piece, program) and not start:
            start = piece
        elif isinstance(piece, folded) and "hint" in piece["classes"]:
            hints.append(piece)
        elif tagged(piece, "check"):
            return start, hints, piece
        elif not isinstance(piece, folded):
            break
    return start, hints, None


def of_pages(env) -> dict[str, list[str]]:
    """Return for each page the addresses of its exercises, as far as pages are read."""
    if not hasattr(env, "exercises"):
        env.exercises, env.exercises_on_map = {}, {}
    return env.exercises


def purge(app, env, docname):
    of_pages(env).pop(docname, None)


def merge(app, env, docnames, other):
    of_pages(env).update((name, ids) for name, ids in of_pages(other).items() if name in docnames)


def refresh(app, env):
    """Write the course map again when it has to name other exercises than before."""
    before, env.exercises_on_map = env.exercises_on_map, dict(of_pages(env))
    course = getattr(env, "course", None)
    return [course["page"]] if course and before != env.exercises_on_map else []


def number(app, doctree, docname):
    """Write "Exercise 4.2 · " before each exercise's name on a part's page, and name the programs."""
    found = place(app.env, docname)
    names = {}
    for index, box in enumerate(exercises(doctree), 1):
        label = f"Exercise {found[0]}.{index} · " if found else f"Exercise {index} · "
        box[0].insert(0, nodes.Text(label))
        names[box["ids"][0]] = clean_astext(box[0])
    others: dict[nodes.section, list[program]] = {}
    for each in doctree.findall(program):
        if "data-exercise" in each:
            each["data-title"] = names[each["data-exercise"]]
        else:
            others.setdefault(section_of(each), []).append(each)
    for section, programs in others.items():
        name = clean_astext(section[0])
        for index, each in enumerate(programs, 1):
            which = f"Program {index} of" if len(programs) > 1 else "Program:"
            each["data-title"] = f"{which} {name}"


def section_of(node: nodes.Node) -> nodes.section:
    """Return the innermost section that holds a node."""
    while not isinstance(node, nodes.section):
        node = node.parent
    return node


def tell_map(app, doctree, docname):
    """Tell the page's script through the course map which exercises each written part has."""
    for item in doctree.findall(written_part):
        if ids := of_pages(app.env).get(item["data-page"]):
            item["data-exercises"] = " ".join(ids)


def setup(app):
    app.setup_extension("extensions.course")  # it writes the parts of the map
    app.add_directive("exercise", Exercise)
    app.add_directive("hint", Hint, override=True)
    app.add_directive("predict", Predict)
    app.add_node(folded, html=(open_details, close_details))
    app.add_node(program, html=(open_program, close_program))
    app.add_transform(Assemble)
    app.add_transform(FoldPredicted)
    app.connect("env-purge-doc", purge)
    app.connect("env-merge-info", merge)
    app.connect("env-updated", refresh)
    app.connect("doctree-resolved", number)
    app.connect("doctree-resolved", tell_map)
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
