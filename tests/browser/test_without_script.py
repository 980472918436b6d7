"""Without script, and opened from disk, a page is whole; where Run is absent, a sentence says why."""

from types import SimpleNamespace

import pytest
from browsing import baked
from browsing.visit import Visit

# What only a script can make work.
CONTROLS = "textarea, .box-bar, .box-run, .box-check, .box-take, .box-status, .box-output"


@pytest.fixture(scope="module", params=baked.addresses())
def plain_page(request, browser, steady_server, programs):
    """A page in a browser without script, and what was baked of its programs."""
    visit = Visit(browser, steady_server, request.param, java_script_enabled=False)
    yield visit.page, [program for program in programs if program.page == request.param]
    assert visit.close() == []


def test_a_page_without_script_shows_every_program_and_what_it_printed(plain_page):
    page, baked_here = plain_page
    cells = page.locator("div.cell.tag_run").all()
    assert len(cells) == len(baked_here) > 0
    for cell, program in zip(cells, baked_here, strict=True):
        assert cell.locator(".cell_input pre").inner_text().strip() == program.source.strip()
        if program.predicted:
            cell.locator("details.predicted > summary").click()
        output = cell.locator(".cell_output")
        assert output.is_visible() or not program.printed
        assert output.inner_text().split() == program.printed.split()


def test_a_page_without_script_opens_every_hint_and_answer(plain_page):
    page, baked_here = plain_page
    wanted = sum(program.hints + 1 for program in baked_here if program.answer)
    folded = page.locator("details.hint, details.answer").all()
    assert len(folded) == wanted
    for part in folded:
        inside = part.locator(":scope > :not(summary)").first
        assert inside.is_hidden()
        part.locator("summary").click()
        assert inside.is_visible()
        assert inside.inner_text().strip()


def test_a_page_without_script_has_no_control_that_does_nothing(plain_page):
    page, _ = plain_page
    assert page.locator(CONTROLS).count() == 0
    for control in page.locator("article").locator("button, input, select").all():
        assert control.is_hidden(), control.evaluate("control => control.outerHTML")


@pytest.fixture
def from_disk(visit, site):
    """Return a function that opens a page of the site from disk."""
    disk = SimpleNamespace(origin="file://", address=f"{site.html.resolve().as_uri()}/")
    return lambda address: visit(f"{address}index.html", disk)


@pytest.mark.parametrize("address", baked.addresses())
def test_a_page_opened_from_disk_is_whole_and_says_once_why_run_is_absent(
    from_disk, programs, address
):
    page = from_disk(address).page
    [told] = page.locator(".run-absent").all()
    assert told.is_visible()
    assert "python -m http.server" in told.inner_text()
    assert page.locator(CONTROLS).count() == 0
    for cell, program in zip(
        page.locator("div.cell.tag_run").all(),
        [program for program in programs if program.page == address],
        strict=True,
    ):
        assert cell.locator(".cell_input pre").is_visible()
        assert cell.locator(".cell_output").is_visible() or program.predicted


def test_a_page_opened_from_disk_is_styled(from_disk, visit, bench_page):
    look = (
        "() => ['main', 'article', '.cell_input pre', '.admonition'].map((place) => {"
        " const style = getComputedStyle(document.querySelector(place));"
        " return [style.fontFamily, style.fontSize, style.color, style.backgroundColor, style.margin]; })"
    )
    assert from_disk(bench_page).page.evaluate(look) == visit(bench_page).page.evaluate(look)
