"""What may prove a claim: a cell of the page, a test, the argument itself, or a source."""

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docutils import nodes
from sphinx.util import logging

LOGGER = logging.getLogger(__name__)
WORDS = "above, below, argument, source, a cell's label or a test's name"
KINDS = ("cell", "test", "argument", "source")


@dataclass(frozen=True)
class Proof:
    """One proof. target: the anchor of a cell or of the Sources, or a test's name."""

    kind: str
    target: str = ""
    where: str = ""  # of a cell: above or below its claim
    section: str = ""  # of a cell: the anchor of its section


class Cells:
    """The executed cells of a page that readers see, in order."""

    def __init__(self, doctree: nodes.document):
        self.doctree = doctree
        self.places = {id(node): place for place, node in enumerate(doctree.findall())}
        self.all = list(doctree.findall(is_cell))

    def proof(self, cell: nodes.container, claim: nodes.Node) -> Proof:
        """Return a cell as a proof of a claim, and give it an anchor if it has none."""
        section = section_of(cell)
        if not cell["ids"]:
            of_section = [other for other in self.all if section_of(other) is section]
            cell["ids"].append(f"{section['ids'][0]}-cell-{of_section.index(cell) + 1}")
        where = "above" if self.places[id(cell)] < self.places[id(claim)] else "below"
        return Proof("cell", cell["ids"][0], where, section["ids"][0])

    def nearest(self, claim: nodes.Node, where: str) -> nodes.container | None:
        """Return the last cell above the claim or the first one below it."""
        place = self.places[id(claim)]
        if where == "above":
            found = [cell for cell in self.all if self.places[id(cell)] < place]
            return found[-1] if found else None
        return next((cell for cell in self.all if self.places[id(cell)] > place), None)

    def of_mark(self, word: str, claim: nodes.Node, tell) -> Proof | None:
        """Return the proof that a mark names; tell the author where it names none."""
        if word.startswith("test_"):
            return Proof("test", word)
        if word == "argument":
            return Proof("argument")
        if word == "source":
            titles = self.doctree.findall(nodes.title)
            sources = [title.parent for title in titles if title.astext() == "Sources"]
            if sources:
                return Proof("source", sources[0]["ids"][0])
            return tell("source", "the page has no section Sources that could name one")
        if word in ("above", "below"):
            cell = self.nearest(claim, word)
            return self.proof(cell, claim) if cell else tell(word, f"no cell stands {word} it")
        labelled = [cell for cell in self.all if nodes.make_id(word) in cell["ids"]]
        if labelled:
            return self.proof(labelled[0], claim)
        if word in self.doctree.nameids:
            return tell("label", f"{word!r} is no label of a cell that readers see")
        return tell("proof", f"{word!r} proves nothing; write {WORDS}")

    def of_number(self, key: str, makers: dict, claim: nodes.Node, tell) -> Proof | None:
        """Return the cell that computed a number; tell the author where readers see none."""
        before = [cell for cell in self.all if cell["cell_index"] < makers.get(key, 0)]
        if before:
            return self.proof(before[-1], claim)
        return tell("number", f"no cell that readers see stands before the one that makes {key!r}")


def is_cell(node: nodes.Node) -> bool:
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def section_of(node: nodes.Node) -> nodes.section:
    """Return the innermost section that holds a node."""
    while not isinstance(node, nodes.section) and node.parent:
        node = node.parent
    return node


@cache
def tests(folder: Path) -> dict[str, list[tuple[str, int]]]:
    """Return for the name of each test the files that define it, with the line.

    A name that several files have is found with its file too: test_heads.test_matches_pytorch.
    """
    found: dict[str, list[tuple[str, int]]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        file = path.relative_to(folder.parent).as_posix()
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for name in (node.name, f"{path.stem}.{node.name}"):
                    found.setdefault(name, []).append((file, node.lineno))
    return found


def of_book(app) -> dict[str, list[tuple[str, int]]]:
    """Return the tests of the book that is being built."""
    return tests(Path(app.confdir).resolve().parent / "tests")


def check(app, env):
    """Tell of marks that name no test: a test can go while the page stays as it was read."""
    from .sentences import of_book as claims_of

    known = of_book(app)
    for docname, page in sorted(claims_of(env).pages.items()):
        for claim in page.claims:
            for proof in claim.proofs:
                files = [file for file, _ in known.get(proof.target, [])]
                if proof.kind != "test" or len(files) == 1:
                    continue
                wrong = "tests/ has no such test"
                if files:
                    wrong = f"write the file before it, since {', '.join(files)} all have one"
                LOGGER.warning(
                    "the mark %r: %s",
                    proof.target,
                    wrong,
                    location=(docname, claim.line),
                    type="claims",
                    subtype="test",
                )
    return []
