"""Claims: what a page says that could be false, and the cell, test, argument or source that shows it."""

import ast
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from . import cells, exercises, glue
from .inline import Part
from .page import Directive, Heading, Page, Text

TESTS = Path(__file__).parents[2]
PLACES = {"prose", "table", "definition", "quote"}  # where a sentence may stand
TASKS = {"exercise", "hint", "predict"}  # they ask and advise
REMEMBER, SOURCES = "What to remember", "Sources"
MARK = (
    "End the line with {shown}`…`: above, below, a cell's label, a test's name, argument or source."
)


@dataclass
class Claim:
    """One line of a page that carries a mark or a number from a cell."""

    line: int
    parts: list[Part]
    section: str
    place: str
    inside: tuple[str, ...] = ()
    marks: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        return "".join(part.text for part in self.parts).strip()

    @property
    def claims(self) -> bool:
        return bool(self.marks or self.keys)


def lines(page: Page) -> list[Claim]:
    """Return every line of words on a page but its quiz, whether it claims something or not."""
    found = []
    for text in page.all(Text):
        if "quiz" in text.inside:
            continue
        at: dict[int, list[Part]] = {}
        for part in text.parts:
            if part.text != "\n":
                at.setdefault(part.line, []).append(part)
        for line, parts in at.items():
            marks = [part.target for part in parts if part.kind == "mark"]
            keys = [part.target for part in parts if part.kind == "glue"]
            found.append(Claim(line, parts, text.section, text.place, text.inside, marks, keys))
    return found


def claims(page: Page) -> list[Claim]:
    """Return the claims of a page in the order of the page."""
    return [line for line in lines(page) if line.claims and line.place in PLACES]


def seen(page: Page) -> list[Directive]:
    """Return the cells that readers see."""
    return [cell for cell in page.cells if not {"remove-cell", "check"} & set(cell.tags)]


def shows(cell: Directive) -> bool:
    """Tell whether a cell prints or draws."""
    if "mystnb.image.alt" in cell.options:
        return True
    body = cells.tree(cell).body
    inner = (ast.FunctionDef, ast.ClassDef, ast.Lambda)
    waiting: list[ast.AST] = [node for node in body if not isinstance(node, inner)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Name) and node.id == "print":
            return True
        waiting += [child for child in ast.iter_child_nodes(node) if not isinstance(child, inner)]
    last = body[-1] if body else None
    return isinstance(last, ast.Expr) and not cell.body.rstrip().endswith(";")


def labelled(page: Page) -> dict[str, Directive]:
    """Return the cells that have a label directly above them."""
    rows = page.source.splitlines()
    by_line = {cell.line: cell for cell in seen(page)}
    found = {}
    for label, line in page.labels:
        below = next((at for at in range(line, len(rows)) if rows[at].strip()), None)
        if below is not None and below + 1 in by_line:
            found[label] = by_line[below + 1]
    return found


def nearest(page: Page, line: int, where: str) -> Directive | None:
    """Return the last cell above a line or the first one below it, of those that readers see."""
    if where == "above":
        found = [cell for cell in seen(page) if cell.line < line]
        return found[-1] if found else None
    return next((cell for cell in seen(page) if cell.line > line), None)


def proving(page: Page, claim: Claim) -> list[Directive]:
    """Return the cells that prove a claim."""
    where, _ = glue.made(page)
    found = [nearest(page, line, "above") for key in claim.keys for line in where.get(key, [])]
    for mark in claim.marks:
        near = nearest(page, claim.line, mark) if mark in ("above", "below") else None
        found.append(near or labelled(page).get(mark))
    return [cell for cell in found if cell]


@cache
def tests(folder: Path = TESTS) -> dict[str, list[str]]:
    """Return for the name of each test, alone and behind that of its file, the files that define it."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in (node.name, f"{path.stem}.{node.name}"):
                    found.setdefault(name, []).append(path.relative_to(folder).as_posix())
    return found


def marks(page: Page, known: dict[str, list[str]] | None = None) -> list[str]:
    """Complain about marks that name no proof, or that stand where no sentence ends."""
    complaints = []
    for line in lines(page):
        if not line.marks:
            continue
        if line.place not in PLACES:
            wrong = f"a mark in the {line.place}."
            complaints.append(page.says(line.line, wrong, "Mark a sentence of the text."))
        if len(line.marks) > 1:
            wrong = f"{len(line.marks)} marks on a line."
            complaints.append(
                page.says(line.line, wrong, "Keep one, or give each sentence a line.")
            )
        after = "".join(part.text for part in line.parts[marked_at(line) + 1 :])
        if after.strip():
            wrong = f"“{after.strip()[:30]}” follows a mark."
            complaints.append(page.says(line.line, wrong, "End the line with the mark."))
        for mark in line.marks:
            if wrong := wrong_with(mark, line.line, page, known or tests()):
                complaints.append(page.says(line.line, wrong, MARK))
    return complaints


def marked_at(line: Claim) -> int:
    return max(at for at, part in enumerate(line.parts) if part.kind == "mark")


def wrong_with(mark: str, line: int, page: Page, known: dict[str, list[str]]) -> str:
    """Say why a mark proves nothing; an empty text for a good one."""
    if mark == "argument":
        return ""
    if mark == "source":
        sections = {heading.text for heading in page.all(Heading)}
        return "" if SOURCES in sections else f"the page has no section “{SOURCES}”."
    if mark.startswith("test_"):
        files = known.get(mark, [])
        if len(files) > 1:
            return f"“{mark}” is a test in {', '.join(files)}: write file.test."
        return "" if files else f"“{mark}” is no test in tests/."
    cell = nearest(page, line, mark) if mark in ("above", "below") else labelled(page).get(mark)
    if cell:
        return "" if shows(cell) else f"the cell on line {cell.line} shows nothing."
    if mark in ("above", "below"):
        return f"no cell stands {mark} the claim."
    if mark in dict(page.labels):
        return f"“{mark}” is the label of no cell that readers see."
    return f"“{mark}” proves nothing."


def numbers(page: Page) -> list[str]:
    """Complain about numbers that stand in no sentence, and about those that no visible cell computes."""
    complaints = []
    where, _ = glue.made(page)
    for line in lines(page):
        for key in line.keys:
            if line.place not in PLACES:
                wrong = f"the number “{key}” stands in the {line.place}, where it is no claim."
                complaints.append(page.says(line.line, wrong, "Say it in a sentence."))
            elif key in where and not nearest(page, where[key][0], "above"):
                wrong = f"readers see no cell that computes “{key}”."
                complaints.append(
                    page.says(line.line, wrong, "Compute it in a cell that they see.")
                )
    return complaints


def idle_cells(part: Page) -> list[str]:
    """Complain about cells that show something which no sentence takes up."""
    used = {cell.line for claim in claims(part) for cell in proving(part, claim)}
    found = exercises.exercises(part)
    used |= {piece.line for each in found for piece in (each.start, each.answer) if piece}
    return [
        part.says(cell.line, "the cell proves no claim.", "Say what it shows, and mark that line.")
        for cell in seen(part)
        if shows(cell) and cell.line not in used
    ]


def remembered(part: Page) -> list[str]:
    """Complain about points to remember that nothing proves."""
    proved = {line.line for line in lines(part) if line.claims}
    complaints = []
    for text in part.all(Text):
        if text.section == REMEMBER and text.place == "prose":
            if not proved & {piece.line for piece in text.parts}:
                complaints.append(part.says(text.line, "nothing proves this point.", MARK))
    return complaints


BELIEF = "You may have read that"


def beliefs(part: Page) -> list[str]:
    """Complain about a common belief that the page names and does not settle."""
    complaints = []
    proved = {line.line for line in lines(part) if line.claims}
    for callout in part.all(Directive):
        named = callout.argument.startswith(BELIEF)
        classes = callout.options.get("class")
        if callout.name != "admonition" or not (named or (classes and classes.value == "belief")):
            continue
        if not (named and classes and classes.value == "belief"):
            wrong = "a belief is told in another form than elsewhere."
            remedy = f"Begin its title with “{BELIEF}” and give it the class belief."
            complaints.append(part.says(callout.line, wrong, remedy))
        rows = callout.body.count("\n") + 1
        if not proved & set(range(callout.body_line, callout.body_line + rows + 1)):
            complaints.append(part.says(callout.line, "nothing settles this belief.", MARK))
    return complaints
