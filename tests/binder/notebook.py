"""What a notebook holds, as its tests compare it."""


def cells(notebook) -> list:
    """Return the code cells."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def printed(before, after) -> list:
    """Return what readers see, after it ran, below each cell that ran when the book was built."""
    pairs = zip(cells(before), cells(after), strict=True)
    return [list(map(shown, ran.outputs)) for made, ran in pairs if made.execution_count]


def shown(output) -> object:
    """Return what readers see of an output."""
    return output.get("text") or output["data"]
