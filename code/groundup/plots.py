"""The one style of every figure in the book.

Ink is pure black, so that the build can turn that one colour into the page's own ink.
The grounds are transparent, text stays text, and each line differs by colour and by dashes.
Matplotlib writes no fill for black text: on the page it takes the fill of the drawing around it.
"""

from collections.abc import Iterable, Sequence

import matplotlib
from cycler import cycler
from matplotlib import pyplot
from matplotlib.axes import Axes

INK = "#000000"
# Five colours apart for colour-blind readers, each at least 3:1 against a white and a dark page.
BLUE, ORANGE, GREEN, PINK, GREY = "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7f7f7f"
PALETTE = (BLUE, ORANGE, GREEN, PINK, GREY)
DASHES = ("-", "--", "-.", ":", (0, (6, 2, 1, 2, 1, 2)))

STYLE = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "Helvetica", "sans-serif"],
    "font.size": 14,  # a figure shrinks to the width of a phone, and its text with it
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": "medium",
    "axes.prop_cycle": cycler(color=PALETTE) + cycler(linestyle=DASHES),
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "figure.constrained_layout.use": True,
    "lines.linewidth": 2,
    "legend.frameon": False,
    "image.cmap": "cividis",
    "svg.fonttype": "none",
    "svg.hashsalt": "groundup",  # equal figures get equal ids in every build
}


def axes(x: str = "", y: str = "", width: float = 6.4, height: float = 3.6) -> Axes:
    """Return the axes of a new figure in the book's style, with the two labels given.

    width and height in inches. A legend is drawn with ax.legend().
    """
    return panels(1, x, y, width, height)[0]


def panels(
    count: int,
    x: str = "",
    y: str = "",
    width: float = 6.4,
    height: float = 2.8,
    columns: int = 1,
) -> list[Axes]:
    """Return the axes of count plots in one new figure, one below the other or in columns.

    x labels the lowest plots and y the leftmost; height is that of one row, in inches.
    ValueError if count or columns is below 1.
    """
    if count < 1 or columns < 1:
        raise ValueError(f"{count} plots in {columns} columns: choose 1 or more of each")
    _use_style()
    rows = -(-count // columns)
    figure, grid = pyplot.subplots(rows, columns, figsize=(width, rows * height), squeeze=False)
    for place, ax in enumerate(grid.flat):
        if place >= count:
            ax.remove()
            continue
        if place + columns >= count:
            ax.set_xlabel(x)
        if place % columns == 0:
            ax.set_ylabel(y)
    return list(grid.flat[:count])


def draw_seeds(
    ax: Axes,
    lines: Iterable[Sequence[float]],
    name: str,
    color: str,
    dashes: str,
    x: Sequence[float] | None = None,
) -> None:
    """Draw a line for each seed, all alike, with one entry in the legend. x: 0, 1, 2 … if absent."""
    for line in lines:
        places = range(len(line)) if x is None else x
        ax.plot(places, line, color=color, linestyle=dashes, linewidth=1.2)
    ax.plot([], [], color=color, linestyle=dashes, label=name)


def _use_style() -> None:
    """Set the style for this process; in a notebook also ask for SVG without a date."""
    matplotlib.rcParams.update(STYLE)
    try:
        from IPython import get_ipython
        from matplotlib_inline.backend_inline import set_matplotlib_formats
    except ImportError:
        return
    if get_ipython() is not None:
        set_matplotlib_formats("svg", metadata={"Date": None})
