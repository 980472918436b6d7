"""Run a reader's program and check it: one harness for page, build, tests and notebook.

A program is a whole piece of Python. It runs in a namespace of its own, and what it prints is
kept. As in a notebook, the value of a last expression is shown behind it.
A check is Python too: it reads the program's variables and `printed`, and asserts.
"""

import ast
import io
import linecache
import sys
import traceback
from contextlib import redirect_stdout, suppress
from typing import Any, TextIO

PROGRAM, CHECK = "<program>", "<check>"  # the file names that a traceback shows
MAGIC = "%%check"  # what a notebook's cell with a check begins with


def run(
    source: str,
    namespace: dict[str, Any] | None = None,
    show: TextIO | None = None,
    record: "Record | None" = None,
) -> tuple[dict[str, Any], str]:
    """Run a program and return its variables and everything that it printed.

    namespace: where it runs; a fresh one unless given. show: a stream that also gets each piece
    of text at the moment it is printed, and the value of a last expression. record: what keeps
    the text and shows it, for a caller that wants to do so in its own way (the page's worker).
    An error of the program is raised as it came, with what was printed so far as error.printed.
    """
    namespace = {} if namespace is None else namespace
    namespace.setdefault("__name__", "__main__")
    record = Record(show) if record is None else record
    try:
        with redirect_stdout(record):
            value = _execute(source, namespace, PROGRAM)
            if value is not None:
                record.value(repr(value))
    except BaseException as error:  # a program that leaves by exit() has printed something too
        with suppress(Exception):  # an error of the program's own kind may refuse
            error.printed = record.text()
        raise
    return namespace, record.text()


def check(source: str, namespace: dict[str, Any], printed: str) -> None:
    """Run a check on a program's variables and its printed text.

    Raises the check's own AssertionError, or one that names the variable which the check reads
    and the program no longer sets. The namespace stays as it is.
    """
    seen = {**namespace, "printed": printed}
    try:
        with redirect_stdout(io.StringIO()):
            _execute(source, seen, CHECK)
    except NameError as error:
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename != CHECK:  # a function of the program misses something itself
            raise
        raise AssertionError(
            f"The check looks for a variable named {error.name}, and the program does not set it."
        ) from error


def load_ipython_extension(shell: Any) -> None:
    """Give a notebook the variable `printed` and cells that check.

    Loaded by `%load_ext groundup.exercise`. `printed` is what the cell before printed; what is
    shown, and where, stays as it was. A cell that begins with `%%check` holds a check: it reads the
    notebook's variables and `printed`, says whether they pass, and leaves both as they are.
    """
    recording: list[Record] = []

    def begin(info: Any) -> None:
        if not info.raw_cell.startswith(MAGIC):
            recording.append(Record(sys.stdout))
            sys.stdout = recording[0]

    def end(_result: Any) -> None:
        if recording:  # empty after the cell that loads the extension, and after a check
            record = recording.pop()
            if sys.stdout is record:  # a cell may have put another stream there: leave it
                sys.stdout = record.show
            shell.user_ns["printed"] = record.text()

    def judge(_line: str, source: str) -> None:
        try:
            check(source, shell.user_ns, shell.user_ns.get("printed", ""))
        except AssertionError as error:
            print(f"Not yet. {error}")
        else:
            print("Solved.")

    shell.events.register("pre_run_cell", begin)
    shell.events.register("post_run_cell", end)
    shell.register_magic_function(judge, "cell", MAGIC.strip("%"))


class Record(io.TextIOBase):
    """A text stream that keeps what is written to it, and shows it on another one if given."""

    def __init__(self, show: TextIO | None = None) -> None:
        self.show = show
        self._kept = io.StringIO()

    @property
    def encoding(self) -> str:
        """Return the encoding of the stream that shows the text."""
        return getattr(self.show, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        """Keep the text and pass it on."""
        if self.show is not None:
            self.show.write(text)
        return self._kept.write(text)

    def value(self, text: str) -> None:
        """Show the value of a last expression on a line of its own; it was not printed."""
        if self.show is not None:
            kept = self.text()
            self.show.write(f"{text}\n" if not kept or kept.endswith("\n") else f"\n{text}\n")

    def flush(self) -> None:
        """Pass the wish on: what is kept needs no flushing."""
        if self.show is not None:
            self.show.flush()

    def text(self) -> str:
        """Return everything written so far."""
        return self._kept.getvalue()


def _execute(source: str, namespace: dict[str, Any], name: str) -> Any:
    """Execute source in namespace, so that a traceback can quote its lines.

    Returns the value of the last statement if that is an expression without a semicolon.
    """
    lines = io.StringIO(source, newline=None).readlines()  # as Python counts them
    linecache.cache[name] = (len(source), None, lines, name)
    tree = compile(source, name, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not _silent(tree.body[-1], lines):
        last = compile(ast.Expression(tree.body.pop().value), name, "eval", dont_inherit=True)
    exec(compile(tree, name, "exec", dont_inherit=True), namespace)
    return None if last is None else eval(last, namespace)


def _silent(last: ast.stmt, lines: list[str]) -> bool:
    """Return whether a semicolon follows the last statement, as in a notebook that shows nothing."""
    behind = lines[last.end_lineno - 1].encode()[last.end_col_offset :]
    return behind.lstrip().startswith(b";")
