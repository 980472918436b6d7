"""What keeps a program apart: no road leads from Python to JavaScript, to the page or the network.

Pyodide's Python can call JavaScript, and could by that read what the page stores or ask other
servers. A program of a reader needs none of it, so all of it goes before the first one runs. The
worker takes the same things away on JavaScript's side: each of the two holds without the other.
Pyodide's C code is out of Python's reach except by the few built-in modules that are closed here.
"""

import _imp
import builtins
import gc
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

NOT_HERE = "programs on this page reach neither the page nor the network, so there is no `{}` here"
BRIDGES = ("js", "pyodide_js", "pyodide", "_pyodide", "_pyodide_core", "ctypes", "_ctypes")
NETWORK = ("webbrowser", "urllib.request", "http.client", "http.server", "socketserver",
           "ftplib", "imaplib", "poplib", "smtplib", "xmlrpc", "antigravity")  # fmt: skip
# Built-in modules that hand out memory, or the other closed ones; `_test…` are for Python's makers.
CLOSED = ("_pyodide_core", "_ctypes", "_imp", "_remote_debugging", "_test", "_xxtest")
# A browser gives a worker little room for calls within calls, and ends all of Python where it is
# used up. These make Python raise RecursionError before: bytes of C's stack, and calls in Python.
STACK = 100_000
DEEPEST = 2_000


class Refused:
    """The first finder: says in a sentence what is not here, before another one looks."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        """Raise ModuleNotFoundError for what leads out."""
        if name.partition(".")[0] in BRIDGES or name.startswith(NETWORK):
            raise ModuleNotFoundError(NOT_HERE.format(name), name=name)


def cut_off() -> None:
    """Take away every bridge of Pyodide's."""
    _give_back_what_was_replaced()
    _change_what_is_in_memory()
    sys.builtin_module_names = tuple(
        name for name in sys.builtin_module_names if not name.startswith(CLOSED)
    )
    del sys.addaudithook  # a hook of one program could never be taken away again
    del _imp.create_dynamic  # a library in WebAssembly may import any function of JavaScript's
    others = [finder for finder in sys.meta_path if "pyodide" not in _home(finder)]
    sys.meta_path[:] = [Refused(), *others]
    _unload(BRIDGES)
    gc.collect()
    gc.freeze()  # what is here stays: it need not be looked through after each program


def _give_back_what_was_replaced() -> None:
    """Put Python's own functions where Pyodide has put some that lead to JavaScript."""
    del sys.modules["asyncio"]  # a stand-in, for Pyodide's start
    sys.setrecursionlimit = _limited(sys.setrecursionlimit)
    del builtins.___EvalCodeResultException
    # An error of JavaScript's that is made by hand would be an object of JavaScript's.
    error = sys.modules["_pyodide_core"].JsException
    error.__new__ = error.__init__ = no_network


def _limited(setrecursionlimit: Callable[[int], None]) -> Callable[[int], None]:
    return lambda limit: setrecursionlimit(min(limit, DEEPEST))


def no_network(*_: Any, **__: Any) -> None:
    """Raise OSError: what the module socket does here."""
    raise OSError("programs on this page reach neither the page nor the network")


def _change_what_is_in_memory() -> None:
    """Close built-in modules, and let Python stop calls within calls before the browser does.

    Closed modules get a name by which no import finds them; otherwise Python would make them anew
    whenever asked. Its table of them lies in memory, where `_ctypes`, one of them, can write. With
    nothing else holding on to it, `_ctypes` itself goes when this is done.
    """
    import _ctypes

    class Word(_ctypes._SimpleCData):
        _type_ = "L"

    class Letter(_ctypes._SimpleCData):
        _type_ = "c"

    class Function(_ctypes.CFuncPtr):
        _flags_ = _ctypes.FUNCFLAG_CDECL | _ctypes.FUNCFLAG_PYTHONAPI
        _restype_ = Word

    def place(name: str) -> int:
        return _ctypes.dlsym(_ctypes.dlopen(None, 0), name)

    row = Word.from_address(place("PyImport_Inittab")).value
    while start := Word.from_address(row).value:
        name = (Letter * 100).from_address(start).value  # up to its end
        if name.decode().startswith(CLOSED):
            for at in range(len(name)):
                Letter.from_address(start + at).value = b"?"
        row += 2 * _ctypes.sizeof(Word)  # a name and a function
    top = Function(place("emscripten_stack_get_base"))()
    thread = Function(place("PyThreadState_Get"))()
    protect = Function(place("PyUnstable_ThreadState_SetStackProtection"))
    protect(thread, top - STACK, STACK)
    hide = Function(place("PyObject_GC_UnTrack"))
    converters = {
        kind for kind in vars(sys.modules["_pyodide_core"]).values() if type(kind) is type
    }
    for thing in gc.get_objects():
        if type(thing) in converters:
            hide(id(thing))  # only C holds on to it, and only the list of all objects leads there


def _unload(names: tuple[str, ...]) -> None:
    """Unload modules for good: what still knows of their functions finds that they reach nothing."""
    core = sys.modules["_pyodide_core"]
    roads = [value for name, value in vars(core).items() if not name.startswith("__")]
    for name in [name for name in sys.modules if name.partition(".")[0] in names]:
        module = sys.modules.pop(name)
        if type(module) is ModuleType:  # others are JavaScript objects
            vars(module).clear()
    things = gc.get_objects()
    theirs = {kind for kind in set(map(type, things)) if _home(kind).partition(".")[0] in names}
    for thing in things:
        if type(thing) in theirs:
            content = getattr(thing, "__dict__", None)
            if type(content) is dict:  # an object, not a class
                content.clear()
    known = set(map(id, roads))
    for holder in gc.get_referrers(*roads):
        if type(holder) is dict:  # Python keeps a copy of a built-in module, to make it again
            for key in [key for key, value in holder.items() if id(value) in known]:
                del holder[key]


def _home(value: Any) -> str:
    """Return the module that a value, or its type, was made in."""
    return str(getattr(value, "__module__", "") or "")
