"""All of a box is reached and used with the keyboard alone, and no key is taken elsewhere."""

import pytest

FOCUSED = "document.activeElement.className.split(' ').find(name => name.startsWith('box-')) || ''"


def walk(page, key: str = "Tab", most: int = 12) -> list[str]:
    """Press a key until the focus is outside the box, and return what was focused on the way."""
    seen = []
    for _ in range(most):
        seen.append(page.evaluate(FOCUSED))
        if not page.evaluate("document.activeElement.closest('.box') !== null"):
            return seen[:-1]
        page.keyboard.press(key)
    raise AssertionError(f"the focus never leaves the box: {seen}")


def test_tab_goes_through_the_box_in_the_order_that_is_seen_to_the_hints_and_back(
    visit, bench_page
):
    reader = visit(bench_page)
    box, page = reader.box(), reader.page
    box.field.focus()
    assert walk(page) == ["box-text", "box-run", "box-check"]
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.closest('details.hint').open")
    box.run("print(1)")
    box.field.focus()
    order = ["box-text", "box-run", "box-check", "box-back", "box-output"]
    assert walk(page) == order
    box.output.focus()
    assert walk(page, "Shift+Tab") == order[::-1]
    places = [box.at.locator(f".{name}").bounding_box() for name in order]
    seen = sorted(places, key=lambda place: (round(place["y"] / 20), place["x"]))
    assert places == seen, "the focus jumps"


def test_tab_changes_no_text(bench, box):
    before = box.text
    box.field.focus()
    bench.page.keyboard.press("Tab")
    bench.page.keyboard.press("Shift+Tab")
    assert box.text == before


@pytest.mark.parametrize("keys", ["Control+Enter", "Shift+Enter", "Meta+Enter"])
def test_the_keys_run_the_program_and_leave_the_text_as_it_is(bench, box, keys):
    box.field.fill("print('keys')")
    box.field.focus()
    bench.page.keyboard.press(keys)
    box.wait()
    box.output.get_by_text("keys").wait_for()
    assert box.text == "print('keys')"
    assert bench.page.evaluate(FOCUSED) == "box-text"


def test_a_program_is_stopped_with_the_keyboard(bench, box):
    box.field.fill("while True: pass")
    box.field.focus()
    bench.page.keyboard.press("Control+Enter")
    box.wait("running")
    bench.page.keyboard.press("Tab")
    bench.page.keyboard.press("Enter")
    box.wait()
    assert box.said() == "Stopped."
    assert bench.page.evaluate(FOCUSED) == "box-run"


def test_putting_back_with_the_keyboard_does_not_lose_the_place(bench, box):
    box.field.fill("print(1)")
    box.button("back").focus()
    bench.page.keyboard.press("Enter")
    assert bench.page.evaluate(FOCUSED).startswith("box-")
    assert bench.page.evaluate("document.activeElement.closest('.box') !== null")


def test_no_key_is_taken_outside_a_box(bench, box):
    page = bench.page
    page.evaluate("document.activeElement.blur()")
    page.evaluate(
        "() => { window.taken = []; window.addEventListener('keydown', (event) =>"
        " { if (event.defaultPrevented) taken.push(event.key); }); }"
    )
    for key in ("Control+Enter", "Shift+Enter", "Meta+Enter", "Enter", "Tab", "Backspace", "r"):
        page.keyboard.press(key)
    assert page.evaluate("taken") == []
    assert {each.state for each in bench.boxes()} == {"ready"}
    assert box.output.is_hidden()
