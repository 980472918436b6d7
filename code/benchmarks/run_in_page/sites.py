"""Fetches the tools that the book's boxes are compared with, and lays out a site for each.

Everything goes to _build/benchmarks; each tool is set up to need no other host, as a book that
hosts it itself would do.
"""

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
WORK = ROOT / "_build" / "benchmarks" / "run_in_page"
PAGES = HERE / "pages"
VERSIONS = tomllib.loads((HERE / "others.toml").read_text(encoding="utf-8"))
CELL = (PAGES / "cell.py").read_text(encoding="utf-8").rstrip("\n")
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
# Compiled parts of Python which only the host of thebe-lite's Pyodide has. Its kernel asks for them
# and the cell uses none: with these few lines instead, the tool gets away with fewer bytes.
STAND_INS = {
    "ssl": "",
    "sqlite3": "class Error(Exception): pass\n"
    "class Connection: pass\n"
    "DatabaseError = OperationalError = IntegrityError = Error\n",
}

sys.path.insert(0, str(ROOT / "_config"))
import node  # noqa: E402


def sites() -> dict[str, Path]:
    """Return the folder of each site, fetched and laid out unless that is done already."""
    folders = {"pyodide": node.package("pyodide")}
    folders |= {name: WORK / name for name in ("plain", "pyscript", "thebe", "jupyterlite")}
    stamp = WORK / "complete"
    made_from = digest(folders["pyodide"])
    if not stamp.exists() or stamp.read_text() != made_from:
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir(parents=True)
        print(f"fetching the other tools into {WORK.relative_to(ROOT)}", flush=True)
        plain()
        pyscript()
        thebe()
        jupyterlite(folders["pyodide"])
        stamp.write_text(made_from)
    return folders


def digest(pyodide: Path) -> str:
    """Return a digest of all that decides how the sites look."""
    files = [HERE / "sites.py", HERE / "others.toml", *sorted(PAGES.iterdir())]
    files.append(pyodide / "package.json")
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


def version(pyodide: Path) -> str:
    """Return the version of Pyodide that the book uses, and so do all others."""
    return json.loads((pyodide / "package.json").read_text(encoding="utf-8"))["version"]


def plain() -> None:
    """Lay out the page that runs Pyodide as it comes from npm."""
    (WORK / "plain").mkdir()
    page("plain", "plain.html")
    shutil.copy(PAGES / "worker.mjs", WORK / "plain")


def pyscript() -> None:
    """Lay out the page with PyScript's editor."""
    shutil.copytree(npm("@pyscript/core") / "dist", WORK / "pyscript" / "core")
    page("pyscript", "pyscript.html")


def thebe() -> None:
    """Lay out the page with thebe and thebe-lite."""
    shutil.copytree(npm("thebe") / "lib", WORK / "thebe" / "thebe")
    shutil.copytree(npm("thebe-lite") / "dist" / "lib", WORK / "thebe" / "lite")
    with_wheels(npm("pyodide"), WORK / "thebe" / "pyodide", "ssl", "sqlite3", "ipython")
    wheel = next((WORK / "thebe" / "lite" / "pypi").glob("piplite-*.whl"))
    page("thebe", "thebe.html", PIPLITE=wheel.name)


def jupyterlite(pyodide: Path) -> None:
    """Build JupyterLite's notebook with one notebook in it, the cell."""
    environment, source = WORK / "environment", WORK / "notebooks"
    said(sys.executable, "-m", "venv", environment)
    pip = [environment / "bin" / "python", "-m", "pip", "install", "--quiet"]
    said(*pip, *(f"{name}=={number}" for name, number in VERSIONS["pypi"].items()))
    (source / "files").mkdir(parents=True)
    about = {"kernelspec": {"name": "python", "display_name": "Python (Pyodide)"}}
    cell = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
    book = {"nbformat": 4, "nbformat_minor": 5, "metadata": about}
    book["cells"] = [cell | {"id": "cell", "source": CELL}]
    (source / "files" / "cell.ipynb").write_text(json.dumps(book), encoding="utf-8")
    settings = {
        "pyodideUrl": "/jupyterlite/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
    }
    lite = {"jupyter-lite-schema-version": 0}
    lite["jupyter-config-data"] = {"litePluginSettings": {KERNEL: settings}}
    (source / "jupyter-lite.json").write_text(json.dumps(lite), encoding="utf-8")
    command = [environment / "bin" / "jupyter-lite", "build", "--lite-dir", source]
    command += ["--contents", source / "files", "--apps", "notebooks"]
    said(*command, "--output-dir", WORK / "jupyterlite")
    with_wheels(pyodide, WORK / "jupyterlite" / "pyodide", "jedi", "ipython")


def with_wheels(pyodide: Path, folder: Path, *roots: str) -> None:
    """Copy Pyodide, and put beside it the wheels that a notebook's kernel installs in the page.

    Pyodide's lock names them, but they are on its own host. PyPI has the same versions, with
    other bytes, so the lock gets their digests.
    """
    shutil.copytree(pyodide, folder)
    lock = json.loads((folder / "pyodide-lock.json").read_text(encoding="utf-8"))
    packages = {name: added(name, number) for name, number in VERSIONS["wheels"].items()}
    names = ["micropip", *roots]
    for name in names:
        name = name.replace("_", "-")
        if name in STAND_INS:
            packages[name] = added(name, "1.0.0")
            stand_in(folder, name)
        elif name not in packages:
            packages[name] = lock["packages"][name]
            names += packages[name]["depends"]
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder]
    pip += ["--only-binary", ":all:", "--python-version", lock["info"]["python"]]
    wanted = sorted(packages.keys() - STAND_INS.keys())
    said(*pip, *(f"{name}=={packages[name]['version']}" for name in wanted))
    for wheel in folder.glob("*.whl"):
        package = packages[wheel.name.split("-")[0].replace("_", "-").lower()]
        package |= {"file_name": wheel.name}
        package |= {"sha256": hashlib.sha256(wheel.read_bytes()).hexdigest()}
    (folder / "pyodide-lock.json").write_text(json.dumps(lock | {"packages": packages}))


def added(name: str, number: str) -> dict:
    """Return what a lock of Pyodide says of a package that needs no other, but its wheel."""
    kind = {"install_dir": "site", "package_type": "package", "unvendored_tests": False}
    return {"name": name, "version": number, "imports": [name], "depends": [], **kind}


def stand_in(folder: Path, name: str) -> None:
    """Write the wheel of a stand-in."""
    about = f"{name}-1.0.0.dist-info"
    with zipfile.ZipFile(folder / f"{name}-1.0.0-py3-none-any.whl", "w") as archive:
        archive.writestr(f"{name}.py", STAND_INS[name])
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0.0\n"
        archive.writestr(f"{about}/METADATA", metadata)
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")


def npm(name: str) -> Path:
    """Fetch one package from npm, without what it depends on: these come bundled."""
    _, command = node.command()
    folder = WORK / "npm" / name.replace("/", "-")
    folder.mkdir(parents=True)
    number = VERSIONS["npm"][name]
    said(*command, "pack", "--silent", "--pack-destination", folder, f"{name}@{number}")
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def page(site: str, template: str, **names: str) -> None:
    """Write a site's page, with the cell and what else it names put in."""
    text = (PAGES / template).read_text(encoding="utf-8")
    for name, value in {"CELL": CELL, **names}.items():
        text = text.replace(name, value)
    (WORK / site / "index.html").write_text(text, encoding="utf-8")


def said(*command) -> None:
    """Run a command. SystemExit with its words where it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=WORK)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
