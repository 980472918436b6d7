"""Scripts and styles that an extension brings: copied below `_static/` under the extension's name.

    assets.write(app, HERE, "quiz.js", "quiz.css")

writes them before the pages that name them are written. Scripts go without their lines of comment,
which only readers of the source need.
"""

import re
from pathlib import Path

COMMENT = re.compile(r"^ *//.*\n|^\n", re.MULTILINE)


def write(app, folder: Path, *names: str) -> None:
    """Write files of an extension's folder into the site; other builders show no pages in a browser."""
    if app.builder.format != "html":
        return
    target = Path(app.outdir, "_static", folder.name)
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        text = (folder / name).read_text(encoding="utf-8")
        (target / name).write_text(bare(text) if name.endswith(".js") else text, encoding="utf-8")


def bare(script: str) -> str:
    """Return a script without its lines of comment and its empty lines."""
    return COMMENT.sub("", script)
