"""What the extensions make of a page, read from the built HTML."""

import pytest
from bs4 import BeautifulSoup

INDEX = """# Small

A book.

```{course-map}
Beginner | Tokens and embeddings | Text becomes *numbers*.
Advanced | /part | It works on what is there.
```

```{toctree}
:hidden:
page
```
"""

PART = """# The part

A promise in one sentence. And in two.

A formula: $x^2$.

$$
y = x
$$

```{code-cell} python3
---
mystnb:
  image:
    alt: A line that goes up.
---
from groundup.plots import axes

axes(x="in", y="out").plot([1, 2]);
```
"""


@pytest.fixture(scope="module")
def pages(module_book):
    """The pages of a small course, parsed: its index and its one written part."""
    module_book.write("index", INDEX)
    module_book.write("part", PART)
    html = module_book.built().root / "_build" / "html"

    def parsed(name):
        return BeautifulSoup((html / name).read_text(encoding="utf-8"), "html.parser").article

    return parsed("index.html"), parsed("part/index.html"), html


def test_the_map_names_every_part_and_links_to_the_written_ones_alone(pages):
    first, second = pages[0].select("ol.course-map > li")
    assert not first.find("a")
    assert "Tokens and embeddings Beginner not written yet" in " ".join(first.text.split())
    assert first.find("em").text == "numbers"
    assert second.find("a")["href"] == "part/"
    assert "The part Advanced" in " ".join(second.text.split())


def test_a_part_says_its_place_below_its_promise(pages):
    promise = pages[1].find("p")
    line = promise.find_next_sibling("p")
    assert promise.text == "A promise in one sentence. And in two."
    assert line.text == "Contents · Part 2 of 2 · Advanced · 1 min read"
    assert line.a["href"] == "../"


def test_a_figure_stands_in_the_page_in_the_pages_own_ink(pages):
    drawing = pages[1].select_one("figure svg")
    assert drawing["role"] == "img"
    assert drawing["aria-label"] == "A line that goes up."
    assert "currentColor" in str(drawing)
    assert "var(--figure-1)" in str(drawing)
    assert "#000000" not in str(drawing)
    assert not drawing.find("style")
    assert not pages[1].find("img")


def test_maths_is_set_without_a_script(pages):
    inline, display = pages[1].select(".katex")
    assert inline.find("math").find("msup")
    assert display.find_parent(class_="katex-display")
    assert not pages[1].select("script")
    assert (pages[2] / "_static" / "katex" / "katex.css").exists()


def test_only_pages_with_maths_bring_its_style(pages):
    assert "katex.css" in (pages[2] / "part" / "index.html").read_text(encoding="utf-8")
    assert "katex.css" not in (pages[2] / "page" / "index.html").read_text(encoding="utf-8")
