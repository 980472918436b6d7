"""The Python of the page: the same wherever it is made, whole, and with what a program may need."""

import gzip
import io
import json
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ROOT / "_config"
sys.path.insert(0, str(CONFIG))

import node  # noqa: E402
from extensions.run import engine  # noqa: E402

CODE, READER = ROOT / "code", CONFIG / "extensions" / "run" / "reader"
LIBRARIES = ("library.zip", "rest.zip")


def programs() -> dict[str, tuple[str, str]]:
    """Return programs as readers write them any day, with what each prints."""
    text = (Path(__file__).parent / "everyday_programs.txt").read_text(encoding="utf-8")
    found = {}
    for block in text.strip().split("\n\n"):
        lines = block.split("\n")
        code = [line for line in lines if not line.startswith("> ")]
        shown = [f"{line[2:]}\n" for line in lines if line.startswith("> ")]
        found[code[0]] = "\n".join(code), "".join(shown)
    return found


def unzipped(data: bytes) -> dict[str, bytes]:
    """Return what is in a zip, as names with their bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def modules(files) -> list[str]:
    """Return the modules that some files of a zip hold."""
    names = [file.partition(".")[0] for file in files if "__pycache__" not in file]
    return [name.removesuffix("/__init__").replace("/", ".") for name in names]


@pytest.fixture(scope="module")
def made():
    """The engine, made where it is not there."""
    return engine.built()


@pytest.fixture(scope="module")
def archive(made):
    """The zip that Python imports from."""
    return engine.archive(CODE, READER)


@pytest.fixture(scope="module")
def libraries(made):
    """What is in library.zip and in rest.zip."""
    return {name: unzipped((made.folder / name).read_bytes()) for name in LIBRARIES}


@pytest.fixture(scope="module")
def told(made, archive, libraries, tmp_path_factory):
    """What the page's Python says of everyday programs, and of each module that it has."""
    work = tmp_path_factory.mktemp("work")
    asked = {"programs": [program for program, _ in programs().values()]}
    asked |= {"archive": modules(unzipped(archive))}
    asked |= {name.removesuffix(".zip"): modules(libraries[name]) for name in LIBRARIES}
    (work / "asked.json").write_text(json.dumps(asked), encoding="utf-8")
    shutil.copy(Path(__file__).parent / "page_probe.py", work / "probe.py")
    (work / "archive.zip").write_bytes(archive)
    shutil.copy(made.folder / "rest.zip", work)
    engine.in_python("probe", made.folder / "library.zip", work)
    told = json.loads((work / "told.json").read_text(encoding="utf-8"))
    told["printed"] = dict(zip(programs(), told["printed"], strict=True))
    return told


@pytest.mark.parametrize("title", programs())
def test_an_everyday_program_runs_in_the_page_as_anywhere(told, title):
    _, shown = programs()[title]
    assert told["printed"][title] == shown


def test_everyday_programs_the_books_code_and_the_library_itself_need_nothing_of_the_rest(
    told, libraries
):
    assert told["failing"] == {}
    assert set(told["missing"]) & set(modules(libraries["rest.zip"])) == set()


def test_all_modules_of_the_rest_can_be_imported_when_it_is_there(told):
    assert told["failing with the rest"] == {}


def test_no_module_comes_in_both_parts_of_the_library(libraries):
    assert libraries["library.zip"].keys() & libraries["rest.zip"].keys() == set()


def test_what_a_program_may_ask_for_later_is_in_the_rest(libraries):
    later = {"argparse", "doctest", "html", "pydoc", "sqlite3", "unittest", "xml.etree.ElementTree"}
    assert later <= set(modules(libraries["rest.zip"]))


def test_a_library_made_again_in_another_folder_has_the_same_bytes(made, tmp_path):
    source = node.package("pyodide") / "python_stdlib.zip"
    engine.in_python("library", source, tmp_path, engine.FIXED_ORDER, engine.NO_COLUMNS)
    for name in LIBRARIES:
        assert (tmp_path / name).read_bytes() == (made.folder / name).read_bytes(), name


def test_each_module_is_compiled_for_the_place_where_the_page_puts_it(libraries):
    for name, place in zip(LIBRARIES, ("/lib/python314.zip", "/lib/rest.zip"), strict=True):
        for file, data in libraries[name].items():
            assert file.endswith(".pyc")
            assert f"{place}/{file[:-1]}".encode() in data, file
            assert data[4:8] == b"\1\0\0\0", f"{file} would be compared with its source"


def test_no_file_of_the_page_names_a_folder_of_this_machine(libraries, archive, made):
    folders = {str(ROOT), str(made.folder), str(node.package("pyodide").resolve()), "/programs/"}
    for files in (*libraries.values(), unzipped(archive)):
        for file, data in files.items():
            assert not [folder for folder in folders if folder.encode() in data], file


def test_the_files_for_the_first_run_are_lighter_than_before_they_were_trimmed(made):
    script = made.folder / "pyodide.asm.mjs"
    wasm = made.folder / "pyodide.asm.wasm"
    sent = [len(gzip.compress(file.read_bytes(), 6)) for file in (script, wasm)]
    assert sum(sent) + (made.folder / "library.zip").stat().st_size < 5_200_000


def test_the_engine_says_the_digest_of_every_file(made):
    files = {*engine.AS_IT_COMES, *LIBRARIES, "LICENSES.txt"}
    assert made.integrity.keys() == files == {file.name for file in made.folder.iterdir()}
    assert made.integrity == engine.integrity(made.folder)
    pyodide = node.package("pyodide")
    for name in engine.AS_IT_COMES:
        assert (made.folder / name).read_bytes() == (pyodide / name).read_bytes()


def test_the_licences_name_the_versions_that_are_served(made):
    said = (made.folder / "LICENSES.txt").read_text(encoding="utf-8")
    wanted = json.loads((CONFIG / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert f"PYODIDE {wanted['pyodide']}\n" in said
    assert f"PYTHON {made.lock['info']['python']}\n" in said
    assert "Mozilla Public License" in said and "https://mozilla.org/MPL/2.0/" in said
    assert "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2" in said


def test_the_oldest_node_that_is_taken_is_new_enough_for_pyodide():
    package = json.loads((node.package("pyodide") / "package.json").read_text(encoding="utf-8"))
    assert package["engines"]["node"] == f">={node.OLDEST}.0.0"


def test_the_archive_holds_the_lists_the_harness_and_the_reader_and_nothing_else(archive):
    lists = [path.relative_to(CODE) for path in (CODE / "groundup" / "lists").glob("*.py")]
    sources = {Path("groundup/__init__.py"), Path("groundup/exercise.py"), *lists}
    sources |= {path.relative_to(READER.parent) for path in READER.rglob("*.py")}
    compiled = {path.with_suffix(".pyc") for path in sources}
    files = unzipped(archive)
    assert {Path(name) for name in files} == sources | compiled
    for path in sources:
        source = CODE if path.parts[0] == "groundup" else READER.parent
        assert files[path.as_posix()] == (source / path).read_bytes()


def test_an_archive_made_again_in_another_folder_has_the_same_bytes(
    made, archive, monkeypatch, tmp_path
):
    shutil.copytree(made.folder, tmp_path / made.folder.parent.name / "files")
    shutil.copy(made.folder.parent / "made.json", tmp_path / made.folder.parent.name)
    monkeypatch.setattr(engine, "ENGINES", tmp_path)
    assert engine.archive(CODE, READER) == archive
