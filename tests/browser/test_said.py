"""What happens is told in one place, once, in words that a screen reader reads out."""

import pytest

LISTEN = (
    "status => { window.listening?.disconnect(); window.announced = [];"
    " window.listening = new MutationObserver(() => announced.push(status.textContent.trim()));"
    " listening.observe(status, { childList: true, characterData: true, subtree: true }); }"
)


def announced(box) -> list[str]:
    """Return everything that was announced since the listening began."""
    return [text for text in box.page.evaluate("announced") if text]


ENDINGS = {
    "done": ("print('heard')", "Done."),
    "error": ("1 / 0", "ZeroDivisionError on line 1."),
    "silence": ("x = 1", "Done."),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_run_is_announced_once(box, ending):
    source, words = ENDINGS[ending]
    box.field.fill(source)
    box.status.evaluate(LISTEN)
    box.run()
    [heard] = announced(box)
    assert heard.startswith(words)
    box.run()
    assert len(announced(box)) == 2, "the second run is not heard"


def test_the_beginning_of_the_output_is_read_out_and_not_all_of_it(box):
    box.field.fill("for number in range(1000):\n    print('line', number)")
    box.status.evaluate(LISTEN)
    box.run()
    [heard] = announced(box)
    assert "line 0" in heard
    assert len(heard) < 500


def test_a_verdict_is_announced_once(box):
    box.status.evaluate(LISTEN)
    box.check()
    [heard] = announced(box)
    assert heard.startswith("Not yet.")


def test_a_stop_is_announced_once(box):
    box.field.fill("while True: pass")
    box.status.evaluate(LISTEN)
    box.button("run").click()
    box.wait("running")
    box.button("run").click()
    box.wait()
    assert announced(box) == ["Stopped."]


def test_each_box_has_one_status_that_is_there_from_the_start(bench):
    for box in bench.boxes():
        assert box.at.locator("[role=status], [aria-live], [role=alert]").count() == 1
        assert box.status.get_attribute("role") == "status"


def test_each_part_of_a_box_says_which_program_it_belongs_to(bench):
    names = []
    for box in bench.boxes():
        name = box.at.get_attribute("data-title")
        assert name in box.field.get_attribute("aria-label")
        assert name in box.output.get_attribute("aria-label")
        assert name in box.at.locator(".box-bar").get_attribute("aria-label")
        names.append(name)
    assert len(set(names)) == len(names), "two programs have one name"


def test_the_code_is_read_once(box):
    assert box.at.locator(".box-code > pre").get_attribute("aria-hidden") == "true"
