"""The notebook that Binder's link names opens in JupyterLab, and all its cells run."""

import os
import re
import socket
import subprocess
import sys
import time
from html import unescape
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import nbformat
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "_config"), str(Path(__file__).parent)]

from notebook import cells, printed  # noqa: E402

import browser as browsers  # noqa: E402  found through the line above

PATIENCE = 300  # seconds for all cells of a page


@pytest.fixture
def link(image):
    """The link to Binder of a page, as the book is built for a repository on GitHub."""
    (image.home / "_build" / "node").symlink_to(ROOT / "_build" / "node")
    (image.home / "_build" / "engine").symlink_to(ROOT / "_build" / "engine")
    build = [sys.executable, "_config/build.py"]
    variables = os.environ | {"BOOK_REPOSITORY": image.repository}
    done = subprocess.run(build, cwd=image.home, env=variables, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    page = (image.home / "_build" / "html" / "feed-forward" / "index.html").read_text("utf-8")
    return unescape(re.search(r'href="(https://mybinder\.org/[^"]+)"', page)[1])


@pytest.fixture
def jupyter(image):
    """The address of a Jupyter server, started from Binder's environment in Binder's folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [image.python, "-m", "jupyterlab", "--no-browser", "--allow-root", f"--port={port}"]
    command += ["--IdentityProvider.token=", f"--ServerApp.root_dir={image.home}"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    server = subprocess.Popen(command, cwd=image.home, env=image.variables, **quiet)
    end = time.monotonic() + 60
    while time.monotonic() < end and server.poll() is None:
        with socket.socket() as asking:
            if asking.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield f"http://127.0.0.1:{port}/"
    server.kill()  # asked to end while it starts, it may not hear
    server.wait()


def test_the_link_opens_the_notebook_of_the_page_and_all_its_cells_run(link, jupyter, image):
    address = urlsplit(link)
    assert address.path.startswith("/v2/gh/owner/name/")
    [path] = parse_qs(address.query)["urlpath"]
    file = image.home / path.removeprefix("lab/tree/")
    made = file.read_bytes()
    with browsers.started() as browser:
        page = browser.new_page()
        page.goto(jupyter + path)
        page.locator(".jp-Notebook h1", has_text="The feed-forward block").wait_for(timeout=60_000)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        for status in ("busy", "idle"):
            running = page.locator(f".jp-Notebook-ExecutionIndicator[data-status={status}]")
            running.wait_for(state="attached", timeout=PATIENCE * 1000)
        page.keyboard.press("Control+s")
        page.locator(".jp-mod-dirty").wait_for(state="detached")
    before, after = (nbformat.reads(each.decode(), 4) for each in (made, file.read_bytes()))
    file.write_bytes(made)  # for the tests that read it as it was made
    numbers = [cell.execution_count for cell in cells(after)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert printed(before, after) == printed(before, before)
