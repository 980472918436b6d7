"""One spelling in the whole book, and no word that belittles a reader."""

import pytest

from guards import fail_with, sample
from guards.pages import pages, parse
from guards.words import bad_words


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_words_are_the_book_s_own(page):
    fail_with(bad_words(page))


def test_a_right_page_passes():
    assert bad_words(sample.part()) == []


WRONG = [
    "Simply add them.",
    "It is just a sum.",
    "Obviously, it grows.",
    "It grows, of course.",
    "I think so, and it is my view.",
    "I’m sure.",
    "*It is just a sum* of two.",
    "Normalize it.",
    "The initialization of the optimizer.",
    "We analyze its behavior.",
    "A centered, gray label.",
    "It is labeled and modeled.",
    "```{hint}\nJust try.\n```",
    "```{figure} a.svg\n:alt: The neighbors of the token\n```",
    "```{code-cell} python3\nx = 1  # normalized\n```",
    '```{code-cell} python3\nprint(f"the color is {x}")\n```',
]


@pytest.mark.parametrize("source", WRONG)
def test_a_wrong_word_is_found(source):
    assert bad_words(parse(f"# Title\n\n{source}\n"))


RIGHT = [
    "Normalise the size of the prize, and analyse how it behaves.",
    "Leave out *simply*, “just” and `obviously`.",
    "The `normalize` function, {code}`color` and $I$.",
    "Justice, an adjustment, and a simplification.",
    "```{code-cell} python3\nnn.init.normalize(color)\n```",
    '```{code-cell} python3\nx = kinds["color"]\n```',
    "## Names elsewhere\n\nLayer normalization.",
    "## Sources\n\nA. Author, *Layer Normalization*.",
]


@pytest.mark.parametrize("source", RIGHT)
def test_a_right_word_passes(source):
    assert bad_words(parse(f"# Title\n\n{source}\n")) == []


def test_the_complaint_names_the_line_of_a_cell_s_comment():
    page = sample.part("print(steps)", "print(steps)  # the color")
    (complaint,) = bad_words(page)
    assert f".md:{sample.line(page, 'the color')}:" in complaint
