"""Asks whether the links out of the book still lead somewhere, and lists those that do not.

python _config/links.py

Sphinx's own checker asks. The list is `_build/links/broken.md`; it is there only while a link is
broken. Without a network nothing is known of any link, so then there is no list either.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import build

FOLDER = build.BUILD / "links"
LIST = FOLDER / "broken.md"
ANSWERED = re.compile(r"\d{3} |unauthorized")  # how the checker begins what a host said
REFUSED = re.compile(r"403 |unauthorized")  # hosts that turn away programs, and let people in


@dataclass(frozen=True, order=True)
class Link:
    """An outside link, where it stands, and what came of asking."""

    file: str
    line: int
    address: str
    status: str
    said: str

    @property
    def answered(self) -> bool:
        """Whether a host was there, whatever it said."""
        return self.status in ("working", "redirected") or bool(ANSWERED.match(self.said))

    @property
    def broken(self) -> bool:
        return self.status in ("broken", "timeout") and not REFUSED.match(self.said)


def main() -> None:
    """Check all links; end with status 1 where one is broken or none could be asked."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    build.BUILD.mkdir(exist_ok=True)
    with build.alone():
        build.prepare()
        build.execute()  # Sphinx reads the pages with what their cells printed
        said = ask()
    asked = read(FOLDER / "output.json")
    if asked is None:
        sys.exit(f"{said}\nThe links could not be checked: mend what Sphinx says above.")
    sys.exit(judged(asked))


def ask() -> str:
    """Let Sphinx ask for every link of the book, and return what it said."""
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "linkcheck", "-c", str(build.CONFIG)]
    command += ["-d", str(FOLDER / "doctrees"), str(build.BOOK), str(FOLDER)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ)
    return done.stdout + done.stderr


def read(file: Path) -> list[Link] | None:
    """Return the outside links that were asked for; None where the checker did not get that far."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return None
    found = [json.loads(line) for line in lines]
    return sorted(
        Link(each["filename"], each["lineno"], each["uri"], each["status"], each["info"])
        for each in found
        if re.match("https?://", each["uri"]) and each["status"] not in ("ignored", "unchecked")
    )


def judged(links: list[Link]) -> str | None:
    """Return what is wrong with the links, nothing where all is well, and write the list."""
    broken = [link for link in links if link.broken]
    if not broken:
        told = (
            f"All {len(links)} outside links lead somewhere."
            if links
            else "There are no outside links."
        )
        print(told)
        return None
    if not any(link.answered for link in links):
        return "No host of any link could be reached: is there a network? Nothing is known of the links."
    lines = [
        f"- `book/{link.file}:{link.line}`: {link.address} ({link.said or link.status})"
        for link in broken
    ]
    LIST.parent.mkdir(parents=True, exist_ok=True)
    LIST.write_text("\n".join(["These links lead nowhere:", "", *lines, ""]), encoding="utf-8")
    places = [
        f"{link.file}:{link.line}: {link.address}: {link.said or link.status}" for link in broken
    ]
    return "\n".join([*places, "Mend the links above, or take them out."])


if __name__ == "__main__":
    main()
