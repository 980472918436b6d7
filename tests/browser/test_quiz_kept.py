"""What a reader has tried is kept in the browser: under the words of the answer, and nowhere else."""

import pytest
from browsing import quiz as quizzes
from browsing.quiz import Quiz

QUIZZES = quizzes.addresses()
PARTS = [address for address in QUIZZES if address[0] != "questions/"]
FORBID = """
Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("forbidden", "SecurityError"); },
});
"""
NEXT, LAST = "Next question", "See how it went"


@pytest.fixture
def questions(site, address):
    """What was baked of the quiz."""
    return quizzes.baked(site.html, *address)


@pytest.mark.parametrize("address", QUIZZES, ids=quizzes.named)
def test_a_reload_resumes_where_the_reader_was_and_says_nothing(visit, questions, address):
    first, second = questions[:2]
    reader = visit(address[0])
    taken = Quiz(reader.page, address[1])
    taken.check(first.wrong[0])
    taken.check(first.right)
    reader.page.reload()
    assert taken.shown == [first.id], "the reader has not gone on yet"
    assert taken.opened.keys() == {first.wrong[0].value, first.right.value}
    assert taken.button(NEXT).is_visible()
    taken.button(NEXT).click()
    taken.check(second.wrong[1])
    reader.page.reload()
    assert taken.shown == [second.id]
    assert taken.opened == {second.wrong[1].value: second.wrong[1].why}
    assert taken.radio(second.wrong[1]).is_checked()
    assert taken.said == ""
    assert taken.focused == "", "the focus was taken"
    taken.button("Previous question").click()
    assert taken.opened.keys() == {first.wrong[0].value, first.right.value}


@pytest.mark.parametrize("address", PARTS, ids=quizzes.named)
def test_a_part_and_the_page_of_all_questions_share_the_tries(visit, questions, address):
    reader = visit(address[0])
    taken = Quiz(reader.page)
    for question in questions:
        taken.check(question.wrong[0])
        taken.check(question.right)
        taken.button(LAST if question is questions[-1] else NEXT).click()
    reader.page.goto(reader.server.address + "questions/")
    there = Quiz(reader.page, PARTS.index(address))
    assert there.at.get_attribute("data-page") == questions[0].part
    assert there.end.inner_text().startswith(f"0 of {len(questions)} right at the first go.")
    there.button("Start again").click()
    reader.page.goto(reader.server.address + address[0])
    assert taken.shown == [questions[0].id]
    assert taken.opened == {}


@pytest.mark.parametrize("address", PARTS, ids=quizzes.named)
def test_coming_back_by_the_browsers_button_shows_what_was_tried_meanwhile(
    visit, questions, address
):
    reader = visit("questions/")
    reader.page.goto(reader.server.address + address[0])
    Quiz(reader.page).check(questions[0].wrong[0])
    reader.page.go_back()
    there = Quiz(reader.page, PARTS.index(address))
    assert there.opened == {questions[0].wrong[0].value: questions[0].wrong[0].why}


@pytest.mark.parametrize("address", PARTS, ids=quizzes.named)
def test_after_an_edit_of_an_answer_only_its_own_try_is_dropped(visit, server, questions, address):
    first, second = questions[:2]
    reader = visit(address[0], server)
    taken = Quiz(reader.page)
    for answer in (first.wrong[0], first.wrong[1], first.right):
        taken.check(answer)
    taken.button(NEXT).click()
    taken.check(second.right)

    def edit(answer):
        """Let the page be what it is after somebody has changed the words of an answer."""
        before = answer.value
        answer.value = "0123456789"
        server.damage[f"{address[0]}index.html"] = lambda body: body.replace(
            f'value="{before}"'.encode(), f'value="{answer.value}"'.encode()
        )
        reader.page.reload()

    edit(first.wrong[0])
    assert taken.shown == [second.id]
    assert taken.opened.keys() == {second.right.value}
    taken.button("Previous question").click()
    assert taken.opened == {answer.value: answer.why for answer in (first.wrong[1], first.right)}
    first.wrong[0].value = "gone"
    edit(first.right)
    assert taken.shown == [first.id], "a question that is open again comes first"
    assert first.right.value not in taken.opened
    assert taken.opened.keys() >= {first.wrong[1].value}
    assert taken.button("Check").is_visible()


@pytest.mark.parametrize("kept", ["", "  ", "null", '["0"]', "[object Object]"])
def test_what_others_have_left_in_the_store_harms_nothing(visit, site, kept):
    [address, *_] = PARTS
    questions = quizzes.baked(site.html, *address)
    page = visit(address[0]).page
    for end in ("", f"#{questions[0].id}"):
        key = f"groundup:quiz:{questions[0].part}{end}"
        page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [key, kept])
    page.reload()
    taken = Quiz(page)
    assert taken.shown == [questions[0].id]
    assert taken.opened == {}
    assert taken.check(questions[0].right) == "✓ Right, at the first go."


@pytest.mark.parametrize("address", QUIZZES, ids=quizzes.named)
def test_where_the_browser_keeps_nothing_the_quiz_works(visit, questions, address):
    reader = visit(address[0], before=FORBID)
    taken = Quiz(reader.page, address[1])
    for question in questions:
        taken.check(question.wrong[0])
        assert taken.check(question.right) == "✓ Right."
        taken.button(LAST if question is questions[-1] else NEXT).click()
    assert taken.end.inner_text().startswith(f"0 of {len(questions)} right at the first go.")
    taken.button("Start again").click()
    assert taken.shown == [questions[0].id]
    assert taken.form.locator("input:checked, input:disabled").count() == 0
    reader.page.goto(reader.server.address)
    lines = reader.page.locator("[data-questions] .progress-line").all_text_contents()
    assert lines and all(line.startswith("0 of") for line in lines)


def test_the_contents_count_what_is_answered_right_and_can_forget_it(visit, site):
    address, other = PARTS[:2]
    questions = quizzes.baked(site.html, *address)
    reader = visit("")
    lines = reader.page.locator("[data-questions] .progress-line", has_text="questions")
    forget = reader.page.locator("button.forget-progress")
    none = [f"0 of {len(questions)} questions answered right"] * len(PARTS)
    assert lines.all_inner_texts() == none
    assert forget.is_hidden(), "there is nothing to forget"

    reader.page.goto(reader.server.address + address[0])
    taken = Quiz(reader.page)
    taken.check(questions[0].wrong[0])
    taken.check(questions[0].right)
    taken.button(NEXT).click()
    taken.check(questions[1].wrong[0])
    reader.page.go_back()
    one = f"1 of {len(questions)} questions answered right"
    assert lines.all_inner_texts() == [one, *none[1:]]
    forget.click()
    assert lines.all_inner_texts() == none
    assert forget.is_hidden()
    assert reader.page.evaluate("Object.keys(localStorage).filter((key) => /quiz/.test(key))") == []
    said = reader.page.locator(".course-map ~ [role=status]")
    assert said.inner_text().startswith("Forgotten.")
    assert said.evaluate("said => said === document.activeElement")

    reader.page.goto(reader.server.address + address[0])
    assert taken.shown == [questions[0].id]
    assert taken.opened == {}
