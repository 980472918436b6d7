"""Readers move a figure and read off what the build computed; where no script runs, the drawing is whole."""

import json
import math
from statistics import fmean, pstdev
from types import SimpleNamespace

import pytest
from browsing.moved import EACH, MOVED, Moved
from browsing.visit import Visit

from groundup.lists.activation import gelu, relu, silu
from groundup.lists.counting import Configuration, parameters
from groundup.lists.layer_norm import layer_norm

# For each stop in turn: what the figure says, and where its marks stand, in the drawing's own points.
EVERY_STOP = """(figure) => {
  const slider = figure.querySelector("input");
  const numbers = (name, ...of) => [...figure.querySelectorAll(name)]
    .map((mark) => of.map((each) => mark[each].baseVal.value));
  return Array.from({ length: slider.max - slider.min + 1 }, (_, stop) => {
    slider.value = stop;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    return {
      stop: figure.querySelector("output").textContent,
      cells: [...figure.querySelectorAll("td")].map((cell) => cell.textContent).filter(Boolean),
      spoken: slider.getAttribute("aria-valuetext"),
      dots: numbers(".marks circle", "cx", "cy"),
      lines: numbers(".marks line", "x1", "x2", "y1", "y2"),
    };
  });
}"""
BAKED = """(svg) => {
  const copy = svg.cloneNode(true);
  copy.querySelector(".marks")?.remove();
  return copy.outerHTML;
}"""
SIDEWAYS = "() => document.scrollingElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def open_pages(browser, steady_server):
    """The pages with movable figures, each opened once, for tests that move and read."""
    visits = {address: Visit(browser, steady_server, address) for address in MOVED}
    yield visits
    assert [line for visit in visits.values() for line in visit.close()] == []


@pytest.fixture
def moved(open_pages):
    """Return a function that gives a figure of an open page by its place, or by its slider's name."""

    def found(address, which):
        page = open_pages[address].page
        if isinstance(which, int):
            return Moved(page, which)
        names = page.locator("figure.movable label").all_inner_texts()
        return Moved(page, names.index(which))

    return found


@pytest.mark.parametrize(("address", "place"), EACH)
def test_every_stop_shows_what_the_build_computed(moved, address, place):
    figure = moved(address, place)
    given = figure.given
    steps = figure.at.evaluate(EVERY_STOP)
    assert [step["stop"] for step in steps] == given["stops"]
    rows = figure.at.locator("tbody th").all_inner_texts()
    columns = figure.at.locator("thead th").all_inner_texts()

    def at(places, stop):
        return places[stop] if isinstance(places, list) else places

    for stop, step in enumerate(steps):
        assert step["cells"] == [texts[stop] for texts in given["cells"]]
        first = [
            f"{row} {text}" for row, text in zip(rows, step["cells"][:: len(columns)], strict=True)
        ]
        assert step["spoken"] == f"{step['stop']}, {columns[0]}: {', '.join(first)}"
        dots = [[at(x, stop), at(y, stop)] for x, y in given["dots"]]
        lines = [[at(x, stop)] * 2 + [top, bottom] for x, top, bottom in given["lines"]]
        assert sum(step["dots"], []) == pytest.approx(sum(dots, []), abs=1e-3)
        assert sum(step["lines"], []) == pytest.approx(sum(lines, []), abs=1e-3)
    assert len({json.dumps(step) for step in steps}) == len(steps) > 1, "some stop changes nothing"


def test_the_curves_are_read_off_as_the_package_computes_them(moved):
    figure = moved("feed-forward/", "Move the input")
    for stop in ("−4.00", "−0.75", "0.00", "2.00"):
        x, rows = float(stop.replace("−", "-")), figure.go(stop)
        for name, curve in (("ReLU", relu), ("GELU", gelu), ("SiLU", silu)):
            left, right = ((curve(x + by) - curve(x)) / by for by in (-1e-7, 1e-7))
            output, slope = (text.replace("−", "-") for text in rows[name])
            assert output == f"{curve(x):z.4f}"
            if abs(left - right) > 0.5:
                assert slope == "none: a kink"
            elif left == right == 0:
                assert slope == "0: flat"
            else:
                assert float(slope) == pytest.approx((left + right) / 2, abs=6e-5)


def test_the_costs_of_width_are_read_off_as_the_package_counts_them(moved):
    figure = moved("feed-forward/", "Move the hidden width")
    for times in (1, 4, 8):
        sizes = {"width": 512, "layers": 1, "heads": 8, "vocabulary": 1, "context": 1}
        part = parameters(Configuration("any", hidden=512 * times, **sizes))
        rows = figure.go(f"{times} × 512 = {512 * times:,}")
        fed = part["feed_forward"]
        assert rows["parameters"] == [f"{fed:,}"]
        assert rows["share"] == [f"{fed / (fed + part['attention']):.1%}"]
        assert rows["numbers kept"] == [f"{512 + 2 * 512 * times:,}"]


def test_the_path_of_a_token_is_read_off_as_the_package_computes_it(moved):
    figure = moved("residual-streams/", "Change the size")
    scale, shift, ones, zeros = [1, 1, 3, 1], [0, 0, 0, 1], [1] * 4, [0] * 4
    behind_the_norm = set()
    for size in (0.25, 1, 2):
        token = [size * value for value in (1, 3, 3, 9)]
        path = {
            "token": token,
            "minus mean": [value - fmean(token) for value in token],
            "divided": layer_norm(token, ones, zeros),
            "times scale": layer_norm(token, scale, zeros),
            "plus shift": layer_norm(token, scale, shift),
        }
        rows = figure.go(f"× {size:g}")
        for name, row in path.items():
            numbers = [f"{pstdev(row):.3f}", f"{fmean(row):z.3f}".replace("-", "−")]
            assert rows[name] == numbers
        behind_the_norm.add(tuple(tuple(rows[name]) for name in list(path)[2:]))
    assert len(behind_the_norm) == 1, "the norm takes the size away"


def test_the_size_of_the_stream_is_compared_with_what_was_predicted(moved):
    figure = moved("residual-streams/", "Move the depth")
    for depth in (0, 3, 24):
        rows = figure.go(f"{depth}")
        predicted = [row[-1] for row in rows.values()]
        assert predicted == [f"{2 ** (depth / 2):,.2f}", f"{(1 + depth) ** 0.5:.2f}", "1.00"]
        for middle, among, _ in rows.values():
            low, high = (float(text.replace(",", "")) for text in among.split(" to "))
            assert low <= float(middle.replace(",", "")) <= high
    assert rows["post-norm"][:2] == ["1.00", "1.00 to 1.00"]
    assert float(rows["pre-norm"][0]) == pytest.approx(5, rel=0.1)


# A stop, and the tick of the axis below at which the line through the marks then stands.
TICKS = [
    ("feed-forward/", "Move the input", "−3.00", "−3"),
    ("feed-forward/", "Move the input", "2.00", "2"),
    ("feed-forward/", "Move the hidden width", "6 × 512 = 3,072", "6"),
    ("residual-streams/", "Move the depth", "0", "0"),
    ("residual-streams/", "Move the depth", "20", "20"),
]


@pytest.mark.parametrize(("address", "name", "stop", "tick"), TICKS)
def test_the_line_through_the_marks_stands_at_the_tick_of_its_stop(
    moved, address, name, stop, tick
):
    figure = moved(address, name)
    figure.go(stop)
    ticks = {x for x, _, text in figure.centres("text") if text == tick}
    for x, _, _ in figure.centres(".marks line") + figure.centres(".marks circle"):
        assert min(abs(x - each) for each in ticks) < 1


# A stop, the number of a mark, and the tick beside which that mark then stands.
HEIGHTS = [
    ("feed-forward/", "Move the input", "2.00", 0, "2.0"),  # ReLU gives what it is given
    ("feed-forward/", "Move the input", "0.00", 1, "0.0"),
    ("feed-forward/", "Move the hidden width", "2 × 512 = 1,024", 1, "0.5"),  # half of all weights
    ("residual-streams/", "Move the depth", "24", 2, "100"),  # ten to the power of zero
]


@pytest.mark.parametrize(("address", "name", "stop", "mark", "tick"), HEIGHTS)
def test_a_mark_stands_as_high_as_the_number_it_shows(moved, address, name, stop, mark, tick):
    figure = moved(address, name)
    figure.go(stop)
    y = figure.centres(".marks circle")[mark][1]
    assert min(abs(y - at) for _, at, text in figure.centres("text") if text == tick) < 3


def test_the_dots_of_the_doubled_token_lie_on_its_rings(moved):
    figure = moved("residual-streams/", "Change the size")
    rings = "use[style*='fill-opacity: 0']"

    def distances(stop):
        figure.go(stop)
        places = [place[:2] for place in figure.centres(rings)]
        dots = [place[:2] for place in figure.centres(".marks circle")]
        return [min(math.dist(dot, place) for place in places) for dot in dots]

    assert max(distances("× 2")) < 1
    apart = [distance > 1 for distance in distances("× 0.5")]
    assert apart == [True] * 8 + [False] * 12, "before the division, and not behind it"


@pytest.mark.parametrize(("address", "place"), EACH)
def test_the_keyboard_alone_moves_a_figure(moved, address, place):
    figure = moved(address, place)
    keys, stops = figure.page.keyboard, figure.given["stops"]
    figure.slider.focus()
    for key, stop in (("Home", 0), ("ArrowRight", 1), ("ArrowUp", 2), ("ArrowLeft", 1)):
        keys.press(key)
        assert figure.told == stops[stop]
    before = figure.read()
    keys.press("End")
    assert figure.told == stops[-1]
    assert figure.read() != before
    outline = figure.slider.evaluate("(slider) => getComputedStyle(slider).outlineWidth")
    assert outline == "3px", "the focus can be seen"


@pytest.mark.parametrize(("address", "place"), EACH)
def test_a_slider_has_a_visible_name_and_speaks_once_at_each_stop(moved, address, place):
    figure = moved(address, place)
    label = figure.at.locator("label")
    assert label.is_visible()
    assert figure.page.get_by_role("slider", name=label.inner_text()).count() == 1
    assert figure.at.locator("[role=status], [role=alert]").count() == 0
    assert figure.at.locator("output").get_attribute("aria-live") == "off", "or it is said twice"
    assert figure.at.locator("[aria-live]:not([aria-live=off])").count() == 0
    assert figure.at.locator("tbody tr").count() == figure.at.locator("th[scope=row]").count() > 0
    assert figure.at.locator("thead th[scope=col]").count() > 0


@pytest.mark.parametrize("address", MOVED)
def test_the_drawing_is_the_same_with_and_without_a_script(visit, moved, address):
    plain = visit(address, java_script_enabled=False).page
    assert plain.locator("figure.movable").count() == MOVED[address]
    for place in range(MOVED[address]):
        still, live = Moved(plain, place), moved(address, place)
        assert live.svg.locator(".marks circle").count() > 0
        assert still.svg.evaluate(BAKED) == live.svg.evaluate(BAKED)
        assert still.svg.is_visible()
        assert still.svg.locator(".marks").count() == 0
        for part in ("label", "input", "output", "table"):
            assert still.at.locator(part).is_hidden()


@pytest.mark.parametrize("address", MOVED)
def test_in_print_the_drawing_stays_and_the_controls_vanish(visit, address):
    page = visit(address).page
    page.emulate_media(media="print")
    for place in range(MOVED[address]):
        figure = Moved(page, place)
        assert figure.svg.is_visible()
        for part in ("input", "output", "table", ".marks"):
            assert figure.at.locator(part).is_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address", MOVED)
def test_the_marks_have_the_ink_of_the_page_in_either_theme(visit, address, theme):
    page = visit(address).page
    page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    look = "(element, name) => getComputedStyle(element)[name]"
    ink = page.locator("article p").first.evaluate(look, "color")
    for place in range(MOVED[address]):
        figure = Moved(page, place)
        for mark in figure.svg.locator(".marks circle").all():
            assert mark.evaluate(look, "fill") == ink
            assert mark.evaluate(look, "stroke") != ink, "a dot stands apart from its line"
        for line in figure.svg.locator(".marks line").all():
            assert line.evaluate(look, "stroke") == ink


@pytest.mark.parametrize("address", MOVED)
def test_on_a_narrow_phone_nothing_scrolls_sideways_at_any_stop(visit, address):
    phone = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}
    page = visit(address, **phone).page
    for place in range(MOVED[address]):
        figure = Moved(page, place)
        for _ in figure.given["stops"]:
            figure.slider.press("ArrowRight")
            assert figure.at.evaluate("(figure) => figure.scrollWidth - figure.clientWidth") <= 0
        box = figure.slider.bounding_box()
        assert box["height"] >= 24
        assert box["width"] >= 200
    assert page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("address", MOVED)
def test_figures_move_on_a_page_opened_from_disk(visit, site, address):
    disk = SimpleNamespace(origin="file://", address=f"{site.html.resolve().as_uri()}/")
    figure = Moved(visit(f"{address}index.html", disk).page)
    before = figure.read()
    figure.slider.press("End")
    assert figure.told == figure.given["stops"][-1]
    assert figure.read() != before
