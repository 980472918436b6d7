"""The list of all claims: how many there are of each kind, then each with what proves it."""

from docutils import nodes
from sphinx import addnodes

from extensions.course import place
from extensions.maths import of_pages as formulas_of

from .proofs import KINDS, Proof
from .proofs import of_book as tests_of
from .sentences import Claim, of_book

HEADS = {
    "cell": "shown by a cell",
    "test": "held by a test",
    "argument": "following from the argument",
    "source": "reported by a source",
}


class claims(nodes.General, nodes.Element):
    """The place of the list until all pages are read."""


def refresh(app, env):
    """Write the list with every build, since any page may change it, and note its formulas."""
    book = of_book(env)
    if not book.page:
        return []
    found = [claim for page in book.pages.values() for claim in page.claims]
    formulas_of(env)[book.page] = [
        (formula.astext(), False, None)
        for claim in found
        for word in claim.words
        for formula in word.findall(nodes.math)
    ]
    return [book.page]


def fill(app, doctree, docname):
    """Put the list into its place."""
    for node in list(doctree.findall(claims)):
        node.replace_self(List(app, docname).all())


class List:
    """The list as one page shows it."""

    def __init__(self, app, docname: str):
        self.app, self.docname = app, docname
        self.pages = of_book(app.env).pages

    def all(self) -> list[nodes.Node]:
        """Return the counts, then a section for each page."""
        return [self.counts(), *map(self.section, self.order())]

    def order(self) -> list[str]:
        """Return the pages that claim something: the parts in their order, then the others."""
        after = (len(self.app.env.found_docs),)
        return sorted(self.pages, key=lambda name: ((place(self.app.env, name) or after)[0], name))

    def counts(self) -> nodes.table:
        """Return how many claims there are of each kind, page by page and together."""
        head = ["part", "claims", "with a number", *HEADS.values()]
        everything = [claim for name in self.order() for claim in self.pages[name].claims]
        rows = [
            [self.link(self.title(name), f"#{anchor_of(name)}"), *numbers(self.pages[name].claims)]
            for name in self.order()
        ]
        return table(head, [*rows, [nodes.Text("all"), *numbers(everything)]])

    def title(self, name: str) -> list[nodes.Node]:
        """Return a page's title, with the number of the part that it is."""
        title = [child.deepcopy() for child in self.app.env.titles[name].children]
        found = place(self.app.env, name)
        return [nodes.Text(f"Part {found[0]} · "), *title] if found else title

    def section(self, name: str) -> nodes.section:
        """Return a page's claims under the headings that they stand under there."""
        page = self.pages[name]
        whole = nodes.section("", nodes.title("", "", *self.title(name)), ids=[anchor_of(name)])
        for anchor, title in page.titles.items():
            found = [claim for claim in page.claims if claim.section == anchor]
            if found:
                heading = nodes.title("", "", *self.words(title))
                part = nodes.section("", heading, ids=[anchor_of(name, anchor)])
                items = [self.item(name, claim) for claim in found]
                part += nodes.bullet_list("", *items, classes=["claims"])
                whole += part
        return whole

    def item(self, name: str, claim: Claim) -> nodes.list_item:
        """Return one claim, linked to its place, and what proves it."""
        sentence = self.link(self.words(claim.words), self.address(name, claim.anchor))
        proofs = [
            nodes.paragraph("", "", *self.proof(name, claim, proof), classes=["proof"])
            for proof in claim.proofs
        ]
        return nodes.list_item("", nodes.paragraph("", "", sentence), *proofs)

    def proof(self, name: str, claim: Claim, proof: Proof) -> list[nodes.Node]:
        """Return the words that say what proves a claim."""
        if proof.kind == "cell":
            words = [nodes.Text(f"the cell {proof.where}")]
            if proof.section != claim.section:
                title = self.words(self.pages[name].titles[proof.section])
                words = [nodes.Text("a cell of “"), *title, nodes.Text("”")]
            return [
                nodes.Text("Shown by "),
                self.link(words, self.address(name, proof.target)),
                nodes.Text("."),
            ]
        if proof.kind == "test":
            ((file, line),) = tests_of(self.app).get(proof.target, [("tests/", 1)])[:1]
            return [
                nodes.Text("Held by the test "),
                nodes.literal("", proof.target.rpartition(".")[2]),
                nodes.Text(" in "),
                self.source(file, line),
                nodes.Text("."),
            ]
        if proof.kind == "source":
            link = self.link([nodes.Text("source")], self.address(name, proof.target))
            return [nodes.Text("Reported by a "), link, nodes.Text(" that the page names.")]
        return [nodes.Text("Follows from the argument.")]

    def source(self, file: str, line: int) -> nodes.Node:
        """Return the name of a file, linked if the address of the book's repository is known."""
        options = self.app.config.html_theme_options
        repository, branch = options.get("repository_url"), options.get("repository_branch", "main")
        name = nodes.literal("", file)
        if not repository:
            return name
        return self.link([name], f"{repository.rstrip('/')}/blob/{branch}/{file}#L{line}")

    def words(self, words: list[nodes.Node]) -> list[nodes.Node]:
        """Return copies of words, with the titles that links without words of their own show."""
        holder = nodes.inline("", "", *[word.deepcopy() for word in words])
        for link in list(holder.findall(addnodes.pending_xref)):
            found = self.app.env.domains[link["refdomain"]].resolve_xref(
                self.app.env,
                link["refdoc"],
                self.app.builder,
                link["reftype"],
                link["reftarget"],
                link,
                link[0].deepcopy(),
            )
            link.parent.replace(link, nodes.Text((found or link).astext()))
        return holder.children

    def link(self, words: list[nodes.Node], address: str) -> nodes.reference:
        inside = "://" not in address
        return nodes.reference("", "", *words, refuri=address, internal=inside)

    def address(self, name: str, anchor: str) -> str:
        return f"{self.app.builder.get_relative_uri(self.docname, name)}#{anchor}"


def anchor_of(name: str, section: str = "") -> str:
    """Return the anchor in the list of a page's claims, or of those of one section."""
    page = nodes.make_id(name.removesuffix("/index"))
    within = section.removeprefix(page).strip("-")
    return "-".join(filter(None, ["claims-of", page, within]))


def numbers(found: list[Claim]) -> list[nodes.Text]:
    """Return how many claims there are, how many hold a number, and how many each kind proves."""
    kinds = [[proof.kind for proof in claim.proofs] for claim in found]
    counts = [len(found), sum(claim.number for claim in found)]
    counts += [sum(kind in each for each in kinds) for kind in KINDS]
    return [nodes.Text(str(count)) for count in counts]


def table(head: list[str], rows: list[list[nodes.Node]]) -> nodes.table:
    """Return a table with a line of heads."""

    def line(cells):
        entries = [nodes.entry("", nodes.paragraph("", "", cell)) for cell in cells]
        return nodes.row("", *entries)

    group = nodes.tgroup("", cols=len(head))
    group += [nodes.colspec(colwidth=1) for _ in head]
    group += nodes.thead("", line([nodes.Text(words) for words in head]))
    group += nodes.tbody("", *map(line, rows))
    return nodes.table("", group, classes=["claim-counts"])
