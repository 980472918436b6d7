"""Hints about names: of variables, of modules, and of what modules and values hold."""

import ast
import builtins
import math
import os
import pkgutil
import re
import sys
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from types import ModuleType

from groundup.exercise import __file__ as HARNESS

from .kinds import none, plain
from .spot import Spot

LISTS = os.path.join(os.path.dirname(HARNESS), "lists")
# What is often used without its import, with the module that it is in.
HOMES = {name: "math" for name in vars(math) if not name.startswith("_") and name != "e"}
for _module, _names in {
    "collections": "Counter OrderedDict defaultdict deque namedtuple",
    "copy": "deepcopy",
    "dataclasses": "dataclass field",
    "fractions": "Fraction",
    "functools": "cache lru_cache partial reduce",
    "itertools": "accumulate chain combinations permutations product",
    "random": "Random choice choices gauss randint random randrange sample shuffle uniform",
    "statistics": "mean median stdev variance",
    "time": "perf_counter sleep",
}.items():
    HOMES.update(dict.fromkeys(_names.split(), _module))
NICKNAMES = {"np": "NumPy", "plt": "Matplotlib", "pd": "pandas", "torch": "PyTorch"}
OTHER_LANGUAGES = {"true": "True", "false": "False", "null": "None", "nil": "None", "none": "None"}
# Packages that programs elsewhere use; a name that is like none of Python's is taken for one too.
PACKAGES = frozenset(
    "cupy cv2 datasets diffusers einops flax huggingface_hub IPython jax keras matplotlib "
    "mlx numba "
    "numpy onnx pandas PIL plotly polars psutil pydantic pytest pytorch_lightning requests rich "
    "safetensors scipy seaborn sentencepiece sklearn spacy sympy tensorflow tiktoken "
    "tokenizers torch "
    "torchaudio torchvision tqdm transformers triton yaml".split()
)


COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def alike(name: str, names: Iterable[str]) -> str:
    """Return the one of the names that a slip of the keys may have turned into name, or ''."""
    known = {other.lower(): other for other in names if not other.startswith("_")}
    return known.get(next(iter(get_close_matches(name.lower(), known, 1, 0.75)), ""), "")


def lists() -> dict[str, str]:
    """Return the text of each module of groundup.lists."""
    found = pkgutil.iter_modules([LISTS])
    specs = {each.name: each.module_finder.find_spec(each.name) for each in found}
    return {name: spec.loader.get_source(name) for name, spec in specs.items()}


def home(name: str) -> str:
    """Return the module of groundup.lists that a function of the book is in, or ''."""
    defined = re.compile(rf"^(?:(?:def|class) {re.escape(name)}\b|{re.escape(name)}\b.* =)", re.M)
    for module, text in lists().items():
        if defined.search(text) and not name.startswith("_"):
            return module
    return ""


def outside(error: BaseException) -> str | None:
    """Return the name of a package or of a part of the book that this page's Python lacks."""
    if not issubclass(type(error), ModuleNotFoundError):
        return None
    try:
        name = str(error.name)
    except BaseException:  # an error of the program's own kind may refuse
        return None
    if name.startswith("groundup."):
        return None if name.startswith("groundup.lists") else ".".join(name.split(".")[:2])
    top = name.partition(".")[0]
    return top if top in PACKAGES else None


def name_error(spot: Spot) -> str:
    """Say why a name stands for nothing."""
    local = re.search(r"local variable '(\w+)'", spot.message)
    name = local[1] if local else getattr(spot.error, "name", None) or ""
    if not name:
        return ""
    if local:
        return (
            f"Inside this function `{name}` is a name of its own, since the function gives it "
            "a value, "
            f"and it has none yet. Give it one first, or hand the outer `{name}` in as an argument."
        )
    told = _made_elsewhere(spot, name) or _import_of(spot, name)
    if told:
        return told
    near = {**vars(builtins)}
    if spot.frame:
        near |= {**spot.frame.f_globals, **spot.frame.f_locals}
    close = OTHER_LANGUAGES.get(name) or alike(name, near)
    if close:
        return f"Nothing is called `{name}` here. Did you mean `{close}`?"
    return (
        f"No line of this program gives `{name}` a value. Each box is a program of its own: "
        "what another box made is not known here, so make it here too."
    )


def _made_elsewhere(spot: Spot, name: str) -> str:
    """Say where the program does make the name, if it does."""
    made = [(line, owner) for other, line, owner in _bindings(spot.tree) if other == name]
    for line, _ in sorted(pair for pair in made if pair[1] is None):
        return f"`{name}` gets its value on line {line}, and that line has not run before this one."
    for line, owner in made:
        if isinstance(owner, ast.ClassDef):
            return (
                f"`{name}` belongs to the class `{owner.name}`: write it behind an object of that "
                f"class and a dot, such as `self.{name}`."
            )
        if isinstance(owner, ast.FunctionDef):
            return (
                f"`{name}` is made inside `{owner.name}` and is known only there. "
                "Let the function return it, and give the result a name."
            )
        return f"`{name}` is known only inside the brackets on line {line}."
    return ""


def _bindings(inside: ast.AST, owner: ast.AST | None = None) -> Iterator[tuple]:
    """Yield each name that gets a value, with its line and the function, class or … it is in."""
    for node in ast.iter_child_nodes(inside):
        owns = isinstance(node, (ast.FunctionDef, ast.ClassDef, *COMPREHENSIONS))
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name, node.lineno, owner
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id, node.lineno, owner
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno, owner
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.partition(".")[0], node.lineno, owner
        yield from _bindings(node, node if owns else owner)


def _import_of(spot: Spot, name: str) -> str:
    """Say which import is missing, if one is."""
    above = "at the top of the program"
    module = home(name)
    if module:
        return (
            f"`{name}` is in the book's code: write "
            f"`from groundup.lists.{module} import {name}` {above}."
        )
    dotted = [
        node
        for node in spot.all(ast.Attribute, spot.tree)
        if isinstance(node.value, ast.Name) and node.value.id == name
    ]
    if name in NICKNAMES:
        return f"{NICKNAMES[name]} is not part of the Python on this page."
    if dotted and name in sys.stdlib_module_names:
        return f"`{name}` is a module of Python's library: write `import {name}` {above}."
    if name in HOMES:
        return (
            f"`{name}` is in a module of Python's library: write `from {HOMES[name]} "
            f"import {name}` {above}."
        )
    return ""


def import_error(spot: Spot) -> str:
    """Say where a name may be imported from."""
    wanted = re.search(r"cannot import name '(\w+)'", spot.message)
    module = getattr(spot.error, "name", None)
    if not wanted or not isinstance(module, str):
        return ""
    name = wanted[1]
    place = home(name)
    if place:
        return f"`{name}` is elsewhere: write `from groundup.lists.{place} import {name}`."
    held = vars(sys.modules[module]) if module in sys.modules else _defined(module)
    close = alike(name, held)
    return f"`{module}` holds no `{name}`." + (f" Did you mean `{close}`?" if close else "")


def _defined(module: str) -> list[str]:
    """Return the functions and classes of a module of groundup.lists."""
    package, _, name = module.rpartition(".")
    text = lists().get(name, "") if package == "groundup.lists" else ""
    return re.findall(r"^(?:def|class) (\w+)", text, re.M)


def module_error(spot: Spot) -> str:
    """Say why a module is not there; a module that is refused says so itself."""
    name = getattr(spot.error, "name", None) or ""
    missing = outside(spot.error)
    if missing and name.startswith("groundup."):
        return (
            f"`{missing}` is not part of the Python on this page, which has the book's "
            "functions on "
            "plain lists: import from `groundup.lists`."
        )
    if missing:
        return (
            f"`{missing}` is not part of the Python on this page: "
            "programs here use Python's own library and `groundup.lists`."
        )
    if name.startswith("groundup"):
        close = alike(name.rpartition(".")[2], lists())
        return f"Did you mean `groundup.lists.{close}`?" if close else ""
    if not spot.message.startswith("No module named"):
        return ""
    close = alike(name, sys.stdlib_module_names)
    if close and close != name:
        return f"No module is called `{name}`. Did you mean `{close}`?"
    return "Programs on this page can import Python's own library and `groundup.lists`."


LIST_HABITS = {
    "shape": (
        "A list has no shape: `len({0})` counts its items, and `len({0}[0])` those of "
        "its first row."
    ),
    "mean": "A list has no `mean`: write `sum({0}) / len({0})`.",
    "sum": "Write `sum({0})`.",
    "max": "Write `max({0})`.",
    "min": "Write `min({0})`.",
    "size": "Write `len({0})`.",
    "length": "Write `len({0})`.",
    "T": "`transpose` of `groundup.lists.matrix` turns the rows of a list into columns.",
    "transpose": "`transpose` of `groundup.lists.matrix` turns the rows of a list into columns.",
    "dot": "`dot` of `groundup.lists.vector` takes two lists: write `dot({0}, other)`.",
    "matmul": "`matmul` of `groundup.lists.matrix` takes two lists of rows.",
    "norm": "`length` of `groundup.lists.vector` measures a list: write `length({0})`.",
    "push": "The end of a list takes a new item by `append`: write `{0}.append(item)`.",
    "add": "The end of a list takes a new item by `append`: write `{0}.append(item)`.",
    "tolist": "This is a list already.",
}


def attribute_error(spot: Spot) -> str:
    """Say what a value has in place of what was asked for."""
    name, value = getattr(spot.error, "name", None), getattr(spot.error, "obj", None)
    if not name:
        return ""
    if value is None:
        return none(spot)
    asked = [node.value for node in spot.all(ast.Attribute) if node.attr == name]
    called = asked[0].id if asked and isinstance(asked[0], ast.Name) else "values"
    if isinstance(value, (list, tuple)) and name in LIST_HABITS:
        return LIST_HABITS[name].format(called)
    if isinstance(value, str) and name in ("length", "size"):
        return f"Write `len({called})`."
    if isinstance(value, (str, tuple)) and name in ("append", "extend", "insert", "remove"):
        return (
            f"{plain(type(value).__name__).capitalize()} cannot be changed: make a new "
            "one by `+`, or use a list."
        )
    if isinstance(value, dict) and name in value:
        return f'A dictionary gives its values by key: write `{called}["{name}"]`.'
    held = {**vars(value)} if isinstance(value, ModuleType) else dir(type(value))
    close = alike(name, [*held, *(getattr(value, "__dict__", None) or ())])
    return f"There is no `{name}` in it. Did you mean `{close}`?" if close else ""
