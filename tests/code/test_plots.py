"""Figures: one style that survives a dark page, a phone and colour blindness."""

import io
import subprocess
import sys
from xml.etree import ElementTree

import matplotlib
import pytest

matplotlib.use("agg")
from matplotlib import pyplot

from groundup import plots

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(autouse=True)
def put_back():
    with matplotlib.rc_context():
        yield
    pyplot.close("all")


def svg(ax):
    file = io.StringIO()
    ax.figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()


def drawing():
    ax = plots.axes(x="position", y="share")
    for height in range(len(plots.PALETTE)):
        ax.plot([0, 1], [height, height + 1], label=f"line {height}")
    ax.legend()
    return ax


def test_text_stays_text():
    texts = {
        "".join(node.itertext())
        for node in ElementTree.fromstring(svg(drawing())).iter(f"{SVG}text")
    }
    assert {"position", "share", "line 0"} <= texts


def test_ink_is_the_one_black_that_the_build_turns():
    """Every stroke is ink or a colour of the palette; text carries no fill of its own."""
    tree = ElementTree.fromstring(svg(drawing()))
    strokes = {
        part.split(":")[1].strip()
        for node in tree.iter()
        for part in node.get("style", "").split(";")
        if part.strip().startswith("stroke:")
    }
    assert strokes == {plots.INK, *plots.PALETTE}
    assert not [node for node in tree.iter(f"{SVG}text") if "fill" in node.get("style", "")]


def test_the_ground_is_transparent():
    tree = ElementTree.fromstring(svg(drawing()))
    assert not [node for node in tree.iter() if "#ffffff" in node.get("style", "")]
    assert drawing().figure.get_facecolor()[3] == 0


def test_two_drawings_of_one_figure_are_the_same_bytes():
    first = svg(drawing())
    pyplot.close("all")
    assert svg(drawing()) == first
    assert "<dc:date>" not in first


def test_each_line_has_its_own_colour_and_its_own_dashes():
    lines = drawing().get_lines()
    assert len({line.get_color() for line in lines}) == len(plots.PALETTE) == 5
    assert len({str(line.get_linestyle()) + str(line._dash_pattern) for line in lines}) == 5


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", plots.PALETTE)
@pytest.mark.parametrize("ground", ["#ffffff", "#14181e"])
def test_each_colour_stands_out_on_a_white_and_on_a_dark_page(colour, ground):
    low, high = sorted([luminance(colour), luminance(ground)])
    assert (high + 0.05) / (low + 0.05) >= 3


def test_no_line_on_top_or_at_the_right():
    spines = plots.axes().spines
    assert [spines[side].get_visible() for side in ("left", "bottom", "top", "right")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_text_is_readable_when_a_figure_shrinks_to_a_phone():
    ax = plots.axes(x="position")
    shown = 350 / (ax.figure.get_figwidth() * 72)  # css pixels to a point of the drawing
    sizes = [ax.xaxis.label.get_size(), *(text.get_size() for text in ax.get_xticklabels())]
    assert min(sizes) * shown >= 10


def test_axes_has_the_labels_and_the_size_that_were_asked_for():
    ax = plots.axes(x="a", y="b", width=3, height=2)
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("a", "b")
    assert tuple(ax.figure.get_size_inches()) == (3, 2)


def test_panels_lie_below_each_other_or_in_columns():
    three = plots.panels(3, x="a", y="b", height=2)
    assert [ax.get_xlabel() for ax in three] == ["", "", "a"]
    assert [ax.get_ylabel() for ax in three] == ["b", "b", "b"]
    assert tuple(three[0].figure.get_size_inches()) == (6.4, 6)
    three = plots.panels(3, x="a", y="b", columns=2)
    assert [ax.get_xlabel() for ax in three] == ["", "a", "a"]
    assert [ax.get_ylabel() for ax in three] == ["b", "", "b"]
    assert len(three) == len(three[0].figure.axes) == 3


def test_seeds_are_drawn_alike_with_one_entry_in_the_legend():
    ax = plots.axes()
    plots.draw_seeds(ax, [[1.0, 2.0], [3.0, 4.0]], "chain", plots.BLUE, "--", [5, 6])
    plots.draw_seeds(ax, [[1.0, 2.0]], "other", plots.GREEN, "-")
    first, second, _, third, _ = ax.lines
    assert first.get_color() == second.get_color() == plots.BLUE != third.get_color()
    assert (list(second.get_xdata()), list(third.get_xdata())) == ([5, 6], [0, 1])
    assert ax.get_legend_handles_labels()[1] == ["chain", "other"]


def test_no_panels_are_refused():
    with pytest.raises(ValueError, match="0 plots in 1 columns: choose 1 or more of each"):
        plots.panels(0)


def test_importing_changes_no_setting():
    program = (
        "import matplotlib; before = dict(matplotlib.rcParams); matplotlib.use('agg');"
        "import matplotlib.pyplot; before = dict(matplotlib.rcParams);"
        "import groundup.plots; assert dict(matplotlib.rcParams) == before;"
        "groundup.plots.axes(); assert dict(matplotlib.rcParams) != before"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
