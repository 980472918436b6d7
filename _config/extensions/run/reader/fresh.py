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
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from importlib.machinery import ModuleSpec
from operator import is_not
from types import ModuleType
from typing import Any

REST = "/lib/rest.zip"  # where the worker puts the modules that were trimmed
LIBRARY = (os.path.dirname(os.__file__), REST)
modules = sys.modules  # a program may give sys.modules another value

LISTS = (sys.path, sys.meta_path, sys.path_hooks, sys.argv, gc.callbacks)

# Set in the page alone: the working folder, emptied after each program, and what stands behind
# the file descriptors 1 and 2.
folder: str | None = None
devices: tuple[str, ...] = ()


@contextmanager
def fresh() -> Iterator[ModuleType]:
    """Yield a new module __main__ for a program; afterwards put everything back."""
    loaded, system = dict(modules), dict(vars(sys))
    lists = [(kept, list(kept)) for kept in LISTS]
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
        put_back(sys, system)
        for kept, content in lists:
            kept[:] = content
        _restore(settings)
        for name, module in list(modules.items()):
            if name not in loaded and not _of_library(module, name):
                del modules[name]
        modules.update(loaded)


def library() -> Callable[[], None]:
    """Return a function that puts back what a program replaces in Python's own modules."""
    own = dict(vars(builtins))
    known = {
        module: dict(vars(module)) for name, module in modules.items() if _of_library(module, name)
    }

    def restore() -> None:
        put_back(builtins, own)
        for module, content in known.items():
            if any(map(is_not, map(vars(module).get, content), content.values())):
                _put_back_functions(module, content)

    return restore


def put_back(module: ModuleType, content: dict[str, Any]) -> None:
    """Give a module exactly the content that it had."""
    now = vars(module)
    for name in [name for name in now if name not in content]:
        del now[name]
    now.update(content)


def forget() -> None:
    """In the page, let go of what a program left, and open again what it may have closed.

    This is done quietly: a program's last objects may want to print.
    """
    if not folder:
        return
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        gc.collect()
    gc.freeze()  # what is left, such as modules of the library, stays: look through it no more
    for number, device in enumerate(devices, 1):
        opened = os.open(device, os.O_WRONLY)
        if opened != number:  # else the program had closed it
            os.dup2(opened, number)
            os.close(opened)
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            os.remove(entry.path)


def _of_library(module: Any, name: str) -> bool:
    """Return whether a module is Python's own, rather than the book's or a program's."""
    spec = vars(module).get("__spec__") if type(module) is ModuleType else None
    origin = spec.origin if type(spec) is ModuleSpec and spec.name == name else None
    if type(origin) is not str:
        return False
    here = origin.startswith(LIBRARY) and "site-packages" not in origin
    return here or origin in ("built-in", "frozen")


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
