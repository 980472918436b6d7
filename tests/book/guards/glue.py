"""Numbers that go from a cell into the prose: every key is made once, used, and exists."""

import ast

from . import cells
from .page import Page, Text


def made(page: Page) -> tuple[dict[str, list[int]], list[str]]:
    """Return the lines where each key is made, and complaints about keys that cannot be read."""
    keys: dict[str, list[int]] = {}
    complaints = []
    for cell in page.cells:
        for node in ast.walk(cells.tree(cell)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "glue"
            ):
                key = node.args[0] if node.args else None
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    keys.setdefault(key.value, []).append(node.lineno)
                else:
                    wrong = f"the key of {ast.unparse(node)[:50]} cannot be read."
                    complaints.append(page.says(node.lineno, wrong, "Write the key as plain text."))
    return keys, complaints


def keys(page: Page) -> list[str]:
    """Complain about keys that are made twice, not used, or asked for and not made."""
    where, complaints = made(page)
    asked = [
        (part.target, part.line)
        for text in page.all(Text)
        for part in text.parts
        if part.kind == "glue"
    ]
    used = {key for key, _ in asked}
    for key, lines in where.items():
        if len(lines) > 1:
            complaints.append(
                page.says(
                    lines[1], f"the key “{key}” is made twice.", "Give each number its own key."
                )
            )
        if key not in used:
            complaints.append(
                page.says(
                    lines[0], f"no text asks for “{key}”.", "Use the number or remove the line."
                )
            )
    for key, line in asked:
        if key not in where:
            complaints.append(
                page.says(
                    line, f"no cell of this page makes “{key}”.", "Glue it in a cell of this page."
                )
            )
    return complaints
