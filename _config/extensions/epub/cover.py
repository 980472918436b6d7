"""The cover of the e-book: the title over a row of numbers as bars, as in the pictures of the pages."""

from pathlib import Path

from extensions.page import picture

WIDTH, HEIGHT = 1200, 1800
MARGIN = 100
LINE = 120


def draw(title: str, author: str, file: Path) -> None:
    """Draw the title and the author into a PNG file; the bars depend on the title alone."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), picture.PAPER)
    pen = ImageDraw.Draw(image)
    room = WIDTH - 2 * MARGIN
    face = picture.font(96, bold=True)
    for number, text in enumerate(picture.lines(title, face, room)):
        pen.text((MARGIN, 260 + LINE * number), text, fill=picture.INK, font=face)
    picture.bars(pen, title, (MARGIN, WIDTH - MARGIN), 1480, (20, 500))
    face = picture.font(36)
    for number, text in enumerate(picture.lines(author, face, room)):
        pen.text((MARGIN, 1580 + 50 * number), text, fill=picture.MUTED, font=face)
    image.save(file, optimize=True)
