"""Where the book is served: what BOOK_ADDRESS says, else GitHub's address for this repository."""

import os
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GITHUB = re.compile(r"github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?$")


def of_site() -> str:
    """Return the address of the site, with a slash at its end; an empty text where it is not known."""
    given = os.environ.get("BOOK_ADDRESS", "").strip()
    if given:
        return given.rstrip("/") + "/"
    found = GITHUB.search(remote())
    if not found:
        return ""
    owner, name = found[1].lower(), found[2]
    return f"https://{owner}.github.io/" + (
        "" if name.lower() == f"{owner}.github.io" else f"{name}/"
    )


def remote() -> str:
    """Return the address that the repository was cloned from; an empty text where there is none."""
    command = ["git", "-C", str(ROOT), "config", "--get", "remote.origin.url"]
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
