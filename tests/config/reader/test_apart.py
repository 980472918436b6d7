"""What is not in the page's Python is fetched, refused or named; tasks wait without events."""

import asyncio
import sys
import zipfile

import pytest
import reader
from reader import fresh, rest
from reader.apart import Refused
from reader.tasks import Loop


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("import tensorflow", "tensorflow"),
        ("import sklearn.svm", "sklearn"),
        ("from groundup.nothing import x", "groundup.nothing"),
        ("import groundup.lists.nothing", None),
        ("import maths", None),
        ("try:\n    import tensorflow\nexcept ImportError: pass", None),
    ],
)
def test_a_package_that_only_other_pythons_have_is_named(source, name, ran):
    assert ran(source)["outside"] == name


@pytest.mark.parametrize("name", ["js", "pyodide.ffi", "ctypes", "webbrowser", "urllib.request"])
def test_what_leads_out_of_the_page_is_refused_in_a_sentence(name, monkeypatch, error):
    monkeypatch.setattr(sys, "meta_path", [Refused(), *sys.meta_path])
    for loaded in [loaded for loaded in sys.modules if loaded.startswith(name)]:
        monkeypatch.delitem(sys.modules, loaded)
    told = error(f"import {name}")
    assert told["kind"] == "ModuleNotFoundError" and told["hint"] == ""
    assert f"neither the page nor the network, so there is no `{name.split('.')[0]}" in told["text"]


@pytest.fixture
def trimmed(monkeypatch, tmp_path):
    """A Python without `this` and `turtle`, whose rest would bring `this` and part of `encodings`."""
    monkeypatch.setattr(rest, "REST", str(tmp_path / "rest.zip"))
    monkeypatch.setattr(fresh, "REST", str(tmp_path / "rest.zip"))
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in ("this", "turtle"):
        monkeypatch.setattr(sys, "modules", sys.modules)
        sys.modules.pop(name, None)

    class Without:
        def find_spec(self, name, path=None, target=None):
            return reader.the_rest.find_spec(name) if name in ("this", "turtle") else None

    monkeypatch.setattr(sys, "meta_path", [Without(), *sys.meta_path, reader.the_rest])
    with zipfile.ZipFile(tmp_path / "rest.zip", "w") as made:
        made.writestr("this.py", "words = 'here'")
        made.writestr("encodings/own_code.py", "x = 1")
    yield
    reader.the_rest.arrived = reader.the_rest.wanted = False
    sys.modules.pop("this", None)
    sys.modules.pop("encodings.own_code", None)


@pytest.mark.parametrize(
    "source",
    [
        "import this",
        "try:\n    import this\nexcept Exception: pass",
        "try:\n    import this\nexcept: pass",
        "import encodings.own_code",
    ],
)
def test_a_trimmed_module_asks_for_the_rest_whatever_the_program_catches(source, trimmed, ran):
    told = ran(source, "assert False")
    assert told == {"error": None, "check": None, "outside": None, "rest": True}
    reader.rest_arrived()
    assert ran(source)["rest"] is False and ran(source)["error"] is None


def test_a_module_that_is_in_no_rest_is_refused_in_a_sentence(trimmed, ran):
    reader.rest_arrived()
    told = ran("import turtle")
    assert told["error"]["text"].endswith("Python's module `turtle` cannot work on this page\n")
    assert told["error"]["hint"] == "" and told["outside"] is None


def test_a_check_may_ask_for_the_rest_too(trimmed, ran):
    assert ran("x = 1", "import this") == {
        "error": None, "check": None, "outside": None, "rest": True,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["nothing_of_pythons", "readline", "_curses"])
def test_the_rest_is_not_fetched_for_what_it_cannot_hold(name):
    assert reader.the_rest.find_spec(name) is None and not reader.the_rest.wanted


def test_tasks_run_side_by_side_without_events():
    async def count(pause):
        await asyncio.sleep(pause)
        return pause

    async def main():
        return await asyncio.gather(count(0.02), count(0.01), asyncio.wait_for(count(0), 1))

    with asyncio.Runner(loop_factory=Loop) as runner:
        assert runner.run(main()) == [0.02, 0.01, 0]


def test_tasks_that_wait_for_nothing_are_ended():
    async def main():
        await asyncio.Future()

    with pytest.raises(RuntimeError, match="every task waits"):
        with asyncio.Runner(loop_factory=Loop) as runner:
            runner.run(main())
