"""The cover of the e-book: the title over a row of numbers as bars, as in the pictures of the pages."""

import hashlib
from pathlib import Path

from extensions.page import picture

WIDTH, HEIGHT = 1200, 1800
MARGIN = 100
LINE = 120
BARS = 24


def draw(title: str, author: str, file: Path) -> None:
    """Draw the title and the author into a PNG file; the bars depend on the title alone."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), picture.PAPER)
    pen = ImageDraw.Draw(image)
    room = WIDTH - 2 * MARGIN
    face = picture.font(96, bold=True)
    for number, text in enumerate(picture.lines(title, face, room)):
        pen.text((MARGIN, 260 + LINE * number), text, fill=picture.INK, font=face)
    step = room / BARS
    for place, byte in enumerate(hashlib.sha256(title.encode()).digest()[:BARS]):
        left, height = MARGIN + place * step, 20 + byte * 480 / 255
        pen.rectangle((left, 1480 - height, left + step * 0.6, 1480), fill=picture.BAR)
    face = picture.font(36)
    for number, text in enumerate(picture.lines(author, face, room)):
        pen.text((MARGIN, 1580 + 50 * number), text, fill=picture.MUTED, font=face)
    image.save(file, optimize=True)
