"""Every word with a meaning of its own is defined once and linked where a page first uses it."""

import pytest

from guards import fail_with, sample, vocabulary
from guards.pages import pages, parse

GLOSSARY = next(page for page in pages() if page.name == vocabulary.GLOSSARY)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_the_first_use_of_a_term_is_a_link(page):
    fail_with(vocabulary.first_uses(page, GLOSSARY.entries, vocabulary.ordinary()))


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_linked_term_is_defined(page):
    fail_with(vocabulary.undefined(page, GLOSSARY.entries))


def test_every_defined_term_is_used():
    fail_with(vocabulary.unused(pages(), GLOSSARY))


def test_the_glossary_is_whole_sorted_and_says_something():
    fail_with(vocabulary.faults(GLOSSARY))


def test_every_promised_term_is_defined():
    fail_with(vocabulary.missing(GLOSSARY))


def test_every_ordinary_word_is_a_term():
    fail_with(vocabulary.stale_ordinary(vocabulary.ordinary(), GLOSSARY.entries))


def first_uses(words: str, plain_english: tuple[str, ...] = ()) -> list[str]:
    page = parse(f"# Title\n\n{words}\n")
    glossary = sample.glossary(
        "vector\n  A", "layer norm\n  Words.\n\nlayer\n  Words.\n\nvector\n  A"
    )
    return vocabulary.first_uses(page, glossary.entries, list(plain_english))


def test_a_right_page_and_glossary_pass():
    page, glossary = sample.part(), sample.glossary()
    assert vocabulary.first_uses(page, glossary.entries, []) == []
    assert vocabulary.undefined(page, glossary.entries) == []
    assert vocabulary.unused([page, glossary], glossary) == []
    assert vocabulary.faults(glossary) == []


UNLINKED = [
    ("A vector.", "vector"),
    ("Vectors, each a {term}`vector`.", "Vectors"),
    ("Two matrices.", "matrices"),
    ("Two **vectors**.", "vectors"),
    ("A layer\nnorm.", "layer norm"),
    ("A {term}`layer norm` in a layer.", "layer"),
    ("A vector and `code`, then a {term}`vector`.", "vector"),
    ("```{exercise} Task\nChange the vector.\n```", "vector"),
    ("| a vector |\n|---|\n| of it |", "vector"),
    ("## Vector\n\nA vector.", "vector"),
]


@pytest.mark.parametrize(("words", "term"), UNLINKED)
def test_an_unlinked_first_use_is_found(words, term):
    (complaint,) = first_uses(words)
    assert f"“{term}”" in complaint and "{term}`" in complaint


LINKED = [
    "A {term}`vector`, then the vector and more vectors.",
    "{term}`Vectors <vector>`, then a vector.",
    "{term}`Layer norm <layer norm>`, then layer norm.",
    "The `vector`, $vector$ and [a vector](vector.md).",
    "```{figure} vector.svg\n:alt: A vector\n```",
    "```{code-cell} python3\nvector = []\n```",
    "## A vector\n\nNone.",
    "## Sources\n\nA. Author, *A vector*.",
    "A subvector and a vector-like thing.",
]


@pytest.mark.parametrize("words", LINKED)
def test_a_linked_first_use_passes_and_so_does_what_is_no_prose(words):
    assert first_uses(words) == []


PLURALS = [("query", "queries"), ("matrix", "matrices"), ("bias", "biases"), ("logits", "logit")]


@pytest.mark.parametrize(("term", "other"), PLURALS)
def test_a_plural_is_a_use_of_the_term(term, other):
    assert vocabulary.forms(term) >= {term, other}


def test_ordinary_words_are_read_from_their_file(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("# why\n\nhead  # of a person\nkey\n")
    assert vocabulary.ordinary(path) == ["head", "key"]


def test_an_ordinary_word_is_left_to_the_author():
    assert first_uses("A vector.", ("vector",)) == []


def test_the_complaint_names_the_line_of_the_word():
    page = sample.part("That was all.", "That was all,\nfor this matrix.")
    (complaint,) = vocabulary.first_uses(page, sample.glossary().entries, [])
    assert f".md:{sample.line(page, 'this matrix')}:" in complaint


def test_a_link_to_an_undefined_term_is_found():
    page = sample.part("{term}`vector`", "{term}`vectors`")
    (complaint,) = vocabulary.undefined(page, sample.glossary().entries)
    assert "{term}`vectors <vector>`" in complaint
    assert vocabulary.undefined(
        sample.part("{term}`vector`", "{term}`tensor`"), sample.glossary().entries
    )


def test_a_term_that_only_its_own_definition_links_is_found():
    glossary = sample.glossary("such as the rows of a {term}`matrix`", "in one {term}`vector`")
    (complaint,) = vocabulary.unused([sample.part(), glossary], glossary)
    assert "“matrix”" in complaint


def test_a_missing_promised_term_is_found():
    wanted = vocabulary.required()
    assert len(vocabulary.missing(sample.glossary())) == len(wanted) - 2
    assert len(wanted) == len(set(wanted)) == 37


WRONG = [
    ("\nvector\n", "\nabacus\n"),
    ("\nvector\n", "\nmatrix\n"),
    ("A list of numbers that belong together, such as the rows of a {term}`matrix`.", "A list."),
    ("the rows of a {term}`matrix`.", "the rows of a {term}`matrix`"),
]


@pytest.mark.parametrize(("old", "new"), WRONG)
def test_an_unsorted_repeated_or_thin_entry_is_found(old, new):
    assert len(vocabulary.faults(sample.glossary(old, new))) == 1


def test_the_line_that_says_where_a_term_is_explained_is_no_part_of_its_definition():
    line = "\n  {explained}`some-label`\n"
    end = "the rows of a {term}`matrix`.\n"
    assert vocabulary.faults(sample.glossary(end, end.rstrip() + line)) == []
    thin = "A list of numbers that belong together, such as " + end
    assert len(vocabulary.faults(sample.glossary(thin, "A list." + line))) == 1


def test_an_ordinary_word_that_is_no_term_or_listed_twice_is_found():
    entries = sample.glossary().entries
    assert vocabulary.stale_ordinary(["vector"], entries) == []
    assert len(vocabulary.stale_ordinary(["tensor"], entries)) == 1
    assert len(vocabulary.stale_ordinary(["vector", "vector"], entries)) == 1
