"""Compiles modules for the page, ahead of time and the same on every machine.

Runs inside Pyodide: as a program it adds, to the modules of an archive, their compiled form.
"""

import ast
import importlib.util
import marshal
import zipfile

PLACE = "/lib/groundup.zip"  # where the worker puts the archive


def main() -> None:
    """Write /made/archive.zip: what is in /made/sources.zip, and each module's compiled form."""
    with (
        zipfile.ZipFile("/made/sources.zip") as sources,
        zipfile.ZipFile("/made/archive.zip", "w") as archive,
    ):
        for file in sources.namelist():
            text = sources.read(file)
            write(archive, file, text)
            write(archive, f"{file}c", compiled(text, text, f"{PLACE}/{file}"))


def compiled(program: bytes | ast.Module, text: bytes, place: str) -> bytes:
    """Return what Python keeps of a module, so that it never asks for the module's text again."""
    head = (
        importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + importlib.util.source_hash(text)
    )
    return head + marshal.dumps(compile(program, place, "exec", dont_inherit=True))


def write(archive: zipfile.ZipFile, file: str, data: bytes) -> None:
    """Write a file into an archive, without its date."""
    archive.writestr(zipfile.ZipInfo(file), data, zipfile.ZIP_DEFLATED, 9)
