"""On a phone, boxes fit the screen and can be typed in."""

import pytest
from browsing import baked

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
TOO_WIDE = (
    "() => [...document.querySelectorAll('main *')].filter((element) =>"
    " element.getBoundingClientRect().right > innerWidth + 1 &&"
    " !element.closest('.box-code, pre, .box-output, table, .katex, .math, figure, svg'))"
    ".map((element) => element.outerHTML.slice(0, 80))"
)
SIDEWAYS = "() => document.scrollingElement.scrollWidth - innerWidth"


@pytest.mark.parametrize("address", ["", *baked.addresses()])
def test_no_page_with_boxes_scrolls_sideways(visit, address):
    page = visit(address, **PHONE).page
    assert page.evaluate(SIDEWAYS) <= 0, page.evaluate(TOO_WIDE)


def test_a_long_line_of_output_or_of_an_error_scrolls_no_page_sideways(visit, bench_page):
    reader = visit(bench_page, **PHONE)
    box = reader.box()
    box.run("print('x' * 2000)\nraise ValueError('y' * 2000)")
    assert reader.page.evaluate(SIDEWAYS) <= 0
    box.run("import numpy")
    assert reader.page.evaluate(SIDEWAYS) <= 0
    box.field.fill("x = 1")
    assert box.check()
    assert reader.page.evaluate(SIDEWAYS) <= 0


def test_fields_are_large_enough_that_a_phone_does_not_zoom(visit, bench_page):
    page = visit(bench_page, **PHONE).page
    for field in page.locator("textarea, input.predict-answer").all():
        assert float(field.evaluate("field => parseFloat(getComputedStyle(field).fontSize)")) >= 16


def test_buttons_are_large_enough_for_a_finger(visit, bench_page):
    page = visit(bench_page, **PHONE).page
    for button in page.locator(".box-bar button:visible").all():
        assert button.bounding_box()["height"] >= 24
        assert button.bounding_box()["width"] >= 24


def test_a_tap_runs_a_program(visit, bench_page):
    box = visit(bench_page, **PHONE).box()
    box.field.fill("print('tapped')")
    box.button("run").tap()
    box.wait()
    assert box.shown() == "tapped\n"
