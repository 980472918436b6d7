"""Fonts with the letters that are used, and no others."""

import logging
import re
from io import BytesIO
from pathlib import Path

FACE = re.compile(r"@font-face\s*\{[^}]*\}")
FILE = re.compile(r"""url\(["']?([^)"'?#]+\.woff2)""")
ICON = re.compile(r"\\([0-9a-f]{4,5})")


def cut(static: Path, sheets: dict[str, str], letters: set[str]) -> None:
    """Cut each font that a stylesheet names down to the letters, and to the icons of the sheets."""
    icons = {int(code, 16) for css in sheets.values() for code in ICON.findall(FACE.sub("", css))}
    codes = icons | {ord(letter) for letter in letters}
    for name, css in sheets.items():
        for face in FACE.findall(css):
            for font in FILE.findall(face):
                file = (static / name).parent / font
                file.write_bytes(subset(file, codes))


def subset(file: Path, codes: set[int]) -> bytes:
    """Return a font with the letters of these codes."""
    from fontTools import subset  # here, since only whole builds need it

    logging.getLogger("fontTools").setLevel(logging.WARNING)  # it tells of each table it cuts

    options = subset.Options(flavor="woff2", layout_features=[], hinting=False)
    font = subset.load_font(str(file), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    made = BytesIO()
    subset.save_font(font, made, options)
    return made.getvalue()
