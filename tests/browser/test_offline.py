"""The zip to read offline: unpacked and opened from disk, the book is walked through by clicking."""

import re
import zipfile
from types import SimpleNamespace

import pytest
from browsing import quiz as quizzes
from browsing.box import Box
from browsing.moved import MOVED
from browsing.quiz import Quiz
from browsing.server import Server

from export import offline

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def unpacked(site, tmp_path_factory):
    """The folder that a reader unpacks."""
    folder = tmp_path_factory.mktemp("disk of a reader")  # with spaces, as readers have them
    offline.write(site.html, folder / "book.zip")
    zipfile.ZipFile(folder / "book.zip").extractall(folder)
    return folder / offline.FOLDER


@pytest.fixture
def disk(unpacked):
    """The unpacked folder, in place of a host: a request that leaves it fails the test."""
    return SimpleNamespace(origin=unpacked.as_uri(), address=f"{unpacked.as_uri()}/")


def clicked(page, link) -> str:
    """Click a link, wait for its page, and return that page's heading."""
    address = link.evaluate("link => link.href")
    link.click()
    page.wait_for_url(address)
    heading = page.locator("article h1")
    heading.wait_for()
    return heading.inner_text()


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_the_book_is_walked_through_by_clicking(visit, disk, window):
    page = visit("index.html", disk, **window).page
    part = page.locator(".course-map .part a").first
    title = part.inner_text()
    assert clicked(page, part) == title
    if window is PHONE:
        page.locator(".primary-toggle").click()
    menu = page.locator("#pst-primary-sidebar, #pst-primary-sidebar-modal").locator("visible=true")
    assert clicked(page, menu.get_by_role("link", name="Vocabulary").first) == "Vocabulary"
    back = page.locator(".prev-next-area a").first
    assert clicked(page, back) not in ("Vocabulary", "")


def test_a_word_is_explained_on_its_card_and_in_the_drawer(visit, disk, bench_page):
    page = visit(f"{bench_page}index.html", disk, **DESK).page
    link = page.locator('article a[href*="#term-"]').first
    link.hover()
    page.locator(".vocabulary-card dt").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Vocabulary", exact=True).click()
    drawer = page.locator("#vocabulary-drawer")
    drawer.get_by_role("searchbox").fill("residual stream")
    assert clicked(page, drawer.locator("dt a").first) == "Vocabulary"
    assert page.locator(":target").inner_text().startswith("residual stream")


def test_a_quiz_judges_and_explains(visit, disk, site):
    address, place = quizzes.addresses()[0]
    quiz = Quiz(visit(f"{address}index.html", disk).page, place)
    question = quizzes.baked(site.html, address, place)[0]
    assert "Right" in quiz.check(question.right)
    assert question.right.value in quiz.opened


def test_a_slider_moves_and_the_theme_is_kept_on_the_next_page(visit, disk):
    page = visit(f"{next(iter(MOVED))}index.html", disk, **DESK).page
    slider = page.locator("figure.movable input").first
    before = slider.get_attribute("aria-valuetext")
    slider.press("ArrowRight")
    assert slider.get_attribute("aria-valuetext") != before
    page.locator("[popovertarget=theme-menu]").first.click()
    page.locator(".theme-change-button[data-mode=dark]").click()
    clicked(page, page.locator(".prev-next-area a").first)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_a_result_of_the_search_leads_to_its_place(visit, disk):
    page = visit("vocabulary/index.html", disk).page
    page.keyboard.press("Control+k")
    page.keyboard.type("wrong axis")
    result = page.locator("#pst-search-dialog .search-results a").first
    result.wait_for()
    heading = result.evaluate("link => link.firstChild.data")
    clicked(page, result)
    assert re.search(r"/[\w-]+/index\.html#[\w-]+$", page.url)
    assert heading in page.locator(":target").inner_text()


def test_the_search_page_is_asked_by_its_address(visit, disk):
    page = visit("search/index.html?words=residual+stream", disk).page
    result = page.locator("article .search-results a").first
    result.wait_for()
    assert clicked(page, result)


def test_where_programs_are_a_sentence_says_how_they_run(visit, disk, bench_page):
    page = visit(f"{bench_page}index.html", disk).page
    told = page.locator(".run-absent")
    assert "serve the book’s folder with python -m http.server" in told.inner_text()
    assert page.locator(".box-run").count() == 0


def test_the_folder_served_as_the_sentence_says_runs_its_programs(visit, unpacked, bench_page):
    server = Server(unpacked)
    page = visit(bench_page, server).page
    assert Box(page).run("print(6 * 7)").strip() == "42"
    server.close()
