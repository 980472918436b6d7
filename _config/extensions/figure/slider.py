"""The slider below a figure that readers move, and the numbers that it reads off.

groundup.movable puts them into the drawing, and here they become HTML that stands at the first stop
and stays hidden until a script moves it: without one, the drawing and the text say it all.
"""

import json
import re
from html import escape, unescape

DESCRIPTION = re.compile(r"<dc:description>(.*?)</dc:description>", re.DOTALL)


def given(svg: str) -> dict | None:
    """Return what the slider of a drawing needs, or None where nothing moves."""
    found = DESCRIPTION.search(svg)
    return json.loads(unescape(found[1])) if found else None


def element(given: dict, prefix: str) -> str:
    """Return the slider and its table at the first stop, and the data for all stops."""
    start, stops, name = given["start"], given["stops"], f"{prefix}slider"
    heads = "".join(f'<th scope="col">{escape(column)}</th>' for column in given["columns"])
    body = "".join(row(title, columns, start) for title, columns in given["rows"].items())
    # The table is not read out at each stop: the slider itself says what matters most of it.
    return (
        '<div class="read-off" hidden>'
        f'<p><label for="{name}">{escape(given["label"])}</label> '
        f'<output for="{name}" aria-live="off">{escape(stops[start])}</output></p>'
        f'<input type="range" id="{name}" max="{len(stops) - 1}" value="{start}">'
        f"<table><thead><tr><td></td>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
        f'<script type="application/json">{data(given)}</script>'
    )


def row(title: str, columns: list[list[str]], stop: int) -> str:
    """Return a row of the table as it is at a stop."""
    cells = "".join(f"<td>{escape(texts[stop])}</td>" for texts in columns)
    return f'<tr><th scope="row">{escape(title)}</th>{cells}</tr>'


def data(given: dict) -> str:
    """Return what the script looks up: the texts of each cell of the table, and where marks stand."""
    cells = [texts for columns in given["rows"].values() for texts in columns]
    looked_up = {name: given[name] for name in ("stops", "dots", "lines")} | {"cells": cells}
    text = json.dumps(looked_up, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", r"\u003c")  # or a text could end the element
