"""Where the executed cells are kept, and when they are still true."""

import hashlib
import shutil
import sys
from pathlib import Path

from jupyter_cache import get_cache
from sqlalchemy.exc import OperationalError

CONFIG = Path(__file__).resolve().parents[1]
ROOT = CONFIG.parent
CACHES = ROOT / "_build" / "cells"
KEPT = 3  # the newest caches that stay: going back to an earlier state of code/ then costs nothing


class Unusable(Exception):
    """The cache is sound but can't be used now: locked, read-only or on a full disk."""


def digest(*places: Path) -> str:
    """Return a digest of the Python version and of every file at or below the places."""
    known = hashlib.sha256(sys.version.encode())
    for place in places:
        for file in [place] if place.is_file() else sorted(place.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                known.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return known.hexdigest()[:16]


def folder() -> Path:
    """Return the folder of the cache that fits the present code/, lock and Python.

    jupyter-cache compares cells and the kernel's name alone, so a change in code/ would keep old
    outputs. The folder's name therefore tells everything but the cells that can change what a
    cell prints: code/, the lock, the Python version and the way cells are executed.
    """
    execution = CONFIG / "execution"
    return CACHES / digest(ROOT / "code" / "groundup", CONFIG / "requirements.txt", execution)


def opened(tell=print):
    """Return the cache, sound: what a kill or a bad disk left in it is thrown away, and said.

    Raises Unusable where it is not damaged but can't be used.
    """
    path = folder()
    path.mkdir(parents=True, exist_ok=True)
    cache = get_cache(path)
    try:
        for record in cache.list_cache_records():
            cache.get_cache_bundle(record.pk)
    except Exception as damage:  # a broken database or notebook can raise nearly anything
        refuse_unusable(damage)
        tell(f"{path.relative_to(ROOT)}: the kept cells are damaged ({reason(damage)}).")
        tell("They are thrown away, and the cells executed again.")
        shutil.rmtree(path)
        cache = get_cache(path)
        cache.list_cache_records()
    prune(path)
    return cache


def refuse_unusable(error: Exception) -> None:
    """Raise Unusable, with the place and what to do, if the database is whole but can't be used."""
    cause = error.__cause__ if isinstance(error.__cause__, OperationalError) else error
    problem = str(getattr(cause, "orig", ""))
    if any(word in problem for word in ("locked", "readonly", "full", "unable to open")):
        raise Unusable(
            f"{folder()}: {problem}. Free or unlock that place, then build again."
        ) from None


def reason(damage: Exception) -> str:
    """Return the first line of what went wrong."""
    return (str(damage).strip().splitlines() or [type(damage).__name__])[0]


def prune(current: Path) -> None:
    """Delete all but the newest caches, the current one always kept."""
    others = [path for path in CACHES.iterdir() if path.is_dir() and path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
