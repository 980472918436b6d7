"""What the workflows do to the branch of the site and to the issue of broken links, without GitHub."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "_config"))
from export import record

FOLDER = Path(__file__).resolve().parents[2] / ".github" / "workflows"


def last_step(name: str, job: str) -> dict:
    """Return the last step of a job of a workflow."""
    return yaml.safe_load((FOLDER / name).read_text("utf-8"))["jobs"][job]["steps"][-1]


def execute(step: dict, folder: Path, **environment: str) -> subprocess.CompletedProcess:
    """Run a step as GitHub does: its lines in bash."""
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
        cwd=folder,
        env=os.environ | {"GIT_CONFIG_GLOBAL": os.devnull} | environment,
        capture_output=True,
        text=True,
    )


def git(folder: Path, *command: str) -> str:
    done = subprocess.run(
        ["git", "-C", str(folder), *command], capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


@pytest.fixture
def host(tmp_path):
    """A repository on a host that has published once, and where an archive of a site arrives."""
    if not all(map(shutil.which, ("git", "bash", "tar", "sha256sum"))):
        pytest.skip("the runners of GitHub have git, bash, GNU tar and sha256sum")
    host = tmp_path / "host" / "owner" / "name"
    git(tmp_path, "init", "-q", "--bare", str(host))
    return host


def publish(host: Path, folder: Path, text: str, damage: str = "") -> subprocess.CompletedProcess:
    """Publish a site whose one page holds a text."""
    site = folder / "site"
    (site / "_static").mkdir(parents=True)
    (site / "index.html").write_text(text, "utf-8")
    (site / ".nojekyll").touch()
    (site / ".gitignore").write_text("*.pdf", "utf-8")
    (site / "book.pdf").write_text("paper", "utf-8")
    record.write(site, {}, 0)
    (site / "index.html").write_text(text + damage, "utf-8")
    runner = folder / "runner"
    runner.mkdir()
    subprocess.run(["tar", "-cf", runner / "site.tar", "-C", site, "."], check=True)
    return execute(
        last_step("publish.yml", "publish"),
        runner,
        TOKEN="secret",
        GITHUB_SHA="0123abc",
        GITHUB_SERVER_URL=(host.parents[1]).as_uri(),
        GITHUB_REPOSITORY="owner/name",
    )


def test_the_branch_holds_the_newest_site_whole_in_one_commit(host, tmp_path):
    for text in ("first", "second"):
        done = publish(host, tmp_path / text, text)
        assert done.returncode == 0, done.stderr
        assert "secret" not in done.stdout + done.stderr
    assert git(host, "log", "--format=%s by %an", "gh-pages") == (
        "Publish 0123abc by github-actions[bot]"
    )
    assert git(host, "show", "gh-pages:index.html") == "second"
    names = git(host, "ls-tree", "-r", "--name-only", "gh-pages").splitlines()
    assert {".nojekyll", "book.pdf", "SHA256SUMS", "build.json", "requirements.txt"} < {*names}


def test_a_site_that_did_not_arrive_whole_is_not_published(host, tmp_path):
    assert publish(host, tmp_path / "first", "first").returncode == 0
    assert publish(host, tmp_path / "second", "second", damage="!").returncode != 0
    assert git(host, "show", "gh-pages:index.html") == "first"


def test_git_gets_the_token_of_the_job_from_its_environment(host, tmp_path):
    publish(host, tmp_path, "first")
    done = subprocess.run(
        ["git", "credential", "fill"],
        input="protocol=https\nhost=example.org\n\n",
        cwd=tmp_path / "runner" / "site",
        env=os.environ | {"TOKEN": "secret", "GIT_TERMINAL_PROMPT": "0"},
        capture_output=True,
        text=True,
    )
    assert "username=x-access-token\npassword=secret" in done.stdout
    assert "secret" not in (tmp_path / "runner" / "site" / ".git" / "config").read_text("utf-8")


GH = """#!/bin/sh
if [ "$2" = list ]; then echo "$OPEN"; else echo "$@" >> "$TOLD"; fi
"""


@pytest.mark.parametrize(
    ("broken", "issue", "told"),
    [
        ("17", "", "issue create --title Links that lead nowhere --body-file broken.md\n"),
        ("17", "5", "issue edit 5 --body-file broken.md\n"),
        ("", "5", "issue close 5 --comment All links lead somewhere again.\n"),
        ("", "", ""),
    ],
    ids=["opened", "brought up to date", "closed", "left alone"],
)
def test_of_broken_links_there_is_one_issue(tmp_path, broken, issue, told):
    if not shutil.which("bash"):
        pytest.skip("the runners of GitHub have bash")
    stand_in = tmp_path / "gh"
    stand_in.write_text(GH, "utf-8")
    stand_in.chmod(0o755)
    step = last_step("links.yml", "tell")
    done = execute(
        step,
        tmp_path,
        PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        BROKEN=broken,
        OPEN=issue,
        TOLD=str(tmp_path / "told"),
        TITLE=step["env"]["TITLE"],
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "told").exists() == bool(told)
    assert not told or (tmp_path / "told").read_text("utf-8") == told
