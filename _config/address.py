"""Where the book is served, and where its repository is: as told, else as git knows."""

import os
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GITHUB = re.compile(r"github\.com[:/]([\w.-]+)/([\w.-]+?)(?:\.git)?/?$")
LEFT_OUT = "The pages have no links to Binder, Colab and GitHub"


@dataclass(frozen=True)
class Repository:
    """A repository on GitHub. branch is empty where none is checked out."""

    owner: str
    name: str
    branch: str
    commit: str

    @property
    def address(self) -> str:
        """Return its address."""
        return f"https://github.com/{self.owner}/{self.name}"

    @property
    def state(self) -> str:
        """Return what names the state that is at hand: the branch, else the commit, else the newest."""
        return self.branch or self.commit or "HEAD"


def of_site() -> str:
    """Return the address of the site, with a slash at its end; an empty text where it is not known."""
    given = os.environ.get("BOOK_ADDRESS", "").strip()
    if given:
        return given.rstrip("/") + "/"
    found = GITHUB.search(of_repository())
    if not found:
        return ""
    owner, name = found[1].lower(), found[2]
    return f"https://{owner}.github.io/" + (
        "" if name.lower() == f"{owner}.github.io" else f"{name}/"
    )


def repository() -> Repository | None:
    """Return the repository, or None where it is not on GitHub or not known."""
    found = GITHUB.search(of_repository())
    if not found:
        return None
    branch = git("symbolic-ref", "--short", "--quiet", "HEAD")
    return Repository(found[1], found[2], branch, git("rev-parse", "HEAD"))


def of_repository() -> str:
    """Return the address that BOOK_REPOSITORY gives, else the one that git has cloned from."""
    return os.environ.get("BOOK_REPOSITORY", "").strip() or git(
        "config", "--get", "remote.origin.url"
    )


def missing() -> str:
    """Return what the pages go without, why, and what brings it; an empty text where nothing is missing."""
    remedy = "To have them, set BOOK_REPOSITORY to https://github.com/OWNER/NAME."
    place = of_repository()
    if not place:
        return f"{LEFT_OUT}: git knows no remote named origin. {remedy}"
    if not GITHUB.search(place):
        named = re.sub(r"//[^/@]*@", "//", place)  # an address may hold a password
        return f"{LEFT_OUT}: {named} is no repository on GitHub. {remedy}"
    if not repository().branch:
        return "The pages have no link to edit them: no branch is checked out. Check one out."
    return ""


def git(*command: str) -> str:
    """Return what git says about the book's own repository; an empty text where there is none, or no git."""
    if not (ROOT / ".git").exists():  # git would look for one further up
        return ""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *command], capture_output=True, text=True)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
