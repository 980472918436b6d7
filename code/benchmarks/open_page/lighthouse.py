"""What Lighthouse says of a page, on a phone and on a desk."""

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

import node

VERSION = "13.5.0"
WORK = Path(__file__).resolve().parents[3] / "_build" / "benchmarks" / "lighthouse"
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking"
FORMS = {"phone": [], "desk": ["--preset=desktop"]}


def scores(program: str, addresses: dict[str, str], rounds: int) -> dict[str, dict]:
    """Return the median scores of each page, by form and category."""
    script = installed()
    found = {}
    for page, address in addresses.items():
        for form, options in FORMS.items():
            print(f"lighthouse: {address} on a {form}", flush=True)
            taken = [score(script, program, address, options) for _ in range(rounds)]
            found[f"{page} {form}".strip()] = {
                name: statistics.median(one[name] for one in taken) for name in taken[0]
            }
    return found


def installed() -> Path:
    """Return Lighthouse's command, fetched unless it is there."""
    script = WORK / "node_modules" / "lighthouse" / "cli" / "index.js"
    if not script.exists():
        WORK.mkdir(parents=True, exist_ok=True)
        options = ["--prefix", str(WORK), "--silent", "--ignore-scripts", "--no-fund", "--no-audit"]
        if subprocess.run(
            [*node.command()[1], "install", *options, f"lighthouse@{VERSION}"]
        ).returncode:
            sys.exit("npm could not fetch Lighthouse: can it reach its registry?")
    return script


def score(script: Path, program: str, address: str, options: list[str]) -> dict[str, float]:
    """Return the scores of one visit, in hundredths, with the largest paint's seconds."""
    command = [node.command()[0], str(script), address, "--quiet", "--output=json"]
    command += [f"--chrome-flags={FLAGS}", *options]
    done = subprocess.run(
        command, capture_output=True, encoding="utf-8", env=os.environ | {"CHROME_PATH": program}
    )
    if done.returncode:
        sys.exit(f"Lighthouse fails: {done.stderr.strip()[-500:]}")
    said = json.loads(done.stdout)
    found = {name: round(100 * one["score"]) for name, one in said["categories"].items()}
    found["seconds to largest paint"] = round(
        said["audits"]["largest-contentful-paint"]["numericValue"] / 1000, 2
    )
    return found
