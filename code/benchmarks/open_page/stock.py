"""Builds the book in the stock theme, from the cells that the book's own build has executed."""

import subprocess
import sys
from pathlib import Path

import build  # the book's own

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "_build" / "benchmarks" / "stock"


def built() -> Path:
    """Return the folder of the site in the stock theme. SystemExit where it does not build."""
    build.prepare()
    command = [sys.executable, "-m", "sphinx", "-b", "dirhtml", "-Q", "-E"]
    command += ["-c", str(Path(__file__).parent / "stock_theme"), "-d", str(FOLDER / "doctrees")]
    if subprocess.run([*command, str(build.BOOK), str(FOLDER / "html")]).returncode:
        sys.exit("the book does not build in the stock theme")
    return FOLDER / "html"
