"""Cells: short, tagged as agreed, and whole programs where readers run them."""

import ast
import sys

from .page import Directive, Page

TAGS = {"run", "check", "answer", "remove-cell"}
LONGEST = 15


def tree(cell: Directive) -> ast.Module:
    """Return a cell's code taken apart, its lines counted from the top of the page."""
    parsed = ast.parse(cell.body)
    return ast.increment_lineno(parsed, cell.body_line - 1)


def readable(page: Page) -> list[str]:
    """Complain about cells that are not Python, for instance because of a line magic."""
    complaints = []
    for cell in page.cells:
        try:
            ast.parse(cell.body)
        except SyntaxError as error:
            line = cell.body_line + (error.lineno or 1) - 1
            complaints.append(
                page.says(line, f"the cell is not Python: {error.msg}.", "Write plain Python.")
            )
    return complaints


def tags(page: Page) -> list[str]:
    """Complain about tags that mean nothing here, and about cells with several."""
    complaints = []
    for cell in page.cells:
        unknown = [tag for tag in cell.tags if tag not in TAGS]
        if unknown or len(cell.tags) > 1:
            wrong = f"the cell is tagged {', '.join(cell.tags)}."
            complaints.append(
                page.says(cell.line, wrong, f"Use one tag or none: {', '.join(sorted(TAGS))}.")
            )
    return complaints


def lengths(page: Page) -> list[str]:
    """Complain about cells that are too long to be read as one claim."""
    complaints = []
    for cell in page.cells:
        count = len(cell.body.strip().splitlines())
        if count > LONGEST:
            wrong = f"the cell has {count} lines, and {LONGEST} is the most."
            complaints.append(
                page.says(cell.line, wrong, "Move a step to code/ or make it two cells.")
            )
    return complaints


def hidden(page: Page) -> list[str]:
    """Complain about removed cells that do more than hand numbers to the prose."""
    complaints = []
    for cell in page.cells:
        if "remove-cell" in cell.tags:
            for node in tree(cell).body:
                if not isinstance(node, (ast.Import, ast.ImportFrom)) and not is_glue(node):
                    first = ast.unparse(node).splitlines()[0]
                    wrong = f"a removed cell does more than import and glue: “{first}”."
                    complaints.append(
                        page.says(node.lineno, wrong, "Compute it in a cell that readers see.")
                    )
    return complaints


def is_glue(node: ast.stmt) -> bool:
    """Tell whether a statement is a call of glue."""
    call = node.value if isinstance(node, ast.Expr) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "glue"


def alone(page: Page) -> list[str]:
    """Complain about programs that need more than the package's lists and the standard library."""
    complaints = []
    for cell in page.cells:
        if {"run", "answer", "check"} & set(cell.tags):
            for line, module in imported(tree(cell)):
                if (
                    not (module + ".").startswith("groundup.lists.")
                    and module.split(".")[0] not in sys.stdlib_module_names
                ):
                    wrong = f"a program that readers run imports {module}."
                    complaints.append(
                        page.says(line, wrong, "Use groundup.lists and the standard library only.")
                    )
    return complaints


def imported(parsed: ast.Module) -> list[tuple[int, str]]:
    """Return the modules that a cell imports, with lines."""
    found = []
    for node in ast.walk(parsed):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or "."
            found += [
                (node.lineno, f"{module}.{alias.name}" if module == "groundup" else module)
                for alias in node.names
            ]
    return found
