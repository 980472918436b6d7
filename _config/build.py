"""Builds the book into _build/html. What is there stays until a whole new site is ready."""

from __future__ import annotations  # an older Python must get as far as the sentence below

import sys

if sys.version_info < (3, 11):
    version = ".".join(map(str, sys.version_info[:3]))
    sys.exit("The book needs Python 3.11 or newer; this is Python " + version + ".")

import argparse
import json
import os
import shutil
import subprocess
import time
from pathlib import Path

CONFIG = Path(__file__).resolve().parent
ROOT = CONFIG.parent
BOOK = ROOT / "book"
BUILD = ROOT / "_build"
SITE = BUILD / "html"  # a link to the newest whole site
WORK = BUILD / "sphinx"  # where Sphinx writes; never what readers see
MADE = (
    BUILD / "made.json"
)  # what the newest site was made from; missing while WORK can't be trusted
NOTEBOOKS = BUILD / "notebooks"  # the pages with what their cells printed
TIMES = BUILD / "execution.json"

sys.path.insert(0, str(CONFIG))


def main() -> None:
    """Build the book, or say what is wrong and leave the last good site in place."""
    asked = options()
    sys.stdout.reconfigure(line_buffering=True)  # progress is seen at once, in a file too
    try:
        BUILD.mkdir(exist_ok=True)
        with alone():
            prepare()
            if asked.watch:
                watch()
            elif asked.notebooks:
                write_notebooks(asked.notebooks)
            else:
                build(asked.export)
    except KeyboardInterrupt:
        failed("Stopped.")
    except BrokenPipeError:
        sys.exit(1)  # nobody reads any more what is said
    except OSError as error:
        failed(f"{told(error)}. Free or unlock that place, then build again.")
    except SystemExit as error:
        failed(str(error))


def options() -> argparse.Namespace:
    """Return what the command asks for; without an option, the site alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    one = parser.add_mutually_exclusive_group()
    one.add_argument("--export", action="store_true", help="add a PDF, an e-book and a ZIP file")
    one.add_argument("--notebooks", type=Path, metavar="FOLDER", help="write the notebooks alone")
    one.add_argument("--watch", action="store_true", help="show the pages, and build on each save")
    return parser.parse_args()


def build(exporting: bool) -> None:
    """Execute what has changed, let Sphinx write the site, and put it in the old one's place."""
    import address
    from execution.cache import digest

    times, elapsed = execute()
    known = address.repository()
    now = {
        "config": digest(CONFIG),
        "all": digest(CONFIG, BOOK, ROOT / "code" / "groundup"),
        "address": [address.of_site(), known and f"{known.address} {known.state}"],
        "exported": exporting,
    }
    before = made()
    enough = before in (now, now | {"exported": True}) and SITE.exists()
    if not enough or any(page["executed"] for page in times.values()):
        MADE.unlink(missing_ok=True)
        sphinx("dirhtml", fresh=before.get("config") != now["config"])
        files = {}
        if exporting:
            import export

            sphinx("epub")
            files = export.made(WORK / "dirhtml", WORK / "epub", WORK / "export")
        publish(files, times, elapsed)
        MADE.write_text(json.dumps(now), encoding="utf-8")
        if lacking := address.missing():
            print(f"\n{lacking}")
    else:
        print("\nNothing has changed since the last build.")
    report(times, elapsed)
    print(f"\nThe book is in {SITE.relative_to(ROOT)}: open {SITE / 'index.html'}")


def write_notebooks(folder: Path) -> None:
    """Execute what has changed, and write each page with cells as a notebook into a folder."""
    execute()
    sphinx("notebooks")
    shutil.copytree(WORK / "notebooks", folder, dirs_exist_ok=True)
    print(f"\nThe notebooks are in {folder}.")


def alone():
    """Return a lock that one build at a time holds. Raises SystemExit where another one has it."""
    import fcntl

    lock = open(BUILD / "lock", "w")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SystemExit(f"{BUILD}: another build is at work there. Let it end first.") from None
    return lock


def prepare() -> None:
    """Set what the kernels and Sphinx inherit, so that two builds give the same bytes."""
    path = [str(ROOT / "code"), os.environ.get("PYTHONPATH", "")]
    os.environ.update(
        OMP_NUM_THREADS="1",  # sums in another order have other last bits
        OPENBLAS_NUM_THREADS="1",
        MKL_NUM_THREADS="1",
        PYTHONHASHSEED="0",
        SOURCE_DATE_EPOCH="0",
        PYTHONPATH=os.pathsep.join(filter(None, path)),
        JUPYTER_PATH=str(BUILD / "jupyter"),
        IPYTHONDIR=str(BUILD / "ipython"),
        MPLBACKEND="module://matplotlib_inline.backend_inline",
        MPLCONFIGDIR=str(BUILD / "matplotlib"),
    )
    os.environ.pop("VIRTUAL_ENV", None)  # nox may run in another environment; IPython warns of that
    profile = BUILD / "ipython" / "profile_default"
    shutil.copytree(CONFIG / "execution" / "ipython", profile, dirs_exist_ok=True)


def execute() -> tuple[dict, float]:
    """Execute the cells that have changed. Raises SystemExit with every failing page.

    Returns the seconds of each page with whether it was executed now, and the seconds that passed.
    """
    from execution import cache, cells, kernel, pages

    start = time.perf_counter()
    notebooks, errors = {}, []
    for page in pages.found(BOOK):
        try:
            notebooks[page.relative_to(ROOT)] = pages.read(page)
        except pages.PageError as error:
            errors.append(error)
    try:
        kept = cache.opened()
        times, failing = cells.execute(notebooks, kept, kernel.server(BUILD / "jupyter"))
    except cache.Unusable as error:
        raise SystemExit(str(error)) from None
    if errors + failing:
        raise SystemExit("\n".join(map(str, errors + failing)))
    keep_notebooks(notebooks, kept)
    named = {
        page.relative_to("book").with_suffix("").as_posix(): spent for page, spent in times.items()
    }
    return named, time.perf_counter() - start


def keep_notebooks(notebooks: dict, kept) -> None:
    """Write each page with what its cells printed: MyST-NB's own copies lack the outputs it kept."""
    import nbformat

    shutil.rmtree(NOTEBOOKS, ignore_errors=True)
    for page, notebook in notebooks.items():
        _, executed = kept.merge_match_into_notebook(notebook)
        file = (NOTEBOOKS / page.relative_to("book")).with_suffix(".ipynb")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(nbformat.writes(executed), encoding="utf-8")


def made() -> dict:
    """Return what the newest site was made from; nothing where that is not known."""
    try:
        return json.loads(MADE.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def sphinx(builder: str, fresh: bool = False) -> None:
    """Let one of Sphinx's builders write the book below WORK. Raises SystemExit on any warning.

    fresh: with nothing left of earlier builds, since a page that warned would be silent the second
    time, and since Sphinx does not see every change of _config. All pages are written in any case:
    a label, a term or a title that changed on one page is seen on others.
    """
    if fresh or pages_removed():
        shutil.rmtree(WORK, ignore_errors=True)
    target = WORK / builder
    (target / "searchindex.js").unlink(missing_ok=True)  # Sphinx keeps words that are gone
    command = [sys.executable, "-m", "sphinx", "-b", builder, "-W", "--keep-going", "-a"]
    command += ["-j", "auto" if hasattr(os, "fork") else "1"]
    command += ["-c", str(CONFIG), "-d", str(WORK / "doctrees"), str(BOOK), str(target)]
    if subprocess.run(command).returncode:
        raise SystemExit("The warnings above name what to mend.")


def pages_removed() -> bool:
    """Return whether a page was taken out of the book: Sphinx would leave its old output in the site."""
    trees = [tree.relative_to(WORK / "doctrees") for tree in WORK.rglob("*.doctree")]
    return any(not (BOOK / tree).with_suffix(".md").exists() for tree in trees)


def publish(files: dict, times: dict, elapsed: float) -> None:
    """Finish the new site, and put it in the place of the old one in a single step."""
    import export
    from export import record

    sites = BUILD / "sites"
    shutil.rmtree(sites / "next", ignore_errors=True)  # left by a build that was killed
    kept_out = shutil.ignore_patterns(".buildinfo*", ".doctrees")
    shutil.copytree(WORK / "dirhtml", sites / "next", ignore=kept_out)
    for file in files.values():
        shutil.copy(file, sites / "next")
    export.link(sites / "next", files)
    record.write(sites / "next", times, elapsed)
    whole = sites / str(time.time_ns())
    (sites / "next").rename(whole)
    link = BUILD / "html.next"
    link.unlink(missing_ok=True)
    link.symlink_to(whole.relative_to(BUILD), target_is_directory=True)
    link.replace(SITE)
    for site in sites.iterdir():
        if site != whole:
            shutil.rmtree(site, ignore_errors=True)


def report(times: dict, elapsed: float) -> None:
    """Print how long the cells took, and keep it beside the site, where readers don't get it."""
    pages = dict(sorted(times.items(), key=lambda item: -item[1]["seconds"]))
    print("\nExecution of the cells:")
    for page, spent in pages.items():
        print(f"  {spent['seconds']:7.1f} s  {page}" + ("" if spent["executed"] else "  (kept)"))
    total = sum(page["seconds"] for page in pages.values())
    executed = sum(page["executed"] for page in pages.values())
    print(
        f"  {total:7.1f} s  in all; {executed} of {len(pages)} pages executed now, in {elapsed:.1f} s"
    )
    kept = {"seconds": round(total, 2), "elapsed": round(elapsed, 2), "pages": pages}
    TIMES.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def watch() -> None:
    """Build again on each save and show the pages in a browser, beside the site of the last build."""
    from execution import kernel

    folder = BUILD / "write"
    command = [sys.executable, "-m", "sphinx_autobuild", "-b", "dirhtml", "-a", "-c", str(CONFIG)]
    command += ["-t", "write"]  # the server adds a script of its own, which a policy would refuse
    command += ["--watch", str(ROOT / "code"), "--watch", str(CONFIG), "--open-browser"]
    command += ["-d", str(folder / "doctrees"), str(BOOK), str(folder / "html")]
    with kernel.server(BUILD / "jupyter"):
        try:
            subprocess.run(command)
        except KeyboardInterrupt:  # how a day of writing ends
            pass


def told(error: OSError) -> str:
    """Return the place and the reason of an error of files; a copy of many files holds many."""
    if isinstance(error, shutil.Error):
        _, place, reason = error.args[0][0]
        return f"{place}: {reason}"
    return f"{error.filename or BUILD}: {error.strerror or error}"


def failed(message: str) -> None:
    """Say what is wrong and end with status 1."""
    stays = " The last good site is still in _build/html." if SITE.exists() else ""
    sys.exit(f"\n{message}\n\nThe book was not built.{stays}")


if __name__ == "__main__":
    main()
