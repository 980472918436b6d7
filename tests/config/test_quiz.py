"""What the quiz of a page is in the built HTML, and when it is built again."""

import pytest
from bs4 import BeautifulSoup

RICH = "Here $x = 4$, as `x`, is a *{term}`matrix`* of {glue:text}`answer` numbers, and no more."


@pytest.fixture(scope="module")
def rich(module_book):
    """The page of a small book with a quiz that uses every kind of markup."""
    module_book.quiz("Then nothing would have been added to it at all.", RICH)
    return BeautifulSoup(module_book.built().html("page"), "html.parser").article


def words(node) -> str:
    return " ".join(node.text.split())


def test_each_question_is_a_group_named_by_its_number_and_its_words(rich):
    asked = rich.select('[role="group"]')
    named = [words(rich.find(id=box["aria-labelledby"])) for box in asked]
    assert named[0] == "Question 1 of 5. What stays when a vector is doubled?"
    assert [name[:15] for name in named] == [f"Question {n} of 5" for n in range(1, 6)]


def test_a_question_keeps_its_address(rich):
    names = ["what-stays", "sum", "in-which-order", "two-steps", "width"]
    ids = [box["id"] for box in rich.select(".quiz-question")]
    assert ids == [f"quiz-{name}" for name in names]


def test_the_answers_are_a_list_in_an_order_of_their_own(rich):
    lists = rich.select(".quiz-question > ol.upperalpha")
    assert [len(found.find_all("li", recursive=False)) for found in lists] == [3] * 5
    verdicts = [[words(one)[:5] for one in found.select("details strong")] for found in lists]
    assert all(sorted(found) == ["Not t", "Not t", "Right"] for found in verdicts)
    assert len({found.index("Right") for found in verdicts}) > 1


def test_under_each_answer_is_folded_whether_it_is_right_and_why(rich):
    answers = rich.select("#quiz-what-stays li")
    assert [words(answer.summary) for answer in answers] == ["Is it A?", "Is it B?", "Is it C?"]
    assert not rich.select("details[open]")
    (right,) = [answer for answer in answers if "Right." in answer.text]
    assert words(right.p) == "The direction in which it points"
    why = "Right. Every number grows by the same factor, so none gains on another."
    assert words(right.details.p) == why


def test_markup_works_in_every_text(rich):
    why = rich.select_one("#quiz-what-stays .katex").find_parent("p")
    assert why.select_one("math").find("mn").text == "4"
    assert why.code.text == "x"
    assert why.em.a["href"] == "../vocabulary/#term-matrix"
    assert "of 42 numbers, and no more." in words(why)
    ask = rich.find(id="quiz-width-ask")
    assert ask.a["href"] == "../vocabulary/#term-vector"


def test_the_right_answer_of_a_program_is_what_it_prints(rich):
    asked = rich.find(id="quiz-sum")
    listing, *answers = asked.select("pre")
    assert "print(sum(add(vector, vector)))" in listing.text
    assert listing.select("span.kn")  # highlighted
    right = [answer for answer in asked.select("li") if "Right." in answer.text]
    assert [words(answer.pre) for answer in right] == ["6.0"]
    assert {words(answer) for answer in answers} == {"3.0", "6.0", "9.0"}


def test_each_question_links_to_the_section_that_explains_it(rich):
    link = rich.select("#quiz-what-stays > p")[-1]
    assert words(link) == "Where this is explained: By hand."
    assert rich.find(id=link.a["href"].removeprefix("#")).find("h3")


def test_the_quiz_needs_no_script_and_nests_as_html_asks(rich):
    for box in rich.select(".quiz-question"):
        assert not box.select("script, p p, p div, p pre, summary p, summary a")
        assert not box.select("h1, h2, h3, h4, h5, h6")
    ids = [node["id"] for node in rich.find_all(id=True)]
    assert len(ids) == len(set(ids))


def test_a_change_of_the_quiz_is_seen_and_executes_nothing(small_book):
    small_book.quiz()
    assert small_book.build().returncode == 0
    small_book.quiz("The place in which it ends", "The place in which it begins")
    done = small_book.build()
    assert done.returncode == 0, done.output
    assert "0 of 1 pages executed now" in " ".join(done.output.split())
    assert "The place in which it begins" in small_book.seen()


def test_a_change_of_the_code_changes_what_the_program_prints(small_book):
    small_book.quiz()
    module = small_book.root / "code" / "groundup" / "lists" / "vector.py"
    code = module.read_text(encoding="utf-8")
    module.write_text(code + "\n\ndef add(x, y):\n    return [12.5]\n", encoding="utf-8")
    assert small_book.build().returncode == 0
    page = BeautifulSoup(small_book.html("page"), "html.parser")
    right = [answer for answer in page.select("#quiz-sum li") if "Right." in answer.text]
    assert [words(answer.pre) for answer in right] == ["12.5"]
