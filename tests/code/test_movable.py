"""A figure that readers move: what its slider needs travels inside the drawing, and marks stand in place."""

import html
import io
import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import matplotlib
import pytest

matplotlib.use("agg")
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output
from matplotlib import pyplot

from groundup import plots
from groundup.movable import movable

SVG = "{http://www.w3.org/2000/svg}"
STOPS = ["-1", "0", "1"]
READS = {"square": {"height": ["1", "0", "1"], "slope": ["-2", "0", "2"]}}


@pytest.fixture(autouse=True)
def put_back():
    with matplotlib.rc_context():
        yield
    pyplot.close("all")


@pytest.fixture(scope="module")
def shell():
    """A running IPython, as there is one behind a notebook."""
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def parabola():
    ax = plots.axes(x="x", y="height")
    ax.plot([-1, 0, 1], [1, 0, 1])
    return ax


def shown(*given, **more):
    """Return the drawing that a cell shows, and what the slider of its page needs."""
    with capture_output() as caught:
        movable(*given, **more)
    (output,) = caught.outputs
    svg = output.data["image/svg+xml"]
    return svg, json.loads(html.unescape(re.search("<dc:description>(.*?)</dc:", svg)[1]))


def ticks(svg, axis):
    """Return where the ticks of an axis stand in the drawing, by what is written at them."""
    found = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if re.fullmatch(rf"{axis}tick_\d+", group.get("id", "")):
            for text in group.iter(f"{SVG}text"):  # small ticks have none
                place = next(group.iter(f"{SVG}use")).get(axis)
                found["".join(text.itertext())] = float(place)
    return found


@pytest.mark.parametrize("scale", ["linear", "log"])
def test_each_mark_stands_where_the_ticks_say(shell, scale):
    ax = plots.axes(x="depth", y="size")
    ax.plot([1, 2, 3], [1, 10, 100])
    ax.set(yscale=scale, xticks=[1, 2, 3], yticks=[1, 10, 100], yticklabels=["a", "b", "c"])
    svg, given = shown("depth", STOPS, [(ax, [1, 2, 3], [100, 10, 1])], READS)
    ((across, down),) = given["dots"]
    x, y = ticks(svg, "x"), ticks(svg, "y")
    assert across == pytest.approx([x["1"], x["2"], x["3"]], abs=0.06)
    assert down == pytest.approx([y["c"], y["b"], y["a"]], abs=0.06)


def test_marks_of_several_plots_stand_in_their_own(shell):
    above, below = plots.panels(2)
    for ax in (above, below):
        ax.plot([0, 1], [0, 1])
        ax.set(xticks=[0, 1], yticks=[0, 1])
    marks = [(above, 0, [0, 0.5, 1]), (below, 1, [1, 0.5, 0])]
    svg, given = shown("height", STOPS, marks, READS)
    (left, up), (right, down) = given["dots"]
    x = ticks(svg, "x")
    assert (left, right) == pytest.approx((x["0"], x["1"]), abs=0.06)
    assert up[0] > up[1] > up[2]
    assert down[0] < down[1] < down[2]
    assert min(down) > max(up), "the lower plot lies below the upper one"
    assert given["lines"] == [], "nothing moves sideways"


def test_a_mark_that_moves_sideways_draws_one_line_through_its_plot(shell):
    ax = parabola()
    marks = [(ax, [-1, 0, 1], [1, 0, 1]), (ax, [-1, 0, 1], 0.5)]
    svg, given = shown("x", STOPS, marks, READS)
    ((across, top, bottom),) = given["lines"]
    assert across == given["dots"][0][0] == given["dots"][1][0]
    box = ax.get_position()
    height = float(re.search(r'height="([\d.]+)pt"', svg)[1])
    assert (top, bottom) == pytest.approx(((1 - box.y1) * height, (1 - box.y0) * height), abs=0.06)
    assert given["dots"][1][1] == pytest.approx((top + bottom) / 2, abs=0.06)


def test_a_drawing_brings_all_that_its_slider_needs(shell):
    ax = parabola()
    _, given = shown("Move x", STOPS, [(ax, [-1, 0, 1], [1, 0, 1])], READS, start=2)
    assert (given["label"], given["start"]) == ("Move x", 2)
    assert given["stops"] == ["−1", "0", "1"], "with the sign that stands before numbers in print"
    assert given["columns"] == ["height", "slope"]
    assert given["rows"] == {"square": [["1", "0", "1"], ["−2", "0", "2"]]}


def test_a_hyphen_in_a_word_stays_a_hyphen(shell):
    ax = parabola()
    stops = ["pre-norm", "post-norm", "-0.5"]
    _, given = shown("kind", stops, [(ax, 0, [0, 1, 0])], READS)
    assert given["stops"] == ["pre-norm", "post-norm", "−0.5"]


def test_the_drawing_is_shown_once_and_looks_as_it_does_without_a_slider(shell):
    def strokes(svg):
        return re.findall(r'<(?:path|use|text)\b[^>]*(?: d| x)="[^"]*"', svg)

    svg, _ = shown("x", STOPS, [(parabola(), [-1, 0, 1], [1, 0, 1])], READS)
    assert pyplot.get_fignums() == [], "or the cell would show it again"
    plain = io.StringIO()
    parabola().figure.savefig(plain, format="svg")
    assert strokes(svg) == strokes(plain.getvalue()) != []


def test_two_drawings_of_one_figure_are_the_same_bytes(shell):
    first, second = (
        shown("x", STOPS, [(parabola(), [-1, 0, 1], [1, 0, 1])], READS)[0] for _ in range(2)
    )
    assert first == second
    assert "<dc:date>" not in first


MISTAKES = [
    ({"stops": ["1"]}, "1 stops: a slider needs two or more"),
    ({"start": 3}, "no stop has the number 3: choose one below 3"),
    ({"heights": [1, 0]}, "a mark has 2 places for 3 stops"),
    ({"heights": [1, 0, 9]}, "a mark at 9 is off the plot, -0.05 to 1.05"),
    ({"reads": {"a": {"x": ["1", "2"]}}}, "a, x: 2 texts for 3 stops"),
    ({"reads": {"a": {"x": STOPS}, "b": {"y": STOPS}}}, "the rows have different columns"),
]


@pytest.mark.parametrize(("wrong", "said"), MISTAKES)
def test_what_does_not_fit_is_refused_and_named(wrong, said):
    given = {"stops": STOPS, "heights": [1, 0, 1], "reads": READS, "start": 0} | wrong
    marks = [(parabola(), [-1, 0, 1], given["heights"])]
    with pytest.raises(ValueError, match=re.escape(said)):
        movable("x", given["stops"], marks, given["reads"], given["start"])


def test_marks_of_two_figures_are_refused():
    marks = [(parabola(), 0, 0), (parabola(), 0, 0)]
    with pytest.raises(ValueError, match="belong to 2 figures: put them into one"):
        movable("x", STOPS, marks, READS)


def test_where_no_notebook_runs_nothing_is_shown():
    program = (
        "import matplotlib; matplotlib.use('agg');"
        "from matplotlib import pyplot; from groundup import plots;"
        "from groundup.movable import movable; ax = plots.axes();"
        "movable('x', ['1', '2'], [(ax, 0.5, [0, 1])], {'a': {'b': ['c', 'd']}});"
        "assert pyplot.get_fignums() == [1]"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
