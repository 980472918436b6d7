"""A browser with a fresh profile: the pages it shows, and the CPU seconds of all its processes."""

import os
import shutil
import sys
import tempfile

import psutil
from playwright.sync_api import Playwright

NAMES = "chromium chromium-browser google-chrome google-chrome-stable chrome microsoft-edge".split()
# What a browser asks of its maker by itself would disturb the measurement.
QUIET = [
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def installed() -> str:
    """Return the path of an installed browser. SystemExit where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or sys.exit("no browser found: install Chromium or name one with --browser")


class Browser:
    """Starts with an empty profile, and takes it away in the end."""

    def __init__(self, playwright: Playwright, program: str, proxy: str):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        options = [*QUIET, f"--proxy-server={proxy}"]
        if os.geteuid() == 0:  # its sandbox does not work for root
            options.append("--no-sandbox")
        self.context = playwright.chromium.launch_persistent_context(
            self.profile.name, executable_path=program, args=options
        )
        self.process = self.first_process()
        self.version = self.context.browser.version if self.context.browser else ""

    def first_process(self) -> psutil.Process:
        """Return the process of the browser that started all its others."""
        mine = f"--user-data-dir={self.profile.name}"
        for process in psutil.Process().children(recursive=True):
            words = process.cmdline()
            if mine in words and not any(word.startswith("--type=") for word in words):
                return process
        raise RuntimeError(f"no process of a browser with the profile {self.profile.name}")

    def cpu(self) -> float:
        """Return the CPU seconds that all processes of the browser have used so far."""
        seconds = 0.0
        for process in [self.process, *self.process.children(recursive=True)]:
            try:
                times = process.cpu_times()
            except psutil.NoSuchProcess:
                continue
            seconds += times.user + times.system + times.children_user + times.children_system
        return seconds

    def close(self) -> None:
        """End the browser and remove its profile."""
        self.context.close()
        self.profile.cleanup()

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_) -> None:
        self.close()
