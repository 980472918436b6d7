"""The index of the search is made of sections and terms, without what cells printed."""

import json

import pytest

TEXT = """
(numbers)=
## Numbers

Outer words.

(small-numbers)=
### Small numbers

The answer is {glue:text}`answer`, and inner words.
"""


@pytest.fixture(scope="module")
def index(module_book):
    """The index of a small book whose one page has a section in a section and a cell that prints."""
    module_book.page(TEXT, 'answer = 6 * 7\nprint("zebra" + "lion")')
    module_book.built()
    text = (module_book.root / "_build" / "html" / "searchindex.js").read_text("utf-8")
    return json.loads(text[text.index("(") + 1 : text.rindex(")")])


def places(index: dict, word: str) -> list[str]:
    """Return the places that hold a word."""
    found = index["terms"].get(word, index["titleterms"].get(word, []))
    return [index["docnames"][place] for place in ([found] if isinstance(found, int) else found)]


def test_a_word_is_found_in_its_own_section_and_not_in_those_around_it(index):
    assert places(index, "outer") == ["page#numbers"]
    assert places(index, "inner") == ["page#small-numbers"]


def test_a_section_is_named_by_its_heading(index):
    titles = dict(zip(index["docnames"], index["titles"], strict=True))
    assert titles["page#small-numbers"] == "Small numbers"
    assert titles["page"] == "Page"


def test_what_a_cell_printed_is_not_in_the_index_and_what_it_says_is(index):
    assert places(index, "zebra") == ["page"]
    assert not [term for term in index["terms"] if term.startswith("zebral")]
