"""What a page costs before a reader touches it, as sums over the answers of a real host."""

import pytest
from browsing import site as book
from browsing.server import Server

PLAIN = 130_000  # bytes on the way, packed, of a page without maths
WITH_MATHS = 170_000
OWN_SCRIPTS = 25_000
OWN = ("build_record", "course", "figure", "page", "quiz", "run", "search", "vocabulary")


@pytest.fixture(scope="module", params=book.addresses())
def cost(request, browser, site):
    """A page that a new reader has opened and scrolled through, and what the host was asked for."""
    from browsing.visit import Visit

    server = Server(site.html)
    visit = Visit(browser, server, request.param)
    visit.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    visit.page.wait_for_load_state("networkidle")
    maths = visit.page.locator(".katex").count() > 0
    wrong = visit.close()
    yield server.requests, maths
    server.close()
    assert wrong == []


def test_a_page_stays_within_its_budget(cost):
    requests, maths = cost
    sizes = {request.path: request.sent for request in requests}
    assert sum(request.sent for request in requests) <= (WITH_MATHS if maths else PLAIN), sizes


def test_our_own_scripts_are_small(cost):
    requests, _ = cost
    own = [
        request
        for request in requests
        if request.path.startswith(tuple(f"_static/{name}/" for name in OWN))
    ]
    assert sum(request.sent for request in own if ".js" in request.path) <= OWN_SCRIPTS


def test_every_file_that_a_page_asks_for_is_there(cost):
    requests, _ = cost
    assert requests
    assert [request for request in requests if request.status != 200] == []


def test_a_page_without_maths_fetches_nothing_for_it(cost):
    requests, maths = cost
    assert maths or not [request for request in requests if "katex" in request.path]
