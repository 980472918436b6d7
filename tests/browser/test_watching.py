"""What these tests see of a page: each thing that goes wrong in it is found, and each file served."""

import gzip
import urllib.error
import urllib.request

import pytest
from browsing.server import Server, corrupted, missing, rules, truncated
from browsing.visit import Visit

PAGE = '<!doctype html><title>A page</title><script src="page.js"></script>'
HEADERS = """\
# for all
/*
  Content-Security-Policy: default-src 'self'

/kept/*
  Cache-Control: max-age=31536000
  X-Kind: kept
"""


def site(folder):
    """Write a site of one page into a folder."""
    (folder / "index.html").write_text(PAGE)
    (folder / "page.js").write_text("")
    (folder / "kept").mkdir()
    (folder / "kept" / "engine.wasm").write_bytes(bytes(range(200)) * 10)
    (folder / "_headers").write_text(HEADERS)
    return folder


@pytest.fixture
def folder(tmp_path):
    """The folder of a site of one page."""
    return site(tmp_path)


@pytest.fixture
def own(folder):
    """A host of that site."""
    server = Server(folder, headers=rules(folder))
    yield server
    server.close()


WRONG = {
    "": [],
    "console.error('a complaint')": ["a complaint"],
    "console.warn('a warning')": ["a warning"],
    "throw new Error('thrown')": ["thrown"],
    "Promise.reject(new Error('rejected'))": ["rejected"],
    "fetch('nothing-there')": ["404"],
    "document.body.innerHTML = '<img src=https://example.org/x.png>'": ["img-src"],
    "document.head.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))": [
        "style-src"
    ],
    "new Worker('worker.js')": ["said by a worker", "thrown by a worker"],
}
WORKER = (
    "console.error('said by a worker'); setTimeout(() => { throw new Error('thrown by a worker') })"
)


@pytest.fixture(scope="module")
def watched(browser, tmp_path_factory):
    """A visit to a site of one page, whose script may be written anew."""
    folder = site(tmp_path_factory.mktemp("watched"))
    server = Server(folder, headers=[("/*", "Cache-Control", "no-store"), *rules(folder)])
    visit = Visit(browser, server, "")
    yield visit
    visit.close()
    server.close()


def seen(visit, page: str, worker: str = "") -> list[str]:
    """Return what goes wrong in the page with these scripts."""
    (visit.server.folder / "page.js").write_text(page)
    (visit.server.folder / "worker.js").write_text(worker)
    visit.watch.wrong.clear()
    visit.page.reload()
    visit.page.wait_for_timeout(300)
    return list(visit.watch.wrong)


@pytest.mark.parametrize("script", WRONG)
def test_what_goes_wrong_in_a_page_is_found(watched, script):
    found = seen(watched, f"addEventListener('load', () => {{ {script} }})", WORKER)
    for words in WRONG[script]:
        assert any(words in line for line in found), found
    assert bool(found) == bool(script)


ELSEWHERE = "fetch('https://example.org/x').catch(() => 0)"


@pytest.mark.parametrize("place", ["page", "worker"])
def test_a_request_to_another_host_is_found_and_reaches_nobody(watched, place):
    watched.server.headers = watched.server.headers[:1]  # without the policy, which forbids it
    found = seen(watched, ELSEWHERE if place == "page" else "new Worker('worker.js')", ELSEWHERE)
    assert "a request to somewhere else: https://example.org/x" in found


def test_what_a_test_expects_is_no_complaint_and_the_rest_is(watched):
    watched.watch.wrong.clear()
    with watched.watch.expecting("wanted"):
        watched.page.evaluate("console.error('wanted'), console.error('other')")
        watched.page.wait_for_timeout(100)
    [found] = watched.watch.wrong
    assert "other" in found


def fetched(server, path: str, **headers: str):
    """Return the answer of a host."""
    request = urllib.request.Request(server.address + path, headers=headers)
    return urllib.request.urlopen(request, timeout=10)


def test_the_host_sends_types_packed_files_and_the_headers_that_the_site_asks_for(own, folder):
    answer = fetched(own, "kept/engine.wasm", **{"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Type"] == "application/wasm"
    assert answer.headers["Cache-Control"] == "max-age=31536000"
    assert answer.headers["X-Kind"] == "kept"
    assert answer.headers["Content-Security-Policy"] == "default-src 'self'"
    sent = answer.read()
    assert gzip.decompress(sent) == (folder / "kept" / "engine.wasm").read_bytes()
    [request] = own.asked("kept/*")
    assert (request.status, request.sent) == (200, len(sent))
    plain = fetched(own, "")
    assert plain.headers["Content-Type"] == "text/html; charset=utf-8"
    assert plain.headers["Cache-Control"] == "max-age=600"
    assert plain.read().decode() == PAGE


def test_the_host_may_keep_the_site_below_a_path(folder):
    server = Server(folder, "/book/")
    assert fetched(server, "").read().decode() == PAGE
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(server.origin + "/index.html", timeout=10)
    server.close()


def test_the_host_gives_nothing_from_outside_the_site(own):
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetched(own, "../test_watching.py")
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetched(own, "%2e%2e/test_watching.py")


def test_a_host_can_have_damaged_files(own, folder):
    whole = (folder / "kept" / "engine.wasm").read_bytes()
    own.damage = {"kept/*": truncated}
    assert fetched(own, "kept/engine.wasm").read() == whole[: len(whole) // 2]
    own.damage = {"kept/*": corrupted}
    other = fetched(own, "kept/engine.wasm").read()
    assert len(other) == len(whole)
    assert other != whole
    own.damage = {"kept/*": missing}
    with pytest.raises(urllib.error.HTTPError, match="404"):
        fetched(own, "kept/engine.wasm")


def test_a_host_can_be_unplugged(own):
    own.unplugged = True
    with pytest.raises(OSError):
        fetched(own, "")
