"""Figures have words: each says, for those who cannot see it, what it shows."""

import ast
import re

from .cells import tree
from .page import Directive, Page, Text

DRAWING = {
    "axes",
    "panels",
    "subplots",
    "figure",
    "movable",
}  # functions that begin or show a figure
MODULES = {"plt", "pyplot"}
ENOUGH_WORDS = 8
REMEDY = "Say in a sentence what the figure shows, under mystnb: image: alt: in the cell."


def alt_texts(page: Page) -> list[str]:
    """Complain about figures whose alt text is missing, a file's name or too short to say anything."""
    complaints = []
    for cell in page.cells:
        if draws(tree(cell)) and "mystnb.image.alt" not in cell.options:
            complaints.append(page.says(cell.line, "the figure has no alt text.", REMEDY))
    for text in page.all(Text):
        if text.place == "alt" and says_little(text.plain):
            wrong = f"the alt text “{text.plain}” says too little."
            complaints.append(page.says(text.line, wrong, REMEDY))
    for picture in page.all(Directive):
        if picture.name in ("image", "figure") and "alt" not in picture.options:
            wrong = "the picture has no alt text."
            complaints.append(page.says(picture.line, wrong, "Add :alt: with a sentence."))
    return complaints


def quiet_ends(page: Page) -> list[str]:
    """Complain about drawing cells whose last line shows the object that it returns."""
    complaints = []
    for cell in page.cells:
        parsed = tree(cell)
        if draws(parsed) and isinstance(parsed.body[-1], ast.Expr) and cell.body.strip()[-1] != ";":
            wrong = "the drawing cell does not end in a semicolon."
            complaints.append(page.says(parsed.body[-1].end_lineno, wrong, "Add one."))
    return complaints


def sliders(page: Page) -> list[str]:
    """Complain about figures with a slider of which the text right before them says nothing."""
    complaints = []
    for cell in page.cells:
        if "movable" in called(tree(cell)) and "slider" not in right_before(page, cell):
            wrong = "the text before the figure says nothing of its slider."
            remedy = "Say what to look for, and that the slider is there on some pages only."
            complaints.append(page.says(cell.line, wrong, remedy))
    return complaints


def right_before(page: Page, cell: Directive) -> str:
    """Return the words between a cell and the directive before it."""
    words = []
    for item in reversed(page.items[: page.items.index(cell)]):
        if isinstance(item, Directive):
            break
        if isinstance(item, Text):
            words.insert(0, item.plain)
    return "\n".join(words)


def draws(parsed: ast.Module) -> bool:
    """Tell whether a cell begins a figure."""
    return any(name in DRAWING or name.split(".")[0] in MODULES for name in called(parsed))


def called(parsed: ast.Module) -> set[str]:
    """Return the names of the functions that a cell calls."""
    return {ast.unparse(node.func) for node in ast.walk(parsed) if isinstance(node, ast.Call)}


def says_little(words: str) -> bool:
    """Tell whether an alt text is a file's name or shorter than a sentence."""
    named = re.search(r"\.(?:png|svg|jpe?g|gif|webp|pdf)$", words.strip(), re.IGNORECASE)
    return bool(named) or len(words.split()) < ENOUGH_WORDS
