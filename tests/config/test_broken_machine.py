"""What a machine can lose: a kill, a full disk and a bad file leave the last good book in place."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psutil
import pytest

EXECUTION = Path(__file__).parents[2] / "_config" / "execution"


def only_cache(book) -> Path:
    [cache] = (book.root / "_build" / "cells").iterdir()
    return cache


def damage_database(cache):
    (cache / "global.db").write_bytes(b"not a database at all" * 100)


def damage_half_written_notebook(cache):
    for notebook in cache.rglob("base.ipynb"):
        notebook.write_bytes(notebook.read_bytes()[:100])


def damage_record_without_notebook(cache):
    shutil.rmtree(cache / "executed")


@pytest.mark.parametrize(
    "damage", [damage_database, damage_half_written_notebook, damage_record_without_notebook]
)
def test_a_damaged_cache_is_said_and_executed_again(small_book, damage):
    before = small_book.digest()
    assert small_book.build().returncode == 0  # the copy's own cache, in its own folder
    damage(only_cache(small_book))
    done = small_book.build()
    assert done.returncode == 0, done.output
    assert "the kept cells are damaged" in done.output
    assert "executed  book/page.md" in done.output
    assert small_book.digest() == before


def started(book) -> subprocess.Popen:
    """Start to build the book in a session of its own, so that all its processes can be killed."""
    return subprocess.Popen(
        book.command(),
        cwd=book.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )


def wait_until(true, build) -> None:
    """Wait until something is true or the build has ended."""
    while not true() and build.poll() is None:
        time.sleep(0.001)


WRITTEN = "sphinx/dirhtml/page/index.html"
MOMENTS = {
    "at the start": lambda built: True,
    "while a cell runs": lambda built: (
        built / "jupyter" / "kernels" / "python3" / "kernel.json"
    ).exists(),
    "when the cells are kept": lambda built: len(list(built.glob("cells/*/executed/*"))) > 2,
    "while Sphinx reads": lambda built: not (built / "made.json").exists(),
    "while Sphinx writes": lambda built: (built / WRITTEN).exists(),
}
# These two pass so quickly that the build may have ended before it is killed.
BRIEF_MOMENTS = {
    "while the site is copied": lambda built: (built / "sites" / "next").exists(),
    "when the site has changed": lambda built: (
        len(list((built / "sites").iterdir())) > 1 and not (built / "sites" / "next").exists()
    ),
}


@pytest.mark.parametrize("moment", [*MOMENTS, *BRIEF_MOMENTS])
def test_a_killed_build_leaves_a_whole_site_and_the_next_build_succeeds(small_book, moment):
    assert small_book.build().returncode == 0  # in the copy's own folder
    (small_book.root / "_build" / WRITTEN).unlink()  # where it is again, Sphinx writes
    before = small_book.digest()
    small_book.page("Now {glue:text}`answer`.\n", "answer = 3 * 3\nprint(answer)")
    built = small_book.root / "_build"
    shutil.rmtree(built / "sphinx")
    with started(small_book) as build:
        wait_until(lambda: (MOMENTS | BRIEF_MOMENTS)[moment](built), build)
        os.killpg(build.pid, signal.SIGKILL)
        build.stdout.read()
    assert build.returncode == -signal.SIGKILL or moment in BRIEF_MOMENTS
    killed = small_book.digest()
    done = small_book.build()
    assert done.returncode == 0, done.output
    assert "Now 9" in small_book.seen()
    assert killed in (before, small_book.digest())


def test_a_killed_build_leaves_no_process_behind(small_book):
    small_book.page("", "import time\n\nanswer = 1\ntime.sleep(60)")
    with started(small_book) as build:
        # the build, the server, the process that asked and the kernel
        wait_until(lambda: len(processes_of(small_book)) == 4, build)
        assert build.poll() is None
        build.kill()
        build.stdout.read()
    until = time.monotonic() + 20
    while processes_of(small_book) and time.monotonic() < until:
        time.sleep(0.1)
    assert not processes_of(small_book)


def processes_of(book) -> list[str]:
    """Return the commands that run from the book's own folder."""
    commands = (process.info["cmdline"] for process in psutil.process_iter(["cmdline"]))
    return [" ".join(words) for words in commands if str(book.root) in " ".join(words or [])]


def test_a_stopped_build_says_so_and_the_last_good_site_stays(small_book):
    before = small_book.digest()
    small_book.page("", "import time\n\nanswer = 1\ntime.sleep(60)")
    with started(small_book) as build:
        wait_until(lambda: len(processes_of(small_book)) == 4, build)
        build.send_signal(signal.SIGINT)
        said = build.stdout.read().decode()
    assert build.returncode == 1
    assert "Stopped." in said
    assert "The last good site is still in _build/html." in said
    assert "Traceback" not in said
    assert small_book.digest() == before


def test_a_kernel_ends_with_who_asked_for_it_though_its_answer_was_never_read(tmp_path):
    program = f"""
import os, select, socket, struct, sys
from pathlib import Path
sys.path.insert(0, {str(EXECUTION)!r})
import kernel
with kernel.Server(Path({str(tmp_path)!r})):
    asking = socket.socket(socket.AF_UNIX)
    asking.connect(os.environ[kernel.ADDRESS])
    request = {f"{tmp_path}/connection.json"!r}.encode() + bytes(1) + {str(tmp_path)!r}.encode()
    asking.sendall(struct.pack("!I", len(request)) + request)
    select.select([asking], [], [])
    asking.close()
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=40)


def test_a_second_build_in_the_same_folder_is_told_to_wait(small_book):
    small_book.page("", "import time\n\nanswer = 1\ntime.sleep(60)")
    with started(small_book) as build:
        assert b"executing" in build.stdout.readline()
        second = small_book.build()
        os.killpg(build.pid, signal.SIGKILL)
    assert second.returncode == 1
    assert f"{small_book.root / '_build'}: another build is at work there." in second.output


def test_kernels_that_cannot_start_are_a_sentence(small_book, tmp_path):
    before = small_book.digest()
    (tmp_path / "torch.py").write_text("raise ImportError('torch is broken here')\n")
    shutil.rmtree(small_book.root / "_build" / "cells")
    done = small_book.build(PYTHONPATH=str(tmp_path))
    assert done.returncode == 1
    assert "torch is broken here" in done.output
    assert "book/page.md:1: no Python could be started for its cells" in done.output
    assert small_book.digest() == before


def test_a_locked_cache_is_named_and_kept(small_book):
    assert small_book.build().returncode == 0
    database = only_cache(small_book) / "global.db"
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        done = small_book.build()
    assert done.returncode == 1
    assert f"{database.parent}: database is locked." in done.output
    assert "executing" not in small_book.build().output


def test_what_python_loads_for_its_user_stays_out_of_the_pages(small_book, tmp_path):
    (tmp_path / "startup.py").write_text("mine = True\n")
    there = "answer = 'mine' in globals()"
    small_book.page("Mine is there: {glue:text}`answer`.\n", there)
    assert small_book.build(PYTHONSTARTUP=str(tmp_path / "startup.py")).returncode == 0
    assert "Mine is there: False." in small_book.seen()


def test_an_output_folder_that_cannot_be_made_is_named(small_book):
    shutil.rmtree(small_book.root / "_build")
    (small_book.root / "_build").write_text("a file where the folder should be")
    done = small_book.build()
    assert done.returncode == 1
    assert f"{small_book.root / '_build'}: File exists. Free or unlock that place" in done.output


@pytest.fixture
def mounted(tmp_path):
    """Mount a small disk of memory over a folder; skip where that is not allowed."""
    places = []

    def mount(folder, *options):
        command = ["mount", "-t", "tmpfs", "-o", ",".join(options), "tmpfs", str(folder)]
        try:
            subprocess.run(command, check=True, capture_output=True)
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("this machine does not let the tests mount a disk")
        places.append(folder)

    yield mount
    for place in places:
        subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_is_named_and_the_last_good_site_stays(small_book, mounted):
    built = small_book.root / "_build"
    kept = small_book.root / "kept"
    built.rename(kept)
    built.mkdir()
    size = sum(file.stat().st_size for file in kept.rglob("*") if file.is_file())
    mounted(built, f"size={size // 1024 + 3000}k")
    shutil.copytree(kept, built, symlinks=True, dirs_exist_ok=True)
    before = small_book.digest()
    (built / "ballast").write_bytes(b"0" * 2_000_000)
    small_book.page("Now {glue:text}`answer`.\n", "answer = 3 * 3\nprint(answer)")
    done = small_book.build()
    assert done.returncode == 1, done.output
    assert "No space left on device" in done.output
    assert "The last good site is still in _build/html." in done.output
    assert small_book.digest() == before


def test_a_read_only_output_folder_is_named_and_the_last_good_site_stays(small_book, mounted):
    built = small_book.root / "_build"
    kept = small_book.root / "kept"
    built.rename(kept)
    built.mkdir()
    mounted(built, "size=64m")
    shutil.copytree(kept, built, symlinks=True, dirs_exist_ok=True)
    before = small_book.digest()
    subprocess.run(["mount", "-o", "remount,ro", str(built)], check=True)
    done = small_book.build()
    assert done.returncode == 1
    assert f"{built}" in done.output
    assert "Read-only file system" in done.output
    assert "The last good site is still in _build/html." in done.output
    assert small_book.digest() == before
