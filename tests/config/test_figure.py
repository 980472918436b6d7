"""What the build makes of a drawing."""

import io
import re
import sys
from pathlib import Path

import matplotlib
import pytest
from bs4 import BeautifulSoup

matplotlib.use("agg")
from matplotlib import pyplot

from groundup import plots

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "_config"))
from extensions.figure import drawing

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
PLACES = ("d", "x", "y", "width", "height", "transform")


def drawn() -> str:
    """Return the SVG of a plot with a line, dots, a legend, powers of ten and words on their side."""
    with matplotlib.rc_context():
        ax = plots.axes(x="depth in steps", y="size of the stream")
        ax.plot([1, 2, 3], [0.01234, 5.4321, 98.765], label="a line")
        ax.plot([1, 2, 3], [3, 2, 1], "o", label="dots")
        ax.set_yscale("log")
        ax.legend()
        file = io.StringIO()
        ax.figure.savefig(file, format="svg", metadata={"Date": None})
        pyplot.close(ax.figure)
    return file.getvalue()


@pytest.fixture(scope="module")
def both():
    """A drawing as matplotlib wrote it and as it stands in the page, parsed."""
    svg = drawn()
    return tuple(
        BeautifulSoup(text, "html.parser").find("svg")
        for text in (
            svg[svg.index("<svg") :],
            drawing.inline(svg, "A line that goes up.", "figure-0-"),
        )
    )


def test_no_number_that_places_anything_is_longer_than_a_tenth(both):
    placed = [each.get(name, "") for each in both[1].find_all(True) for name in PLACES]
    numbers = NUMBER.findall(" ".join(placed))
    assert len(numbers) > 100
    assert [number for number in numbers if not re.fullmatch(r"-?\d+(\.[1-9])?", number)] == []
    assert "-0" not in numbers


def test_nothing_moves_by_more_than_half_a_tenth(both):
    before, after = (
        [each.attrs for each in svg.find_all(["path", "use", "text", "tspan", "rect"])]
        for svg in both
    )
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        for name in PLACES:
            if "rotate(-0" in old.get(name, ""):
                assert name not in new
                continue
            assert re.findall(r"[a-zA-Z]+", old.get(name, "")) == re.findall(
                r"[a-zA-Z]+", new.get(name, "")
            )
            pairs = zip(
                NUMBER.findall(old.get(name, "")), NUMBER.findall(new.get(name, "")), strict=True
            )
            assert all(abs(float(a) - float(b)) <= 0.0501 for a, b in pairs)


def test_words_that_stand_on_their_side_still_do(both):
    assert re.fullmatch(
        r"rotate\(-90 [\d.]+ [\d.]+\)",
        both[1].find("text", string="size of the stream")["transform"],
    )


def test_every_name_in_a_drawing_is_asked_for(both):
    page = str(both[1])
    names = {each["id"] for each in both[1].find_all(id=True)}
    assert names == set(re.findall(r'(?:href="#|url\(#)([^")]+)', page)) != set()
    assert all(name.startswith("figure-0-") for name in names)
    assert "<g>" not in page


def test_every_stroke_and_word_is_drawn_in_the_same_order_and_cut_at_the_same_edges(both):
    before, after = (
        [
            (
                each.name,
                bool(each.find_parent(attrs={"clip-path": True})) or each.has_attr("clip-path"),
            )
            for each in svg.find_all(["path", "use", "text", "tspan"])
        ]
        for svg in both
    )
    assert before == after


def test_words_take_the_font_of_the_page(both):
    assert "font-family" in str(both[0])
    assert "font-family" not in str(both[1])
    sizes = [re.findall(r"font-size: [\d.]+px", str(svg)) for svg in both]
    assert sizes[0] == sizes[1] != []


def test_words_and_styles_are_left_as_they_are(both):
    before, after = (
        [text.get_text(" ", strip=True) for text in svg.find_all("text")] for svg in both
    )
    assert before == after
    assert "depth in steps" in after
    widths = [
        re.findall(r"stroke-width: ([\d.]+)", str(svg)) for svg in (both[0].find("g"), both[1])
    ]
    assert widths[0] == widths[1] != []
