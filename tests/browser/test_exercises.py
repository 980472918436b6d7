"""Exercises are checked in the page as at the build, and what is solved is remembered."""

import re


def mark(page, program):
    """Return the mark beside the title of a solved exercise."""
    return page.locator(f"#{program.exercise} > .admonition-title .solved")


def test_every_start_fails_its_check_and_every_answer_passes_it(whole_page):
    visit, baked = whole_page
    exercises = [program for program in baked if program.exercise]
    for program in exercises:
        box = visit.box(program.index)
        title = f"{program.page} {program.exercise}"
        assert box.check().startswith("Not yet."), title
        assert len(box.check().split()) > 4, f"{title}: the verdict does not help"
        assert mark(visit.page, program).is_hidden()
        box.take_answer()
        assert box.text + "\n" == program.answer
        assert box.check() == "Solved.", title
        assert mark(visit.page, program).is_visible()
        box.leave()


def test_a_program_with_an_error_is_not_checked(box):
    box.field.fill("1 / 0")
    assert box.check() == ""
    assert box.said() == "ZeroDivisionError on line 1."


def test_a_program_without_what_the_check_asks_for_is_told_what(box):
    box.field.fill("x = 1")
    assert re.match(r"Not yet\. .*variable named \w+", box.check())


def test_an_answer_that_was_put_into_the_box_can_be_undone(bench, box):
    box.field.fill("mine = 1")
    box.take_answer()
    assert box.text != "mine = 1"
    box.button("undo").click()
    assert box.text == "mine = 1"


def test_what_is_solved_survives_a_reload_is_counted_and_can_be_forgotten(
    visit, programs, bench_page
):
    exercises = [program for program in programs if program.page == bench_page if program.exercise]
    reader = visit("")
    counted = reader.page.locator("[data-exercises] .progress-line")
    forget = reader.page.locator("button.forget-progress")
    assert all(line.startswith("0 of") for line in counted.all_text_contents())
    assert forget.is_hidden(), "there is nothing to forget"

    reader.page.goto(reader.server.address + bench_page)
    box = reader.box(exercises[0].index)
    box.take_answer()
    assert box.check() == "Solved."
    reader.page.reload()
    assert mark(reader.page, exercises[0]).is_visible()
    assert mark(reader.page, exercises[1]).is_hidden()

    reader.page.goto(reader.server.address)
    lines = counted.all_text_contents()
    assert f"1 of {len(exercises)} exercises solved" in lines
    assert sum(not line.startswith("0 of") for line in lines) == 1
    forget.click()
    assert all(line.startswith("0 of") for line in counted.all_text_contents())
    assert forget.is_hidden()

    reader.page.goto(reader.server.address + bench_page)
    assert mark(reader.page, exercises[0]).is_hidden()
    assert box.text + "\n" == exercises[0].answer, "the program was forgotten too"


def test_the_next_hint_appears_when_one_has_been_opened(visit, programs):
    hinted = [program for program in programs if program.hints > 1]
    assert hinted, "no exercise has two hints"
    [program, *_] = hinted
    reader = visit(program.page)
    cell = reader.page.locator("div.cell.tag_run").nth(program.index)
    hints = cell.locator("xpath=following-sibling::details[contains(@class, 'hint')]")
    assert hints.nth(0).is_visible()
    assert hints.nth(1).is_hidden()
    hints.nth(0).locator("summary").click()
    hints.nth(1).wait_for()
    assert hints.nth(1).locator(":scope > p").is_hidden(), "it is offered, not opened"


def test_a_start_that_is_run_is_not_yet_judged(box):
    box.run()
    assert box.said() == "Done."
    assert box.verdict.count() == 0
