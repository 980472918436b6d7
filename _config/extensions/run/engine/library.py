"""Compiles and trims the standard library for the page. Runs inside Pyodide.

Pyodide ships the library as source, and compiling that takes most of its start. Here it is
compiled once. What Pyodide's start and a short program need goes into library.zip. What else can
work in a page goes into rest.zip, which is fetched when a program first imports something of it.

Some modules of Pyodide's own cost a quarter of its start and serve what no program of the book can
do: tasks that wait for the browser, packages, calls of JavaScript with types. In the folder
`standins/` is what the start asks of them, without the rest.
"""

import _imp
import ast
import importlib
import io
import sys
import zipfile
from contextlib import redirect_stdout
from pathlib import Path

from bytecode import compiled, write

LIBRARY, REST = "/lib/python314.zip", "/lib/rest.zip"  # where Pyodide and the worker put them
# What a short program may import, beside the modules that are built into Python. These keep their
# docstrings, for whoever asks for help().
TAUGHT = """
    ast base64 bisect calendar collections colorsys contextlib copy csv dataclasses datetime decimal
    difflib dis enum fractions functools graphlib gzip hashlib heapq inspect json keyword linecache
    locale logging numbers operator pathlib pickle platform pprint queue random re reprlib secrets
    shlex shutil statistics string string.templatelib struct tempfile textwrap this threading timeit
    token tokenize traceback types typing warnings weakref zipfile
""".split()
# What these, Python itself and the reader import only at the moment of use.
LATER = """
    __future__ _ast_unparse _compat_pickle _pylong _strptime encodings.ascii encodings.cp1252
    encodings.idna encodings.latin_1 encodings.rot_13 encodings.unicode_escape encodings.utf_16
    encodings.utf_16_be encodings.utf_16_le encodings.utf_32 encodings.utf_32_be encodings.utf_32_le
    encodings.utf_8_sig pkgutil
""".split()
# What cannot work in a page, each with all that is below it, by what it would need. Pyodide starts
# `ssl` where it is, and does without where it is not.
UNFIT = {
    "a network": """
        _ssl antigravity ftplib http.client http.cookiejar http.server imaplib logging.config poplib
        smtplib socketserver ssl urllib.request urllib.robotparser webbrowser wsgiref xml.dom.pulldom
        xml.sax xmlrpc
    """,
    "processes, threads or several Pythons": """
        asyncio.tools concurrent.futures.interpreter concurrent.futures.process
        concurrent.interpreters multiprocessing pty
    """,
    "a keyboard": "getpass tty",
    "a library in C": "ctypes shelve",
    "Windows": """
        _pyrepl.windows_console _pyrepl.windows_eventqueue asyncio.proactor_events
        asyncio.windows_events asyncio.windows_utils encodings.mbcs encodings.oem nturl2path
    """,
    "a Python without its faster double": "_py_abc _pydatetime _pyio",
}
BRIDGES = {"_pyodide", "pyodide"}  # they go before a program could import any more of them
STANDINS = {
    file.relative_to("/programs/standins").as_posix(): file.read_bytes()
    for file in Path("/programs/standins").rglob("*.py")
}
# What stands at the end of a module, since it holds wherever and whenever that is imported.
ADDED = {
    "asyncio.unix_events": """
def _loop():
    from reader.tasks import Loop
    return Loop()
_DefaultEventLoopPolicy._loop_factory = staticmethod(_loop)
""",
    "socket": """
from reader.apart import no_network
socket.__init__ = create_connection = getaddrinfo = no_network
""",
}


def main() -> None:
    """Write /made/library.zip and /made/rest.zip."""
    source = zipfile.ZipFile(LIBRARY)
    files = modules(source)
    unfit = {name for names in UNFIT.values() for name in names.split()}
    unknown = {*TAUGHT, *LATER, *ADDED, *unfit} - files.keys() | STANDINS.keys() - files.values()
    if unknown := sorted(unknown):
        raise SystemExit(f"library.py names what this Python does not have: {', '.join(unknown)}")
    loaded = all_loaded()
    rest = {name for name in files.keys() - loaded if not below(name, unfit | BRIDGES)}
    library = {name for name in files.keys() & loaded if not below(name, unfit)}
    taught = {name.partition(".")[0] for name in TAUGHT}
    with zipfile.ZipFile("/made/library.zip", "w") as archive:
        for name in sorted(library):
            text = text_of(name, files[name], source)
            add(archive, LIBRARY, files[name], text, documented=below(name, taught))
    with zipfile.ZipFile("/made/rest.zip", "w") as archive:
        for name in sorted(rest):
            add(archive, REST, files[name], text_of(name, files[name], source), documented=True)


def modules(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the file of each module that Python reads from the archive: some it has built in."""
    files = sorted(name for name in archive.namelist() if name.endswith(".py"))
    files = [name for name in files if not name.endswith("__main__.py")]  # for a command line
    named = {file[:-3].removesuffix("/__init__").replace("/", "."): file for file in files}
    built_in = {
        "importlib._bootstrap",
        "importlib._bootstrap_external",
        *_imp._frozen_module_names(),
    }
    return {name: file for name, file in named.items() if name not in built_in}


def all_loaded() -> set[str]:
    """Return the names of all modules that Pyodide's start and the taught modules load."""
    with redirect_stdout(io.StringIO()):  # `this` prints when it is imported
        for name in [*TAUGHT, *LATER]:
            importlib.import_module(name)
    return set(sys.modules)


def below(name: str, tops: set[str]) -> bool:
    """Return whether a module is one of some, or part of one of them."""
    return any(name == top or name.startswith(f"{top}.") for top in tops)


def text_of(name: str, file: str, source: zipfile.ZipFile) -> bytes:
    """Return the text of a module: Pyodide's or what stands in for it, and what is added."""
    text = STANDINS[file] if file in STANDINS else source.read(file)
    return text + ADDED.get(name, "").encode()


def add(archive: zipfile.ZipFile, place: str, file: str, text: bytes, documented: bool) -> None:
    """Compile a module into an archive that will be in some place."""
    program = text if documented else bare(text)
    write(archive, f"{file}c", compiled(program, text, f"{place}/{file}"))


def bare(text: bytes) -> ast.Module:
    """Return a program without docstrings, as `python -OO` has it; the assertions stay."""
    tree = ast.parse(text)
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            while ast.get_docstring(node, clean=False) is not None:
                docstring = node.body.pop(0)
                node.body = node.body or [ast.copy_location(ast.Pass(), docstring)]
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):  # what holds statements
            waiting += getattr(node, part, [])
    return tree
