"""Measures how long the book takes to build: cold, and after each kind of change.

python code/benchmarks/build.py    run by `nox -s benchmarks`; Linux, since it reads /proc

Works on a copy of the repository, so the book at hand stays as it is. CPU seconds are those of all
processes of a build; memory is the largest sum of what they held at once, shared pages counted
once (PSS). The cells' own seconds are those of the pages that were executed, each page's added up.
"""

import datetime
import json
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = Path(__file__).with_suffix(".json")
PAGE = Path("book", "feed-forward", "index.md")


def main() -> None:
    """Build in each state, print a table and write the results beside this file."""
    if sys.platform != "linux":
        sys.exit("this benchmark reads /proc, which Linux alone has")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".nox", "_build"))
        fetched = ROOT / "_build" / "node"
        if fetched.exists():  # what npm fetched belongs to the set-up, not to the build
            shutil.copytree(fetched, copy / "_build" / "node", symlinks=True)
        rows = []
        for name, change in STATES.items():
            change(copy)
            rows.append({"build": name, **measured(copy)})
    for row in rows:
        print(
            f"{row['build']:14} {row['seconds']:5.1f} s {row['cpu_seconds']:5.1f} CPU s "
            f"{row['peak_mib']:5} MiB  cells {row['cells_seconds']:5.1f} s "
            f"in {row['execution_seconds']:5.1f} s: {', '.join(row['executed']) or 'nothing'}"
        )
    write(RESULTS, {"builds": rows})


def write(file: Path, results: dict) -> None:
    """Write results beside their script, with the machine and the date."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    kept = {"machine": machine, "date": datetime.date.today().isoformat()} | results
    file.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


def measured(root: Path) -> dict:
    """Build once; return seconds, CPU seconds, peak memory in MiB and the pages executed."""
    numbers, said = built(root)
    times = json.loads((root / "_build" / "execution.json").read_text(encoding="utf-8"))
    executed = [page["seconds"] for page in times["pages"].values() if page["executed"]]
    lines = "".join(line for _, line in said)
    return numbers | {
        "cells_seconds": round(sum(executed), 1),
        "execution_seconds": times["elapsed"],
        "executed": re.findall(r"^executed  (\S+)", lines, re.MULTILINE),
    }


def built(root: Path) -> tuple[dict, list[tuple[float, str]]]:
    """Build once; return what it took, and each line that was said with the seconds until then."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    command = [sys.executable, str(root / "_config" / "build.py")]
    build = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)
    peak = [0]
    watcher = threading.Thread(target=watch, args=(build.pid, peak), daemon=True)
    watcher.start()
    said = [(time.perf_counter() - start, line) for line in build.stdout]
    build.wait()
    seconds = time.perf_counter() - start
    watcher.join()
    if build.returncode:
        sys.exit("".join(line for _, line in said))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    numbers = {
        "seconds": round(seconds, 1),
        "cpu_seconds": round(cpu, 1),
        "peak_mib": peak[0] // 1024,
    }
    return numbers, said


def watch(pid: int, peak: list[int]) -> None:
    """Keep in peak the largest memory in KiB that the process and all below it held at once."""
    while Path(f"/proc/{pid}").exists():
        peak[0] = max(peak[0], sum(map(held, family(pid))))
        time.sleep(0.2)


def family(pid: int) -> list[int]:
    """Return the process and all that descend from it."""
    found = [pid]
    for parent in found:
        for task in Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                found += map(int, task.read_text().split())
            except OSError:  # it has ended
                pass
    return found


def held(pid: int) -> int:
    """Return the KiB that one process holds, shared pages divided among those that share them."""
    try:
        rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError:  # it has ended
        return 0
    return int(re.search(r"^Pss: +(\d+)", rollup, re.MULTILINE)[1])


def change_nothing(root: Path) -> None:
    """Leave the book as it is."""


def change_prose(root: Path) -> None:
    """Add a word to the prose of one page."""
    replace(root / PAGE, "Here is the whole block", "Here now is the whole block")


def change_cell(root: Path) -> None:
    """Add a comment to one cell of one page."""
    replace(root / PAGE, "width = 512\n", "width = 512  # changed\n")


def change_code(root: Path) -> None:
    """Add a comment to one file of code/groundup."""
    replace(root / "code" / "groundup" / "lists" / "vector.py", "\n\n\n", "\n\n\n# changed\n")


def replace(file: Path, old: str, new: str) -> None:
    """Replace the first old in the file. SystemExit if it is not there: nothing would be measured."""
    text = file.read_text(encoding="utf-8")
    if old not in text:
        sys.exit(f"{file}: {old!r} is not there to be changed; name another text in {__file__}")
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


STATES = {
    "cold": change_nothing,
    "no change": change_nothing,
    "prose changed": change_prose,
    "cell changed": change_cell,
    "code/ changed": change_code,
}

if __name__ == "__main__":
    main()
