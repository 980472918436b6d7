"""A page begins with what is near, and nothing is ever lost or moved by that."""

import pytest

DESK = {"viewport": {"width": 1280, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}}
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
SECTIONS = ".bd-article section section:not(:has(> section))"
WAITING = f"""() => [...document.querySelectorAll("{SECTIONS}")].filter(
  (section) => !section.lastElementChild.checkVisibility({{ contentVisibilityAuto: true }})).length"""
TOP = "(id) => document.getElementById(id).getBoundingClientRect().top"
PADDING = "parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)"


@pytest.fixture
def fresh(visit, bench_page):
    """Return a function that opens a long page at its top, or at a section, and touches nothing."""
    return lambda section="", **options: visit(bench_page + section, key=False, **options).page


def lands(page, section: str) -> None:
    """Assert that a section begins where the page says that a link should land, and stays there."""
    for _ in range(2):
        page.wait_for_timeout(400)
        assert page.evaluate(TOP, section) == pytest.approx(page.evaluate(PADDING), abs=2)


@SIZES
def test_a_long_page_begins_with_what_is_near(fresh, size):
    page = fresh(**size)
    assert page.evaluate(WAITING) > page.locator(SECTIONS).count() / 2
    assert page.locator("h1").evaluate("h1 => h1.checkVisibility({contentVisibilityAuto: true})")


def test_one_key_lays_out_the_whole_page(fresh, programs, bench_page):
    page = fresh()
    page.keyboard.press("Shift")
    assert page.evaluate(WAITING) == 0
    here = [program for program in programs if program.page == bench_page]
    assert page.locator(".cell.box").count() == len(here)


def test_a_link_of_the_page_leads_to_its_section(fresh):
    links = fresh(**DESK).locator("#pst-page-toc-nav a")
    addresses = links.evaluate_all("links => links.map((link) => link.getAttribute('href'))")
    for address in addresses[3:-2:5]:
        page = fresh(**DESK)
        page.locator(f"#pst-page-toc-nav a[href='{address}']").click()
        lands(page, address.removeprefix("#"))
        assert page.evaluate(WAITING) == 0, "so that Back finds its place too"


@SIZES
def test_an_address_with_a_section_lands_there(fresh, size):
    sections = fresh(**size).evaluate(
        f"() => [...document.querySelectorAll('{SECTIONS}')].map(section => section.id)"
    )
    for section in sections[1:-3:6]:
        lands(fresh(f"#{section}", **size), section)


def test_a_page_read_again_is_where_it_was(fresh):
    page = fresh(**DESK)
    section = page.locator(SECTIONS).nth(12).get_attribute("id")
    page.keyboard.press("Shift")
    page.evaluate("(id) => document.getElementById(id).scrollIntoView()", section)
    page.wait_for_timeout(300)
    before = page.evaluate(TOP, section)
    page.reload()
    page.wait_for_timeout(600)
    assert page.evaluate(TOP, section) == pytest.approx(before, abs=2)


# Scrolls by a distance and returns how far what is read has moved in the window.
MOVED = """async (distance) => {
  const read = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const { top } = read.getBoundingClientRect();
  scrollBy(0, distance);
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  return top - read.getBoundingClientRect().top;
}"""


@SIZES
def test_scrolling_moves_the_text_by_what_was_scrolled(fresh, size):
    page = fresh(**size)
    for distance in [300] * 40 + [-300] * 35:
        assert page.evaluate(MOVED, distance) == pytest.approx(distance, abs=2)


def test_every_program_becomes_a_box_for_a_reader_who_only_waits(fresh, programs, bench_page):
    page = fresh()
    here = [program for program in programs if program.page == bench_page]
    page.locator(".cell.box").nth(len(here) - 1).wait_for(state="attached")


def test_a_program_that_comes_near_waits_for_no_other(fresh):
    page = fresh(before="window.setTimeout = () => 0;")
    assert page.locator("div.cell.tag_run:not(.box)").count()
    last = page.locator("div.cell.tag_run").last
    last.scroll_into_view_if_needed()
    last.locator(".box-run").wait_for()


def test_a_finger_that_presses_no_key_runs_a_program_far_down(visit, programs, bench_page):
    reader = visit(bench_page, key=False, has_touch=True, **PHONE)
    far = [program for program in programs if program.page == bench_page and program.printed][-1]
    reader.page.locator("div.cell.tag_run").nth(far.index).scroll_into_view_if_needed()
    box = reader.box(far.index)
    box.button("run").tap()
    box.wait("ready")
    box.output.get_by_text(far.printed.split("\n")[0].strip()).wait_for()
    assert box.shown() == far.printed
    assert reader.page.evaluate("document.documentElement.dataset.layout") == "near"


@pytest.mark.parametrize("touch", ["key", "section", "reload"])
def test_boxes_are_the_same_however_the_page_was_opened(fresh, touch):
    page = fresh("#sources" if touch == "section" else "")
    if touch == "reload":
        page.reload()
    elif touch == "key":
        page.keyboard.press("Shift")
    assert page.locator("div.cell.tag_run:not(.box)").count() == 0
    assert page.locator(".box-bar").count() == page.locator("div.cell.tag_run").count()


def test_where_a_browser_cannot_keep_the_place_everything_is_there_at_once(fresh):
    page = fresh(
        before="""const supports = CSS.supports.bind(CSS);
          CSS.supports = (name, ...value) => name !== "overflow-anchor" && supports(name, ...value);"""
    )
    assert page.evaluate(WAITING) == 0
    assert page.locator("div.cell.tag_run:not(.box)").count() == 0
