"""A figure that readers move: in the page a slider stands below it and reads numbers off.

All that the slider shows is computed here and travels inside the drawing, as the description that an
SVG may hold. The build finds it there; a notebook shows the drawing, and no more.
"""

import io
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence

from matplotlib import pyplot
from matplotlib.axes import Axes
from matplotlib.figure import Figure

Places = float | Sequence[float]  # one for each stop, or the same for all
Mark = tuple[Axes, Places, Places]
Drawn = float | list[float]  # the same, in the drawing
POINTS = 72  # to an inch, in a drawing


def movable(
    label: str,
    stops: Sequence[str],
    marks: Sequence[Mark],
    reads: Mapping[str, Mapping[str, Sequence[str]]],
    start: int = 0,
) -> None:
    """Show the figure of the marks, with what its slider needs.

    label: what the slider sets. stops: what each of its stops is called, from left to right.
    marks: for each mark its axes and its x and y in data. One that moves sideways draws a line.
    reads: rows of columns of what is read off, one text for each stop; the first column is spoken.
    start: the number of the stop where the slider stands at first.
    Where no IPython is running, nothing is shown. ValueError if anything doesn't fit.
    """
    figure = _figure(marks)
    _check(stops, marks, reads, start)
    _svg(figure)
    figure.set_layout_engine("none")  # what has its place now stays there
    given = {
        "label": label,
        "stops": [_minus(stop) for stop in stops],
        "start": start,
        "columns": list(next(iter(reads.values()))),
        "rows": {
            row: [[_minus(text) for text in texts] for texts in columns.values()]
            for row, columns in reads.items()
        },
        "dots": [_drawn(mark, len(stops)) for mark in marks],
        "lines": _lines(marks, len(stops)),
    }
    if "IPython" not in sys.modules:
        return
    from IPython import get_ipython
    from IPython.display import display

    if get_ipython() is not None:
        drawing = _svg(figure, json.dumps(given, ensure_ascii=False, separators=(",", ":")))
        display({"image/svg+xml": drawing, "text/plain": repr(figure)}, raw=True)
        pyplot.close(figure)


def _figure(marks: Sequence[Mark]) -> Figure:
    """Return the one figure that all marks belong to."""
    figures = {ax.figure for ax, *_ in marks}
    if len(figures) != 1:
        raise ValueError(f"the marks belong to {len(figures)} figures: put them into one")
    return figures.pop()


def _check(stops, marks, reads, start) -> None:
    """Refuse what would stop the slider halfway, or place a mark where nobody sees it."""
    if len(stops) < 2:
        raise ValueError(f"{len(stops)} stops: a slider needs two or more")
    if not 0 <= start < len(stops):
        raise ValueError(f"no stop has the number {start}: choose one below {len(stops)}")
    if len({tuple(columns) for columns in reads.values()}) != 1:
        raise ValueError("the rows have different columns: give all rows the same")
    for row, columns in reads.items():
        for column, texts in columns.items():
            if len(texts) != len(stops):
                raise ValueError(f"{row}, {column}: {len(texts)} texts for {len(stops)} stops")
    for ax, *places in marks:
        for sizes, (low, high) in zip(places, (ax.get_xlim(), ax.get_ylim()), strict=True):
            outside = [each for each in _each(sizes, len(stops)) if not low <= each <= high]
            if outside:
                raise ValueError(f"a mark at {outside[0]:g} is off the plot, {low:g} to {high:g}")


def _each(places: Places, count: int) -> Sequence[float]:
    """Return the place at each stop. ValueError if there are too many or too few."""
    if isinstance(places, (int, float)):
        return [places] * count
    if len(places) != count:
        raise ValueError(f"a mark has {len(places)} places for {count} stops")
    return places


def _drawn(mark: Mark, count: int) -> tuple[Drawn, Drawn]:
    """Return where a mark stands in the drawing, in points from its left and from its top."""
    ax, x, y = mark
    data = list(zip(_each(x, count), _each(y, count), strict=True))
    shares = (ax.transScale + ax.transLimits).transform(data)  # of the plot, on any scale
    box, size = ax.get_position(), ax.figure.get_size_inches() * POINTS
    places = (box.min + shares * box.size) * size
    return _short(places[:, 0]), _short(size[1] - places[:, 1])


def _short(places: Iterable[float]) -> Drawn:
    """Return the places to a tenth of a point, as one number where they are all the same."""
    tenths = [round(float(place), 1) for place in places]
    return tenths if len(set(tenths)) > 1 else tenths[0]


def _lines(marks: Sequence[Mark], count: int) -> list[tuple[Drawn, float, float]]:
    """Return the lines from top to bottom that show where marks stand: one x, one line."""
    lines = []
    for ax, x, _ in marks:
        (left, _), (low, high) = ax.get_xlim(), ax.get_ylim()
        moved = _drawn((ax, x, low), count)[0]
        line = moved, _drawn((ax, left, high), count)[1], _drawn((ax, left, low), count)[1]
        if isinstance(moved, list) and line not in lines:
            lines.append(line)
    return lines


def _minus(text: str) -> str:
    """Return the text with the sign that stands before numbers in print."""
    return re.sub(r"-(?=[\d.])", "−", text)


def _svg(figure: Figure, description: str | None = None) -> str:
    """Return the figure as an SVG that says the same in every build."""
    file = io.StringIO()
    figure.savefig(file, format="svg", metadata={"Date": None, "Description": description})
    return file.getvalue()
