"""A link to a term shows the definition: by pointer, by keyboard and by touch, on every page."""

from types import SimpleNamespace

import pytest

from guards.page import Text
from guards.pages import pages

LINKS = 'article a[href*="#term-"]:visible'
WITH_TERMS = [
    f"{page.name}/".removesuffix("index/")
    for page in pages()
    if any(part.kind == "term" for text in page.all(Text) for part in text.parts)
]
NARROW = {"viewport": {"width": 320, "height": 568}}
PHONE = {**NARROW, "is_mobile": True, "has_touch": True}
AGES = 3_600_000  # an hour of the page's time
# Focuses every link that can be, and returns what is wrong with its card.
OUTSIDE = """() => [...document.querySelectorAll('article a[href*="#term-"]')].filter((link) => {
  link.focus();
  if (document.activeElement !== link) return false;
  const card = document.querySelector(".vocabulary-card").getBoundingClientRect();
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const lines = [...link.getClientRects()];
  const hidden = lines.some((line) => line.top < card.bottom - 1 && line.bottom > card.top + 1
    && line.left < card.right && line.right > card.left);
  return !card.width || card.left < 0 || card.right > width || card.top < 0
    || card.bottom > height || (hidden && lines.length === 1);
}).map((link) => link.outerHTML)"""


class Reading:
    """A page with links to terms, and the card that they share."""

    def __init__(self, page):
        self.page = page
        self.links = page.locator(LINKS)
        self.link = self.links.first
        self.card = page.locator(".vocabulary-card")

    def link_to(self, term: str):
        return self.page.locator(f'article a[href$="#term-{term}"]:visible').first

    def definition(self, link) -> list[str]:
        """Return what the drawer says of a link's term."""
        anchor = link.get_attribute("href").partition("#")[2]
        row = self.page.locator(f'#vocabulary-drawer div:has(> dt a[href$="#{anchor}"])')
        return row.locator("dt, dd").all_text_contents()

    def shown(self) -> list[str]:
        """Return what the card says, once it is seen."""
        self.card.wait_for()
        return self.card.locator("dt, dd").all_text_contents()

    def gone(self) -> bool:
        """Return whether no link is described by the card, once it is gone."""
        self.card.wait_for(state="hidden")
        return self.page.locator("[aria-describedby=vocabulary-card]").count() == 0

    def away(self) -> None:
        """Move the pointer to where there is no link and no card."""
        self.page.mouse.move(1, 1)


@pytest.fixture
def reading(visit):
    """Return a function that opens a page and returns what a reader sees of its terms."""
    return lambda address="feed-forward/", **options: Reading(visit(address, **options).page)


@pytest.mark.parametrize("address", WITH_TERMS)
def test_a_card_comes_by_pointer_and_by_keyboard_on_every_page_with_terms(reading, address):
    reading = reading(address)
    wanted = reading.definition(reading.link)
    assert len(wanted) >= 2 and all(wanted)
    reading.link.hover()
    assert reading.shown() == wanted
    reading.away()
    assert reading.gone()
    reading.link.focus()
    assert reading.shown() == wanted
    assert reading.link.get_attribute("aria-describedby") == reading.card.get_attribute("id")
    reading.page.keyboard.press("Escape")
    assert reading.gone()


@pytest.mark.parametrize("address", WITH_TERMS)
def test_a_first_tap_shows_the_card_and_a_second_one_follows_the_link(reading, address):
    reading = reading(address, **PHONE)
    wanted = reading.definition(reading.link)
    before = reading.page.url
    reading.link.tap()
    assert reading.shown() == wanted
    assert reading.page.url == before
    reading.link.tap()
    reading.page.wait_for_url("**/vocabulary/#term-*")
    assert reading.gone()


@pytest.mark.parametrize("address", WITH_TERMS)
@pytest.mark.parametrize("width", [320, 1280])
def test_every_card_is_inside_the_window_and_leaves_its_link_in_view(reading, address, width):
    reading = reading(address, viewport={"width": width, "height": 568})
    reading.link.focus()
    reading.card.wait_for()
    assert reading.page.evaluate(OUTSIDE) == []
    sideways = "document.scrollingElement.scrollWidth - innerWidth"
    assert reading.page.evaluate(sideways) <= 0


def test_the_card_leads_to_the_entry_and_to_the_section_that_explains(reading):
    reading = reading("residual-streams/", **PHONE)
    link = reading.link_to("GELU")
    link.tap()
    reading.card.get_by_role("link", name="GELU", exact=True).tap()
    reading.page.wait_for_url("**/vocabulary/#term-GELU")
    reading.page.go_back()
    link.tap()
    reading.card.get_by_role("link", name="GELU and the gated variants").tap()
    reading.page.wait_for_url("**/feed-forward/#feed-forward-activations")


def test_a_tap_elsewhere_puts_the_card_away_and_one_on_the_card_does_not(reading):
    reading = reading(**PHONE)
    reading.link.tap()
    reading.card.wait_for()
    reading.card.locator("dd").first.tap()
    assert reading.card.is_visible()
    reading.page.locator("article p").first.tap(position={"x": 5, "y": 5}, force=True)
    assert reading.gone()


def test_the_card_stays_as_long_as_the_pointer_is_on_the_link_or_on_the_card(reading):
    reading = reading(clock=True)
    clock = reading.page.clock
    reading.link.hover()
    clock.run_for(1000)
    assert reading.card.is_visible()
    clock.run_for(AGES)
    assert reading.card.is_visible()
    reading.card.locator("dd").first.hover()
    clock.run_for(AGES)
    assert reading.card.is_visible()
    reading.away()
    clock.run_for(1000)
    assert reading.card.is_hidden()


def test_a_pointer_that_crosses_a_link_brings_up_no_card(reading):
    reading = reading(clock=True)
    reading.link.hover()
    reading.page.clock.run_for(50)
    reading.away()
    reading.page.clock.run_for(AGES)
    assert reading.card.is_hidden()


def test_escape_puts_the_card_away_and_moves_neither_pointer_nor_focus(reading):
    reading = reading(clock=True)
    reading.link.hover()
    reading.page.clock.run_for(1000)
    reading.page.keyboard.press("Escape")
    assert reading.gone()
    reading.page.clock.run_for(AGES)
    assert reading.card.is_hidden()
    reading.link.focus()
    reading.card.wait_for()
    reading.page.keyboard.press("Escape")
    assert reading.gone()
    assert reading.link.evaluate("link => document.activeElement === link")


def test_the_card_stays_with_the_keyboard_when_the_pointer_goes(reading):
    reading = reading(clock=True)
    reading.link.focus()
    reading.link.hover()
    reading.away()
    reading.page.clock.run_for(AGES)
    assert reading.card.is_visible()
    reading.page.locator(".vocabulary-button").focus()
    assert reading.gone()


def test_there_is_one_card_at_a_time(reading):
    reading = reading()
    first, second = reading.links.all()[:2]
    first.focus()
    assert reading.shown() == reading.definition(first)
    second.hover()
    reading.page.locator(f"{LINKS}[aria-describedby]").nth(0).wait_for()
    reading.card.get_by_text(reading.definition(second)[1]).wait_for()
    assert reading.card.count() == 1
    described = reading.page.locator("[aria-describedby=vocabulary-card]")
    assert described.evaluate_all("links => links.map(link => link.href)") == [
        second.evaluate("link => link.href")
    ]


def test_the_keyboard_goes_on_through_the_card_to_the_next_link(reading):
    reading = reading("residual-streams/")
    link = reading.link_to("GELU")
    link.focus()
    reading.card.wait_for()
    reading.page.keyboard.press("Tab")
    explained = reading.card.get_by_role("link", name="GELU and the gated variants")
    assert explained.evaluate("link => document.activeElement === link")
    reading.page.keyboard.press("Escape")
    assert reading.gone()
    assert link.evaluate("link => document.activeElement === link")


def test_the_card_moves_with_the_text(reading):
    reading = reading()
    reading.link.focus()
    reading.card.wait_for()
    apart = "() => document.querySelector('.vocabulary-card').getBoundingClientRect().top" + (
        " - document.activeElement.getBoundingClientRect().top"
    )
    before = reading.page.evaluate(apart)
    reading.page.evaluate("scrollBy({ top: 60, behavior: 'instant' })")
    assert reading.page.evaluate("scrollY") > 0
    assert reading.page.evaluate(apart) == pytest.approx(before, abs=1)


def test_a_link_in_a_heading_or_a_legend_has_its_card(reading):
    reading = reading()
    for name in ("h2", "legend"):
        reading.page.evaluate(
            """(name) => {
              const place = document.createElement(name);
              place.className = "placed";
              place.append(document.querySelector('article a[href*="#term-"]').cloneNode(true));
              document.querySelector("article h1").after(place);
            }""",
            name,
        )
        link = reading.page.locator(f"{name}.placed a")
        link.hover()
        assert reading.shown() == reading.definition(link)
        reading.away()
        assert reading.gone()


def test_without_a_script_a_link_leads_to_the_entry(reading):
    reading = reading(java_script_enabled=False)
    reading.link.hover()
    assert reading.card.count() == 0
    reading.link.click()
    reading.page.wait_for_url("**/vocabulary/#term-*")


def test_a_page_without_terms_has_no_card_and_no_error(reading):
    reading = reading("search/")
    assert reading.links.count() == 0
    reading.page.keyboard.press("Tab")
    assert reading.card.is_hidden()


def test_a_card_is_not_printed(reading):
    reading = reading()
    reading.link.focus()
    reading.card.wait_for()
    reading.page.emulate_media(media="print")
    assert reading.card.is_hidden()


def test_a_page_opened_from_disk_has_its_cards(reading, site):
    disk = SimpleNamespace(origin="file://", address=f"{site.html.resolve().as_uri()}/")
    reading = reading("feed-forward/index.html", at=disk)
    reading.link.focus()
    assert reading.shown() == reading.definition(reading.link)
