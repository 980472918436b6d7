"""A quiz asks one question at a time, checks when it is asked to, and says why to each answer."""

import pytest
from browsing import quiz as quizzes
from browsing.quiz import Quiz

QUIZZES = quizzes.addresses()
NEXT, LAST = "Next question", "See how it went"

pytestmark = pytest.mark.parametrize("address", QUIZZES, ids=quizzes.named)


@pytest.fixture
def questions(site, address):
    """What was baked of the quiz."""
    return quizzes.baked(site.html, *address)


@pytest.fixture
def taken(visit, address):
    """The quiz on a page that nobody has read before."""
    return Quiz(visit(address[0]).page, address[1])


def onward(question, questions) -> str:
    """Return what is written on the button behind a question."""
    return LAST if question is questions[-1] else NEXT


def test_a_quiz_is_taken_with_the_keyboard_alone(taken, questions):
    page = taken.page
    taken.enter()
    for number, question in enumerate(questions, 1):
        assert taken.shown == [question.id]
        assert taken.form.locator(".place").inner_text() == f"Question {number} of {len(questions)}"
        for answer in [*question.wrong, question.right]:
            if number == 1 and answer is question.wrong[0]:
                page.keyboard.press("Space")  # Tab alone chooses nothing
            elif taken.focused not in [each.value for each in question.answers]:
                page.keyboard.press("Tab")
                page.keyboard.press("Space")
            before = taken.opened
            taken.arrow_to(answer)
            assert taken.opened == before, "an arrow key has graded"
            assert "Right" not in taken.said
            page.keyboard.press("Enter")
            assert answer.value in taken.opened
            assert taken.focused == answer.value, "the place among the answers is lost"
        assert taken.said.startswith("✓ Right")
        taken.tab_to(onward(question, questions))
        page.keyboard.press("Enter")
        assert taken.focused, "the focus is lost"
        if question is not questions[-1]:
            assert taken.focused == taken.form.locator("legend").inner_text().strip()
    assert taken.focused == taken.end.inner_text().strip()
    taken.tab_to("Start again")
    page.keyboard.press("Enter")
    assert taken.shown == [questions[0].id]
    assert taken.focused == taken.form.locator("legend").inner_text().strip()


def test_a_wrong_answer_says_why_and_leaves_the_rest_open(taken, questions):
    taken.listen()
    for question in questions:
        seen = {}
        for answer in question.wrong:
            taken.check(answer)
            [said] = taken.heard()
            assert said == taken.said
            assert said.startswith("✗ Not this one.")
            assert "another go" in said
            seen[answer.value] = f"{answer.why}"
            assert taken.opened == seen
            assert taken.focused == "Check"
            for each in question.answers:
                assert taken.radio(each).is_enabled()
            assert taken.shown == [question.id]
            assert taken.button(onward(question, questions)).is_hidden()
        assert taken.check(question.right) == "✓ Right."
        assert taken.heard() == ["✓ Right."]
        assert taken.opened == seen | {question.right.value: question.right.why}
        assert taken.button("Why not the others").is_hidden(), "all others are open"
        taken.button(onward(question, questions)).click()
        taken.heard()


def test_a_right_answer_says_why_and_offers_the_others(taken, questions):
    taken.listen()
    for question in questions:
        assert taken.check(question.right) == "✓ Right, at the first go."
        assert taken.heard() == ["✓ Right, at the first go."]
        assert taken.opened == {question.right.value: question.right.why}
        assert taken.focused == "Why not the others"
        assert taken.button("Check").is_hidden()
        taken.button("Why not the others").click()
        assert taken.opened == {answer.value: answer.why for answer in question.answers}
        assert taken.focused == "✗ Not this."
        assert taken.button("Why not the others").is_hidden()
        taken.button(onward(question, questions)).click()
        taken.heard()
    assert taken.shown == []
    assert (
        taken.end.inner_text().strip()
        == f"{len(questions)} of {len(questions)} right at the first go."
    )
    assert taken.end.locator("a").count() == 0


def test_what_is_right_and_wrong_is_said_in_words_and_signs(taken, questions):
    question = questions[0]
    wrong, right = question.wrong[0], question.right
    for answer, kind, words in ((wrong, "wrong", "✗ Not this."), (right, "right", "✓ Right.")):
        taken.check(answer)
        why = taken.why(answer)
        assert why.locator("summary").inner_text() == words
        assert taken.status.get_attribute("class") == f"verdict {kind}"
        # told again to those who come back to the answer without seeing
        described = taken.radio(answer).get_attribute("aria-describedby")
        assert described == why.get_attribute("id")


def test_nothing_is_checked_before_an_answer_is_chosen(taken, questions):
    taken.listen()
    taken.button("Check").click()
    assert taken.heard() == ["Choose an answer first."]
    assert taken.focused == "Check"
    assert taken.opened == {}
    taken.form.locator("label").first.click()
    assert taken.heard() == []


def test_the_end_counts_first_goes_and_leads_back_to_the_sections_of_the_others(taken, questions):
    links = []
    for question in questions:
        if question is not questions[0]:
            taken.check(question.wrong[0])
            links.append(taken.form.locator(".where a").get_attribute("href"))
        taken.check(question.right)
        taken.button(onward(question, questions)).click()
    assert taken.end.is_visible()
    assert taken.end.inner_text().startswith(f"1 of {len(questions)} right at the first go.")
    found = [link.get_attribute("href") for link in taken.end.locator("a").all()]
    assert found == list(dict.fromkeys(links))
    taken.end.locator("a").first.click()
    place = found[0].partition("#")[2]
    taken.page.locator(f"[id='{place}']:target, :target [id='{place}']").first.wait_for()


def test_start_again_forgets_the_tries_of_this_quiz_alone(taken, questions):
    taken.page.evaluate("localStorage.setItem('groundup:quiz:other/index#one', 'abc')")
    for question in questions:
        taken.check(question.right)
        taken.button(onward(question, questions)).click()
    taken.button("Start again").click()
    assert taken.shown == [questions[0].id]
    assert taken.opened == {}
    assert taken.form.locator("input:checked, input:disabled").count() == 0
    kept = taken.page.evaluate("Object.keys(localStorage).filter((key) => /quiz.*#/.test(key))")
    assert kept == ["groundup:quiz:other/index#one"]
    assert taken.check(questions[0].right) == "✓ Right, at the first go."


def test_earlier_questions_can_be_looked_at_again(taken, questions):
    first, second = questions[:2]
    assert taken.button("Previous question").is_hidden()
    taken.check(first.wrong[0])
    taken.check(first.right)
    taken.button(NEXT).click()
    taken.check(second.wrong[0])
    taken.button("Previous question").click()
    assert taken.shown == [first.id]
    assert taken.focused == taken.form.locator("legend").inner_text().strip()
    assert taken.opened.keys() == {first.wrong[0].value, first.right.value}
    assert taken.radio(first.right).is_checked()
    assert taken.said == ""
    taken.button(NEXT).click()
    assert taken.shown == [second.id]
    assert taken.opened.keys() == {second.wrong[0].value}
