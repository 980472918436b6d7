"""Which browser prints and reads the pages: an installed one, else one that can be fetched here."""

import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
)
ON_A_MAC = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
DOWNLOAD = (sys.executable, "-m", "playwright", "install", "--no-shell", "chromium")
APT = (
    ("apt-get", "update"),
    ("apt-get", "install", "--yes", "--no-install-recommends", "chromium"),
)


FETCHED = Path(__file__).resolve().parents[1] / "_build" / "browsers"
# A browser that asks nobody but us: what it would fetch for itself is off, and what a page asks
# of others ends at a proxy that is not there.
QUIET = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
)
NOBODY = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}


class NoBrowser(Exception):
    """There is no browser and none could be fetched; the text says what to do."""


class Machine:
    """What the choice asks of the machine, and what it may do to it."""

    def __init__(self, downloaded: str):
        self.downloaded = downloaded  # where Playwright's own browser is, once it is fetched
        self.root = hasattr(os, "geteuid") and os.geteuid() == 0

    def find(self, name: str) -> str | None:
        """Return the path of a command."""
        return shutil.which(name)

    def starts(self, path: str) -> bool:
        """Tell whether a browser is there and can be started: a stub or a missing library ends here."""
        if not Path(path).exists():
            return False
        return self.run((path, "--version"), seconds=30)

    def run(self, command: tuple[str, ...], seconds: int = 600) -> bool:
        """Run a command and tell whether it went well."""
        quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        try:
            done = subprocess.run(command, capture_output=True, timeout=seconds, env=quiet)
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0


def choose(machine: Machine) -> str:
    """Return the path of a browser that starts. Raises NoBrowser where none can be had."""
    found = [path for name in NAMES if (path := machine.find(name))]
    for path in (*found, *ON_A_MAC, machine.downloaded):
        if machine.starts(path):
            return path
    if machine.run(DOWNLOAD) and machine.starts(machine.downloaded):
        return machine.downloaded
    if machine.root and machine.find("apt-get") and all(machine.run(step) for step in APT):
        installed = machine.find("chromium")
        if installed and machine.starts(installed):
            return installed
    raise NoBrowser(
        "no browser to print or read the pages with: install Chromium, Chrome or Edge, or let "
        "`python -m playwright install chromium` reach its downloads, then run this again."
    )


@contextmanager
def started():
    """Start the browser that was chosen, and close it at the end of a `with` block.

    It needs no sandbox: it reads pages of our own only. Raises NoBrowser where none can be had.
    """
    from playwright.sync_api import sync_playwright

    os.environ["PLAYWRIGHT_BROWSERS_PATH"] = str(FETCHED)  # where Playwright puts its own
    with sync_playwright() as playwright:
        path = choose(Machine(playwright.chromium.executable_path))
        browser = playwright.chromium.launch(
            executable_path=path, args=QUIET, proxy=NOBODY, chromium_sandbox=False
        )
        yield browser
        browser.close()
