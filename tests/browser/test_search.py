"""Search finds sections, asks for its index when it is needed, and is used by keyboard."""

import json
import re

import pytest
from bs4 import BeautifulSoup
from snowballstemmer import stemmer

RESULTS = "#pst-search-dialog .search-results a"
STATUS = "#pst-search-dialog .search-status"


def search(page, words: str):
    """Open the search as a reader does, type words, and return the results."""
    page.keyboard.press("Control+k")
    page.locator("#pst-search-dialog").wait_for()
    page.keyboard.type(words)
    page.locator(STATUS).filter(has_text=re.compile(r"\w")).wait_for()
    return page.locator(RESULTS)


def test_nothing_of_the_index_is_fetched_before_somebody_searches(visit, server, bench_page):
    page = visit(bench_page, server).page
    page.wait_for_load_state("networkidle")
    wanted = ("searchindex.js", "_static/searchtools.js", "_static/language_data.js")
    assert not [name for name in wanted if server.asked(f"{name}*")]
    search(page, "attention").first.wait_for()
    assert all(server.asked(f"{name}*") for name in wanted)


def test_a_result_names_its_section_and_its_page_and_leads_there(visit, site):
    page = visit("vocabulary/").page
    results = search(page, "wrong axis")
    results.first.wait_for()
    heading, part = results.first.inner_text().split("\n")
    address = results.first.evaluate("link => link.href")
    page.keyboard.press("Enter")
    page.wait_for_url(address)
    place = page.locator(f"[id='{address.partition('#')[2]}']")
    assert heading in place.inner_text()
    assert page.locator("h1").inner_text() == part != heading
    assert place.evaluate("place => place.getBoundingClientRect().top") < 200


def test_a_term_is_found_at_its_entry(visit):
    page = visit("").page
    results = search(page, "saturating")
    results.first.wait_for()
    assert results.first.evaluate("link => link.hash") == "#term-saturating"
    assert "Vocabulary" in results.first.inner_text()


def test_results_are_reached_with_tab_and_the_search_is_left_with_escape(visit, bench_page):
    page = visit(bench_page).page
    page.locator(".search-button__button").first.focus()
    page.keyboard.press("Enter")
    page.locator("#pst-search-dialog").wait_for()
    page.keyboard.type("norm")
    page.locator(RESULTS).first.wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(f"document.activeElement === document.querySelectorAll('{RESULTS}')[1]")
    page.keyboard.press("Escape")
    page.locator("#pst-search-dialog").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.matches('.search-button__button')")


def test_a_place_on_the_same_page_is_seen_at_once(visit, bench_page):
    page = visit(bench_page).page
    results = search(page, "what to remember")
    own = page.locator(RESULTS).filter(has_text=page.locator("h1").inner_text())
    own.first.click()
    page.locator("#pst-search-dialog").wait_for(state="hidden")
    assert results.count() and "#" in page.url


def test_what_cells_printed_is_not_searched(site):
    index = (site.html / "searchindex.js").read_text("utf-8")
    terms = json.loads(index[index.index("(") + 1 : index.rindex(")")])["terms"]
    said, printed = set(), set()
    for file in site.html.rglob("index.html"):
        article = BeautifulSoup(file.read_text("utf-8"), "html.parser").article
        for output in article.select(".cell_output"):
            printed |= set(re.findall(r"\w+", output.extract().get_text().lower()))
        said |= set(re.findall(r"\w+", article.get_text().lower()))
    said |= set(stemmer("english").stemWords(said))  # as Sphinx shortens them for its index
    only_printed = {word for word in printed - said if len(word) > 3}
    assert len(only_printed) > 100
    assert not only_printed & terms.keys()


def test_where_nothing_is_found_a_sentence_says_so(visit):
    page = visit("").page
    assert search(page, "zzyzx").count() == 0
    assert page.locator(STATUS).inner_text() == "Nothing found. Try fewer or other words."


def test_where_the_index_cannot_be_fetched_a_sentence_says_so_and_a_later_try_works(visit, server):
    reader = visit("", server)
    page = reader.page
    page.wait_for_load_state("networkidle")
    server.damage["searchindex.js*"] = lambda body: None
    with reader.watch.expecting(r"404"):
        search(page, "attention")
        assert "could not be fetched" in page.locator(STATUS).inner_text()
    server.damage.clear()
    page.keyboard.type(" map")
    page.locator(RESULTS).first.wait_for()


@pytest.mark.parametrize("words", ["layer norm", "c1", "a-b", "[", "  ", "constructor"])
def test_any_words_can_be_searched(visit, words):
    page = visit("").page
    page.keyboard.press("Control+k")
    page.keyboard.type(words)
    page.keyboard.type("x")
    page.locator(STATUS).filter(has_text=re.compile(r"\w")).wait_for()


def test_the_search_page_shows_what_its_address_asks_for(visit):
    page = visit("search/?words=residual+stream").page
    page.locator("article .search-results a").first.wait_for()
    assert page.locator("article input").input_value() == "residual stream"


def test_the_search_works_from_disk(visit, site):
    from types import SimpleNamespace

    disk = SimpleNamespace(origin="file://", address=f"{site.html.resolve().as_uri()}/")
    page = visit("feed-forward/index.html", disk).page
    search(page, "neuron").first.wait_for()
