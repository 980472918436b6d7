"""A box is edited as a text field is, keeps what was written, and gives back what was there."""

import pytest

EDITED = "print('edited')"


def test_an_edited_program_is_kept_in_its_box_for_the_next_visit(visit, bench_page):
    reader = visit(bench_page)
    before = [box.text for box in reader.boxes()]
    reader.box(1).field.fill(EDITED)
    reader.page.reload()
    assert [box.text for box in reader.boxes()] == [before[0], EDITED, *before[2:]]


def test_putting_back_returns_program_and_output_and_forgets_the_edit(visit, bench_page):
    reader = visit(bench_page)
    box = reader.box()
    original, printed = box.text, box.baked.inner_text()
    assert box.button("back").is_disabled()
    assert box.button("undo").is_hidden()
    box.run(EDITED)
    assert box.baked.is_hidden()
    box.button("back").click()
    assert box.text == original
    assert box.baked.inner_text() == printed
    assert box.output.is_hidden()
    assert box.button("back").is_disabled()
    reader.page.reload()
    assert box.text == original
    kept = reader.page.evaluate("Object.keys(localStorage).filter(key => /edit/.test(key))")
    assert kept == []
    box.button("undo").click()
    assert box.text == EDITED, "what was put back by mistake is lost"


def test_a_program_that_the_book_has_changed_does_not_get_the_old_edit(visit, server, bench_page):
    reader = visit(bench_page, server)
    box = reader.box()
    box.field.fill(EDITED)
    first = b'<div class="cell tag_run'
    at = b"<pre>"

    def changed(body):
        before, cell, after = body.partition(first)
        return before + cell + after.replace(at, at + b"# changed\n", 1)

    server.damage = {f"{bench_page}index.html": changed}
    reader.page.goto(server.address + "vocabulary/")
    reader.page.goto(server.address + bench_page + "?changed")
    assert box.text.startswith("# changed\n")
    assert EDITED not in box.text


LAYERS = """(cell) => {
  const [pre, field] = ["pre", "textarea"].map((name) => cell.querySelector(`.box-code > ${name}`));
  const letters = ({ fontFamily, fontSize, fontWeight, lineHeight, padding, letterSpacing, tabSize }) =>
    [fontFamily, fontSize, fontWeight, lineHeight, padding, letterSpacing, tabSize];
  const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round);
  return [
    [pre.textContent.replace(/\\n$/, ""), field.value],
    [letters(getComputedStyle(pre)), letters(getComputedStyle(field))],
    [place(pre.getBoundingClientRect()), place(field.getBoundingClientRect())],
  ];
}"""
PROGRAMS = {
    "short": "print(1)",
    "with a tab": "for x in range(3):\n\tprint(f'{x:.2f}')  # 🙂\n\n",
    "wide": "x" * 400,
    "empty": "",
    "empty lines": "\n\n",
    "long": "\n".join(f"line_{number} = {number}" for number in range(60)),
    "open string": 'text = """open',
}


@pytest.mark.parametrize("kind", PROGRAMS)
def test_the_coloured_text_lies_letter_on_letter_behind_the_field(box, kind):
    box.field.fill(PROGRAMS[kind])
    for behind, in_front in box.at.evaluate(LAYERS):
        assert behind == in_front


@pytest.mark.parametrize("kind", PROGRAMS)
def test_the_field_grows_with_its_text_and_never_scrolls_inside(box, kind):
    box.field.fill(PROGRAMS[kind])
    hidden = box.field.evaluate("field => field.scrollHeight - field.clientHeight")
    assert hidden <= 1


def test_a_new_line_keeps_the_indent_and_goes_deeper_behind_a_colon(bench, box):
    box.field.fill("")
    box.field.focus()
    type_ = bench.page.keyboard
    for text in ("for x in [1]:", "if x:", "print(x)"):
        type_.type(text)
        type_.press("Enter")
    assert box.text == "for x in [1]:\n    if x:\n        print(x)\n        "
    type_.press("Backspace")
    type_.type("print(2)")
    assert box.text == "for x in [1]:\n    if x:\n        print(x)\n    print(2)"
    assert box.run() == "1\n2\n"


def test_typing_can_be_undone_as_in_every_text_field(bench, box):
    original = box.text
    box.field.focus()
    box.field.evaluate("field => field.setSelectionRange(field.value.length, field.value.length)")
    bench.page.keyboard.type("x = 1")
    bench.page.keyboard.press("Enter")
    assert box.text != original
    for _ in range(20):
        bench.page.keyboard.press("ControlOrMeta+z")
    assert box.text == original


FORBID = """
Object.defineProperty(window, "localStorage", {
  configurable: true, // as in browsers
  get() { throw new DOMException("forbidden", "SecurityError"); },
});
"""


def test_where_the_browser_keeps_nothing_everything_else_works(visit, bench_page, programs):
    first = next(program for program in programs if program.page == bench_page)
    reader = visit("vocabulary/", before=FORBID)
    reader.page.goto(reader.server.address + bench_page)
    box = reader.box()
    assert box.run() == first.printed
    assert box.run(EDITED) == "edited\n"
    box.button("back").click()
    box.button("undo").click()
    assert box.text == EDITED
    box.take_answer()
    assert box.check() == "Solved."
    reader.page.reload()
    assert box.text + "\n" == first.source
    reader.page.goto(reader.server.address)
    lines = reader.page.locator("[data-exercises] .progress-line").all_text_contents()
    assert lines and all(line.startswith("0 of") for line in lines)


def test_nothing_corrects_or_translates_what_is_typed(box):
    for name in ("autocapitalize", "autocorrect", "autocomplete"):
        assert box.field.get_attribute(name) == "off"
    assert box.field.get_attribute("spellcheck") == "false"
    assert box.field.get_attribute("translate") == "no"
    assert box.field.get_attribute("inputmode") in (None, "text")


def test_selecting_text_opens_no_editor(bench, box):
    page = bench.page
    active = "document.activeElement.tagName"
    page.evaluate("document.activeElement.blur()")
    task = page.locator(".exercise p:not(.admonition-title)").first
    task.click(click_count=3)
    assert page.evaluate("String(getSelection())").strip()
    assert page.evaluate(active) == "BODY"
    box.baked.dblclick()
    assert page.evaluate(active) != "TEXTAREA"
    page.mouse.click(5, 5)
    # A pointer outside the window would scroll the page on by itself: both ends are in view.
    task.evaluate("task => task.scrollIntoView({block: 'start', behavior: 'instant'})")
    start, end = task.bounding_box(), box.baked.bounding_box()
    assert 0 < start["y"] < end["y"] + 10 < page.viewport_size["height"]
    page.mouse.move(start["x"] + 2, start["y"] + 5)
    page.mouse.down()
    page.mouse.move(end["x"] + 30, end["y"] + 10, steps=10)
    page.mouse.up()
    selected = " ".join(page.evaluate("String(getSelection())").split())
    assert selected.startswith(" ".join(task.inner_text().split()))
    assert page.evaluate(active) != "TEXTAREA"
