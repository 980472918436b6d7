"""The Python that runs in the page: Pyodide, with a library that is compiled and trimmed at build.

It is made once into `_build/engine/`, and again when what it is made from has changed or a file of
it is damaged. The book's own site serves all of it.
"""

import base64
import fcntl
import hashlib
import json
import shutil
import subprocess
import tempfile
import zipfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import node

HERE = Path(__file__).resolve().parent
CONFIG = HERE.parents[2]
ENGINES = CONFIG.parent / "_build" / "engine"
PARTS = ("*.py", "*.mjs", "*.txt", "standins/*/*.py")
MADE_FROM = (
    CONFIG / "package-lock.json",
    *sorted(file for part in PARTS for file in HERE.glob(part)),
)
AS_IT_COMES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
FIXED_ORDER = "PYTHONHASHSEED=0"  # of a set's values, which gets into compiled code
# A quarter of the library's bytes would be columns of expressions, for marks under source lines
# that the page does not have.
NO_COLUMNS = "PYTHONNODEBUGRANGES=1"


class NotMade(Exception):
    """A part of the engine could not be made; the text says what failed and what to do."""


@dataclass(frozen=True)
class Engine:
    """An engine that is whole.

    folder: holds its files and nothing else. digest: short; other files have another one.
    integrity: each file's digest, as browsers take it. lock: what Pyodide wants to be told of the
    packages that it may load, of which there are none.
    """

    folder: Path
    digest: str
    integrity: dict[str, str]
    lock: dict


def built() -> Engine:
    """Return the engine, the one that is kept if it is whole.

    Raises node.Missing where node or Pyodide can't be had, and NotMade where they fail.
    """
    with alone():
        place = ENGINES / digest(*(file.read_bytes() for file in MADE_FROM))
        if not (engine := whole(place)):
            print("making the Python for programs in the page", flush=True)
            make(place)
            engine = whole(place)
        return engine


def archive(code: Path, reader: Path) -> bytes:
    """Return the zip that Python imports from: the package's lists and harness, and the reader.

    Beside each module is its compiled form: compiling them in the page would take a tenth of the
    whole start, and again some of it at each run.
    Raises what built() raises.
    """
    package = code / "groundup"
    ours = [package / "__init__.py", package / "exercise.py", *package.glob("lists/*.py")]
    files = {file.relative_to(code).as_posix(): file.read_bytes() for file in ours}
    for file in reader.rglob("*.py"):
        files[file.relative_to(reader.parent).as_posix()] = file.read_bytes()
    files = dict(sorted(files.items()))
    engine = built()
    key = digest(*(part for name, data in files.items() for part in (name.encode(), data)))
    place = engine.folder.parent
    with alone(), tempfile.TemporaryDirectory(dir=ENGINES) as work:
        for kept in place.glob("*.zip"):
            data = kept.read_bytes()
            if kept.stem == f"{key}-{digest(data)}":
                return data
            kept.unlink()
        with zipfile.ZipFile(Path(work, "sources.zip"), "w") as sources:
            for name, data in files.items():
                sources.writestr(zipfile.ZipInfo(name), data)
        in_python("bytecode", engine.folder / "library.zip", Path(work), FIXED_ORDER)
        made = Path(work, "archive.zip")
        data = made.read_bytes()
        made.rename(place / f"{key}-{digest(data)}.zip")
        return data


@contextmanager
def alone():
    """Let one process at a time change what is kept; others wait."""
    ENGINES.mkdir(parents=True, exist_ok=True)
    with open(ENGINES / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def whole(place: Path) -> Engine | None:
    """Return the engine in a place, None where it is missing or damaged."""
    folder = place / "files"
    try:
        known = json.loads((place / "made.json").read_text(encoding="utf-8"))
        if integrity(folder) != known["integrity"]:
            return None
    except (OSError, ValueError, KeyError):
        return None
    told = json.dumps(known["integrity"]).encode()
    return Engine(folder, digest(told), known["integrity"], known["lock"])


def make(place: Path) -> None:
    """Make the engine aside, put it in its place in one step, and drop others.

    What a killed build left aside is thrown away.
    """
    pyodide = node.package("pyodide")
    aside = ENGINES / "next"
    shutil.rmtree(aside, ignore_errors=True)
    folder = aside / "files"
    folder.mkdir(parents=True)
    try:
        for name in AS_IT_COMES:
            shutil.copyfile(pyodide / name, folder / name)
        info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    except (FileNotFoundError, ValueError) as error:
        raise NotMade(
            f"the npm package pyodide is damaged ({error}): delete _build/node, and build again."
        ) from None
    in_python("library", pyodide / "python_stdlib.zip", folder, FIXED_ORDER, NO_COLUMNS)
    shutil.copyfile(HERE / "LICENSES.txt", folder / "LICENSES.txt")
    for file in folder.iterdir():
        file.chmod(0o644)
    made = {"integrity": integrity(folder), "lock": {"info": info, "packages": {}}}
    (aside / "made.json").write_text(json.dumps(made), encoding="utf-8")
    for old in ENGINES.iterdir():
        if old.is_dir() and old != aside:
            shutil.rmtree(old)
    aside.rename(place)


def in_python(program: str, library: Path, work: Path, *settings: str) -> None:
    """Run a program of this folder in the page's Python, which sees the folder `work`."""
    pyodide = node.package("pyodide")
    executable, _ = node.command()
    command = [executable, HERE / "python.mjs", pyodide, library, work, program, *settings]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    if done.returncode:
        said = " ".join(done.stderr.split("\n")[-4:]).strip() or "nothing"
        raise NotMade(
            f"the Python of the page could not be made: Pyodide failed to run {program}.py. "
            f"{executable} ended with {done.returncode} and said: {said[-500:]}\n"
            "If that file is as it was, delete _build/node and build again: Pyodide is fetched anew."
        )


def integrity(folder: Path) -> dict[str, str]:
    """Return the digest of each file of a folder, as browsers take it."""
    digests = {}
    for file in sorted(folder.iterdir()):
        encoded = base64.b64encode(hashlib.sha256(file.read_bytes()).digest()).decode()
        digests[file.name] = f"sha256-{encoded}"
    return digests


def digest(*contents: bytes) -> str:
    """Return a short digest that differs where any of the contents does."""
    known = hashlib.sha256()
    for content in contents:
        known.update(hashlib.sha256(content).digest())
    return known.hexdigest()[:10]
