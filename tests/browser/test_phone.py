"""On a phone, boxes fit the screen and can be typed in."""

import pytest
from browsing import baked
from browsing.visit import Visit

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
TOO_WIDE = (
    "() => [...document.querySelectorAll('main *')].filter((element) =>"
    " element.getBoundingClientRect().right > innerWidth + 1 &&"
    " !element.closest('.box-code, pre, .box-output, table, .katex, .math, figure, svg'))"
    ".map((element) => element.outerHTML.slice(0, 80))"
)
SIDEWAYS = "() => document.scrollingElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def phone(browser, steady_server, bench_page):
    """A page with boxes on a phone."""
    visit = Visit(browser, steady_server, bench_page, **PHONE)
    yield visit
    assert visit.close() == []


@pytest.mark.parametrize("address", ["", *baked.addresses()])
def test_no_page_with_boxes_scrolls_sideways(visit, address):
    page = visit(address, **PHONE).page
    assert page.evaluate(SIDEWAYS) <= 0, page.evaluate(TOO_WIDE)


def test_a_long_line_of_output_or_of_an_error_scrolls_no_page_sideways(phone):
    page, box = phone.page, phone.box()
    box.run("print('x' * 2000)\nraise ValueError('y' * 2000)")
    assert page.evaluate(SIDEWAYS) <= 0
    box.run("import numpy")
    assert page.evaluate(SIDEWAYS) <= 0
    box.field.fill("x = 1")
    assert box.check()
    assert page.evaluate(SIDEWAYS) <= 0


def test_fields_are_large_enough_that_a_phone_does_not_zoom(phone):
    page = phone.page
    fields = page.locator("textarea, input.predict-answer").all()
    assert fields
    for field in fields:
        assert float(field.evaluate("field => parseFloat(getComputedStyle(field).fontSize)")) >= 16


def test_buttons_are_large_enough_for_a_finger(phone):
    page = phone.page
    for button in page.locator(".box-bar button:visible").all():
        assert button.bounding_box()["height"] >= 24
        assert button.bounding_box()["width"] >= 24


def test_a_tap_runs_a_program(phone):
    box = phone.box()
    box.field.fill("print('tapped')")
    box.button("run").tap()
    box.wait()
    assert box.shown() == "tapped\n"
