"""The drawer with all terms opens and closes on every page, with a script and without, and is filtered."""

from types import SimpleNamespace

import pytest

from guards.pages import pages

ADDRESSES = [*(f"{page.name}/".removesuffix("index/") for page in pages()), "search/"]
PHONE = {"viewport": {"width": 320, "height": 568}, "is_mobile": True, "has_touch": True}
FOCUSED = "() => document.activeElement.textContent.trim() || document.activeElement.localName"
SIDEWAYS = "() => document.scrollingElement.scrollWidth - innerWidth"


class Drawer:
    """The drawer of an open page, and what a reader does with it."""

    def __init__(self, page):
        self.page = page
        self.at = page.locator("#vocabulary-drawer")
        self.button = page.get_by_role("button", name="Vocabulary", exact=True)
        self.close = self.at.get_by_role("button", name="Close")
        self.field = self.at.get_by_role("searchbox", name="Find a term")
        self.terms = self.at.locator("dt")

    def open(self) -> "Drawer":
        self.button.click()
        self.at.wait_for()
        return self

    def shut(self) -> bool:
        """Return whether the drawer is shut and the focus is on the button again."""
        self.at.wait_for(state="hidden")
        return self.page.evaluate(FOCUSED) == "Vocabulary"

    def found(self) -> list[str]:
        return self.terms.all_inner_texts()


@pytest.fixture
def drawer(visit):
    """Return a function that opens a page and returns its drawer."""
    return lambda address="", **options: Drawer(visit(address, **options).page)


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_drawer_opens_and_closes_by_mouse_and_by_keyboard(drawer, address):
    drawer = drawer(address)
    assert drawer.at.is_hidden()
    drawer.open()
    assert drawer.page.evaluate(FOCUSED) == "input"
    assert drawer.terms.count() > 60
    drawer.close.click()
    assert drawer.shut()
    for way_out in ("Escape", "Enter"):
        drawer.button.focus()
        drawer.page.keyboard.press("Enter")
        drawer.at.wait_for()
        drawer.page.keyboard.press("Shift+Tab")
        assert drawer.page.evaluate(FOCUSED) == "Close"
        drawer.page.keyboard.press(way_out)
        assert drawer.shut()


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_drawer_opens_and_closes_without_a_script(drawer, address):
    drawer = drawer(address, java_script_enabled=False)
    assert drawer.at.is_hidden()
    drawer.open()
    assert drawer.field.is_hidden()
    assert drawer.terms.first.is_visible()
    drawer.close.click()
    drawer.at.wait_for(state="hidden")
    for way_out in ("Escape", "Enter"):  # Enter is for Close, which has the focus
        drawer.button.focus()
        drawer.page.keyboard.press("Enter")
        drawer.at.wait_for()
        drawer.page.keyboard.press(way_out)
        drawer.at.wait_for(state="hidden")


def test_a_click_beside_the_drawer_closes_it(drawer):
    drawer = drawer().open()
    drawer.page.mouse.click(300, 300)
    drawer.at.wait_for(state="hidden")


def test_tab_goes_from_the_button_through_the_drawer_in_its_order(drawer):
    drawer = drawer().open()
    keys = drawer.page.keyboard
    keys.press("Shift+Tab")
    seen = []
    for _ in range(4):
        seen.append(drawer.page.evaluate(FOCUSED))
        keys.press("Tab")
    links = drawer.at.locator("dl a").all_inner_texts()
    assert seen == ["Close", "input", *links[:2]]


def test_a_screen_reader_hears_a_named_dialog_with_a_heading_and_its_terms(drawer):
    drawer = drawer().open()
    dialog = drawer.page.get_by_role("dialog", name="Vocabulary")
    assert dialog.get_by_role("heading", name="Vocabulary").count() == 1
    assert dialog.get_by_role("term").count() == drawer.terms.count()
    assert dialog.get_by_role("status").count() == 1


def test_a_term_of_the_drawer_leads_to_its_entry(drawer):
    drawer = drawer().open()
    drawer.at.get_by_role("link", name="layer norm", exact=True).click()
    drawer.page.wait_for_url("**/vocabulary/#term-layer-norm")
    entry = drawer.page.locator("#term-layer-norm")
    assert drawer.at.is_hidden() and entry.inner_text().startswith("layer norm")


def test_a_term_on_its_own_page_closes_the_drawer_that_would_cover_it(drawer):
    drawer = drawer("vocabulary/").open()
    drawer.at.get_by_role("link", name="width", exact=True).click()
    drawer.at.wait_for(state="hidden")
    assert drawer.page.evaluate("location.hash") == "#term-width"


def test_every_link_to_an_explanation_leads_to_a_section_of_that_name(drawer):
    drawer = drawer().open()
    link = drawer.at.locator("div", has=drawer.page.get_by_text("final norm", exact=True))
    link = link.locator("dd a")
    title = link.inner_text()
    link.click()
    drawer.page.wait_for_url("**/residual-streams/#**")
    heading = drawer.page.locator(":target > :is(h1, h2, h3)").inner_text()
    assert heading.removesuffix("#") == title


def test_typing_shows_the_terms_that_have_it_those_with_such_a_name_first(drawer):
    drawer = drawer().open()
    everything = drawer.found()
    drawer.field.fill("NORM")
    shown = drawer.found()
    named = [term for term in everything if "norm" in term.lower()]
    assert shown[: len(named)] == named and len(shown) > len(named)
    definitions = drawer.at.locator("dl > div > dd:nth-child(2)").all_inner_texts()
    assert all("norm" in told.lower() for told in definitions[len(named) :])
    status = drawer.at.get_by_role("status")
    assert status.inner_text() == f"{len(shown)} of {len(everything)} terms"
    drawer.field.fill("")
    assert drawer.found() == everything and status.inner_text() == ""


def test_nothing_found_is_said_in_words(drawer):
    drawer = drawer().open()
    drawer.field.fill(" <b>zebra")
    assert drawer.found() == []
    status = drawer.at.get_by_role("status")
    assert status.inner_text() == "No term and no definition has “<b>zebra” in it."


def test_escape_empties_the_field_first_and_then_closes(drawer):
    drawer = drawer().open()
    everything = drawer.found()
    drawer.page.keyboard.type("token")
    assert len(drawer.found()) < len(everything)
    drawer.page.keyboard.press("Escape")
    assert drawer.at.is_visible() and drawer.field.input_value() == ""
    assert drawer.found() == everything
    drawer.page.keyboard.press("Escape")
    assert drawer.shut()


def test_on_a_phone_the_drawer_has_the_whole_width_and_brings_up_no_keyboard(drawer):
    drawer = drawer("feed-forward/", **PHONE)
    drawer.button.tap()
    drawer.at.wait_for()
    assert drawer.page.evaluate(FOCUSED) == "Close"
    assert drawer.at.bounding_box() == {"x": 0, "y": 0, "width": 320, "height": 568}
    assert drawer.at.evaluate("drawer => drawer.scrollWidth - drawer.clientWidth") <= 0
    assert drawer.page.evaluate(SIDEWAYS) <= 0
    for place in (drawer.button, drawer.close, *drawer.at.locator("dt a").all()[:5]):
        box = place.bounding_box()
        assert min(box["height"], box["width"]) >= 24
    assert drawer.field.evaluate("field => parseFloat(getComputedStyle(field).fontSize)") >= 16
    drawer.close.tap()
    assert drawer.shut()


def test_what_is_focused_in_the_list_is_not_hidden_under_the_head(drawer):
    drawer = drawer("", viewport={"width": 640, "height": 500}).open()
    links = drawer.at.locator("dl a").all()
    links[40].focus()
    for link in links[39:30:-1]:
        drawer.page.keyboard.press("Shift+Tab")
        head = drawer.at.locator(".vocabulary-head").bounding_box()
        assert link.bounding_box()["y"] >= head["y"] + head["height"]


def test_nothing_of_it_is_printed(drawer):
    drawer = drawer().open()
    drawer.page.emulate_media(media="print")
    assert drawer.at.is_hidden()
    assert drawer.page.locator(".vocabulary-button").is_hidden()


def test_a_page_opened_from_disk_has_its_drawer(drawer, site):
    disk = SimpleNamespace(origin="file://", address=f"{site.html.resolve().as_uri()}/")
    drawer = drawer("feed-forward/index.html", at=disk).open()
    drawer.field.fill("gelu")
    assert drawer.found()[0] == "GELU"
