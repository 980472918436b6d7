"""What the pages claim, and what shows it.

A mark at the end of a line says what proves the sentence on that line:

    Both lines are straight. {shown}`above`

| mark | the proof is |
|---|---|
| `above`, `below` | the nearest executed cell before or after it that readers see |
| `some-label` | the cell with `(some-label)=` directly above it |
| `test_some_name` | the test of that name in tests/; `test_file.test_name` if several files have one |
| `argument` | the text itself |
| `source` | what a source reports that the page names under Sources |

A line with a number from a cell is a claim without a mark; the cell that readers see before the
one that hands the number over proves it. The mark leaves an anchor and nothing else. The directive

    ```{claims}
    ```

lists all claims, part by part and section by section, each with its proof.
"""

from docutils import nodes
from myst_nb.ext.glue.roles import PasteTextRole
from sphinx.util.docutils import SphinxDirective, SphinxRole

from . import listing, proofs, sentences


class Shown(SphinxRole):
    """The mark: nothing to see or to hear, read and removed once the whole page is known."""

    def run(self):
        return [nodes.inline("", "", proof=self.text.strip(), line=self.lineno)], []


class Number(PasteTextRole):
    """A number from a cell, which remembers its key."""

    def run(self):
        found, problems = super().run()
        for node in found:
            node.setdefault("key", self.text.partition(":")[0])  # one from another page has its own
        return found, problems


class Claims(SphinxDirective):
    """The place of the list, which is filled once all pages are read."""

    def run(self):
        sentences.of_book(self.env).page = self.env.docname
        # it repeats what other pages say, and a search should find those
        self.env.metadata[self.env.docname]["no-search"] = ""
        return [listing.claims()]


def setup(app):
    app.add_role("shown", Shown())
    app.add_role_to_domain("glue", "text", Number(), override=True)
    app.add_directive("claims", Claims)
    app.add_node(listing.claims)
    app.connect("doctree-read", sentences.read)
    app.connect("env-purge-doc", sentences.purge)
    app.connect("env-merge-info", sentences.merge)
    app.connect("env-updated", proofs.check)
    app.connect("env-updated", listing.refresh, priority=600)  # formulas are set by then
    app.connect("doctree-resolved", listing.fill)
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
