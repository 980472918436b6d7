"""Hand a computed value from a cell to the prose of its page."""

import re
import sys
from importlib.util import find_spec

# MyST-NB takes an output whose kinds start with this off the page and keeps it for the prose.
HIDDEN = "application/papermill.record/"


def glue(name: str, value: str | int | float | bool) -> None:
    """Keep value under name, so that the prose shows it where it says {glue:text}`name`.

    Outside a build (no IPython running, or no MyST-NB installed) nothing happens.
    TypeError for any other type of value, ValueError for a name that is not words-with-hyphens.
    """
    # by exact type: a numpy float64 is a float too, but its repr is not what the page should say
    if type(value) not in (str, int, float, bool):
        raise TypeError(
            f"glue cannot hand over {name!r}, a {type(value).__module__}.{type(value).__name__}: "
            "pass str(value), int(value), float(value) or bool(value)"
        )
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        raise ValueError(f"{name!r} is not a name for glue: write words-with-hyphens, lower case")
    # asking for a loaded IPython keeps a plain interpreter from importing it
    if "IPython" not in sys.modules or find_spec("myst_nb") is None:
        return
    from IPython import get_ipython
    from IPython.display import display

    if get_ipython() is not None:
        metadata = {"scrapbook": {"name": name, "mime_prefix": HIDDEN}}
        display({HIDDEN + "text/plain": repr(value)}, raw=True, metadata=metadata)
