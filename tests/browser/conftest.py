"""A real browser reads the built site from a server on this machine, and from nowhere else."""

import sys
import zipfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "_config")]

from browsing import baked  # noqa: E402
from browsing.server import Server, rules  # noqa: E402
from browsing.visit import Visit  # noqa: E402

import browser as browsers  # noqa: E402  found through the line above

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Note whether a test failed, for the fixtures that then keep a picture of the page."""
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest.fixture(scope="session")
def browser():
    """The one browser of all tests."""
    try:
        with browsers.started() as browser:
            yield browser
    except browsers.NoBrowser as error:
        pytest.fail(str(error))


@pytest.fixture(scope="session")
def programs(site):
    """What was baked of each program of the book."""
    return baked.programs(site.html)


@pytest.fixture(scope="session")
def steady_server(site):
    """A host that reads the site's `_headers`; not to be damaged."""
    server = Server(site.html, headers=rules(site.html))
    yield server
    server.close()


@pytest.fixture
def below_a_path(site):
    """A host that keeps the book below a path and sends no headers of ours, as GitHub Pages does."""
    server = Server(site.html, "/book/")
    yield server
    server.close()


@pytest.fixture
def server(site):
    """A host of the test's own, to be damaged and unplugged as it likes."""
    server = Server(site.html, headers=rules(site.html))
    yield server
    server.close()


@pytest.fixture
def visit(request, browser, steady_server):
    """Return a function that opens a page for a new reader; whatever goes wrong fails the test."""
    visits = []

    def begin(path: str, at: Server = steady_server, **options) -> Visit:
        visits.append(Visit(browser, at, path, **options))
        return visits[-1]

    yield begin
    for number, visit in enumerate(visits if request.node.stash[FAILED] else ()):
        visit.picture(f"{request.node.name} {number or ''}")
    wrong = [line for visit in visits for line in visit.close()]
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="session", params=baked.addresses())
def whole_page(request, browser, steady_server, programs):
    """A page with started Python, and what was baked of all its programs."""
    visit = Visit(browser, steady_server, request.param)
    yield visit, [program for program in programs if program.page == request.param]
    wrong = visit.close()
    assert not wrong, "\n".join(wrong)


@pytest.fixture(scope="session")
def bench_page(programs):
    """The address of a page with several programs, of which the first is an exercise."""
    exercise = next(program for program in programs if program.exercise and program.index == 0)
    return exercise.page


@pytest.fixture(scope="session")
def bench_visit(browser, steady_server, bench_page):
    """A page whose Python has started, for all tests that leave it as they found it."""
    visit = Visit(browser, steady_server, bench_page)
    yield visit
    visit.close()


@pytest.fixture
def bench(request, bench_visit):
    """The page with started Python, its boxes as they were baked."""
    yield bench_visit
    if request.node.stash[FAILED]:
        bench_visit.picture(request.node.name)
        bench_visit.page.reload()
    for box in bench_visit.boxes():
        box.leave()
    bench_visit.page.evaluate("localStorage.clear()")
    wrong, bench_visit.watch.wrong = bench_visit.watch.wrong, []
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def box(bench):
    """A box on the bench: an exercise, ready to run."""
    return bench.box()


@pytest.fixture(scope="session")
def seldom_used(site):
    """A module that is not in the first part of the library, and an expression that uses it."""
    uses = {
        "colorsys": "colorsys.rgb_to_hsv(0.5, 0.5, 0.5)",
        "calendar": "calendar.isleap(2024)",
        "difflib": "difflib.get_close_matches('a', ['a'])",
        "plistlib": "plistlib.dumps({'a': 1})",
    }
    [rest] = site.html.glob("_static/run/engine-*/rest.zip")
    held = {name.split("/")[0].split(".")[0] for name in zipfile.ZipFile(rest).namelist()}
    name = next(name for name in uses if name in held)
    return name, uses[name]
