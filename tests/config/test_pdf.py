"""The book on paper: all that the pages say, in the order of the contents, and ways through it."""

import io
import os
import re
import shutil
import zlib

import pypdf
import pytest
from bs4 import BeautifulSoup

from export import joined, pdf

MARGIN = 22 / 25.4 * 72  # points, left and right
MANY = " + ".join(f"{number:03d}" for number in range(1, 80))
COLUMNS = [f"column-number-{number}" for number in range(1, 13)]
TABLE = "\n".join(
    f"| {' | '.join(row)} |" for row in (COLUMNS, ["---"] * 12, [f"value{n}" for n in range(12)])
)
TERMS = " + ".join(f"x_{{{number}}}" for number in range(60))
PAGE = f"""
(widths)=
## Widths $d$ and `h`

See {{ref}}`the same on the other page <other-widths>`, [all questions](questions.md),
{{ref}}`this section <widths>`, a {{term}}`vector` and [elsewhere](https://example.org/there).
Let $n = 2$.

$$\\textstyle {TERMS}$$

```python
{MANY.replace(" + ", "+")}
total = {MANY}
```

{TABLE}

```{{code-cell}} python3
---
mystnb:
  image:
    alt: "A line that rises from left to right."
---
from groundup.plots import axes

ax = axes(x="first", y="second")
ax.plot([0, 1], [0, 2]);
```

```{{exercise}} Double it
Make *x* four.
```

```{{code-cell}} python3
:tags: [run]
x = 2
```

```{{hint}}
Try twice as much.
```

```{{code-cell}} python3
:tags: [answer]
x = 2 * 2
```

```{{code-cell}} python3
:tags: [check]
assert x == 4, "x should be four."
```
"""
OTHER = """(other)=
# The other page

(other-widths)=
## Widths $d$ and `h`

Back to {ref}`the first <widths>`.
"""
INDEX = """# Small

A book.

```{course-map}
Beginner | /page | The first.
Advanced | /other | The second.
```

```{toctree}
:hidden:

vocabulary
questions
```
"""
ORDER = ["index", "page", "other", "vocabulary"]


@pytest.fixture(scope="module")
def site(module_book):
    """The site of a book with everything that paper makes hard."""
    module_book.quiz()
    page = (module_book.root / "book" / "page.md").read_text(encoding="utf-8")
    module_book.write("page", page + PAGE, front_matter="")
    module_book.write("other", OTHER)
    module_book.write("questions", "(questions)=\n# Questions\n\n```{quiz} /page\n```\n")
    module_book.write("index", INDEX)
    module_book.built()
    return (module_book.root / "_build" / "html").resolve()


@pytest.fixture(scope="module")
def file(site, apart, tmp_path_factory):
    file = tmp_path_factory.mktemp("pdf") / "book.pdf"
    apart(pdf.write, site, file)
    return file


@pytest.fixture(scope="module")
def read(file):
    return pypdf.PdfReader(io.BytesIO(file.read_bytes()))


@pytest.fixture(scope="module")
def texts(read):
    """The words of each page."""
    return [" ".join(page.extract_text().split()) for page in read.pages]


@pytest.fixture(scope="module")
def whole(texts):
    return " ".join(texts)


def article(site, name):
    return BeautifulSoup(
        (site / joined.folder(name) / "index.html").read_text("utf-8"), "html.parser"
    ).article


def outline(read, lines, depth=1):
    """Yield depth, title and page of each bookmark."""
    for each in lines:
        if isinstance(each, list):
            yield from outline(read, each, depth + 1)
        else:
            yield depth, each.title, read.get_destination_page_number(each)


def links(read, kind):
    """Return what the links of one kind lead to."""
    notes = [note.get_object() for page in read.pages for note in page.get("/Annots", [])]
    if kind == "/Dest":
        return [note[kind] for note in notes if kind in note]
    return [note["/A"]["/URI"] for note in notes if "/A" in note]


def structure(node):
    """Yield each element that says what a piece of the text is."""
    node = node.get_object()
    for child in (
        node if isinstance(node, list) else [node.get("/K")] if isinstance(node, dict) else []
    ):
        if child is not None:
            yield from structure(child)
    if isinstance(node, dict) and "/S" in node:
        yield node


def test_every_heading_has_a_bookmark_in_its_order(site, read):
    wanted = [(1, "Contents")]
    for name in ORDER:
        for heading in article(site, name).find_all(re.compile("^h[1-6]$")):
            for each in heading.select(".headerlink, .katex-mathml"):
                each.decompose()
            wanted.append((int(heading.name[1]), " ".join(heading.text.split())))
    found = list(outline(read, read.outline))
    assert [(depth, " ".join(title.split())) for depth, title, _ in found] == wanted
    pages = [page for _, _, page in found]
    assert pages == sorted(pages)
    assert read.trailer["/Root"]["/PageMode"] == "/UseOutlines"


def test_the_contents_name_the_page_on_which_each_chapter_begins(site, texts):
    for name in ORDER:
        title = article(site, name).h1.find(string=True)
        number = int(re.search(rf"{title} (\d+)\b", texts[1])[1])
        begins = rf"{number}\s*{title}\s+{title}\b"  # the foot of the page, then its heading
        assert [place for place, text in enumerate(texts, 1) if re.match(begins, text)] == [number]


def test_each_page_but_the_cover_has_its_number_and_its_chapter(texts, read):
    assert not re.match(r"\d", texts[0])
    chapters = [(title, page) for depth, title, page in outline(read, read.outline) if depth == 1]
    ends = [page for _, page in chapters[1:]] + [len(texts)]
    for (title, first), end in zip(chapters, ends, strict=True):
        for page in range(first, end):
            assert re.match(rf"{page + 1}\s*{title}\b", texts[page])


def test_every_inside_link_leads_to_its_place(read, texts):
    places = read.named_destinations
    targets = links(read, "/Dest")
    assert len(targets) > 20
    assert set(targets) <= places.keys()
    for place, words in (
        ("page:widths", "this section"),
        ("other:other-widths", "Back to the first"),
    ):
        assert words in texts[read.get_destination_page_number(places["/" + place])]
    assert {"/page:widths", "/other:other-widths", "/vocabulary:term-vector"} <= set(targets)


def test_links_to_elsewhere_stay_and_pages_that_repeat_others_are_left_out(site, read, whole):
    assert links(read, "/A") == ["https://example.org/there"]
    assert "all questions" in whole
    assert whole.count("What stays when a vector is doubled?") == 1


def test_no_letter_stands_outside_the_margins(read, whole):
    right = float(read.pages[0].mediabox.width) - MARGIN
    for page in read.pages:
        starts = []

        def keep(operator, operands, outer, inner, starts=starts):
            if operator in (b"Tj", b"TJ"):
                starts.append(inner[4] * outer[0] + inner[5] * outer[2] + outer[4])

        page.extract_text(visitor_operand_before=keep)
        assert len(starts) > 10
        assert MARGIN - 1 < min(starts)
        assert max(starts) < right - 1
    letters = "".join(whole.split())
    assert all(each in letters for each in (MANY.replace(" ", ""), *COLUMNS))


def test_what_is_folded_is_open(site, whole):
    folded = [each for name in ORDER for each in article(site, name).select("details > p")]
    assert len(folded) > 12
    for each in folded:
        if not each.select(".katex"):
            assert " ".join(each.text.split()) in whole
    assert "Hint Try twice as much. Answer x = 2 * 2" in whole


def test_a_quiz_reads_from_question_to_answers_to_reasons(site, whole):
    asked = article(site, "page").select_one(".quiz-question")
    answers = [
        f"{letter}. {each.label.text} {each.details.p.text}"
        for letter, each in zip("ABC", asked.select("li"), strict=True)
    ]
    words = " ".join(f"{asked.legend.text} {' '.join(answers)} Where this is explained:".split())
    assert words in whole
    assert words.count("✓ Right.") == 1
    assert words.count("✗ Not this.") == 2


def test_what_works_on_a_screen_only_is_left_out(whole, site):
    assert "Is it A?" in article(site, "page").text
    assert "Is it A?" not in whole
    assert "#" not in whole


def test_a_reader_that_speaks_is_told_what_stands_where(read):
    root = read.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/Lang"] == "en"
    elements = list(structure(root["/StructTreeRoot"]["/K"]))
    kinds = {each["/S"] for each in elements}
    assert {"/H1", "/H2", "/P", "/L", "/Table", "/TH", "/Figure", "/Link", "/Code"} <= kinds
    told = [each["/Alt"] for each in elements if "/Alt" in each]
    assert told.count("A line that rises from left to right.") == 1
    assert "Formula: n = 2" in told
    assert any(each.startswith("Formula: \\textstyle") for each in told)


def test_the_file_says_what_it_is_and_no_more(read):
    said = {"/Title": pdf.conf.project, "/Author": pdf.conf.author, "/Producer": "Chromium"}
    assert dict(read.metadata) == said
    assert read.trailer["/Root"]["/ViewerPreferences"]["/DisplayDocTitle"]


def test_two_prints_in_two_folders_are_the_same_bytes(site, file, apart, tmp_path, monkeypatch):
    shutil.copytree(site, tmp_path / "elsewhere")
    monkeypatch.chdir(tmp_path)
    apart(pdf.write, tmp_path / "elsewhere", tmp_path / "again.pdf")
    assert (tmp_path / "again.pdf").read_bytes() == file.read_bytes()


def test_no_place_of_this_machine_stands_in_the_file(site, file):
    content = file.read_bytes()
    parts = re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL)
    unpacked = [zlib.decompressobj().decompress(part) for part in parts if part[:1] == b"x"]
    assert len(unpacked) > 10
    everything = b"\n".join([content, *unpacked])
    for word in ("file:", joined.SITE, "book.invalid", str(site.parents[2]), os.getcwd()):
        assert word.encode() not in everything
