"""A sentence or two for readers who are new to Python's errors, from what is certain alone.

Where nothing helpful is certain there is no hint: Python's own message stands above it.
"""

from types import TracebackType

from . import names
from .kinds import type_error
from .spot import Spot
from .syntax import syntax_error
from .values import (
    TOO_DEEP,
    arithmetic_error,
    index_error,
    key_error,
    operating_error,
    recursion_error,
    value_error,
)  # fmt: skip

NO_ROOM = "The program asks for more memory than this page's Python has: make its lists smaller."
NO_TYPING = (
    "Nobody can type while a program runs on this page: put the value into the code, "
    "in place of `input(…)`."
)
HINTS = {
    NameError: names.name_error,
    ModuleNotFoundError: names.module_error,
    ImportError: names.import_error,
    AttributeError: names.attribute_error,
    SyntaxError: syntax_error,
    TypeError: type_error,
    IndexError: index_error,
    KeyError: key_error,
    ArithmeticError: arithmetic_error,
    ValueError: value_error,
    RecursionError: recursion_error,
    MemoryError: lambda spot: TOO_DEEP if "complex" in spot.message else NO_ROOM,
    EOFError: lambda spot: NO_TYPING,
    OSError: operating_error,
    RuntimeError: operating_error,
}
# In a function of a library these speak of that function's own names, which say little outside.
INSIDE = (TypeError, LookupError, AttributeError, ArithmeticError)


def hint(error: BaseException, source: str, step: TracebackType | None, line: int | None) -> str:
    """Return a plain sentence about an error of a program, or an empty text."""
    try:
        spot = Spot(error, source, step, line)
        if spot.below and isinstance(error, INSIDE):
            called = spot.below.tb_frame.f_code.co_name
            return f"This arose inside `{called}`: look at what this line hands to it."
        for kind in type(error).__mro__:
            if kind in HINTS:
                return HINTS[kind](spot)
    except Exception:  # an error of the program's own kind may break what is asked of it
        pass
    return ""
