"""What a program finds is what a fresh Python has, whatever the program before it did.

A new interpreter for each program would take seconds, so the one there is gets tidied. Modules of
the standard library stay loaded; what a program replaced in them is put back.
"""

import builtins
import gc
import io
import logging
import os
import random
import shutil
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from operator import is_not
from types import ModuleType
from typing import Any

REST = "/lib/rest.zip"  # where the worker puts the modules that were trimmed
LIBRARY = (os.path.dirname(os.__file__), REST)
modules = sys.modules  # a program may give sys.modules another value

folder: str | None = None  # the page's working folder, emptied after each program


@contextmanager
def fresh() -> Iterator[ModuleType]:
    """Yield a new module __main__ for a program; afterwards put everything back."""
    loaded = dict(modules)
    known = {module: dict(vars(module)) for module in loaded.values() if _of_library(module)}
    lists = [(kept, list(kept)) for kept in (sys.path, sys.meta_path, sys.path_hooks, sys.argv)]
    settings = _settings()
    for name in loaded:
        if name.partition(".")[0] == "groundup":
            del modules[name]
    main = modules["__main__"] = ModuleType("__main__")
    vars(main)["__builtins__"] = builtins
    try:
        with warnings.catch_warnings():
            yield main
    finally:
        put_back(sys, known[sys])
        for kept, content in lists:
            kept[:] = content
        _restore(settings)
        for name, module in list(modules.items()):
            if name not in loaded and not _of_library(module):
                del modules[name]
        modules.update(loaded)
        for module, content in known.items():
            if any(map(is_not, map(vars(module).get, content), content.values())):
                _put_back_functions(module, content)


def put_back(module: ModuleType, content: dict[str, Any]) -> None:
    """Give a module exactly the content that it had."""
    now = vars(module)
    for name in [name for name in now if name not in content]:
        del now[name]
    now.update(content)


def forget() -> None:
    """In the page, let go of what a program left, quietly: its last objects may want to print."""
    if not folder:
        return
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        gc.collect()
    gc.freeze()  # what is left, such as modules of the library, stays: look through it no more
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            os.remove(entry.path)


def _of_library(module: Any) -> bool:
    """Return whether a module is Python's own, rather than the book's or a program's."""
    if type(module) is not ModuleType:
        return False
    origin = getattr(vars(module).get("__spec__"), "origin", None)
    return origin in ("built-in", "frozen") or (
        isinstance(origin, str) and origin.startswith(LIBRARY) and "site-packages" not in origin
    )


def _put_back_functions(module: ModuleType, content: dict[str, Any]) -> None:
    """Put back the functions and numbers of a library module, which it does not change itself.

    The rest may be its own working state, such as a table that it fills when first asked.
    """
    now = vars(module)
    for name, value in content.items():
        if now.get(name) is not value and (callable(value) or type(value) is float):
            now[name] = value


def _settings() -> tuple:
    """Note what is set outside modules, and set it as a fresh Python has it."""
    root = logging.getLogger()
    noted = (
        dict(os.environ), os.getcwd(), sys.getrecursionlimit(), sys.get_int_max_str_digits(),
        sys.gettrace(), sys.getprofile(), gc.isenabled(), random.getstate(),
        root.handlers[:], root.level,
    )  # fmt: skip
    random.seed()
    root.handlers[:] = []
    root.setLevel(logging.WARNING)
    return noted


def _restore(settings: tuple) -> None:
    """Set again what was noted."""
    environment, place, depth, digits, trace, profile, collecting, state, handlers, level = settings
    sys.settrace(trace)
    sys.setprofile(profile)
    sys.setrecursionlimit(depth)
    sys.set_int_max_str_digits(digits)
    (gc.enable if collecting else gc.disable)()
    random.setstate(state)
    root = logging.getLogger()
    root.handlers[:] = handlers
    root.setLevel(level)
    if os.environ != environment:
        os.environ.clear()
        os.environ.update(environment)
    os.makedirs(place, exist_ok=True)
    os.chdir(place)
