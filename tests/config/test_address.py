"""Where the book and its repository are, and what is said where that is not known."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "_config"))

import address  # noqa: E402  found through the line above


@pytest.fixture(autouse=True)
def nothing_given(monkeypatch):
    """Whatever is set on this machine, a test sets what it needs."""
    for name in ("BOOK_ADDRESS", "BOOK_REPOSITORY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A repository of one commit, for which git answers."""
    monkeypatch.setattr(address, "ROOT", tmp_path)
    for command in (
        ["init", "--quiet", "--initial-branch=main"],
        ["-c", "user.name=A", "-c", "user.email=a@b.c", "commit", "--quiet", "--allow-empty"]
        + ["--message=One"],
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    return lambda *command: subprocess.run(["git", *command], cwd=tmp_path, check=True)


@pytest.mark.parametrize(
    ("remote", "expected"),
    [
        ("git@github.com:Someone/ground-up.git", "https://someone.github.io/ground-up/"),
        ("https://github.com/someone/ground-up", "https://someone.github.io/ground-up/"),
        ("https://github.com/someone/someone.github.io.git", "https://someone.github.io/"),
        ("/home/someone/ground-up", ""),
        ("https://git.example.org/someone/ground-up", ""),
        ("", ""),
    ],
)
def test_the_address_follows_from_the_remote(monkeypatch, remote, expected):
    monkeypatch.setattr(address, "git", lambda *_: remote)
    assert address.of_site() == expected


def test_a_given_address_wins_and_ends_with_one_slash(monkeypatch):
    monkeypatch.setenv("BOOK_ADDRESS", "https://example.org/book//")
    assert address.of_site() == "https://example.org/book/"


def test_a_clone_from_github_knows_its_repository_and_its_branch(clone):
    clone("remote", "add", "origin", "https://github.com/Owner/some.name.git")
    found = address.repository()
    assert (found.owner, found.name, found.branch) == ("Owner", "some.name", "main")
    assert found.state == "main"
    assert address.missing() == ""


def test_a_given_repository_wins(clone, monkeypatch):
    clone("remote", "add", "origin", "https://github.com/Owner/name")
    monkeypatch.setenv("BOOK_REPOSITORY", "https://github.com/other/book")
    assert address.repository().address == "https://github.com/other/book"
    assert address.of_site() == "https://other.github.io/book/"


def test_where_no_branch_is_checked_out_the_commit_stands_for_it_and_that_is_said(clone):
    clone("remote", "add", "origin", "https://github.com/Owner/name")
    clone("checkout", "--quiet", "--detach")
    found = address.repository()
    assert found.branch == "" and len(found.state) == 40
    assert address.missing() == (
        "The pages have no link to edit them: no branch is checked out. Check one out."
    )


def test_without_a_remote_that_is_said_with_the_remedy(clone):
    assert address.repository() is None
    said = address.missing()
    assert "have no links to Binder, Colab and GitHub: git knows no remote named origin." in said
    assert "set BOOK_REPOSITORY to https://github.com/OWNER/NAME" in said


def test_a_remote_elsewhere_is_named_without_the_password_in_it(clone):
    clone("remote", "add", "origin", "https://me:secret@git.example.org/owner/name.git")
    assert address.repository() is None
    said = address.missing()
    assert "https://git.example.org/owner/name.git is no repository on GitHub" in said
    assert "secret" not in said


def test_a_copy_inside_somebodys_clone_takes_nothing_from_it(clone, tmp_path, monkeypatch):
    clone("remote", "add", "origin", "https://github.com/Owner/name")
    (tmp_path / "copy").mkdir()
    monkeypatch.setattr(address, "ROOT", tmp_path / "copy")
    assert address.repository() is None


def test_without_git_nothing_is_known(clone, monkeypatch):
    clone("remote", "add", "origin", "https://github.com/Owner/name")
    monkeypatch.setenv("PATH", "")
    assert address.repository() is None
    assert "git knows no remote" in address.missing()


def test_a_copy_without_git_stands_for_the_newest_state(tmp_path, monkeypatch):
    monkeypatch.setattr(address, "ROOT", tmp_path)
    monkeypatch.setenv("BOOK_REPOSITORY", "https://github.com/owner/name")
    assert address.repository().state == "HEAD"
