"""Where the executed cells are kept, and when they are still true."""

import hashlib
import shutil
import sys
from pathlib import Path

from jupyter_cache import get_cache

CONFIG = Path(__file__).resolve().parents[1]
ROOT = CONFIG.parent
CACHES = ROOT / "_build" / "cells"
KEPT = (
    3  # the newest caches that stay: going back and forth between two states of code/ costs nothing
)


def fingerprint() -> str:
    """Return a digest of everything but the cells that can change what a cell prints.

    jupyter-cache compares cells and the kernel's name alone, so a change in code/ would keep old
    outputs. The digest names the cache's folder instead: code/, the lock, the Python version and
    the way cells are executed.
    """
    digest = hashlib.sha256(sys.version.encode())
    files = [
        *sorted((ROOT / "code" / "groundup").rglob("*")),
        CONFIG / "requirements.txt",
        *sorted((CONFIG / "execution").rglob("*.py")),
    ]
    for file in files:
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(f"{file.relative_to(ROOT)}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def folder() -> Path:
    """Return the folder of the cache that fits the present code/, lock and Python."""
    return CACHES / fingerprint()


def opened(tell=print):
    """Return the cache, sound: what a kill or a bad disk left in it is thrown away, and said."""
    path = folder()
    try:
        cache = get_cache(path)
        for record in cache.list_cache_records():
            cache.get_cache_bundle(record.pk)
    except Exception as damage:  # a broken database or notebook can raise nearly anything
        if isinstance(damage, OSError) and not path.is_dir():
            raise  # not damage: the folder can't be made
        tell(
            f"{path.relative_to(ROOT)}: the kept cells are damaged ({reason(damage)}); executing again"
        )
        shutil.rmtree(path)
        cache = get_cache(path)
        cache.list_cache_records()
    prune(path)
    return cache


def reason(damage: Exception) -> str:
    """Return the first line of what went wrong."""
    return (str(damage).strip().splitlines() or [type(damage).__name__])[0]


def prune(current: Path) -> None:
    """Delete all but the newest caches, the current one always kept."""
    others = [path for path in CACHES.iterdir() if path.is_dir() and path != current]
    others.sort(key=lambda path: path.stat().st_mtime, reverse=True)
    for path in others[KEPT - 1 :]:
        shutil.rmtree(path, ignore_errors=True)
