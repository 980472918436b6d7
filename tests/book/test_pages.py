"""The reader of pages: it finds what an author wrote, where the author wrote it."""

from guards import sample
from guards.page import Directive, Fence, Heading, Text
from guards.pages import pages, parse

NESTED = """\
# Title

- a list with

  ````{admonition} A $x$ title
  :class: warning

  Words in it,
  and {term}`more
  of it <more>` inside.

  ```{figure} picture.svg
  :alt: What it shows
  A caption.
  ```
  ````

| one | two |
|---|---|
| three | ![alternative](file.png) |

:::{hint}
In colons.
:::

```python
shown()
```
"""


def test_the_book_has_pages():
    names = [page.name for page in pages()]
    assert {"index", "vocabulary"} <= set(names)


def test_words_are_found_on_their_lines_inside_directives_and_lists():
    page = parse(NESTED)
    lines = NESTED.splitlines()
    for text in page.all(Text):
        for part in text.parts:
            if part.text.strip():
                assert part.text.split()[0] in lines[part.line - 1], part
    places = {text.plain.strip(): text.place for text in page.all(Text)}
    assert places["A x title"] == "title"
    assert places["What it shows"] == places["alternative"] == "alt"
    assert places["three"] == "table"
    assert places["A caption."] == "prose"


def test_a_term_is_found_across_a_line_break():
    terms = [part for text in parse(NESTED).all(Text) for part in text.parts if part.kind == "term"]
    assert [(term.text, term.target) for term in terms] == [("more of it", "more")]


def test_directives_know_where_they_stand():
    found = {item.name: item for item in parse(NESTED).all(Directive)}
    assert found["figure"].inside == ("admonition",)
    assert found["figure"].options["alt"].value == "What it shows"
    assert found["hint"].body.strip() == "In colons."


def test_plain_fences_are_kept_apart_from_cells():
    page = parse(NESTED)
    assert [fence.language for fence in page.all(Fence)] == ["python"]
    assert page.cells == []


def test_cells_are_found_with_tags_options_and_lines():
    page = sample.part()
    tags = [cell.tags for cell in page.cells]
    assert tags == [(), ("remove-cell",), (), ("run",), ("answer",), ("check",)]
    assert "mystnb.image.alt" in page.cells[2].options
    for cell in page.cells:
        first = cell.body.splitlines()[0]
        assert page.source.splitlines()[cell.body_line - 1] == first


def test_an_alt_text_may_run_over_several_lines():
    folded = "alt: >-\n      The doubled vector points\n      the same way as before.\n---"
    page = sample.part(
        'alt: "The doubled vector points the same way and is twice as long."\n---', folded
    )
    alts = [text.plain for text in page.all(Text) if text.place == "alt"]
    assert alts == ["The doubled vector points the same way as before."]


def test_headings_know_their_labels():
    labels = {heading.text: heading.label for heading in sample.part().all(Heading)}
    assert labels["Doubling"] == "doubling"
    assert labels["By hand"] == "doubling-by-hand"
    assert labels["Sources"] is None


def test_glossary_entries_are_found_with_lines():
    page = sample.glossary()
    assert [entry.term for entry in page.entries] == ["matrix", "vector"]
    for entry in page.entries:
        assert page.source.splitlines()[entry.line - 1] == entry.term


def test_a_wrong_example_is_no_word_of_the_book_on_the_pages_about_it():
    source = "# Style\n\n> Before: wrong\n\n> After: right\n"
    assert [text.plain for text in parse(source, "about/style").texts] == ["Style", "After: right"]
    assert len(parse(source, "sample/index").texts) == 3
