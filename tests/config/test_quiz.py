"""What the quiz of a page is in the built HTML, and when it is built again."""

import gzip
import hashlib
import subprocess
import sys
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup

RICH = "Here $x = 4$, as `x`, is a *{term}`matrix`* of {glue:text}`answer` numbers, and no more."
ALL = "# All\n\n## Doubling\n\n```{quiz} /page\n```\n"
INDEX = """# Small

A book.

```{course-map}
Beginner | Tokens and embeddings | Text becomes numbers.
Advanced | /page | How to double a vector.
```

```{toctree}
vocabulary
all
```
"""
BUDGET = 3_000  # bytes, packed, of the script

NAMES = ["what-stays", "sum", "in-which-order", "two-steps", "width"]
PHRASING = {"a", "code", "em", "span", "strong", "math", "svg"}


@pytest.fixture(scope="module")
def rich_book(module_book):
    """A small course: a part whose quiz uses every kind of markup, and a page that shows it again."""
    module_book.quiz("Then nothing would have been added to it at all.", RICH)
    module_book.write("all", ALL)
    module_book.write("index", INDEX)
    return module_book.built()


def article(book, name):
    return BeautifulSoup(book.html(name), "html.parser").article


@pytest.fixture(scope="module")
def rich(rich_book):
    """The page of the part."""
    return article(rich_book, "page")


@pytest.fixture(scope="module")
def again(rich_book):
    """The page that shows the quiz of the part."""
    return article(rich_book, "all")


def words(node) -> str:
    return " ".join(node.text.split())


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def test_each_question_is_a_form_with_a_group_named_by_its_number_and_its_words(rich):
    legends = rich.select(".quiz > form > fieldset:only-child > legend:first-child")
    assert words(legends[0]) == "Question 1 of 5 What stays when a vector is doubled?"
    assert [words(each)[:15] for each in legends] == [f"Question {n} of 5" for n in range(1, 6)]


def test_a_question_keeps_its_address(rich):
    asked = rich.select(".quiz-question")
    assert [box["id"] for box in asked] == [f"quiz-{name}" for name in NAMES]
    assert [box["data-question"] for box in asked] == NAMES


def test_the_answers_are_a_list_in_an_order_of_their_own(rich):
    lists = rich.select(".quiz-question ol.upperalpha")
    assert [len(found.find_all("li", recursive=False)) for found in lists] == [3] * 5
    verdicts = [[words(one)[:5] for one in found.select("details strong")] for found in lists]
    assert all(sorted(found) == ["✓ Rig", "✗ Not", "✗ Not"] for found in verdicts)
    assert len({found.index("✓ Rig") for found in verdicts}) > 1


def test_an_answer_is_a_label_with_a_radio_button_that_waits_for_the_script(rich):
    for box in rich.select(".quiz-question"):
        buttons = box.select('li > .answer > input[type="radio"][hidden]')
        assert len(buttons) == len(box.select("input")) == 3
        assert [box.find("label", attrs={"for": button["id"]}) for button in buttons] == (
            box.select("label")
        )
        assert len({button["name"] for button in buttons}) == 1
    groups = {button["name"] for button in rich.select("input")}
    assert len(groups) == 5
    assert not rich.select("button, input:not([hidden])")


def test_an_answer_is_known_by_its_text_as_it_was_written(rich):
    def value(text):
        [label] = [each for each in rich.select("label") if text in words(each)]
        return rich.find(id=label["for"])["value"]

    assert value("The direction in which it points") == digest("The direction in which it points")
    assert value("add(y, x)") == digest("`add(y, x)` with `y = x`")
    assert value("6.0") == digest("6.0")  # what the program printed


def test_under_each_answer_is_folded_whether_it_is_right_and_why(rich):
    answers = rich.select("#quiz-what-stays li")
    assert [words(answer.summary) for answer in answers] == ["Is it A?", "Is it B?", "Is it C?"]
    assert not rich.select("details[open]")
    (right,) = [answer for answer in answers if "✓ Right." in answer.text]
    assert words(right.label) == "The direction in which it points"
    assert right.details["class"] == ["why", "right"]
    why = "✓ Right. Every number grows by the same factor, so none gains on another."
    assert words(right.details.p) == why
    others = [answer.details for answer in answers if answer is not right]
    assert all(each["class"] == ["why", "wrong"] for each in others)
    assert all(words(each.p).startswith("✗ Not this. ") for each in others)


@pytest.mark.parametrize(("page", "prefix"), [("rich", "quiz-"), ("again", "quiz-book-")])
def test_markup_works_in_every_text(page, prefix, request):
    rich = request.getfixturevalue(page)
    why = rich.select_one(f"#{prefix}what-stays .katex").find_parent("p")
    assert why.select_one("math").find("mn").text == "4"
    assert why.code.text == "x"
    assert why.em.a["href"] == "../vocabulary/#term-matrix"
    assert "of 42 numbers, and no more." in words(why)
    legend = rich.find(id=f"{prefix}width").legend
    assert legend.a["href"] == "../vocabulary/#term-vector"


def test_the_right_answer_of_a_program_is_what_it_prints(rich):
    asked = rich.find(id="quiz-sum")
    [listing] = asked.select("pre")
    answers = asked.select("label > code.printed:only-child")
    assert "print(sum(add(vector, vector)))" in listing.text
    assert listing.select("span.kn")  # highlighted
    right = [answer for answer in asked.select("li") if "✓ Right." in answer.text]
    assert [words(answer.code) for answer in right] == ["6.0"]
    assert {words(answer) for answer in answers} == {"3.0", "6.0", "9.0"}


def test_each_question_links_to_the_section_that_explains_it(rich):
    link = rich.select_one("#quiz-what-stays .where")
    assert words(link) == "Where this is explained: By hand."
    assert rich.find(id=link.a["href"].removeprefix("#")).find("h3")


def test_the_quiz_needs_no_script_and_nests_as_html_asks(rich, again):
    for page in (rich, again):
        for box in page.select(".quiz-question"):
            assert not box.select("script, p p, p div, p pre, summary p, summary a, form form")
            assert not box.select("h1, h2, h3, h4, h5, h6")
            for line in box.select("label, legend"):
                inside = line.find_all(lambda tag: not tag.find_parent(class_="katex"))
                assert {tag.name for tag in inside} <= PHRASING
        ids = [node["id"] for node in page.find_all(id=True)]
        assert len(ids) == len(set(ids))


def test_another_page_shows_the_quiz_of_a_part_as_that_part_shows_it(rich, again):
    def shown(page):
        [quiz] = page.select(".quiz")
        values = [button["value"] for button in quiz.select("input")]
        return quiz["data-page"], [box["data-question"] for box in quiz.select("form")], values

    assert shown(again) == shown(rich)
    assert again.select_one("form")["id"] == "quiz-book-what-stays"
    link = again.select_one("#quiz-book-what-stays .where a")
    assert (link["href"], words(link)) == ("../page/#doubling-by-hand", "By hand")


def test_the_map_tells_the_questions_of_a_part_and_which_answer_is_right(rich_book, rich):
    unwritten, part = article(rich_book, "index").select(".course-map > li")
    told = dict(pair.split(":") for pair in part["data-questions"].split())
    rights = {
        box["data-question"]: box.select_one("li:has(> .right) input")["value"]
        for box in rich.select(".quiz-question")
    }
    assert part["data-page"] == "page"
    assert told == rights
    assert not unwritten.has_attr("data-questions")


def test_only_pages_with_a_quiz_load_its_script(rich_book):
    loads = {name: rich_book.html(name) for name in ("page", "all", "vocabulary", "index")}
    for file, pages in (("quiz/quiz.js", ["page", "all"]), ("course/progress.js", ["index"])):
        assert [name for name, page in loads.items() if f"_static/{file}" in page] == pages
    [sheet] = (rich_book.root / "_build" / "html" / "_static").glob("book-*.css")
    for rule in (".quiz-bar", ".progress-lines"):
        assert rule in sheet.read_text(encoding="utf-8")


def test_the_script_is_small(rich_book):
    script = rich_book.root / "_build" / "html" / "_static" / "quiz" / "quiz.js"
    assert len(gzip.compress(script.read_bytes(), 9)) <= BUDGET
    assert "\n  // " not in script.read_text(encoding="utf-8")


def test_in_an_epub_a_quiz_is_plain_text_in_the_same_order(rich_book, rich):
    folder = rich_book.root / "_build" / "epub"
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "epub", "-c", "_config"]
    command += ["-d", "_build/epub-doctrees", "book", str(folder)]
    done = subprocess.run(command, cwd=rich_book.root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    written = (folder / "page.xhtml").read_text(encoding="utf-8")
    ElementTree.fromstring(written.replace("&nbsp;", " "))  # well-formed, as readers of EPUB demand
    page = BeautifulSoup(written, "html.parser")
    quiz = page.select_one(".quiz")
    assert not quiz.select("form, fieldset, legend, input, label, details, summary, button")
    assert "quiz.js" not in written
    for plain, folded in zip(quiz.select(".quiz-question"), rich.select("form"), strict=True):
        assert plain["id"] == folded["id"]
        assert words(plain.p) == words(folded.legend)
        why = quiz.select_one(".quiz-answers").find(id=f"{plain['id']}-answer").find_next("ol")
        answers = (plain.select("ol > li"), why.select("li"), folded.select("ol > li"))
        for answer, said, same in zip(*answers, strict=True):
            assert words(answer.p) == words(same.label)
            assert words(said)[:20] == words(same.details.p)[:20]


def test_a_quiz_of_a_page_that_is_not_there_is_told_with_its_line(small_book):
    small_book.quiz()
    small_book.write("all", ALL.replace("/page", "/nowhere"))
    small_book.write("index", INDEX)
    done = small_book.build()
    assert done.returncode
    assert "all.md:10: " in done.output
    assert "there is no page nowhere. Name a part's page" in done.output


def test_a_change_of_the_quiz_is_seen_everywhere_and_executes_nothing(small_book):
    small_book.quiz()
    small_book.write("all", ALL)
    small_book.write("index", INDEX)
    small_book.built()
    before = small_book.html("index")
    quiz = small_book.root / "book" / "quiz.toml"
    text = quiz.read_text(encoding="utf-8")
    old, new = "The direction in which it points", "The direction in which it goes"
    quiz.write_text(text.replace(old, new), encoding="utf-8")
    done = small_book.build()
    assert done.returncode == 0, done.output
    assert "0 of 1 pages executed now" in " ".join(done.output.split())
    assert new in small_book.html("page")
    assert new in small_book.html("all")
    assert digest(old) in before
    assert digest(new) in small_book.html("index")


def test_a_change_of_the_code_changes_what_the_program_prints(small_book):
    small_book.quiz()
    module = small_book.root / "code" / "groundup" / "lists" / "vector.py"
    code = module.read_text(encoding="utf-8")
    module.write_text(code + "\n\ndef add(x, y):\n    return [12.5]\n", encoding="utf-8")
    assert small_book.build().returncode == 0
    page = BeautifulSoup(small_book.html("page"), "html.parser")
    right = [answer for answer in page.select("#quiz-sum li") if "✓ Right." in answer.text]
    assert [words(answer.code) for answer in right] == ["12.5"]
