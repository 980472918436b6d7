"""Hints about values of the wrong kind: TypeError, and None where something was expected."""

import ast
import builtins
import re
from collections.abc import Callable

from .spot import UNKNOWN, Spot

PLAIN = {
    "int": "a number", "float": "a number", "complex": "a number", "bool": "a truth value",
    "str": "a text", "list": "a list", "tuple": "a tuple", "dict": "a dictionary", "set": "a set",
    "function": "a function", "builtin_function_or_method": "a function", "method": "a method",
    "type": "a class", "module": "a module", "NoneType": "None",
}  # fmt: skip
NUMBERS = ("int", "float", "complex", "bool")
CHANGING = (
    "append",
    "extend",
    "insert",
    "remove",
    "sort",
    "reverse",
    "clear",
    "update",
    "add",
    "shuffle",
)
EACH = "`[{0} for value in values]` does it for every item."
PAIRS = "`[a {0} b for a, b in zip(x, y)]` takes them item by item."


def plain(kind: str) -> str:
    """Return a type's name in words."""
    return PLAIN.get(kind, f"of the type `{kind}`")


def type_error(spot: Spot) -> str:
    """Say which value does not fit, and what would."""
    if "NoneType" in spot.message:
        return none(spot)
    for pattern, say in PATTERNS.items():
        found = re.search(pattern, spot.message)
        if found:
            return say(spot, *found.groups())
    return ""


def none(spot: Spot) -> str:
    """Say where a None may have come from."""
    for call in spot.all(ast.Call):
        told = _gives_none(spot, call)
        if told:
            return told
    for name in spot.all(ast.Name):
        if spot.value(name) is None:
            made = [
                node.value
                for node in spot.all(ast.Assign, spot.tree)
                if any(isinstance(to, ast.Name) and to.id == name.id for to in node.targets)
            ]
            calls = [value for value in made if isinstance(value, ast.Call)]
            told = [told for told in (_gives_none(spot, call) for call in calls) if told]
            return told[0] if told else f"`{name.id}` is None here: it stands for no value."
    return "Something on this line is None: a function without `return` gives None, for example."


def _gives_none(spot: Spot, call: ast.Call) -> str:
    """Say that a call gives None, if it is one of those that do."""
    if isinstance(call.func, ast.Attribute) and call.func.attr in CHANGING:
        name = call.func.attr
        better = " `sorted(…)` gives a new one." if name == "sort" else ""
        return (
            f"`{name}` changes what it is called on and gives None: write it on a line of "
            f"its own.{better}"
        )
    if not isinstance(call.func, ast.Name):
        return ""
    if call.func.id == "print":
        return "`print` shows a text and gives None. Give the value a name first, then print it."
    for function in spot.all(ast.FunctionDef, spot.tree):
        returns = [node for node in spot.all(ast.Return, function) if node.value is not None]
        if function.name == call.func.id and not returns:
            return f"`{function.name}` has no line `return …`, so what it gives is None."
        if function.name == call.func.id and not _certain(function):
            return f"`{function.name}` can end without a `return`, and then gives None."
    return ""


def _certain(function: ast.FunctionDef) -> bool:
    """Return whether the last statement of a function returns or raises."""
    return isinstance(function.body[-1], (ast.Return, ast.Raise))


def _adding(spot: Spot, kind: str, other: str) -> str:
    if kind == "str":
        return (
            f"`+` joins texts, and this is {plain(other)}. "
            'An f-string takes any value into a text: `f"total: {total}"`.'
        )
    if other in NUMBERS:
        return f"`+` puts one {kind} behind another. To add to each item: " + EACH.format(
            "value + 1"
        )
    return f"`+` puts one {kind} behind another {kind}, and this is {plain(other)}."


def _operands(spot: Spot, sign: str, left: str, right: str) -> str:
    sign = "**" if "pow" in sign else sign.removesuffix("=")
    if any(
        isinstance(call.func, ast.Name) and call.func.id == "sum" for call in spot.all(ast.Call)
    ):
        other = right if left in NUMBERS else left
        return f"`sum` adds numbers, and an item here is {plain(other)}."
    if "str" in (left, right):
        return (
            "A text of digits is not a number: `float(text)` makes one of it. "
            'To put a number into a text, write `f"total: {total}"`.'
        )
    if sign == "@":
        return (
            "`@` is NumPy's. `matmul` of `groundup.lists.matrix` takes lists of rows, "
            "`dot` of `groundup.lists.vector` two lists."
        )
    if left in ("list", "tuple") and right in ("list", "tuple"):
        return f"`{sign}` does not work on whole lists. " + PAIRS.format(sign)
    if left in ("list", "tuple") and right in NUMBERS:
        return f"`{sign}` does not work on a whole list. " + EACH.format(f"value {sign} 2")
    if left in NUMBERS and right in ("list", "tuple"):
        return f"`{sign}` does not work on a whole list. " + EACH.format(f"2 {sign} value")
    return f"`{sign}` has no meaning between {plain(left)} and {plain(right)}."


def _times(spot: Spot, kind: str) -> str:
    if kind in ("list", "tuple"):
        return "`*` does not multiply lists. " + PAIRS.format("*")
    if kind == "float":
        return "`*` repeats a list or a text a whole number of times. " + EACH.format("value * 0.5")
    return "`*` repeats a list or a text, and needs a whole number for that."


def _not_callable(spot: Spot, kind: str) -> str:
    for call in spot.all(ast.Call):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        value = spot.value(call.func)
        if value is UNKNOWN or callable(value):
            continue
        if name in vars(builtins):
            return (
                f"`{name}` is Python's own function until a program gives that name "
                "another value. Choose another name."
            )
        if kind == "module":
            return f"`{name}` is a module. What it holds stands behind a dot: `{name}.…`."
        if kind in ("list", "tuple", "dict", "str"):
            return (
                f"`{name}` is {plain(kind)} and no function. Its items stand in square "
                f"brackets: `{name}[…]`."
            )
    if kind in NUMBERS:
        return "Brackets behind a number call it like a function. To multiply, write `*`."
    return f"Round brackets call a function, and this is {plain(kind)}."


def _missing(spot: Spot, function: str, names: str) -> str:
    if names == "'self'":
        return (
            f"`{function}` is called on an object: make one first, then write "
            f"`object.{function.rpartition('.')[2]}(…)`."
        )
    return (
        f"The call of `{function.removesuffix('.__init__')}` has to give a value for "
        f"{names.replace(chr(39), '`')} too."
    )


def _surplus(spot: Spot, function: str, takes: str, given: str) -> str:
    if "." in function and takes.startswith("0"):
        return (
            "The first name in the brackets of a method is `self`: the object that it is called on."
        )
    short = function.removesuffix(".__init__")
    itself = ", with the object itself as the first" if "." in function else ""
    return f"`{short}` takes {takes}, and this call gives it {given}{itself}."


def _length(spot: Spot, kind: str) -> str:
    return (
        f"`len` counts the items of a list or the characters of a text, and this is {plain(kind)}."
    )


def _iterable(spot: Spot, kind: str) -> str:
    if kind in NUMBERS:
        return "A number has no items to go through. `range(n)` counts from 0 up to n - 1."
    return f"Only what has items can be gone through, and this is {plain(kind)}."


def _subscript(spot: Spot, kind: str) -> str:
    if kind in ("function", "method", "builtin_function_or_method"):
        return "A function is called with round brackets: `(…)` in place of `[…]`."
    if kind in (
        "generator",
        "map",
        "filter",
        "zip",
        "enumerate",
        "set",
        "dict_keys",
        "dict_values",
    ):
        return "Its items have no positions: make a list of them first, by `list(…)`."
    return f"`[…]` picks an item, and this is {plain(kind)}, which has none."


def _position(spot: Spot, kind: str) -> str:
    if kind == "tuple":
        return "A list of rows takes one position at a time: write `rows[i][j]`."
    if kind == "float":
        return (
            "A position is a whole number. `//` divides without a rest, and `int(…)` cuts it off."
        )
    if kind == "str":
        return "A position is a whole number. Only a dictionary is asked by a text."
    return f"A position is a whole number, and this is {plain(kind)}."


def _fixed(spot: Spot, kind: str) -> str:
    return f"{plain(kind).capitalize()} cannot be changed: make a new one, or use a list."


def _comparison(spot: Spot, left: str, right: str) -> str:
    if "str" in (left, right):
        return "A text and a number cannot be compared: `float(text)` makes a number of it."
    return f"There is no order between {plain(left)} and {plain(right)}. Compare single numbers."


PATTERNS: dict[str, Callable[..., str]] = {
    r"can only concatenate (\w+) \(not \"(.+?)\"\)": _adding,
    r"unsupported operand type\(s\) for (.+?): '(.+?)' and '(.+?)'": _operands,
    r"can't multiply sequence by non-int of type '(.+?)'": _times,
    r"'(.+?)' object is not callable": _not_callable,
    r"([\w.]+)\(\) missing \d+ required .*?arguments?: (.+)": _missing,
    r"([\w.]+)\(\) takes (.+?) positional arguments? but (\d+) (?:was|were) given": _surplus,
    r"([\w.]+)\(\) got an unexpected keyword argument '(\w+)'": lambda spot, function, name: (
        f"`{function.removesuffix('.__init__')}` has no argument that is called `{name}`."
    ),
    r"([\w.]+)\(\) got multiple values for argument '(\w+)'": lambda spot, function, name: (
        f"This call gives `{name}` twice: by its place and by its name."
    ),
    r"object of type '(.+?)' has no len\(\)": _length,
    r"unhashable type: '(.+?)'": lambda spot, kind: (
        f"A key of a dictionary, or an item of a set, must not change, and {plain(kind)} can. "
        "A tuple cannot: `tuple(…)` makes one."
    ),
    r"'(.+?)' object is not iterable|cannot unpack non-iterable (\w+)|argument of type '(.+?)' is not": (
        lambda spot, *kinds: _iterable(spot, next(filter(None, kinds)))
    ),
    r"'(.+?)' object is not subscriptable": _subscript,
    r"indices must be integers(?: or slices)?,? not '?(\w+)": _position,
    r"'(.+?)' object does not support item": _fixed,
    r"not supported between instances of '(.+?)' and '(.+?)'": _comparison,
    r"bad operand type for (?:unary )?(.+?): '(list|tuple)'": lambda spot, sign, kind: (
        f"`{sign.removesuffix('()')}` takes one number. "
        + EACH.format("-value" if sign == "-" else f"{sign.removesuffix('()')}(value)")
    ),
    r"must be real number, not (list|tuple)|argument must be .*, not '(list|tuple)'": lambda spot, *_: (
        "This function takes one number. " + EACH.format("function(value)")
    ),
    r"must be real number, not (str)": lambda spot, _: (
        "A text of digits is not a number: `float(text)` makes one of it."
    ),
    r"unsupported format string passed to (list|tuple)": lambda spot, _: (
        "A format such as `.2f` is for one number. " + EACH.format('f"{value:.2f}"')
    ),
    r"sequence item \d+: expected str instance, (\w+) found": lambda spot, kind: (
        f"`join` takes texts, and an item here is {plain(kind)}: write `str(value) for value "
        "in values` in its brackets."
    ),
    r"\w+ expected (?:at \w+ )?\d+ arguments?, got|takes .* arguments? \(\d+ given\)": (
        lambda spot: (
            "Count the values between the brackets: this function takes another number of them."
        )
    ),
}  # fmt: skip
