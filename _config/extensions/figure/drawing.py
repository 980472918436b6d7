"""A drawing as a part of the page: its ink the page's own, its numbers no longer than the eye needs."""

import html
import re

# Where numbers are places and sizes. A style may hold a dash or a width of less than a point.
PLACED = re.compile(r'\b(d|x|y|width|height|transform)="([^"]*)"')
LONG = re.compile(r"-?\d+\.\d+")
UNTURNED = re.compile(r' transform="rotate\(-?0 [^"]*\)"')
FONT = re.compile(r"; font-family: [^;\"]*")
NAMED = re.compile(r'(?:href="#|url\(#)([^")]+)')
EMPTY = re.compile(r"<g\b[^>]*/>")  # matplotlib's legends leave some
GROUP = re.compile(r"(<g\b[^>]*>|</g>)")


def inline(svg: str, alt: str, prefix: str) -> str:
    """Return the drawing as an element of a page: named by alt, its ids its own, its colours the page's."""
    from groundup.plots import PALETTE  # here, since matplotlib would slow every start of Sphinx

    svg = svg[svg.index("<svg") :]
    # A style element would hold for the whole page; figure.css says the same for drawn figures.
    svg = re.sub(r"\s*<(metadata|style)\b.*?</\1>", "", svg, flags=re.DOTALL)
    svg = plain(FONT.sub("", svg))
    svg = re.sub(r'\bid="', f'id="{prefix}', svg)
    svg = re.sub(r'(xlink:href="#|url\(#)', rf"\g<1>{prefix}", svg)
    svg = svg.replace("xlink:href", "href")
    svg = svg.replace("#000000", "currentColor")
    for number, colour in enumerate(PALETTE, 1):
        svg = svg.replace(colour, f"var(--figure-{number})")
    label = html.escape(alt, quote=True)
    head, rest = svg.split(">", 1)
    width, height = (
        float(re.search(rf'{side}="([\d.]+)pt"', head)[1]) for side in ("width", "height")
    )
    return (
        f'<svg role="img" aria-label="{label}" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{rounded(rest).strip()}'
    )


def plain(svg: str) -> str:
    """Return the drawing without the names that nothing in it asks for, and the groups left bare."""
    asked = set(NAMED.findall(svg))
    svg = re.sub(r' id="([^"]*)"', lambda found: found[0] if found[1] in asked else "", svg)
    pieces, kept = [], []
    for piece in GROUP.split(EMPTY.sub("", svg)):
        if piece.startswith("<g"):
            kept.append(piece != "<g>")
        if kept.pop() if piece == "</g>" else piece != "<g>":
            pieces.append(piece)
    return "".join(pieces)


def rounded(drawing: str) -> str:
    """Return the drawing with its places to a tenth of a point, and no space but between words.

    Matplotlib writes millionths, and so a third of what a page with many lines weighs.
    """
    drawing = UNTURNED.sub("", drawing)
    drawing = PLACED.sub(
        lambda found: f'{found[1]}="{LONG.sub(tenths, " ".join(found[2].split()))}"', drawing
    )
    return re.sub(r">\s+<", "><", drawing)


def tenths(number: re.Match) -> str:
    """Return the number to a tenth, without zeros that say nothing."""
    return f"{float(number[0]):z.1f}".removesuffix(".0")
