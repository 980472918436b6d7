"""Exercises: in one order, and true both ways: the start fails the check and the answer passes it."""

import ast
from dataclasses import dataclass, field

from groundup import exercise as harness

from .page import Directive, Page

ORDER = ("exercise", "run", "hint", "answer", "check")
FOLLOWS = {"exercise": {"run"}, "start": {"hint"}, "hint": {"hint", "answer"}, "answer": {"check"}}


@dataclass
class Exercise:
    """One exercise with its pieces; a missing piece is None."""

    page: Page
    task: Directive
    start: Directive | None = None
    hints: list[Directive] = field(default_factory=list)
    answer: Directive | None = None
    check: Directive | None = None

    @property
    def title(self) -> str:
        return self.task.argument


def kind(directive: Directive) -> str:
    """Return which piece of an exercise a directive is, or an empty text."""
    if directive.name in ("exercise", "hint"):
        return directive.name
    tagged = (
        [tag for tag in directive.tags if tag in ORDER] if directive.name == "code-cell" else []
    )
    return tagged[0] if tagged else ("cell" if directive.name == "code-cell" else "")


def exercises(page: Page) -> list[Exercise]:
    """Return the page's exercises: each task with the pieces that follow it."""
    found: list[Exercise] = []
    pieces = [
        directive for directive in page.all(Directive) if not directive.inside and kind(directive)
    ]
    for at, piece in enumerate(pieces):
        if kind(piece) == "exercise":
            exercise = Exercise(page, piece)
            for following in pieces[at + 1 :]:
                if kind(following) == "run" and not exercise.start:
                    exercise.start = following
                elif kind(following) == "hint":
                    exercise.hints.append(following)
                elif kind(following) in ("answer", "check") and not getattr(
                    exercise, kind(following)
                ):
                    setattr(exercise, kind(following), following)
                else:
                    break
            found.append(exercise)
    return found


def order(page: Page) -> list[str]:
    """Complain about pieces of exercises that are missing, misplaced or on their own."""
    complaints = []
    remedy = f"The order is {', '.join(ORDER)}."
    pieces = [(kind(piece), piece.line) for piece in page.all(Directive) if kind(piece)]
    before = ""
    for name, line in [*pieces, ("the end of the page", len(page.source.splitlines()))]:
        wanted = FOLLOWS.get(before)
        if wanted and name not in wanted:
            wrong = f"{name} follows the {before} of an exercise."
            complaints.append(page.says(line, wrong, remedy))
        elif not wanted and name in ("hint", "answer", "check"):
            complaints.append(page.says(line, f"{name} without its exercise.", remedy))
        before = "start" if name == "run" and before == "exercise" else name
    return complaints


def helpful(exercise: Exercise) -> list[str]:
    """Complain about checks that assert nothing, or that fail without a message."""
    page, check = exercise.page, exercise.check
    if not check:
        return []
    asserts = [node for node in ast.walk(ast.parse(check.body)) if isinstance(node, ast.Assert)]
    if not asserts:
        return [
            page.says(
                check.line,
                f"the check of “{exercise.title}” asserts nothing.",
                "Write assert lines.",
            )
        ]
    silent = [
        node
        for node in asserts
        if node.msg is None or (isinstance(node.msg, ast.Constant) and not node.msg.value)
    ]
    remedy = "Say what was wanted and what came instead."
    return [
        page.says(check.body_line + node.lineno - 1, "an assert without a message.", remedy)
        for node in silent
    ]


def both_ways(exercise: Exercise) -> list[str]:
    """Complain unless the start runs and fails the check helpfully, and the answer passes it."""
    page, title = exercise.page, exercise.title
    if not (exercise.start and exercise.answer and exercise.check):
        return [
            page.says(
                exercise.task.line, f"“{title}” is not complete.", f"It needs {', '.join(ORDER)}."
            )
        ]
    complaints = []
    failure = outcome(exercise.start, exercise.check)
    if failure is None:
        complaints.append(
            page.says(
                exercise.check.line,
                f"the start of “{title}” passes the check.",
                "Check what the task asks for.",
            )
        )
    elif not isinstance(failure, AssertionError):
        wrong = f"the start of “{title}” ends in {failure!r}."
        complaints.append(
            page.says(exercise.start.line, wrong, "It must run, and fail the check by an assert.")
        )
    elif not str(failure).strip():
        complaints.append(
            page.says(
                exercise.check.line,
                f"“{title}” fails without a message.",
                "Give the assert a message.",
            )
        )
    failure = outcome(exercise.answer, exercise.check)
    if failure is not None:
        wrong = f"the answer of “{title}” does not pass: {failure!r}."
        complaints.append(page.says(exercise.answer.line, wrong, "Mend the answer or the check."))
    return complaints


def outcome(program: Directive, check: Directive) -> BaseException | None:
    """Return what the check raises after the program, each in a fresh namespace, or None."""
    try:
        namespace, printed = harness.run(program.body)
    except (
        BaseException
    ) as error:  # a program may also exit; a reader's page would show all of these
        return RuntimeError(f"the program itself failed: {error!r}")
    try:
        harness.check(check.body, namespace, printed)
    except Exception as error:
        return error
    return None
