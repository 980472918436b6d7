"""What is published can be checked and built again, and its record tells of no place or person."""

import getpass
import hashlib
import json
import shutil
import socket
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from docutils import nodes

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "_config"))
from export import record
from extensions import build_record

ROOT = record.CONFIG.parent

TIMES = {
    "part/index": {"seconds": 2.3456, "executed": True},
    "index": {"seconds": 1.0, "executed": False},
}


@pytest.fixture
def small_site(tmp_path):
    """A site of two files, with its record."""
    site = tmp_path / "site"
    (site / "a part").mkdir(parents=True)
    (site / "index.html").write_text("one", "utf-8")
    (site / "a part" / "index.html").write_text("two", "utf-8")
    record.write(site, TIMES, 3.21)
    return site


def told(site: Path) -> dict:
    return json.loads((site / "build.json").read_text("utf-8"))


def test_every_file_but_the_record_itself_has_its_check_sum(small_site):
    lines = (small_site / "SHA256SUMS").read_text("utf-8").splitlines()
    sums = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    assert list(sums) == sorted(sums)
    assert sums.keys() == {
        "a part/index.html",
        "index.html",
        "package-lock.json",
        "requirements.txt",
    }
    assert sums["index.html"] == hashlib.sha256(b"one").hexdigest()


def test_the_command_of_the_about_page_finds_a_changed_and_a_missing_file(small_site):
    if not shutil.which("sha256sum"):
        pytest.skip("no sha256sum on this machine")
    [command] = [
        line.split()
        for line in (ROOT / "book" / "about" / "index.md").read_text("utf-8").splitlines()
        if line.startswith("sha256sum ")
    ]

    def failing() -> str:
        return subprocess.run(command, cwd=small_site, capture_output=True, text=True).stdout

    assert failing().count(": OK") == failing().count("\n") == 4
    (small_site / "index.html").write_text("three", "utf-8")
    (small_site / "a part" / "index.html").unlink()
    assert "index.html: FAILED\n" in failing()
    assert "a part/index.html: FAILED open or read" in failing()


def test_the_locks_lie_beside_the_pages(small_site):
    for lock in ("requirements.txt", "package-lock.json"):
        assert (small_site / lock).read_bytes() == (ROOT / "_config" / lock).read_bytes()


def test_a_second_record_of_the_same_site_differs_in_the_record_of_the_build_alone(small_site):
    before = {path: path.read_bytes() for path in small_site.rglob("*") if path.is_file()}
    record.write(small_site, {}, 0.5)
    changed = [path.name for path, data in before.items() if path.read_bytes() != data]
    assert changed == ["build.json"]


def test_the_record_tells_when_with_what_and_how_long(small_site):
    found = told(small_site)
    assert list(found) == ["date", "commit", "clean", "machine", "versions", "execution"]
    age = datetime.now(UTC) - datetime.fromisoformat(found["date"])
    assert timedelta(seconds=-1) <= age < timedelta(minutes=5)
    assert list(found["versions"]) == ["Python", "Node", "sphinx", "myst-nb", "torch", "numpy"]
    assert found["versions"]["Python"] == sys.version.split()[0]
    assert all(version[0].isdigit() for version in found["versions"].values())
    assert found["execution"] == {
        "elapsed": 3.21,
        "pages": {
            "index": {"seconds": 1.0, "executed": False},
            "part/index": {"seconds": 2.35, "executed": True},
        },
    }


def test_the_record_names_no_place_person_or_machine(small_site):
    text = (small_site / "build.json").read_text("utf-8")
    values = json.dumps([told(small_site)["machine"], told(small_site)["versions"]]).lower()
    assert socket.gethostname().lower() not in values
    assert getpass.getuser().lower() not in values
    assert str(ROOT) not in text and str(small_site) not in text


@pytest.fixture
def repository(tmp_path, monkeypatch):
    """Return a function that runs git in a repository of its own, which the record takes for the book's."""
    root = tmp_path / "outer" / "book"
    (root / "_config").mkdir(parents=True)
    for lock in record.LOCKS:
        (root / "_config" / lock).write_text("a lock", "utf-8")
    monkeypatch.setattr(record, "CONFIG", root / "_config")
    monkeypatch.setattr(record.address, "ROOT", root)

    def git(*command: str, at: Path = root) -> str:
        named = ("-c", "user.name=A", "-c", "user.email=a@example.org")
        done = subprocess.run(
            ["git", *named, "-C", str(at), *command], capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    git.root = root
    return git


def test_the_record_names_the_commit_and_whether_it_was_changed(repository):
    repository("init", "-q")
    repository("add", ".")
    repository("commit", "-qm", "A state")
    found = record.of_build({}, 0)
    assert (found["commit"], found["clean"]) == (repository("rev-parse", "HEAD"), True)
    (repository.root / "new.txt").write_text("new", "utf-8")
    assert record.of_build({}, 0)["clean"] is False


@pytest.mark.parametrize("around", [True, False], ids=["in another repository", "in none"])
def test_where_the_book_is_in_no_repository_the_record_names_no_commit(repository, around):
    if around:  # as a book in an archive that is unpacked inside somebody's repository
        repository("init", "-q", at=repository.root.parent)
        repository("commit", "-qm", "Theirs", "--allow-empty", at=repository.root.parent)
    found = record.of_build({}, 0)
    assert (found["commit"], found["clean"]) == (None, None)


def test_without_git_the_record_names_no_commit(repository, monkeypatch):
    repository("init", "-q")
    repository("commit", "-qm", "A state", "--allow-empty")
    executable = shutil.which("node") or record.node.command()[0]
    monkeypatch.setattr(record.node, "command", lambda: (executable, []))
    monkeypatch.setenv("PATH", "")
    assert record.of_build({}, 0)["commit"] is None


def filled(builder: SimpleNamespace) -> nodes.paragraph:
    """Return what stands in the place of the record on a page of that builder."""
    document = nodes.section("", build_record.build_record())
    app = SimpleNamespace(builder=builder, config=SimpleNamespace(root_doc="index"))
    build_record.fill(app, document, "about/index")
    return document[0]


def test_an_e_book_names_the_record_without_a_link():
    paragraph = filled(SimpleNamespace(name="epub"))
    assert paragraph.astext() == "The record of the published build is build.json."
    assert not list(paragraph.findall(nodes.reference))


def test_on_a_page_at_any_depth_the_link_leads_to_the_record(module_book):
    place = "The record:\n\n```{build-record}\n```\n\n"
    module_book.write("index", f"# Small\n\n{place}```{{toctree}}\npage\ndeep/er/index\n```\n")
    (module_book.root / "book" / "deep" / "er").mkdir(parents=True)
    module_book.write("deep/er/index", f"# Deep\n\n{place}")
    module_book.built()
    site = module_book.root / "_build" / "html"
    record.write(site, {}, 0)
    for name in ("", "deep/er"):
        page = BeautifulSoup((site / name / "index.html").read_text("utf-8"), "html.parser")
        [link] = page.select(".build-record a")
        assert (site / name / link["href"]).resolve() == (site / "build.json").resolve()
        [script] = page.select('script[src*="build_record"]')
        assert script.has_attr("defer")
    assert "build_record" not in module_book.html("page")
