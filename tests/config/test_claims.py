"""What the list of claims makes of the marks on a page, read from the built HTML."""

import shutil

import pytest
from bs4 import BeautifulSoup

INDEX = """# Small

A book.

```{course-map}
Beginner | Tokens and embeddings | Text becomes numbers.
Advanced | /part | It works on what is there.
```

```{toctree}
:hidden:
claims
page
```

```{glossary}
token
  A piece of text.
```
"""

PART = """(part)=
# The part

A promise in one sentence. And in two.

(part-first)=
## First *things*

The cell prints a sum. {shown}`below`

```{code-cell} python3
total = 1 + 2
print(total)
```

```{code-cell} python3
:tags: [remove-cell]
from groundup.glue import glue

glue("total", total)
```

A plain line.
The {term}`token` has {glue:text}`total` numbers, $x^2$ of `them`,
and it goes "on". {shown}`test_sums_are_right`
The last line.

- A point in a list. {shown}`part-second-cell`

(part-second)=
## Second

(part-second-cell)=
```{code-cell} python3
print("again")
```

```{admonition} A trap
It follows. {shown}`argument`
```

It says so in {doc}`/page`. {shown}`source`

## Sources

A book.
"""

LIST = "# Claims\n\nAll of them.\n\n```{claims}\n```\n"
TEST = "import missing\n\n\ndef test_sums_are_right():\n    assert 1 + 2 == 3\n"


@pytest.fixture(scope="module")
def book(module_book):
    """A small course with one part that claims something and a page that lists it, built."""
    module_book.write("index", INDEX)
    module_book.write("part", PART)
    module_book.write("claims", LIST)
    (module_book.root / "tests" / "code").mkdir(parents=True)
    (module_book.root / "tests" / "code" / "test_sums.py").write_text(TEST, encoding="utf-8")
    return module_book.built()


def parsed(book, name):
    return BeautifulSoup(book.html(name), "html.parser").article


def items(book):
    """Return the text of each claim of the part and of what proves it."""
    found = parsed(book, "claims").select("#claims-of-part ul.claims > li")
    return [[" ".join(part.text.split()) for part in item.find_all("p")] for item in found]


def test_a_mark_leaves_an_anchor_and_nothing_to_see_or_to_hear(book):
    part = parsed(book, "part")
    assert "shown" not in part.text and "below" not in part.text
    first = part.find(id="part-first-claim-1")
    assert first.name == "span" and first.text == "The cell prints a sum."
    assert set(first.attrs) == {"id", "class"}
    assert len(part.select(".claim")) == 6


def test_a_line_that_claims_nothing_stays_as_it_is(book):
    paragraph = parsed(book, "part").find(id="part-first-claim-2").parent
    assert paragraph.text.startswith("A plain line.\nThe token has 3 numbers, ")
    assert paragraph.text.endswith("on”.\nThe last line.")


def test_the_list_has_each_sentence_as_it_reads_with_its_proof(book):
    found = items(book)
    assert found[0] == ["The cell prints a sum.", "Shown by the cell below."]
    sentence, proof = found[1]
    assert sentence.startswith("The token has 3 numbers, ") and sentence.endswith(" of them,")
    assert proof == "Shown by the cell above."
    assert found[2:] == [
        ["and it goes “on”.", "Held by the test test_sums_are_right in tests/code/test_sums.py."],
        ["A point in a list.", "Shown by a cell of “Second”."],
        ["It follows.", "Follows from the argument."],
        ["It says so in Page.", "Reported by a source that the page names."],
    ]


def test_maths_and_code_stay_and_terms_become_words(book):
    item = parsed(book, "claims").select("#claims-of-part ul.claims > li")[1]
    assert item.find("math").find("msup") and item.find("code").text == "them"
    assert not item.find("a").find("a")
    assert "katex.css" in book.html("claims")


def test_every_link_of_the_list_leads_to_its_place(book):
    part = parsed(book, "part")
    for link in parsed(book, "claims").select("#claims-of-part ul.claims a"):
        page, _, anchor = link["href"].partition("#")
        assert page == "../part/" and part.find(id=anchor), link
    cells = [cell["id"] for cell in part.select(".cell[id]")]
    assert cells == ["part-first-cell-1", "part-second-cell"]


def test_the_list_has_the_headings_of_the_page(book):
    headings = [heading.text.rstrip("#") for heading in parsed(book, "claims").select("h2, h3")]
    assert headings == ["Part 2 · The part", "First things", "Second", "Page", "Page"]


def test_claims_are_counted_by_part_and_kind(book):
    rows = [
        [cell.get_text(strip=True) for cell in row.find_all(["th", "td"])]
        for row in parsed(book, "claims").select("table.claim-counts tr")
    ]
    assert rows[0][:3] == ["part", "claims", "with a number"]
    assert rows[1:] == [
        ["Part 2 · The part", "6", "1", "3", "1", "1", "1"],
        ["Page", "1", "1", "1", "0", "0", "0"],
        ["all", "7", "2", "4", "1", "1", "1"],
    ]


def test_the_list_is_not_searched(book):
    index = (book.root / "_build" / "html" / "searchindex.js").read_text(encoding="utf-8")
    assert '"promis"' in index and index.count('"sentenc"') <= 1


def test_a_new_proof_and_a_second_cold_build_are_written_alike(book, tmp_path):
    twin = book.copy(tmp_path / "small")
    twin.write("part", PART.replace("{shown}`below`", "{shown}`argument`"))
    assert twin.build().returncode == 0
    assert items(twin)[0] == ["The cell prints a sum.", "Follows from the argument."]
    twin.write("part", PART)
    shutil.rmtree(twin.root / "_build" / "sphinx")
    assert twin.build().returncode == 0
    assert twin.digest() == book.digest()


def test_a_file_is_linked_where_the_repository_is_known(book, tmp_path):
    twin = book.copy(tmp_path / "small")
    conf = twin.root / "_config" / "conf.py"
    known = 'html_theme_options["repository_url"] = "https://github.com/example/book/"\n'
    conf.write_text(conf.read_text(encoding="utf-8") + known, encoding="utf-8")
    assert twin.build().returncode == 0
    link = parsed(twin, "claims").find("a", string="tests/code/test_sums.py")
    assert link["href"] == "https://github.com/example/book/blob/main/tests/code/test_sums.py#L4"


MISTAKES = """# A part of mistakes

It is so. {shown}`above`

## A heading {shown}`argument`

```{code-cell} python3
:tags: [remove-cell]
from groundup.glue import glue

glue("early", 1)
```

It is {glue:text}`early`.

(no-cell)=
A paragraph.

```{code-cell} python3
print(1)
```

Below it. {shown}`below`
A word. {shown}`obvious`
A label. {shown}`no-cell`
A test. {shown}`test_nothing`
A source. {shown}`source`
Twice. {shown}`above` {shown}`argument`
Early {shown}`above` on its line.
"""
SAID = {
    "It is so.": "no cell stands above it",
    "## A heading": "no sentence ends here",
    "It is {glue": "no cell that readers see stands before the one that makes 'early'",
    "Below it.": "no cell stands below it",
    "A word.": "'obvious' proves nothing; write above, below, argument, source",
    "A label.": "'no-cell' is no label of a cell that readers see",
    "A test.": "the mark 'test_nothing': tests/ has no such test",
    "A source.": "the page has no section Sources",
    "Twice.": "two marks on a line",
    "Early": "the mark does not end its line",
}


def test_every_mistake_in_a_mark_is_told_with_its_line(book, tmp_path):
    twin = book.copy(tmp_path / "small")
    twin.write("part", MISTAKES)
    done = twin.build()
    assert done.returncode == 1 and "Traceback" not in done.output
    lines = (twin.root / "book" / "part.md").read_text(encoding="utf-8").splitlines()
    for words, said in SAID.items():
        line = next(at for at, text in enumerate(lines, 1) if text.startswith(words))
        (told,) = [text for text in done.output.splitlines() if said in text]
        assert f"part.md:{line}: WARNING: " in told and "[claims." in told
    assert done.output.count("[claims.") == len(SAID)
