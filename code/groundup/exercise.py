"""Run a reader's program and check it: one harness for page, build, tests and notebook.

A program is a whole piece of Python. It runs in a namespace of its own, and what it prints is
kept. A check is Python too: it reads the program's variables and `printed`, and asserts.
"""

import io
import linecache
import sys
from contextlib import redirect_stdout
from typing import Any, TextIO

PROGRAM, CHECK = "<program>", "<check>"  # the file names that a traceback shows


def run(
    source: str, namespace: dict[str, Any] | None = None, show: TextIO | None = None
) -> tuple[dict[str, Any], str]:
    """Run a program and return its variables and everything that it printed.

    namespace: where it runs; a fresh one unless given. show: a stream that also gets each piece
    of text at the moment it is printed (the page's worker passes its own).
    An error of the program is raised as it came, with what was printed so far as error.printed.
    """
    namespace = {} if namespace is None else namespace
    namespace.setdefault("__name__", "__main__")
    record = Record(show)
    try:
        with redirect_stdout(record):
            _execute(source, namespace, PROGRAM)
    except BaseException as error:  # a program that leaves by exit() has printed something too
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
        raise AssertionError(
            f"The check looks for a variable named {error.name}, and the program does not set it."
        ) from error


def load_ipython_extension(shell: Any) -> None:
    """Keep in the notebook's variable `printed` what the cell before printed.

    Loaded by `%load_ext groundup.exercise`. What is shown, and where, stays as it was.
    """
    recording: list[Record] = []

    def begin(_info: Any) -> None:
        recording.append(Record(sys.stdout))
        sys.stdout = recording[0]

    def end(_result: Any) -> None:
        if recording:  # empty after the cell that loads the extension
            record = recording.pop()
            if sys.stdout is record:  # a cell may have put another stream there: leave it
                sys.stdout = record.show
            shell.user_ns["printed"] = record.text()

    shell.events.register("pre_run_cell", begin)
    shell.events.register("post_run_cell", end)


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

    def flush(self) -> None:
        """Pass the wish on: what is kept needs no flushing."""
        if self.show is not None:
            self.show.flush()

    def text(self) -> str:
        """Return everything written so far."""
        return self._kept.getvalue()


def _execute(source: str, namespace: dict[str, Any], name: str) -> None:
    """Execute source in namespace, so that a traceback can quote its lines."""
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec", dont_inherit=True), namespace)
