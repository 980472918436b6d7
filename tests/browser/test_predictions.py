"""Where the page asks what a program will print, its output stays folded until the first Run."""

import pytest


@pytest.fixture
def predicted(visit, programs):
    """A visit to a page that asks for a prediction, and the program it asks about."""
    asked = [program for program in programs if program.predicted]
    assert asked, "no page asks what a program prints"
    return visit(asked[0].page), asked[0]


def test_the_output_is_folded_until_the_first_run(predicted):
    reader, program = predicted
    box = reader.box(program.index)
    assert box.at.locator("details.predicted > summary").is_visible()
    assert box.baked.is_hidden()
    assert box.run() == program.printed
    assert reader.page.locator(".predict-guess:visible").count() == 0, "nothing was guessed"
    box.button("back").click()
    assert box.baked.is_visible(), "what was seen once is folded again"


def test_the_guess_stands_beside_what_came(predicted):
    reader, program = predicted
    box = reader.box(program.index)
    [*fields] = reader.page.locator("input.predict-answer").all()
    for field in fields:
        assert field.evaluate("field => field.labels[0].textContent.trim().length") > 3
    fields[0].fill("<b>three</b>")
    fields[0].press("Enter")
    assert box.state == "ready", "typing a guess has run the program"
    assert reader.page.url.endswith(program.page)
    assert reader.page.get_by_text("You expected:").is_hidden()
    box.run()
    guess = reader.page.locator(".predict-guess:visible")
    assert guess.inner_text() == "You expected: <b>three</b>"
    assert abs(guess.bounding_box()["y"] - box.output.bounding_box()["y"]) < 100
