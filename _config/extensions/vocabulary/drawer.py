"""The HTML of the button and of the drawer that it opens, with every term of the book."""

from html import escape

from extensions import maths

from .entries import Entry
from .explained import Place, address, after

BUTTON = """\
<button type="button" class="header-button vocabulary-button" popovertarget="vocabulary-drawer">
<span class="fa-solid fa-book" aria-hidden="true"></span>
<span class="header-word">Vocabulary</span>
</button>"""
OPENING = """\
<div id="vocabulary-drawer" class="vocabulary-drawer" popover role="dialog" \
aria-labelledby="vocabulary-heading">
<div class="vocabulary-head">
<h2 id="vocabulary-heading">Vocabulary</h2>
<button type="button" class="action" popovertarget="vocabulary-drawer" \
popovertargetaction="hide" autofocus>Close</button>
<label class="vocabulary-find" hidden>Find a term \
<input type="search" autocomplete="off" autocapitalize="none" spellcheck="false"></label>
<p class="vocabulary-found" role="status"></p>
</div>
<dl>
"""
CLOSING = "</dl>\n</div>"


def of_page(app, docname: str, shown: tuple[tuple[Entry, Place | None], ...]) -> str:
    """Return the drawer as one page links it."""
    rows = []
    for entry, place in shown:
        link = f"{app.builder.get_relative_uri(docname, entry.page)}#{entry.anchor}"
        row = f'<div><dt><a href="{escape(link)}">{escape(entry.term)}</a></dt>'
        row += f"<dd>{definition(app.env, entry)}</dd>"
        if place:
            where = f'<a href="{escape(address(app, docname, place))}">{escape(place.title)}</a>'
            elsewhere = "" if place.page == docname else escape(after(place))
            row += f"<dd>Explained: {where}{elsewhere}</dd>"
        rows.append(f"{row}</div>\n")
    return OPENING + "".join(rows) + CLOSING


def definition(env, entry: Entry) -> str:
    """Return a definition in HTML."""
    html = ""
    for kind, text in entry.definition:
        if kind == "math":
            html += maths.mathml(env, text, False)
        else:
            html += (
                escape(text, quote=False) if kind == "text" else f"<{kind}>{escape(text)}</{kind}>"
            )
    return html
