"""The repository keeps its own promises: its shape, its lock, its licences and its commands."""

import ast
import importlib.metadata
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / "_config" / "requirements.txt"
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    "python -m pip install nox && python -m nox -s book",
    "python -m pip install nox && python -m nox -s tests",
]


def tracked() -> list[Path]:
    """Return the files of the repository, as git would take them."""
    if not shutil.which("git") or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout, so what belongs to the repository is not known")
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def written() -> dict[Path, str]:
    """Return the text of every tracked file but the novels and the weights, which are no text."""
    files = [
        file for file in tracked() if "texts" not in file.parts and file.suffix != ".safetensors"
    ]
    return {file.relative_to(ROOT): file.read_text(encoding="utf-8") for file in files}


def pins() -> dict[str, str]:
    """Return the version that the lock gives each package."""
    lines = LOCK.read_text(encoding="utf-8").splitlines()
    pairs = [line.split(";")[0].strip().split("==") for line in lines]
    return {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pairs}


def test_the_top_level_holds_what_a_newcomer_is_told_and_no_more():
    top = {file.relative_to(ROOT).parts[0] for file in tracked()}
    seen = {name for name in top if not name.startswith(".")}
    folders = {"book", "_config", "code", "tests"}
    files = {"noxfile.py", "README.md", "LICENSE", "CITATION.cff", "CONTRIBUTING.md"}
    assert seen == folders | files


def test_the_folder_code_does_not_hide_pythons_own_module():
    assert not (ROOT / "code" / "__init__.py").exists()


def test_no_lock_names_a_host():
    assert "://" not in LOCK.read_text(encoding="utf-8")
    npm = json.loads((ROOT / "_config" / "package-lock.json").read_text(encoding="utf-8"))
    assert not [name for name, package in npm["packages"].items() if "resolved" in package]


def test_there_is_one_lock_for_python():
    locks = [
        file
        for file, text in written().items()
        if re.search(r"(^|/)(requirements.*\.txt|.*\.lock)$", f"{file}") and "==" in text
    ]
    assert locks == [LOCK.relative_to(ROOT)]


@pytest.mark.parametrize("name", sorted(pins()))
def test_an_installed_package_has_the_version_of_the_lock(name):
    try:
        installed = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("not installed on this machine")
    assert installed.split("+")[0] == pins()[name]  # torch says +cpu where it is built so


def test_every_direct_need_says_its_reason_and_is_locked():
    for file in (ROOT / "_config").glob("*.in"):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith(("#", "-r")) or not line:
                continue
            need, _, reason = line.partition("#")
            assert len(reason.split()) >= 3, f"{file}: {line!r} needs its reason"
            assert need.strip().split("==")[0] in pins(), f"{file}: {line!r} is not locked"


def test_no_file_names_a_place_of_one_machine():
    home = re.compile(r"(?<![\w.])/(root|home|Users|work)/\w")
    files = {file: text for file, text in written().items() if file.parts[0] != "tests"}
    assert not [file for file, text in files.items() if home.search(text)]


def test_no_file_names_the_host_of_a_package_registry():
    hosts = re.compile(r"pypi\.org|pythonhosted|npmjs\.|debian\.org")
    here = Path(__file__).relative_to(ROOT)
    assert not [file for file, text in written().items() if file != here and hosts.search(text)]


def test_both_licences_are_named():
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "MIT License" in licence
    assert "Permission is hereby granted, free of charge" in licence
    assert "creativecommons.org/licenses/by/4.0" in licence
    assert "MIT licence" in README
    assert "Creative Commons Attribution 4.0" in README


def test_the_citation_names_a_title_its_authors_and_its_licences():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["license"] == "MIT"
    assert {"message", "title", "authors"} <= citation.keys()
    book = citation["preferred-citation"]
    assert book["title"] == "Transformers from the ground up"
    assert book["license"] == "CC-BY-4.0"
    assert book["authors"] == citation["authors"]


@pytest.mark.parametrize("command", COMMANDS)
def test_readme_gives_the_command(command):
    assert command in README


def test_continuous_integration_calls_the_test_command_of_readme():
    assert COMMANDS[1] in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def sessions() -> dict[str, str]:
    """Return the docstring of each nox session."""
    tree = ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return {node.name: ast.get_docstring(node) or "" for node in functions}


@pytest.mark.parametrize("name", sorted(sessions()))
def test_a_session_is_told_in_one_line(name):
    assert re.fullmatch(r"[A-Z][^\n]+\.", sessions()[name])


def test_every_session_that_a_document_names_exists():
    named = set()
    for text in written().values():
        named |= set(re.findall(r"nox -s (\w+)", text))
    assert named <= sessions().keys()
