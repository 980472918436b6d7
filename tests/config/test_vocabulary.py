"""What the vocabulary makes of a glossary and of a small course, read from the built HTML."""

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

COURSE = {
    path.stem: path.read_text(encoding="utf-8")
    for path in (Path(__file__).parent / "small_course").glob("*.md")
}
# Where each of its terms is explained: anchor and title of the section, title of the part.
EXPLAINED = {
    "boxes": ("first-second", "A part by itself", "The queue"),
    "early word": None,
    "homonym": None,
    "late word": None,
    "matrix": ("first-matrices", "Matrices & tables", "The queue"),
    "named word": ("first-explains", "Where the word is explained", "The queue"),
    "queue": ("first", "The queue", "The queue"),
    "stranger": None,
    "unwritten word": None,
    "weight": ("second-weights", "The weights add up", "Going on"),
}
PAGES = ["index", "page", "first", "second", "vocabulary", "search"]


@pytest.fixture(scope="module")
def book(module_book):
    """A small course with a glossary, built."""
    for name, text in COURSE.items():
        module_book.write(name, text)
    return module_book.built()


@pytest.fixture
def twin(book, tmp_path):
    """A copy of the book, to be changed."""
    return book.copy(tmp_path / "small")


def parsed(book, name):
    return BeautifulSoup(book.html(name), "html.parser")


def words(node) -> str:
    return " ".join(node.text.split())


def rows(book, name) -> dict:
    """Return the entries of a page's drawer by their terms; a term that comes twice fails."""
    boxes = parsed(book, name).select("#vocabulary-drawer dl > div")
    found = {words(box.dt): box for box in boxes}
    assert len(found) == len(boxes)
    return found


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_one_button_that_opens_its_one_drawer(book, name):
    page = parsed(book, name)
    (drawer,) = page.select(".vocabulary-drawer[popover]")
    (button,) = page.select("button.vocabulary-button")
    assert button["popovertarget"] == drawer["id"] and words(button) == "Vocabulary"
    (close,) = drawer.select("button")
    assert close["popovertarget"] == drawer["id"] and close["popovertargetaction"] == "hide"
    assert drawer["role"] == "dialog"
    assert page.find(id=drawer["aria-labelledby"]).text == "Vocabulary"
    assert not button.find_parent(attrs={"popover": True})


@pytest.mark.parametrize("name", PAGES)
def test_the_drawer_holds_every_term_once_in_their_order(book, name):
    assert list(rows(book, name)) == list(EXPLAINED)


def test_the_drawer_says_what_the_glossary_says(book):
    page = parsed(book, "vocabulary").article
    for formula in page.select(".katex-html, annotation"):
        formula.decompose()
    shown = {words(term).rstrip("#"): term.find_next_sibling("dd") for term in page.select("dt")}
    for term, box in rows(book, "page").items():
        definition = " ".join(map(words, shown[term].select("p:not(.explained)")))
        assert words(box.dd) == definition
    assert len(shown) == len(EXPLAINED)


def test_a_definition_keeps_its_formulas_and_its_code_and_links_nowhere(book):
    found = rows(book, "page")
    assert found["matrix"].find("math").find("mo").text == "⋅"
    assert not found["matrix"].select(".katex, annotation")
    assert found["boxes"].code.text == "things" and found["boxes"].em.text == "all"
    assert not any(box.dd.find("a") for box in found.values())
    assert "katex.css" not in book.html("page")


@pytest.mark.parametrize("name", PAGES)
def test_each_term_of_the_drawer_leads_to_its_entry(book, name):
    depth = "" if name == "index" else "../"
    for term, box in rows(book, name).items():
        page, _, anchor = box.dt.a["href"].partition("#")
        assert page == ("" if name == "vocabulary" else f"{depth}vocabulary/")
        assert words(parsed(book, "vocabulary").find(id=anchor)).rstrip("#") == term


@pytest.mark.parametrize("name", PAGES)
def test_the_drawer_leads_to_where_a_term_is_explained(book, name):
    for term, box in rows(book, name).items():
        said = [words(line) for line in box.find_all("dd")[1:]]
        if EXPLAINED[term] is None:
            assert said == [], term
            continue
        anchor, title, part = EXPLAINED[term]
        page = "first" if part == "The queue" else "second"
        elsewhere = f", in “{part}”" if title != part and name != page else ""
        assert said == [f"Explained: {title}{elsewhere}"]
        depth = "" if name == "index" else "../"
        link = box.find_all("a")[-1]["href"]
        assert link == ("" if name == page else f"{depth}{page}/") + f"#{anchor}"
        section = parsed(book, page).find(id=anchor)
        assert words(section.find(re.compile("h[1-6]"))).rstrip("#") == title


def test_the_glossary_says_below_each_definition_where_its_term_is_explained(book):
    for term in parsed(book, "vocabulary").article.select("dt"):
        said = list(map(words, term.find_next_sibling("dd").select("p.explained")))
        place = EXPLAINED[words(term).rstrip("#")]
        wanted = []
        if place:
            _, title, part = place
            elsewhere = f", in “{part}”" if title != part else ""
            wanted = [f"Where this is explained: {title}{elsewhere}."]
        assert said == wanted


def test_the_line_that_names_the_place_is_not_shown(book):
    page = parsed(book, "vocabulary").article
    assert "first-explains" not in page.text and "Counting" not in page.text
    definition = page.find(id="term-named-word").find_next_sibling("dd").p
    assert definition.text == "A word whose weight its author knows.\nIt has boxes."


@pytest.mark.parametrize("name", PAGES)
def test_every_page_brings_the_script_and_the_style_without_waiting_for_them(book, name):
    page = parsed(book, name)
    (script,) = page.select('script[src*="vocabulary/vocabulary.js"]')
    assert script.has_attr("defer") and "?v=" in script["src"]
    (link,) = page.select("link[rel=stylesheet][href*='_static/book-']")
    sheet = book.root / "_build" / "html" / "_static" / link["href"].rpartition("/")[2]
    assert ".vocabulary-card" in sheet.read_text(encoding="utf-8")


def test_a_book_without_a_glossary_has_no_button(built_once):
    assert "vocabulary" not in built_once.html("page").lower()


def test_a_changed_definition_is_seen_on_every_page(twin):
    twin.write("vocabulary", COURSE["vocabulary"].replace("is served first", "is served last"))
    twin.built()
    for name in PAGES:
        assert words(rows(twin, name)["queue"].dd) == "Who comes first is served last."


FIRST_THEN_SECOND = "/first | It begins.\nAdvanced | /second | It goes on."
SECOND_THEN_FIRST = "/second | It goes on.\nAdvanced | /first | It begins."
CHANGES = [
    ("vocabulary", "is served first", "is served last", "queue"),
    ("first", "# Where the word is explained", "# Where to read about it", "named word"),
    ("second", "## The weights add up", "## They add up", "weight"),
    ("index", FIRST_THEN_SECOND, SECOND_THEN_FIRST, "boxes"),
]


@pytest.mark.parametrize(("changed", "old", "new", "term"), CHANGES)
def test_a_change_on_one_page_writes_those_that_show_it(twin, changed, old, new, term):
    sphinx(twin)
    before = {name: words(rows(twin, name)[term]) for name in ("page", "other", "vocabulary")}
    assert old in COURSE[changed]
    twin.write(changed, COURSE[changed].replace(old, new))
    sphinx(twin)
    for name, said in before.items():
        assert words(rows(twin, name)[term]) != said, name
    # the build itself fills the place of a PDF
    together = {name: twin.html(name).replace("<!-- pdf -->", "") for name in PAGES}
    twin.built()
    assert {name: twin.html(name) for name in PAGES} == together


def sphinx(book) -> None:
    """Let Sphinx alone decide which pages to write again, into the site of the book."""
    made, site = book.root / "_build" / "sphinx", book.root / "_build" / "html"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "dirhtml", "-j", "2"]
    command += ["-c", str(book.root / "_config"), "-d", str(made / "doctrees")]
    subprocess.run(
        [*command, str(book.root / "book"), str(site)],
        check=True,
        env=os.environ | {"PYTHONHASHSEED": "0", "SOURCE_DATE_EPOCH": "0"},
    )


MISTAKES = [
    ("{explained}`first-explains`", "{explained}`nowhere`", "'nowhere' is no label of a section"),
    ("that no part links.", "of no part.\n  {explained}`vocabulary`", "'vocabulary' is no label"),
    ("{explained}`Counting`", "{explained}`The queue`", "'The queue' is no label of a section"),
    ("first is served first.", "is first. {explained}`Counting`", "'Counting' is no label of"),
    ("All words.", "All words. {explained}`first`", "{explained} stands outside a glossary"),
]


def test_every_mistake_is_told_with_its_line_and_a_remedy(twin):
    twin.write(
        "index", COURSE["index"].replace("| Counting |", "| /page |")
    )  # that part is written now
    glossary = COURSE["vocabulary"]
    for old, new, _ in MISTAKES:
        assert glossary.count(old) == 1
        glossary = glossary.replace(old, new)
    twin.write("vocabulary", glossary)
    done = twin.build()
    assert done.returncode == 1 and "Traceback" not in done.output
    lines = (twin.root / "book" / "vocabulary.md").read_text(encoding="utf-8").splitlines()
    told = [text for text in done.output.splitlines() if "[vocabulary.explained]" in text]
    assert len(told) == len(MISTAKES)
    for _, new, said in MISTAKES:
        mark = new[new.index("{") :]
        line = next(at for at, text in enumerate(lines, 1) if mark in text)
        (warning,) = [text for text in told if said in text]
        assert f"vocabulary.md:{line}: WARNING: {said}" in warning
        assert re.search(r"(Name where|Write it) .*\.", warning)


def test_the_script_is_small(book):
    script = (
        book.root / "_build" / "html" / "_static" / "vocabulary" / "vocabulary.js"
    ).read_bytes()
    assert len(gzip.compress(script)) <= 2500
    assert b"\n  //" not in script


@pytest.mark.built
def test_the_drawer_adds_little_to_each_page_of_the_book(site):
    pages = list(site.html.rglob("index.html"))
    assert len(pages) > 5
    for path in pages:
        html = path.read_text(encoding="utf-8")
        start = html.index('<div id="vocabulary-drawer"')
        end = html.index("</dl>", start)
        without = html[:start] + html[end:]
        added = len(gzip.compress(html.encode())) - len(gzip.compress(without.encode()))
        assert added <= 8_192, path
