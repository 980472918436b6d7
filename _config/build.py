"""Builds the book into _build/html. What is there stays until a whole new site is ready.

python _config/build.py          build once
python _config/build.py --watch  build, show the pages in a browser and build again on each save
"""

from __future__ import annotations  # an older Python must get as far as the sentence below

import sys

if sys.version_info < (3, 11):
    sys.exit(
        "The book needs Python 3.11 or newer; this is Python "
        + ".".join(map(str, sys.version_info[:3]))
        + "."
    )

import json
import os
import shutil
import subprocess
import time
from contextlib import nullcontext
from pathlib import Path

CONFIG = Path(__file__).resolve().parent
ROOT = CONFIG.parent
BOOK = ROOT / "book"
BUILD = ROOT / "_build"
SITE = BUILD / "html"  # a link to the newest whole site
WORK = BUILD / "sphinx"  # where Sphinx writes; never what readers see
UNFINISHED = BUILD / "unfinished"  # exists while WORK can't be trusted
NOTEBOOKS = BUILD / "notebooks"  # the pages with what their cells printed
TIMES = BUILD / "execution.json"
LIMIT = 120  # seconds that one cell may take

sys.path.insert(0, str(CONFIG))


def prepare() -> None:
    """Set what the kernels and Sphinx inherit, so that two builds give the same bytes."""
    os.environ.update(
        OMP_NUM_THREADS="1",  # sums in another order have other last bits
        PYTHONHASHSEED="0",
        SOURCE_DATE_EPOCH="0",
        PYTHONPATH=os.pathsep.join([str(ROOT / "code"), os.environ.get("PYTHONPATH", "")]).rstrip(
            os.pathsep
        ),
        JUPYTER_PATH=str(BUILD / "jupyter"),
        IPYTHONDIR=str(BUILD / "ipython"),
        MPLBACKEND="module://matplotlib_inline.backend_inline",
        MPLCONFIGDIR=str(BUILD / "matplotlib"),
    )
    os.environ.pop("VIRTUAL_ENV", None)  # nox may run in another environment; IPython warns of that
    profile = BUILD / "ipython" / "profile_default"
    shutil.copytree(CONFIG / "execution" / "ipython", profile, dirs_exist_ok=True)


def execute() -> dict:
    """Execute the cells that have changed. Returns each page's seconds; raises SystemExit on errors."""
    from execution import cache, cells, kernel, pages

    notebooks, errors = {}, []
    for page in pages.found(BOOK):
        try:
            notebooks[page.relative_to(ROOT)] = pages.read(page)
        except pages.PageError as error:
            errors.append(error)
    kept = cache.opened()
    server = kernel.Server(BUILD / "jupyter") if hasattr(os, "fork") else nullcontext()
    times, failing = cells.execute(notebooks, kept, LIMIT, server)
    errors += failing
    if errors:
        raise SystemExit("\n".join(map(str, errors)))
    keep_notebooks(notebooks, kept)
    return {
        page.relative_to("book").with_suffix("").as_posix(): spent for page, spent in times.items()
    }


def keep_notebooks(notebooks: dict, kept) -> None:
    """Write each page with what its cells printed: MyST-NB's own copies lack the outputs it kept."""
    import nbformat

    shutil.rmtree(NOTEBOOKS, ignore_errors=True)
    for page, notebook in notebooks.items():
        _, executed = kept.merge_match_into_notebook(notebook)
        file = (NOTEBOOKS / page.relative_to("book")).with_suffix(".ipynb")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(nbformat.writes(executed), encoding="utf-8")


def sphinx() -> None:
    """Turn the pages into a site below WORK. Raises SystemExit on any warning."""
    if UNFINISHED.exists() or pages_removed():
        shutil.rmtree(
            WORK, ignore_errors=True
        )  # a page that warned would be silent the second time
    UNFINISHED.touch()
    jobs = "auto" if hasattr(os, "fork") else "1"
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-b",
        "dirhtml",
        "-c",
        str(CONFIG),
        "-d",
        str(WORK / "doctrees"),
    ]
    command += ["-n", "-W", "--keep-going", "-j", jobs, str(BOOK), str(WORK / "html")]
    if subprocess.run(command).returncode:
        raise SystemExit("The warnings above name what to mend.")
    UNFINISHED.unlink()


def pages_removed() -> bool:
    """Return whether a page was taken out of the book: Sphinx would leave its old output in the site."""
    trees = (WORK / "doctrees").rglob("*.doctree")
    return any(
        not (BOOK / tree.relative_to(WORK / "doctrees")).with_suffix(".md").exists()
        for tree in trees
    )


def publish() -> None:
    """Put the new site in the place of the old one in a single step."""
    sites = BUILD / "sites"
    shutil.rmtree(sites / "next", ignore_errors=True)  # left by a build that was killed
    shutil.copytree(
        WORK / "html", sites / "next", ignore=shutil.ignore_patterns(".buildinfo*", ".doctrees")
    )
    whole = sites / str(time.time_ns())
    (sites / "next").rename(whole)
    link = BUILD / "html.next"
    link.unlink(missing_ok=True)
    link.symlink_to(whole.relative_to(BUILD), target_is_directory=True)
    link.replace(SITE)
    for site in sites.iterdir():
        if site != whole:
            shutil.rmtree(site)


def report(times: dict) -> None:
    """Print how long the cells took, and keep it beside the site, where readers don't get it."""
    slowest = sorted(times.items(), key=lambda item: -item[1][0])
    print("\nExecution of the cells:")
    for page, (seconds, now) in slowest:
        print(f"  {seconds:7.1f} s  {page}" + ("" if now else "  (kept)"))
    total = sum(seconds for seconds, _ in times.values())
    executed = sum(now for _, now in times.values())
    print(f"  {total:7.1f} s  in all, {executed} of {len(times)} pages executed now")
    pages = {
        page: {"seconds": round(seconds, 2), "executed": now} for page, (seconds, now) in slowest
    }
    TIMES.write_text(
        json.dumps({"seconds": round(total, 2), "pages": pages}, indent=2) + "\n", encoding="utf-8"
    )


def build() -> None:
    """Build the book, or say what is wrong and leave the last good site in place."""
    try:
        BUILD.mkdir(exist_ok=True)
        prepare()
        times = execute()
        sphinx()
        publish()
        report(times)
    except OSError as error:
        failed(f"{told(error)}. Free or unlock that place, then build again.")
    except SystemExit as error:
        failed(str(error))
    print(f"\nThe book is in {SITE.relative_to(ROOT)}: open {SITE / 'index.html'}")


def watch() -> None:
    """Build again on each save and show the pages in a browser, beside the site of the last build."""
    from execution import kernel

    prepare()
    folder = BUILD / "write"
    command = [sys.executable, "-m", "sphinx_autobuild", "-b", "dirhtml", "-c", str(CONFIG), "-n"]
    command += ["--watch", str(ROOT / "code"), "--watch", str(CONFIG), "--open-browser"]
    command += ["-d", str(folder / "doctrees"), str(BOOK), str(folder / "html")]
    with kernel.Server(BUILD / "jupyter") if hasattr(os, "fork") else nullcontext():
        subprocess.run(command)


def told(error: OSError) -> str:
    """Return the place and the reason of an error of files; a copy of many files holds many."""
    if isinstance(error, shutil.Error):
        _, place, reason = error.args[0][0]
        return f"{place}: {reason}"
    return f"{error.filename or BUILD}: {error.strerror or error}"


def failed(message: str) -> None:
    """Say what is wrong and end with status 1."""
    stays = " The last good site is still in _build/html." if SITE.exists() else ""
    sys.stdout.flush()
    sys.exit(f"\n{message}\n\nThe book was not built.{stays}")


if __name__ == "__main__":
    watch() if "--watch" in sys.argv[1:] else build()
