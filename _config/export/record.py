"""The record of a site: check sums of its files, the locks it was built from, and how it was built.

Check sums and locks are the same in every build of one state of the book. `build.json` is not: it
tells when this copy was built, from what and how long that took. So it has no check sum, and
whoever compares two builds leaves it out. It names no place, person or machine.
"""

import hashlib
import json
import platform
import shutil
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import address
import node

CONFIG = Path(__file__).resolve().parents[1]
LOCKS = ("requirements.txt", "package-lock.json")
SUMS = "SHA256SUMS"
BUILD = "build.json"
# What decides most about how pages look and what they print.
NAMED = ("sphinx", "myst-nb", "torch", "numpy")


def write(site: Path, times: dict, elapsed: float) -> None:
    """Write the record into the finished site.

    times: for each page the seconds of its cells and whether they were executed now; elapsed: the
    seconds that executing took.
    """
    for lock in LOCKS:
        shutil.copyfile(CONFIG / lock, site / lock)
    (site / SUMS).write_text(sums(site), encoding="utf-8")
    told = json.dumps(of_build(times, elapsed), indent=2)
    (site / BUILD).write_text(told + "\n", encoding="utf-8")


def sums(site: Path) -> str:
    """Return a line for each file, as `sha256sum -c` reads it."""
    names = sorted(path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file())
    lines = [
        f"{hashlib.sha256((site / name).read_bytes()).hexdigest()}  {name}\n"
        for name in names
        if name not in (SUMS, BUILD)
    ]
    return "".join(lines)


def of_build(times: dict, elapsed: float) -> dict:
    """Return what is told of this build."""
    commit = address.git("rev-parse", "HEAD")
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "commit": commit or None,
        "clean": not address.git("status", "--porcelain") if commit else None,
        "machine": f"{platform.system()} {platform.machine()}",
        "versions": versions(),
        "execution": {
            "elapsed": round(elapsed, 2),
            "pages": {
                name: {"seconds": round(page["seconds"], 2), "executed": page["executed"]}
                for name, page in sorted(times.items())
            },
        },
    }


def versions() -> dict[str, str]:
    """Return the versions of what executed the pages and wrote them."""
    executable, _ = node.command()
    said = subprocess.run([executable, "--version"], capture_output=True, text=True, check=True)
    found = {"Python": platform.python_version(), "Node": said.stdout.strip().removeprefix("v")}
    return found | {name: version(name) for name in NAMED}
