"""Instead of Pyodide's: what runs a program, and nothing that needs to look into functions."""

from _pyodide._base import eval_code

__all__ = ["eval_code"]
