"""What the build makes of a drawing, and of one that readers move."""

import gzip
import io
import json
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


MOVED = """# Moved

```{code-cell} python3
---
mystnb:
  image:
    alt: The line falls as far as it has risen.
---
from groundup.movable import movable
from groundup.plots import axes

ax = axes()
ax.plot([0, 1, 2], [0, 1, 0])
reads = {"a </script> & b": {"height": ["0", "-1", "0"], "<slope>": ["1", "none", "-1"]}}
movable("Move <it>", ["left", "middle", "right"], [(ax, [0, 1, 2], [0, 1, 0])], reads, start=1);
```
"""
STILL = """# Still

```{code-cell} python3
---
mystnb:
  image:
    alt: A line that goes up.
---
from groundup.plots import axes

axes().plot([1, 2]);
```
"""


@pytest.fixture(scope="module")
def book(module_book):
    """A book with a page whose figure moves, one whose figure stands still, and one without."""
    module_book.write("moved", MOVED)
    module_book.write("still", STILL)
    pages = "```{toctree}\npage\nmoved\nstill\n```\n"
    module_book.write("index", f"# Small\n\nA book.\n\n{pages}")
    return module_book.built()


@pytest.fixture(scope="module")
def moved(book):
    """The figure that moves, parsed."""
    (figure,) = BeautifulSoup(book.html("moved"), "html.parser").select("figure.drawn")
    return figure


def test_the_slider_stands_hidden_below_its_drawing(moved):
    svg, controls, script = moved.find_all(recursive=False)
    assert (svg.name, controls.name, script.name) == ("svg", "div", "script")
    assert controls.has_attr("hidden")
    assert svg["aria-label"] == "The line falls as far as it has risen."
    slider, label, told = (controls.find(name) for name in ("input", "label", "output"))
    assert (slider["type"], slider["max"], slider["value"]) == ("range", "2", "1")
    assert [label["for"]] == told["for"] == [slider["id"]]
    assert (label.text, told.text) == ("Move <it>", "middle")


def test_the_table_is_written_as_it_is_at_the_first_stop(moved):
    assert [head.text for head in moved.select("thead th[scope=col]")] == ["height", "<slope>"]
    assert [head.text for head in moved.select("tbody th[scope=row]")] == ["a </script> & b"]
    assert [cell.text for cell in moved.select("tbody td")] == ["−1", "none"]


def test_the_data_hold_the_texts_of_each_cell_and_the_places_of_each_mark(moved):
    script = moved.script
    assert script["type"] == "application/json"
    assert "<" not in script.string, "or a text could end the element"
    data = json.loads(script.string)
    assert data["stops"] == ["left", "middle", "right"]
    assert data["cells"] == [["0", "−1", "0"], ["1", "none", "−1"]]
    ((across, down),) = data["dots"]
    assert across == sorted(across)
    assert down[1] < down[0] == down[2]
    assert data["lines"][0][0] == across


def test_the_drawing_holds_no_description_for_readers_to_load_twice(book):
    assert "dc:description" not in book.html("moved")


def test_a_notebook_shows_the_drawing_and_nothing_else(book):
    notebook = json.loads((book.root / "_build/notebooks/moved.ipynb").read_text("utf-8"))
    (output,) = [each for cell in notebook["cells"] for each in cell.get("outputs", [])]
    assert set(output["data"]) == {"image/svg+xml", "text/plain"}
    assert "".join(output["data"]["text/plain"]).startswith("<Figure size")


def test_pages_load_what_their_figures_need(book):
    loaded = {name: "figure/slider.js" in book.html(name) for name in ("page", "still", "moved")}
    assert loaded == {"page": False, "still": False, "moved": True}
    assert re.search(r'<script defer="defer" src="[^"]*figure/slider.js', book.html("moved"))
    [sheet] = (book.root / "_build" / "html" / "_static").glob("book-*.css")
    assert ".read-off input" in sheet.read_text("utf-8")


def weight(text: str) -> int:
    """Return the bytes that are sent of a text."""
    return len(gzip.compress(text.encode(), 9))


def test_the_script_of_all_figures_weighs_little(book):
    script = (book.root / "_build/html/_static/figure/slider.js").read_text("utf-8")
    assert weight(script) <= 4000
    assert "console" not in script


@pytest.mark.built
def test_no_figure_of_the_book_weighs_much_more_for_being_moved(site):
    data = [
        script.string
        for file in site.html.rglob("index.html")
        for script in BeautifulSoup(file.read_text("utf-8"), "html.parser").select(
            "figure.movable script"
        )
    ]
    assert len(data) >= 4
    assert max(map(weight, data)) <= 2000
