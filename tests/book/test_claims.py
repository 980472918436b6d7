"""Every sentence that could be false names what shows it, and the list of claims holds them all."""

import pytest

from guards import citations, claims, contents, fail_with, results, sample
from guards.pages import pages, parse

KNOWN = {"test_doubling_keeps_the_direction": ["code/test_vector.py"], "test_twice": ["a", "b"]}
OF_ALL = (claims.numbers, claims.marks)
OF_PARTS = (
    claims.idle_cells,
    results.unmarked,
    claims.remembered,
    citations.reported,
    citations.missing,
    claims.beliefs,
)


@pytest.mark.parametrize("guard", OF_ALL, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_claim_names_what_shows_it(page, guard):
    fail_with(guard(page))


@pytest.mark.parametrize("guard", OF_PARTS, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("part", contents.written(pages()), ids=lambda part: part.name)
def test_a_part_claims_nothing_without_a_proof(part, guard):
    fail_with(guard(part))


@pytest.mark.parametrize("guard", OF_ALL + OF_PARTS, ids=lambda guard: guard.__name__)
def test_a_right_part_passes(guard):
    assert guard(sample.part()) == []


def test_claims_are_found_by_their_mark_or_their_number():
    found = [(claim.words.split()[0], claim.marks, claim.keys) for claim in page_claims()]
    assert found == [
        ("A", [], ["steps"]),
        ("Both", ["above"], []),
        ("Doubling", ["argument"], []),
    ]


def page_claims(old: str = "", new: str = "") -> list:
    return claims.claims(sample.part(old, new))


def test_a_number_is_proved_by_the_cell_before_the_one_that_hands_it_over():
    page = sample.part()
    number, arrows, _ = claims.claims(page)
    assert [cell.line for cell in claims.proving(page, number)] == [page.cells[0].line]
    assert [cell.line for cell in claims.proving(page, arrows)] == [page.cells[2].line]


ABOVE = "Both arrows point the same way. {shown}`above`"
LABELLED = "(arrow)=\n```{code-cell} python3\n---\nmystnb:"
PROOFS = [
    ("{shown}`above`", "{shown}`below`"),
    ("{shown}`above`", "{shown}`source`"),
    ("{shown}`above`", "{shown}`test_doubling_keeps_the_direction`"),
    ("{shown}`above`", "{shown}`argument`"),
]


@pytest.mark.parametrize(("old", "new"), PROOFS)
def test_every_kind_of_proof_may_be_named(old, new):
    assert claims.marks(sample.part(old, new), KNOWN) == []


def test_a_cell_may_be_named_by_the_label_above_it():
    page = parse(
        sample.PART.replace("```{code-cell} python3\n---\nmystnb:", LABELLED, 1).replace(
            "{shown}`argument`", "{shown}`arrow`"
        )
    )
    assert claims.marks(page, KNOWN) == []
    assert claims.proving(page, claims.claims(page)[-1]) == [page.cells[2]]


SILENT = "```{code-cell} python3\nsteps = len([1.0, 2.0])\n```\n\nIt counts. {shown}`above`"
WRONG_MARKS = [
    (ABOVE, "Both arrows point the same way. {shown}`obove`", "“obove” proves nothing."),
    (ABOVE, "It is. {shown}`doubling-by-hand`", "is the label of no cell that readers see."),
    (ABOVE, "It is. {shown}`test_halving`", "“test_halving” is no test in tests/."),
    (ABOVE, "It is. {shown}`test_twice`", "“test_twice” is a test in a, b: write file.test."),
    (ABOVE, "It is. {shown}`above` {shown}`below`", "2 marks on a line."),
    (ABOVE, "It is {shown}`above` so.", "“so.” follows a mark."),
    ("What you need first: lists.", "Lists. {shown}`above`", "no cell stands above the claim."),
    ("That was all.", "That was all. {shown}`below`", "no cell stands below the claim."),
    ("## By hand", "## By hand {shown}`below`", "a mark in the heading."),
    (ABOVE, SILENT, "shows nothing."),
    ("## Sources", "(more)=\n## Books", "the page has no section “Sources”."),
]


@pytest.mark.parametrize(("old", "new", "said"), WRONG_MARKS)
def test_a_mark_that_proves_nothing_is_found_on_its_line(old, new, said):
    source = sample.PART.replace("{shown}`argument`", "{shown}`source`")
    page = parse(sample.replaced(source, old, new))
    (complaint,) = claims.marks(page, KNOWN)
    assert said in complaint
    line = int(complaint.split(":")[1])
    assert "{shown}" in page.source.splitlines()[line - 1]


WRONG_NUMBERS = [
    ("## By hand", "## By hand in {glue:text}`steps`"),
    ("```{code-cell} python3\nsteps = len([1.0, 2.0])\nprint(steps)\n```\n\n", ""),
]


@pytest.mark.parametrize(("old", "new"), WRONG_NUMBERS)
def test_a_number_that_is_no_claim_or_has_no_cell_is_found(old, new):
    assert len(claims.numbers(sample.part(old, new))) == 1


IDLE = [
    (ABOVE, "", 1),
    (ABOVE, "Look at it. {shown}`argument`", 1),
    ("{glue:text}`steps`", "two", 1),
    ("```{exercise} Double the numbers\nDouble both numbers.", "```{hint}\nDouble.", 2),
    ("That was all.", "```{code-cell} python3\nprint(1)\n```", 1),
    ("That was all.", "```{code-cell} python3\n[1]\n```", 1),
    ("That was all.", "```{code-cell} python3\nfor x in y:\n    print(x)\n```", 1),
    ("That was all.", "```{code-cell} python3\ndef say(x):\n    print(x)\n```", 0),
    ("That was all.", "```{code-cell} python3\nx = 1\n```", 0),
    ("That was all.", "```{code-cell} python3\nax.plot(x);\n```", 0),
]


@pytest.mark.parametrize(("old", "new", "count"), IDLE)
def test_a_cell_that_shows_something_which_no_sentence_takes_up_is_found(old, new, count):
    assert len(claims.idle_cells(sample.part(old, new))) == count


def below_a_cell(words: str) -> list[str]:
    """Return what is said of words between a cell's output and the next heading."""
    cell = "```{code-cell} python3\nprint(1)\n```"
    hidden = "```{code-cell} python3\n:tags: [remove-cell]\nimport math\n```"
    return results.unmarked(parse(f"# Title\n\n{cell}\n\n{hidden}\n\n{words}\n\n## Next\n\nAll.\n"))


STATED = [
    "The second is larger than the first.",
    "All rows agree.",
    "With it, nothing changes.",
    "It grows at every step.",
    "The chain vanishes.",
    "- One row stays.",
    ":::{admonition} You may have read that it grows\nIt falls.\n:::",
    "Here the chain is no longer than the stack.",
]


@pytest.mark.parametrize("words", STATED)
def test_a_result_without_a_proof_is_found(words):
    (complaint,) = below_a_cell(words)
    assert "states a result" in complaint


NOT_STATED = [
    "The second is larger than the first. {shown}`above`",
    "Is the second larger?",
    "Look at how it grows.",
    "In the output, watch which row stays.",
    "The table holds all products: look at the last row.",
    "The next cell takes more tokens.",
    "We take the same tokens again.",
    "A {term}`matrix` is a table that has the same number of columns in every row.",
    "A norm divides.",
    "```{exercise} Grow\nMake it larger than before.\n```",
    "```{code-cell} python3\nx = 1\n```\n\nIt grows.",
    "## Again\n\nIt grows.",
    "| it | grows |\n|---|---|\n| all | stay |",
]


@pytest.mark.parametrize("words", NOT_STATED)
def test_questions_instructions_and_what_is_proved_pass(words):
    assert below_a_cell(words) == []


def test_a_point_to_remember_without_a_proof_is_found():
    assert len(claims.remembered(sample.part(" {shown}`argument`", ""))) == 1
    assert claims.remembered(sample.part("{shown}`argument`", "{glue:text}`steps`")) == []


CALLED_ON = [
    ("Author found it twice as large.", 1),
    ("It was small in GPT-2.", 1),
    ("It was so in the first published transformer.", 1),
    ("Author found it twice as large. {shown}`source`", 0),
    ("Compare GPT-2 and Llama.", 0),
    ("Is it so in GPT-2?", 0),
    ("Authors write.", 0),
]


@pytest.mark.parametrize(("words", "count"), CALLED_ON)
def test_a_paper_or_a_model_that_is_called_on_without_a_proof_is_found(words, count):
    assert len(citations.reported(sample.part(ABOVE, words))) == count


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Nobody and others say so. {shown}`source`", ["Nobody"]),
        ("Kelly, Nobody and Author measured it. {shown}`source`", ["Kelly", "Nobody"]),
        ("Author and others say so. {shown}`source`", []),
        ("Cats and Dogs differ. {shown}`above`", []),
    ],
)
def test_an_author_whom_the_sources_leave_out_is_found(words, names):
    part = sample.part(ABOVE, words)
    complaints = citations.missing(part)
    assert [text.split("does not name ")[1].split(".")[0] for text in complaints] == names


TOLD = """:::{admonition} You may have read that both arrows differ
:class: belief
They point the same way. {shown}`above`
:::"""


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("{shown}`above`", "", "nothing settles this belief"),
        ("You may have read that", "Some say that", "in another form than elsewhere"),
        (":class: belief", ":class: note", "in another form than elsewhere"),
        ("", "", ""),
    ],
)
def test_a_belief_is_settled_where_it_is_named(old, new, wrong):
    part = sample.part(ABOVE, f"{ABOVE}\n\n{TOLD.replace(old, new)}")
    complaints = claims.beliefs(part)
    assert len(complaints) == bool(wrong) and all(wrong in text for text in complaints)


def test_authors_are_read_from_the_sources():
    source = """# Title

## Sources

- Jimmy Lei Ba and Jan van der Berg, "Layer Norm of Many", 2016. Hugo Touvron and others, *Llama*, 2023.
"""
    assert citations.authors(parse(source)) == {"Ba", "Berg", "Touvron"}


def test_tests_are_read_without_running_them(tmp_path):
    (tmp_path / "test_one.py").write_text("import missing\n\ndef test_it():\n    pass\n")
    (tmp_path / "test_two.py").write_text("def test_it():\n    pass\n\ndef helper():\n    pass\n")
    assert claims.tests(tmp_path) == {
        "test_it": ["test_one.py", "test_two.py"],
        "test_one.test_it": ["test_one.py"],
        "test_two.test_it": ["test_two.py"],
    }
    assert "test_a_result_without_a_proof_is_found" in claims.tests()


@pytest.mark.built
def test_the_list_holds_every_claim_of_the_pages_and_no_other(site):
    listing = pytest.importorskip("guards.claim_list", reason="needs beautifulsoup4: nox -s tests")
    fail_with(listing.differences(pages(), site.html))


@pytest.mark.built
def test_every_claim_in_the_list_is_linked_to_its_place_and_its_proof(site):
    listing = pytest.importorskip("guards.claim_list", reason="needs beautifulsoup4: nox -s tests")
    fail_with(listing.unproved(site.html))
