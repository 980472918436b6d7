"""axe finds nothing to mend, on any page, in either theme, on a desk and on a phone."""

from pathlib import Path

import pytest
from browsing import site as book

WIDTHS = (1280, 390)
THEMES = ("light", "dark")


@pytest.fixture(scope="module")
def axe(site):
    """axe's source, from where the build's packages are."""
    return (
        Path(site.notebooks).parent / "node" / "node_modules" / "axe-core" / "axe.min.js"
    ).read_text("utf-8")


def violations(page, axe: str) -> list[str]:
    """Return what axe finds on the page as it is seen now."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")["violations"]
    return [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"]]


@pytest.mark.parametrize("address", book.addresses())
def test_axe_finds_nothing_on_a_page(visit, axe, address):
    found = {}
    for width in WIDTHS:
        page = visit(address, viewport={"width": width, "height": 900}).page
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            page.locator(f"html[data-theme={theme}]").wait_for()
            found[width, theme] = violations(page, axe)
    assert not {place: wrong for place, wrong in found.items() if wrong}


# What a reader opens: a way to open it, and what is then to be seen.
OPENED = {
    "search": (WIDTHS, "button.search-button__button", "#pst-search-dialog"),
    "theme": (WIDTHS, "[popovertarget=theme-menu]", "#theme-menu"),
    "more": (WIDTHS, "[popovertarget=more-menu]", "#more-menu"),
    "vocabulary": (WIDTHS, ".vocabulary-button", "#vocabulary-drawer"),
    "contents": ((390,), "button.primary-toggle", "#pst-primary-sidebar-modal"),
    "this-page": ((390,), "button.secondary-toggle", "#pst-secondary-sidebar-modal"),
}


@pytest.mark.parametrize("name", OPENED)
def test_axe_finds_nothing_in_what_opens(visit, axe, bench_page, name):
    widths, button, opened = OPENED[name]
    for width in widths:
        for theme in THEMES:
            viewport = {"width": width, "height": 900}
            page = visit(bench_page, viewport=viewport, color_scheme=theme).page
            page.locator(button).first.click()
            page.locator(opened).wait_for()
            if name == "search":
                page.keyboard.type("attention")
                page.locator(f"{opened} .search-results a").first.wait_for()
            assert violations(page, axe) == []
