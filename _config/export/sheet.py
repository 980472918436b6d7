"""The document that is printed: cover, contents and chapters, with their style."""

from html import escape

import conf

from .joined import Book, Heading

OWN = "own/"  # where our own files stand for the browser, beside the site's
FACES = {  # the fonts that matplotlib brings, so that every machine prints the same letters
    "DejaVu Sans": {
        "DejaVuSans.ttf": "",
        "DejaVuSans-Bold.ttf": "font-weight: 600 900;",
        "DejaVuSans-Oblique.ttf": "font-style: italic;",
        "DejaVuSans-BoldOblique.ttf": "font-weight: 600 900; font-style: italic;",
    },
    "DejaVu Sans Mono": {
        "DejaVuSansMono.ttf": "",
        "DejaVuSansMono-Bold.ttf": "font-weight: 600 900;",
        "DejaVuSansMono-Oblique.ttf": "font-style: italic;",
        "DejaVuSansMono-BoldOblique.ttf": "font-weight: 600 900; font-style: italic;",
    },
}


def document(book: Book) -> str:
    """Return the book as one HTML document."""
    links = "".join(f'<link rel="stylesheet" href="{escape(sheet)}">' for sheet in book.sheets)
    return f"""<!DOCTYPE html>
<html lang="{book.language}" data-theme="light">
<head>
<meta charset="utf-8">
<title>{escape(conf.project)}</title>
{links}<link rel="stylesheet" href="/{OWN}pdf.css">
<style>{faces()}{feet(book)}</style>
</head>
<body>
{cover(book)}
{contents(book)}
{book.articles}
</body>
</html>
"""


def faces() -> str:
    """Return the rules that name the fonts."""
    return "".join(
        f'@font-face {{ font-family: "{family}"; src: url("/{OWN}{file}"); {kind} }}\n'
        for family, files in FACES.items()
        for file, kind in files.items()
    )


def feet(book: Book) -> str:
    """Return the rules that put the title of a chapter below each of its pages."""
    rules = []
    for place, page in enumerate(book.pages):
        title = page.plain.replace("\\", "\\\\").replace('"', '\\"')
        rules.append(f'@page chapter-{place} {{ @bottom-left {{ content: "{title}"; }} }}\n')
        rules.append(f'article[id="{page.id}"] {{ page: chapter-{place}; }}\n')
    return "".join(rules).replace("<", "\\3c ")


def cover(book: Book) -> str:
    author, licence = escape(conf.author), escape(conf.project_copyright)
    address = f'<p><a href="{book.address}">{book.address}</a></p>' if book.address else ""
    return f"""<section class="book-cover">
<p class="title">{escape(conf.project)}</p>
<p class="summary">{escape(book.summary)}</p>
<div class="rest"><p>{author}</p><p>{licence[:1].upper()}{licence[1:]}</p>{address}</div>
</section>"""


def contents(book: Book) -> str:
    return f"""<nav class="book-contents">
<h1>Contents</h1>
<ol>{"".join(map(line, book.pages))}</ol>
</nav>"""


def line(heading: Heading) -> str:
    """Return a line of the contents, and below it those of its sections."""
    below = "".join(map(line, heading.sections))
    link = f'<a href="#{escape(heading.id)}"><span>{heading.words}</span><span class="number">0</span></a>'
    return f"<li>{link}{below and f'<ol>{below}</ol>'}</li>\n"
