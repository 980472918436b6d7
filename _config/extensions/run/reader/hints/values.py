"""Hints about values that are of the right kind and cannot be used all the same."""

import ast
import re
from typing import Any

from .names import alike
from .spot import Spot

TOO_DEEP = (
    "Too much stands inside one expression: split it into several lines with names of their own."
)
MOST = 8  # keys of a dictionary that are named


def index_error(spot: Spot) -> str:
    """Say how many items there are, and how positions are counted."""
    if spot.message.startswith("pop from empty"):
        return "Nothing is left to take out: the list is empty."
    for part in spot.all(ast.Subscript):
        items = spot.value(part.value)
        if type(items) in (list, tuple, str, range):
            name, number = part.value.id, len(items)
            if not number:
                return f"`{name}` is empty: it has no item at any position."
            count = "one item" if number == 1 else f"{number:,} items"
            return (
                f"`{name}` has {count}, and positions count from 0: "
                f"the last one is `{name}[{number - 1}]`, or `{name}[-1]`."
            )
    if "out of range" in spot.message:
        return "Positions count from 0, so the last of n items is at position n - 1."
    return ""


def key_error(spot: Spot) -> str:
    """Say which keys there are."""
    for part in spot.all(ast.Subscript):
        table = spot.value(part.value)
        if type(table) is not dict or not spot.error.args:
            continue
        name, key = part.value.id, spot.error.args[0]
        if not table:
            return f"`{name}` has no keys yet."
        texts = [other for other in table if type(other) is str]
        close = alike(key, texts) if type(key) is str else ""
        if close:
            return f"`{name}` has no such key. Did you mean `{close!r}`?"
        if type(key) is str and any(str(other) == key for other in table if type(other) is int):
            return f"The keys of `{name}` are numbers, and this is a text."
        if type(key) is int and str(key) in texts:
            return f"The keys of `{name}` are texts, and this is a number."
        if len(table) <= MOST and all(type(other) in (str, int, float, bool) for other in table):
            return f"The keys of `{name}` are {_listed(list(table))}."
        return (
            f"`{name}.get(key)` gives None for a key that is not there, and `key in {name}` asks."
        )
    return ""


def _listed(keys: list[Any]) -> str:
    shown = [f"`{key!r}`" if len(repr(key)) < 30 else f"`{repr(key)[:27]}…`" for key in keys]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def arithmetic_error(spot: Spot) -> str:
    """Say which number is 0, or too large."""
    if isinstance(spot.error, ZeroDivisionError):
        for part in spot.all(ast.BinOp):
            if isinstance(part.op, (ast.Div, ast.FloorDiv, ast.Mod)):
                below = ast.unparse(part.right)
                if len(below) <= 30 and not isinstance(part.right, ast.Constant):
                    return f"`{below}` is 0 here, and nothing can be divided by 0."
        return "Nothing can be divided by 0."
    if not isinstance(spot.error, OverflowError):
        return ""
    if "cannot fit" in spot.message:
        return "No list or text can have so many items."
    return (
        "The result is larger than the largest number that a float can hold, which has 309 digits."
    )


def value_error(spot: Spot) -> str:
    """Say which value does not fit. What `groundup.lists` refuses, it explains itself."""
    if spot.below:
        return ""
    message = spot.message
    if message.startswith("invalid literal for int()"):
        return (
            "`int` reads whole numbers: digits alone, perhaps with a sign. `float` reads "
            "decimal ones."
        )
    if message.startswith("could not convert string to float"):
        return (
            "`float` reads digits with at most one point, such as `2.5`: no other sign, "
            "word or comma."
        )
    if re.match(r"not enough values to unpack|too many values to unpack", message):
        return "The names on the left have to be as many as the values that they are given."
    if re.search(r"zip\(\) argument \d+ is (?:shorter|longer)", message):
        return "`zip` with `strict=True` refuses lists of different lengths: print their `len`."
    called = {
        getattr(call.func, "attr", getattr(call.func, "id", "")) for call in spot.all(ast.Call)
    }
    if called & {"max", "min"} and "empty" in message:
        return "There is no largest or smallest of no items: the list is empty."
    if called & {"sqrt", "log", "log2", "log10"} and re.search(
        "domain|positive|nonnegative", message
    ):
        return "A root needs a number of at least 0, and a logarithm one above 0."
    if called & {"index", "remove"} and re.search("not in list|is not in", message):
        return "The list does not hold this value: ask by `value in values` first."
    return ""


def recursion_error(spot: Spot) -> str:
    """Say which function never comes to an end."""
    name = spot.frame.f_code.co_name if spot.frame else ""
    if not spot.frame or "compilation" in spot.message:
        return TOO_DEEP
    if not name.isidentifier():
        return "Something contains or calls itself without end."
    return (
        f"`{name}` calls itself, perhaps by way of others, again and again. "
        "It needs a case in which it returns without another call."
    )


def operating_error(spot: Spot) -> str:
    """Say what the page's Python has no means for."""
    passed = spot.modules()
    if isinstance(spot.error, FileNotFoundError) and "subprocess" not in passed:
        return (
            "The Python on this page sees no files but those that the program itself has written."
        )
    if "can't start new thread" in spot.message or "threading" in passed:
        return "The Python on this page does one thing at a time: it has no threads."
    if passed & {"subprocess", "multiprocessing"} or (
        isinstance(spot.error, OSError)
        and re.search(r"\b(?:fork|exec\w*|spawn\w*|popen)\(", spot.text)
    ):
        return "The Python on this page cannot start other programs."
    return ""
