"""The picture that other sites show beside a link: the title over a row of numbers as bars."""

import hashlib
from importlib.util import find_spec
from pathlib import Path

WIDTH, HEIGHT = 1200, 630
MARGIN = 80
PAPER, INK, MUTED, BAR = "#14171c", "#f2f4f7", "#a9b2c0", "#7cb8f0"
BARS = 24


def font(size: int, bold: bool = False):
    """Return the font that matplotlib brings: it is on every machine that builds the book."""
    from PIL import ImageFont

    [folder] = find_spec("matplotlib").submodule_search_locations
    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return ImageFont.truetype(Path(folder, "mpl-data", "fonts", "ttf", name), size)


def lines(title: str, face, width: int) -> list[str]:
    """Return the title in lines that are not wider than width."""
    made = [""]
    for word in title.split():
        longer = f"{made[-1]} {word}".strip()
        if made[-1] and face.getlength(longer) > width:
            made.append(word)
        else:
            made[-1] = longer
    return made


def draw(title: str, line: str, file: Path) -> None:
    """Draw the title, and a line above it, into a PNG file; the bars depend on the title alone."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, MARGIN), line, fill=MUTED, font=font(30))
    face = font(72, bold=True)
    for number, text in enumerate(lines(title, face, WIDTH - 2 * MARGIN)):
        pen.text((MARGIN, MARGIN + 80 + 92 * number), text, fill=INK, font=face)
    bars(pen, title, (MARGIN, WIDTH - MARGIN), HEIGHT - MARGIN, (10, 120))
    image.save(file, optimize=True)


def bars(pen, title: str, sides: tuple[int, int], bottom: int, heights: tuple[int, int]) -> None:
    """Draw a row of bars between two sides, their heights between two others; they follow from the title."""
    step, span = (sides[1] - sides[0]) / BARS, heights[1] - heights[0]
    for place, byte in enumerate(hashlib.sha256(title.encode()).digest()[:BARS]):
        left, height = sides[0] + place * step, heights[0] + byte * span / 255
        pen.rectangle((left, bottom - height, left + step * 0.6, bottom), fill=BAR)
