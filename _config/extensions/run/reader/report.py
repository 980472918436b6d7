"""What is told of an error: Python's own traceback, cut to the lines that the reader wrote."""

import os
import sys
import traceback
from types import TracebackType
from typing import Any

from groundup.exercise import PROGRAM
from groundup.exercise import __file__ as HARNESS

from .hints import hint

OURS = (os.path.dirname(os.path.abspath(__file__)) + os.sep, HARNESS)
LONGEST_LINE, LONGEST = 600, 8000  # characters: a message may quote all that a program holds
CALLS = 12  # calls within calls that a traceback shows
FIRST, LAST = 4, 3  # which of them it shows if there are more


def report(error: BaseException, source: str) -> dict[str, Any]:
    """Return an error's kind, the reader's line where it arose, its traceback and a hint."""
    told = {"kind": type(error).__name__, "line": None, "text": "", "hint": ""}
    try:
        step, line = place(error)
        told["line"] = line if type(line) is int else None
        told["hint"] = hint(error, source, step, line)
        told["text"] = _text(error, source)
    except BaseException:  # an error of the program's own making may break any of this
        told["text"] = told["text"] or shortened(f"{told['kind']}: {message(error)}\n")
    return told


def place(error: BaseException) -> tuple[TracebackType | None, int | None]:
    """Return the last step of the traceback that lies in the reader's program, and its line."""
    step = last = None
    for step in _steps(error.__traceback__):
        if step.tb_frame.f_code.co_filename == PROGRAM:
            last = step
    if last:
        return last, last.tb_lineno
    inside = isinstance(error, SyntaxError) and error.filename == PROGRAM
    return None, error.lineno if inside else None


def _steps(step: TracebackType | None):
    while step:
        yield step
        step = step.tb_next


def message(error: BaseException) -> str:
    """Return what an error says; its own words may fail."""
    try:
        return str(error)
    except BaseException:
        return f"<{type(error).__name__} says nothing that can be shown>"


def shortened(text: str) -> str:
    """Take the middle out of lines, and of texts, that are too long to be read."""
    lines = [_middle_out(line, LONGEST_LINE) for line in text.split("\n")]
    return _middle_out("\n".join(lines), LONGEST)


def _middle_out(text: str, longest: int) -> str:
    if len(text) <= longest:
        return text
    part = longest // 2
    return f"{text[:part]} … {len(text) - 2 * part:,} characters … {text[-part:]}"


def _text(error: BaseException, source: str) -> str:
    """Return the traceback as Python writes it, without the steps that are not the reader's."""
    if isinstance(error, SyntaxError) and error.filename == PROGRAM and not error.text:
        lines = source.splitlines()
        error.text = lines[error.lineno - 1] if 0 < (error.lineno or 0) <= len(lines) else None
    left_out: dict[int, int] = {}
    _cut(error, left_out)
    told = traceback.TracebackException.from_exception(error, compact=True)
    _mark(told, error, left_out)
    return shortened("".join(told.format()))


def _cut(error: BaseException | None, left_out: dict[int, int]) -> None:
    """Cut the tracebacks of an error, of its causes and of the members of a group.

    Each keeps the reader's lines and, below the last, the function of a library that was called
    there. Of many calls within calls only the first and the last are kept; the others are counted.
    """
    if error is None or id(error) in left_out:
        return
    steps = list(_steps(error.__traceback__))
    own = [at for at, step in enumerate(steps) if step.tb_frame.f_code.co_filename == PROGRAM]
    kept = [steps[at] for at in own]
    left_out[id(error)] = 0
    if len(kept) > CALLS:
        left_out[id(error)] = len(kept) - FIRST - LAST
        kept[FIRST:-LAST] = []
    for step in steps[own[-1] + 1 :] if own else ():
        if not step.tb_frame.f_code.co_filename.startswith(OURS):
            kept.append(step)
            break
    for step, below in zip(kept, [*kept[1:], None], strict=False):
        step.tb_next = below
    error.__traceback__ = kept[0] if kept else None
    for other in (error.__cause__, error.__context__, *_members(error)):
        _cut(other, left_out)


def _mark(told: Any, error: BaseException | None, left_out: dict[int, int]) -> None:
    """Say how many calls were left out, and name files of the library as imports do."""
    if told is None or error is None:
        return
    stack, told.stack = told.stack, None
    if stack:
        for step in stack:
            step.filename = _without_folder(step.filename)
        told.stack = Calls(stack)
        told.stack.left_out = left_out.get(id(error), 0)
    _mark(told.__cause__, error.__cause__, left_out)
    _mark(told.__context__, error.__context__, left_out)
    for one, other in zip(getattr(told, "exceptions", None) or (), _members(error), strict=True):
        _mark(one, other, left_out)


def _members(error: BaseException) -> tuple[BaseException, ...]:
    return error.exceptions if isinstance(error, BaseExceptionGroup) else ()


def _without_folder(file: str) -> str:
    """Name a file of the library from the folder on that Python searches."""
    for folder in sorted(filter(None, sys.path), key=len, reverse=True):
        if file.startswith(folder + os.sep):
            return file[len(folder) + 1 :]
    return file


class Calls(traceback.StackSummary):
    """A stack that says how many of its calls were left out."""

    left_out = 0

    def format(self, **options: Any) -> list[str]:
        """Format the calls as Python does."""
        if not self.left_out:
            return super().format(**options)
        first, last = (traceback.StackSummary(part) for part in (self[:FIRST], self[FIRST:]))
        gap = f"  … {self.left_out:,} more calls …\n"
        return [*first.format(**options), gap, *last.format(**options)]
