"""A page fits narrow windows and large letters, keeps still where asked to, and prints whole."""

import pytest
from browsing import site as book

SIDEWAYS = "document.scrollingElement.scrollWidth - document.documentElement.clientWidth"
WIDE = """() => [...document.querySelectorAll("body *")]
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && one.checkVisibility())
  .map((one) => one.outerHTML.slice(0, 90)).slice(0, 5)"""


@pytest.mark.parametrize("address", book.addresses())
def test_no_page_scrolls_sideways_at_320_pixels_or_at_twice_the_size(visit, address):
    page = visit(address, viewport={"width": 320, "height": 640}).page
    assert page.evaluate(SIDEWAYS) <= 0, page.evaluate(WIDE)
    # What a window of 1280 pixels shows when the reader has set the browser to 200 %.
    page = visit(address, viewport={"width": 640, "height": 450}, device_scale_factor=2).page
    assert page.evaluate(SIDEWAYS) <= 0, page.evaluate(WIDE)


@pytest.mark.parametrize("address", book.addresses())
def test_letters_of_twice_the_size_push_nothing_out_of_the_window(visit, address):
    page = visit(address, viewport={"width": 1280, "height": 900}).page
    page.add_style_tag(content="html { font-size: 200% }")
    assert page.evaluate(SIDEWAYS) <= 0, page.evaluate(WIDE)


@pytest.mark.parametrize("width", [320, 1280])
def test_a_formula_of_its_own_stands_in_the_middle_and_begins_in_sight(visit, width):
    page = visit("feed-forward/", viewport={"width": width, "height": 900}).page
    # From the edges of its line to the first and to the last of what it is made of.
    gaps = page.evaluate(
        "() => [...document.querySelectorAll('article div.math')].map((line) => {"
        " const pieces = [...line.querySelectorAll('.katex-base')].map((one) => one.getBoundingClientRect());"
        " const { left, right } = line.getBoundingClientRect();"
        " return [Math.min(...pieces.map((one) => one.left)) - left,"
        " right - Math.max(...pieces.map((one) => one.right))]; })"
    )
    assert len(gaps) > 1
    for before, behind in gaps:
        assert before >= -1
        assert behind < 0 or abs(before - behind) < 12  # what is wider is scrolled to


@pytest.mark.parametrize("address", book.addresses())
def test_nothing_moves_for_a_reader_who_asked_for_that(visit, address):
    page = visit(address, reduced_motion="reduce").page
    moving = page.evaluate(
        "() => [...document.querySelectorAll('*')].filter((one) => {"
        " const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(one);"
        " return parseFloat(transitionDuration) || animationName !== 'none' || scrollBehavior === 'smooth';"
        "}).map((one) => one.outerHTML.slice(0, 90))"
    )
    assert moving == []


@pytest.mark.parametrize("address", book.addresses())
def test_on_paper_the_text_is_whole_and_what_only_works_on_a_screen_is_gone(visit, address):
    page = visit(address).page
    page.emulate_media(media="print")
    for name in ("#pst-primary-sidebar", ".bd-header-article", ".bd-sidebar-secondary", "dialog"):
        for part in page.locator(name).all():
            assert part.is_hidden(), name
    assert page.locator("article button:visible").count() == 0
    cut = page.evaluate(
        "() => [...document.querySelectorAll('article pre')].filter((pre) => pre.checkVisibility() &&"
        " pre.scrollWidth > pre.clientWidth + 1).map((pre) => pre.textContent.slice(0, 60))"
    )
    assert cut == []
    folded = page.locator("article details > :not(summary)").all()
    assert all(part.is_visible() or part.evaluate(HELD_BACK) for part in folded)


def test_paper_is_light_whatever_the_screen_is(visit):
    page = visit("feed-forward/", color_scheme="dark").page
    theme = "document.documentElement.dataset.theme"
    page.evaluate(f"addEventListener('beforeprint', () => {{ window.printed = {theme}; }})")
    page.pdf()
    assert page.evaluate("printed") == "light"
    assert page.evaluate(theme) == "dark"


# What stays out of sight for another reason than being folded away.
HELD_BACK = """(part) => {
  part.closest("details").open = true;
  return !part.checkVisibility();
}"""
