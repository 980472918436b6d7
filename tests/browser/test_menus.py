"""The menus and the theme are used by keyboard, at both widths, and without script."""

import json
from pathlib import Path

import pytest
from browsing import site as book

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}}
ACTIVE = "document.activeElement"
SECTION = ".bd-article section section section"
THEME = "document.documentElement.dataset.theme"
PAPER = "getComputedStyle(document.body).backgroundColor"
# As browsers do it whose reader has forbidden sites to keep anything.
FORBID = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, {
    configurable: true,
    get() { throw new DOMException("forbidden", "SecurityError"); },
  });
"""


def reach(page, selector: str, most: int = 30) -> None:
    """Press Tab until an element has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate(f"{ACTIVE}.matches({selector!r})"):
            return
    raise AssertionError(f"Tab never reaches {selector}")


def test_the_first_tab_leads_past_the_menus(visit, bench_page):
    page = visit(bench_page).page
    page.keyboard.press("Tab")
    assert page.evaluate(f"{ACTIVE}.textContent") == "Skip to main content"
    page.keyboard.press("Enter")
    reach(page, "main *", most=1)


@pytest.mark.parametrize(
    ("button", "dialog", "name"),
    [
        (".primary-toggle", "#pst-primary-sidebar-modal", "Contents"),
        (".secondary-toggle", "#pst-secondary-sidebar-modal", "On this page"),
    ],
)
def test_on_a_phone_a_menu_opens_leads_on_and_closes_by_keyboard(
    visit, bench_page, button, dialog, name
):
    page = visit(bench_page, **PHONE).page
    reach(page, button)
    page.keyboard.press("Enter")
    menu = page.get_by_role("dialog", name=name)
    menu.wait_for()
    assert page.evaluate(f"{ACTIVE}.closest('{dialog}') !== null")
    page.keyboard.press("Escape")
    menu.wait_for(state="hidden")
    assert page.evaluate(f"{ACTIVE}.matches('{button}')")
    page.keyboard.press("Enter")
    link = menu.locator("nav a").nth(1)
    address = link.evaluate("link => link.href")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(address)
    assert page.get_by_role("dialog").count() == 0


def test_on_a_desk_the_contents_are_there_and_can_be_put_away(visit, bench_page):
    page = visit(bench_page, **DESK).page
    first = page.locator("#pst-primary-sidebar nav a").first
    assert first.is_visible()
    reach(page, ".primary-toggle")
    page.keyboard.press("Enter")
    first.wait_for(state="hidden")
    page.keyboard.press("Enter")
    first.wait_for(state="visible")


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_theme_is_chosen_by_keyboard_and_kept(visit, size):
    page = visit("", color_scheme="light", **size).page
    light = page.evaluate(PAPER)
    reach(page, "[popovertarget=theme-menu]")
    page.keyboard.press("Enter")
    reach(page, ".theme-change-button[data-mode=dark]", most=3)
    page.keyboard.press("Enter")
    page.locator("#theme-menu").wait_for(state="hidden")
    assert page.evaluate(f"{ACTIVE}.matches('[popovertarget=theme-menu]')")
    assert page.evaluate(THEME) == "dark"
    dark = page.evaluate(PAPER)
    assert dark != light
    page.goto(page.url + "vocabulary/")
    assert (page.evaluate(THEME), page.evaluate(PAPER)) == ("dark", dark)
    page.keyboard.press("Escape")
    page.locator("[popovertarget=theme-menu]").first.click()
    [chosen] = page.locator(".theme-change-button[aria-pressed=true]").all()
    assert chosen.inner_text().strip() == "Dark"
    page.get_by_role("button", name="As the system").click()
    assert page.evaluate(THEME) == "light"
    page.emulate_media(color_scheme="dark")
    page.locator("html[data-theme=dark]").wait_for()


def test_the_theme_menu_closes_on_escape_and_gives_the_focus_back(visit):
    page = visit("").page
    reach(page, "[popovertarget=theme-menu]")
    page.keyboard.press("Enter")
    page.locator("#theme-menu").wait_for()
    page.keyboard.press("Escape")
    page.locator("#theme-menu").wait_for(state="hidden")
    assert page.evaluate(f"{ACTIVE}.matches('[popovertarget=theme-menu]')")


@pytest.mark.parametrize("address", book.addresses())
def test_where_the_browser_keeps_nothing_a_page_has_its_theme_and_complains_of_nothing(
    visit, address
):
    page = visit(address, before=FORBID, color_scheme="dark").page
    assert page.evaluate(THEME) == "dark"
    page.locator("[popovertarget=theme-menu]").first.click()
    page.locator(".theme-change-button[data-mode=light]").click()
    assert page.evaluate(THEME) == "light"


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_the_notebook_of_a_page_is_fetched_by_keyboard(visit, bench_page, size):
    page = visit(bench_page, **size).page
    reach(page, "[popovertarget=more-menu]")
    page.keyboard.press("Enter")
    reach(page, "#more-menu a[download]", most=3)
    with page.expect_download() as fetched:
        page.keyboard.press("Enter")
    assert fetched.value.suggested_filename == f"{bench_page.strip('/')}.ipynb"
    assert "nbformat" in json.loads(Path(fetched.value.path()).read_text("utf-8"))
    page.keyboard.press("Escape")
    page.locator("#more-menu").wait_for(state="hidden")


def test_a_report_names_the_section_that_is_read(visit, bench_page):
    page = visit(bench_page, **DESK).page
    link = '<a class="report" href="https://example.org/new?body=Page: here%0A%0AWhat:">Report</a>'

    def with_link(route):
        answer = route.fetch()
        route.fulfill(
            response=answer, body=answer.text().replace("</article>", f"{link}</article>")
        )

    page.route(f"**/{bench_page}", with_link)
    page.reload()
    press = (
        "a => { a.addEventListener('click', e => e.preventDefault()); a.click(); return a.href; }"
    )
    body = "new URL(document.querySelector('.report').href).searchParams.get('body')"
    page.locator(".report").evaluate(press)
    assert page.evaluate(body) == "Page: here\n\nWhat:"
    heading = page.locator(SECTION).nth(1).locator("h3")
    heading.evaluate("heading => heading.scrollIntoView()")
    name = heading.evaluate("heading => heading.firstChild.textContent")
    page.locator("#pst-page-toc-nav [aria-current]", has_text=name).wait_for()
    page.locator(".report").evaluate(press)
    assert page.evaluate(body) == f"Page: here\nSection: {name}\n\nWhat:"


def test_without_script_a_page_has_the_colours_that_the_reader_chose_for_the_system(
    visit, bench_page
):
    look = (
        "() => ['body', '.highlight', '.highlight .k, .highlight .kn', 'article a', 'h1'].map((place) => {"
        " const style = getComputedStyle(document.querySelector(place));"
        " return [style.color, style.backgroundColor]; })"
    )
    seen = []
    for theme in ("light", "dark"):
        plain = visit(bench_page, java_script_enabled=False, color_scheme=theme).page
        assert plain.evaluate(look) == visit(bench_page, color_scheme=theme).page.evaluate(look)
        seen.append(plain.evaluate(look))
    assert seen[0] != seen[1]


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_without_script_the_contents_are_there_and_nothing_is_that_needs_one(visit, size):
    for address in book.addresses():
        page = visit(address, java_script_enabled=False, **size).page
        links = page.locator("#pst-primary-sidebar nav a")
        assert links.first.is_visible(), address
        assert page.locator("article").first.is_visible()
        for button in page.locator("button:visible").all():
            assert button.get_attribute("popovertarget"), button.evaluate("one => one.outerHTML")


def test_the_contents_of_the_page_say_which_section_is_read(visit, bench_page):
    page = visit(bench_page, **DESK).page
    current = page.locator("#pst-page-toc-nav a[aria-current]")
    links = page.locator("#pst-page-toc-nav a")
    assert current.count() == 0, "nothing has been read yet"
    for index in (2, 7, 3):
        link = links.nth(index)
        link.click()
        name = link.get_attribute("href")
        page.locator(f"#pst-page-toc-nav a[aria-current][href='{name}']").wait_for()
        assert current.count() == 1
    page.locator(SECTION).last.scroll_into_view_if_needed()
    page.locator(f"#pst-page-toc-nav a[aria-current]:not([href='{name}'])").wait_for()
    box, sidebar = current.bounding_box(), page.locator("#pst-secondary-sidebar").bounding_box()
    assert box["y"] + box["height"] <= sidebar["y"] + sidebar["height"], "it is in sight"
    page.evaluate("scrollTo(0, 0)")
    current.wait_for(state="detached")


SCROLLED = ".bd-article pre:not([aria-hidden]), .bd-article .pst-scrollable-table-container"
WRONG = f"""() => [...document.querySelectorAll("{SCROLLED}")].filter((one) => one.checkVisibility()
  && (one.scrollWidth > one.clientWidth) !== (one.tabIndex === 0)).map((one) => one.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("address", book.addresses())
def test_what_scrolls_sideways_is_a_stop_for_the_keyboard_and_nothing_else_is(visit, address):
    page = visit(address, **PHONE).page
    for size in (PHONE, DESK):
        page.set_viewport_size(size["viewport"])
        page.wait_for_timeout(300)
        assert page.evaluate(WRONG) == []
