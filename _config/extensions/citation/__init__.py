"""How to cite the book, as CITATION.cff says.

    ```{citation}
    ```

gives a line to read and an entry for a bibliography. Where the address of the site is known, both
name it.
"""

from pathlib import Path

import yaml
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

SOURCE = Path(__file__).resolve().parents[3] / "CITATION.cff"


class Citation(SphinxDirective):
    """Show how to cite the book."""

    def run(self):
        self.env.note_dependency(SOURCE)
        cited = yaml.safe_load(SOURCE.read_text(encoding="utf-8"))["preferred-citation"]
        authors = " and ".join(author["name"] for author in cited["authors"])
        title, year, address = cited["title"], cited["year"], self.config.html_baseurl
        line = nodes.paragraph("", f"{authors}: ")
        line += [nodes.emphasis("", title), nodes.Text(f", {year}.")]
        if address:
            line += [nodes.Text(" "), nodes.reference("", address, refuri=address)]
        fields = {"author": authors, "title": title, "year": year, "url": address}
        entry = "".join(f"  {name} = {{{text}}},\n" for name, text in fields.items() if text)
        text = f"@book{{{title.split()[0].lower()}{year},\n{entry}}}"
        return [line, nodes.literal_block(text, text, language="bibtex")]


def setup(app):
    app.add_directive("citation", Citation)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
