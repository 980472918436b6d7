"""Where a program went wrong: the line, the expression on it, and what its names stand for."""

import ast
import builtins
from collections.abc import Iterator
from itertools import islice
from types import TracebackType
from typing import Any

UNKNOWN = object()  # what a name stands for that cannot be told without running something


class Spot:
    """What hints look at. Nothing in here runs any of the reader's code."""

    def __init__(
        self, error: BaseException, source: str, step: TracebackType | None, line: int | None
    ) -> None:
        self.error = error
        self.message = str(error)
        self.lines = source.splitlines()
        self.line = line
        self.frame = step.tb_frame if step else None
        self.below = step.tb_next if step else None  # the library's part of the traceback
        try:
            self.tree: ast.AST = ast.parse(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            self.tree = ast.Module([], [])
        self.node = self._node(step) if step else self.tree

    @property
    def text(self) -> str:
        """Return the line as the reader wrote it."""
        known = self.line is not None and 0 < self.line <= len(self.lines)
        return self.lines[self.line - 1] if known else ""

    def all(self, kind: type, inside: ast.AST | None = None) -> Iterator[Any]:
        """Yield the nodes of a kind in the expression that failed, or inside another node."""
        for node in ast.walk(self.node if inside is None else inside):
            if isinstance(node, kind):
                yield node

    def value(self, node: ast.AST) -> Any:
        """Return what a name stands for where the program stopped, or UNKNOWN."""
        if isinstance(node, ast.Name) and self.frame:
            for names in (self.frame.f_locals, self.frame.f_globals, vars(builtins)):
                if node.id in names:
                    return names[node.id]
        return UNKNOWN

    def modules(self) -> set[str]:
        """Return the names of the modules that the traceback passes through."""
        found, step = set(), self.error.__traceback__
        while step:
            found.add(str(step.tb_frame.f_globals.get("__name__")))
            step = step.tb_next
        return found

    def _node(self, step: TracebackType) -> ast.AST:
        """Return the expression that failed, else the part of the statement on its line."""
        code, at = step.tb_frame.f_code, step.tb_lasti // 2
        place = next(islice(code.co_positions(), at, None), None)
        found, statement = None, self.tree
        for node in ast.walk(self.tree):  # from the outside in
            if isinstance(node, ast.expr) and place == (
                node.lineno, node.end_lineno, node.col_offset, node.end_col_offset,
            ):  # fmt: skip
                found = node
            if isinstance(node, ast.stmt) and node.lineno <= self.line <= node.end_lineno:
                statement = node
        return found or _head(statement)


def _head(statement: ast.AST) -> ast.AST:
    """Return a statement without the statements that are inside it."""
    for part in ("iter", "test", "subject"):
        if isinstance(getattr(statement, part, None), ast.expr):
            return getattr(statement, part)
    return statement
