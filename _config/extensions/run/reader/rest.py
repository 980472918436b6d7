"""Modules of Python's library that are not in the page at first, and those that never are."""

import sys
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

from .fresh import REST

# Parts of the library for other systems. Modules that work ask for them and go on without: these
# are not worth fetching the rest of the library.
ELSEWHERE = frozenset(
    "_aix_support _android_support _apple_support _curses _curses_panel _dbm _gdbm _hashlib "
    "_interpchannels _interpqueues _interpreters _ios_support _multiprocessing _osx_support "
    "_overlapped _posixshmem _scproxy _tkinter _uuid _winapi _wmi grp msvcrt nt pwd readline "
    "resource syslog winreg winsound".split()
)


class RestWanted(BaseException):
    """A trimmed module is imported; no `except Exception` of a program stops this."""


class Rest:
    """The last finder: asks for the trimmed modules of the library when one is first imported."""

    def __init__(self) -> None:
        self.wanted = False
        self.arrived = False

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Find a module in the rest, or raise RestWanted where that has not been fetched."""
        top, _, _ = name.partition(".")
        if top not in sys.stdlib_module_names or top in ELSEWHERE:
            return None
        if not self.arrived:
            self.wanted = True
            raise RestWanted(name)
        folder = name.rpartition(".")[0].replace(".", "/")
        found = PathFinder.find_spec(name, [f"{REST}/{folder}" if folder else REST])
        if found is None and name == top:
            raise ModuleNotFoundError(
                f"Python's module `{name}` cannot work on this page", name=name
            )
        return found
