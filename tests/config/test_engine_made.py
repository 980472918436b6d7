"""The Python of the page is made once, and again when it must be; what fails is told in a sentence."""

import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "_config"
sys.path.insert(0, str(CONFIG))

import node  # noqa: E402
from extensions.run import engine  # noqa: E402

CODE, READER = ROOT / "code", CONFIG / "extensions" / "run" / "reader"


@pytest.fixture(scope="module")
def made():
    """The engine, made where it is not there."""
    return engine.built()


@pytest.fixture
def elsewhere(made, monkeypatch, tmp_path):
    """A folder of engines of its own that holds the one engine; making one does not compile."""
    shutil.copytree(made.folder.parent, tmp_path / made.folder.parent.name)
    monkeypatch.setattr(engine, "ENGINES", tmp_path)
    monkeypatch.setattr(engine, "compilations", [], raising=False)

    def copied(program, library, work, *settings):
        engine.compilations.append(program)
        for name in ("library.zip", "rest.zip"):
            shutil.copy(made.folder / name, work)

    monkeypatch.setattr(engine, "in_python", copied)
    return tmp_path


def test_a_whole_engine_is_used_again(made, elsewhere):
    again = engine.built()
    assert engine.compilations == []
    assert (again.digest, again.integrity) == (made.digest, made.integrity)


def cut_short(place):
    file = place / "files" / "pyodide.asm.wasm"
    file.write_bytes(file.read_bytes()[:-1])


def change_a_byte(place):
    file = place / "files" / "library.zip"
    file.write_bytes(file.read_bytes()[:-1] + b"?")


def delete(place):
    (place / "files" / "rest.zip").unlink()


def add_a_file(place):
    (place / "files" / "other.zip").touch()


def damage_the_record(place):
    (place / "made.json").write_text("{")


def delete_all(place):
    shutil.rmtree(place)


@pytest.mark.parametrize(
    "damage", [cut_short, change_a_byte, delete, add_a_file, damage_the_record, delete_all]
)
def test_a_damaged_engine_is_made_again(made, elsewhere, damage):
    damage(elsewhere / made.folder.parent.name)
    again = engine.built()
    assert engine.compilations == ["library"]
    assert (again.digest, again.integrity, again.lock) == (made.digest, made.integrity, made.lock)
    assert engine.integrity(again.folder) == made.integrity


def test_an_engine_made_from_something_else_takes_the_place_of_the_old_one(
    elsewhere, monkeypatch, made
):
    (elsewhere / "next").mkdir()  # left by a build that was killed
    (elsewhere / "changed.py").write_text("")
    monkeypatch.setattr(engine, "MADE_FROM", (*engine.MADE_FROM, elsewhere / "changed.py"))
    again = engine.built()
    assert engine.compilations == ["library"]
    assert again.digest == made.digest  # the files are the same
    assert [path for path in elsewhere.iterdir() if path.is_dir()] == [again.folder.parent]


def test_an_archive_is_made_again_when_it_is_damaged_or_its_code_has_changed(
    elsewhere, monkeypatch
):
    made_of = []

    def counted(program, library, work, *settings):
        made_of.append(program)
        shutil.copy(work / "sources.zip", work / "archive.zip")

    monkeypatch.setattr(engine, "in_python", counted)
    for kept in elsewhere.glob("*/*.zip"):
        kept.unlink()
    code = elsewhere.parent / "code"
    shutil.copytree(CODE / "groundup" / "lists", code / "groundup" / "lists")
    for name in ("__init__.py", "exercise.py"):
        shutil.copy(CODE / "groundup" / name, code / "groundup")
    first = engine.archive(code, READER)
    assert engine.archive(code, READER) == first
    assert made_of == ["bytecode"]
    [kept] = engine.built().folder.parent.glob("*.zip")
    kept.write_bytes(kept.read_bytes()[:-1])
    assert engine.archive(code, READER) == first
    (code / "groundup" / "lists" / "vector.py").write_text("")
    assert engine.archive(code, READER) != first
    assert made_of == ["bytecode"] * 3
    assert len(list(engine.built().folder.parent.glob("*.zip"))) == 1


def test_a_pyodide_that_fails_is_named_with_what_it_said_and_a_remedy(made, tmp_path):
    (tmp_path / "probe.py").write_text("def main():\n    raise SystemExit('no room left')\n")
    with pytest.raises(engine.NotMade) as told:
        engine.in_python("probe", made.folder / "library.zip", tmp_path)
    assert "failed to run probe.py" in str(told.value)
    assert "SystemExit: no room left" in str(told.value)
    assert "delete _build/node and build again" in str(told.value)


def test_a_damaged_package_of_npm_is_named_with_a_remedy(elsewhere, made, monkeypatch, tmp_path):
    delete_all(elsewhere / made.folder.parent.name)
    monkeypatch.setattr(node, "package", lambda name: tmp_path / "empty")
    with pytest.raises(engine.NotMade, match="pyodide.mjs.*delete _build/node"):
        engine.built()


def test_what_node_cannot_fetch_is_told_as_node_tells_it(elsewhere, made, monkeypatch):
    def missing(name):
        raise node.Missing(f"no {name}")

    delete_all(elsewhere / made.folder.parent.name)
    monkeypatch.setattr(node, "package", missing)
    with pytest.raises(node.Missing, match="no pyodide"):
        engine.built()


def test_what_stands_in_for_no_module_of_pyodide_is_named(made, monkeypatch, tmp_path):
    shutil.copytree(engine.HERE, tmp_path / "engine")
    (tmp_path / "engine" / "standins" / "pyodide" / "gone.py").write_text("")
    monkeypatch.setattr(engine, "HERE", tmp_path / "engine")
    library = node.package("pyodide") / "python_stdlib.zip"
    with pytest.raises(engine.NotMade, match="does not have: pyodide/gone.py"):
        engine.in_python("library", library, tmp_path)
