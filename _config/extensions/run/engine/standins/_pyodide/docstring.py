"""Instead of Pyodide's: no program can ask for the docstrings that it would write at each start."""


def get_cmeth_docstring(function: object) -> str:
    """Return no docstring."""
    return ""


def dedent_docstring(docstring: str) -> str:
    """Return a docstring as it is."""
    return docstring
