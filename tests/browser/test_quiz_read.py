"""A quiz can be read whole: without script, on paper, on a small phone and without motion."""

import pytest
from browsing import quiz as quizzes
from browsing.quiz import Quiz
from browsing.visit import Visit

QUIZZES = quizzes.addresses()
PAGES = list(dict.fromkeys(address for address, _ in QUIZZES))
SMALL = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}
SIDEWAYS = "() => document.scrollingElement.scrollWidth - innerWidth"
# Everything of the quizzes that is to be read, and whether it is seen.
READ = """() => [...document.querySelectorAll(".quiz :is(legend, label, .where, details > p)")]
  .map((element) => [element.textContent, element.checkVisibility()])"""


@pytest.fixture(scope="module", params=PAGES)
def without_script(request, browser, steady_server):
    """A page in a browser without script."""
    visit = Visit(browser, steady_server, request.param, java_script_enabled=False)
    yield visit.page
    assert visit.close() == []


def test_without_script_all_questions_are_there_and_every_reason_opens(without_script):
    page = without_script
    assert page.locator(".quiz-question").count() >= 5
    for question in page.locator(".quiz-question").all():
        assert question.locator("legend").is_visible()
        assert all(label.is_visible() for label in question.locator("label").all())
        for why in question.locator("details").all():
            assert why.locator("p").is_hidden()
            why.locator("summary").click()
            assert why.locator("p").is_visible()
            assert why.locator("p").inner_text()[0] in "✓✗"
            why.locator("summary").click()


def test_without_script_there_is_no_control_that_does_nothing(without_script):
    for control in without_script.locator(".quiz").locator("button, input").all():
        assert control.is_hidden()
    assert without_script.locator(".quiz input").count()


def test_on_paper_everything_is_read_with_a_script_and_without(visit, without_script):
    address = without_script.url.removeprefix(visit("").server.address)
    with_script = visit(address).page
    for page in (without_script, with_script):
        page.emulate_media(media="print")
        read = page.evaluate(READ)
        assert len(read) > 5 * 2 * 3
        assert [text for text, seen in read if not seen] == []
        assert not any(button.is_visible() for button in page.locator(".quiz button").all())
        page.emulate_media(media="screen")


@pytest.mark.parametrize("address", QUIZZES, ids=quizzes.named)
def test_on_a_small_phone_a_quiz_is_taken_without_scrolling_sideways(visit, site, address):
    questions = quizzes.baked(site.html, *address)
    page = visit(address[0], **SMALL).page
    taken = Quiz(page, address[1])
    for question in questions:
        assert page.evaluate(SIDEWAYS) <= 0, question.id
        for answer in question.answers:
            assert taken.label(answer).bounding_box()["height"] >= 24
            taken.label(answer).tap()
            assert taken.radio(answer).is_checked()
        for answer in (question.wrong[0], question.right):
            taken.label(answer).tap()
            taken.button("Check").tap()
        taken.button("Why not the others").tap()
        assert page.evaluate(SIDEWAYS) <= 0, question.id
        taken.button("See how it went" if question is questions[-1] else "Next question").tap()
    assert page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("address", QUIZZES, ids=quizzes.named)
def test_nothing_moves_for_those_who_asked_for_no_motion(visit, site, address):
    question = quizzes.baked(site.html, *address)[0]
    page = visit(address[0], reduced_motion="reduce").page
    taken = Quiz(page, address[1])
    taken.check(question.wrong[0])
    moving = "quiz => quiz.getAnimations({ subtree: true }).length"
    assert taken.at.evaluate(moving) == 0
    assert page.evaluate("getComputedStyle(document.documentElement).scrollBehavior") == "auto"
    taken.check(question.right)
    assert taken.at.evaluate(moving) == 0


def test_what_has_the_focus_is_seen_in_both_themes(visit, site):
    [address, *_] = QUIZZES
    page = visit(address[0]).page
    taken = Quiz(page)
    outline = "() => getComputedStyle(document.activeElement).outlineStyle"
    for theme in ("light", "dark"):
        page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
        taken.enter()
        for _ in range(3):
            assert page.evaluate(outline) != "none", taken.focused
            page.keyboard.press("Tab")
