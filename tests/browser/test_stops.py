"""Whatever a program does, the reader can stop it, and the next Run works."""

import re

import pytest

ENDLESS = "print('begun')\nwhile True:\n    pass"


def works(box) -> bool:
    """Tell whether the next program runs."""
    return box.run("print('works')") == "works\n" and box.said() == "Done."


def test_a_stopped_program_leaves_the_next_one_running(box):
    box.field.fill(ENDLESS)
    box.button("run").click()
    box.wait("running")
    assert box.button("run").inner_text() == "Stop"
    box.button("run").click()
    box.wait()
    assert box.button("run").inner_text() == "Run"
    assert box.said() == "Stopped."
    assert works(box)


def test_what_was_printed_before_a_stop_stays(box):
    box.field.fill(ENDLESS)
    box.button("run").click()
    box.output.get_by_text("begun").wait_for()
    box.button("run").click()
    box.wait()
    assert box.printed() == "begun\n"


def test_a_program_is_stopped_after_the_time_limit(visit, bench_page):
    reader = visit(bench_page, clock=True)
    box = reader.box()
    box.field.fill(ENDLESS)
    box.button("run").click()
    box.wait("running")
    reader.page.clock.run_for(28_000)
    assert box.state == "running"
    reader.page.clock.run_for(3_000)
    box.wait()
    assert "stopped after 30 seconds" in box.said()
    assert box.printed() == "begun\n"
    assert works(box)


def test_a_start_can_be_stopped(visit, server, bench_page):
    reader = visit(bench_page, server)
    box = reader.box()
    server.hold("*/library.zip")
    box.button("run").click()
    box.wait("starting")
    box.button("run").click()
    box.wait()
    assert box.said() == "Stopped."
    assert box.baked.is_visible()
    server.release()
    assert works(box)


def test_a_program_that_waits_for_another_one_can_be_stopped_alone(bench, box):
    other = bench.box(1)
    box.field.fill(ENDLESS)
    box.button("run").click()
    box.wait("running")
    other.button("run").click()
    other.wait("waiting")
    other.button("run").click()
    other.wait()
    assert other.said() == "Stopped."
    assert box.state == "running"


def test_stopping_a_program_starts_the_one_that_waits_for_it(bench, box):
    other = bench.box(1)
    box.field.fill(ENDLESS)
    box.button("run").click()
    box.wait("running")
    other.field.fill("print('at last')")
    other.button("run").click()
    other.wait("waiting")
    box.button("run").click()
    other.wait()
    assert other.shown() == "at last\n"


def test_a_double_click_means_run_and_not_stop(box):
    box.field.fill("import time\ntime.sleep(1)\nprint('whole')")
    box.button("run").dblclick()
    box.wait()
    assert box.shown() == "whole\n"


def test_a_million_printed_lines_are_cut_and_leave_the_page_alive(bench, box):
    box.field.fill("for number in range(1_000_000):\n    print(number)\nlast = 1 / 0")
    box.button("run").click()
    box.wait("running")
    bench.page.evaluate(
        "() => { window.longest = 0; let before = performance.now();"
        "window.beat = setInterval(() => { const now = performance.now();"
        "longest = Math.max(longest, now - before); before = now; }, 50); }"
    )
    box.wait()
    longest = bench.page.evaluate("() => { clearInterval(beat); return longest; }")
    assert box.said() == "ZeroDivisionError on line 3.", "it did not get to its end"
    shown = box.shown()
    assert shown.startswith("0\n1\n2\n")
    assert 50_000 < len(box.printed()) < 110_000
    assert "999999" not in shown
    assert "Traceback" in shown, "the error was cut off with the output"
    assert longest < 2_000, f"the page stood still for {longest:.0f} ms"
    assert works(box)


def test_a_single_endless_line_is_cut_too(box):
    box.run("print('x' * 5_000_000)")
    assert box.said() == "Done."
    assert 50_000 < len(box.printed()) < 110_000
    assert works(box)


GREEDY = {
    "more than there is": "x = bytearray(10**12)",
    "all there is": "x = []\nwhile True:\n    x.append('a' * 500_000_000)",
    "a list too long": "x = [0] * 10**10",
}


@pytest.mark.parametrize("kind", GREEDY)
def test_a_program_that_takes_too_much_memory_ends_in_a_sentence(bench, box, kind):
    with bench.watch.expecting(r"engine-\w+/pyodide"):  # the engine's own last words
        box.run(GREEDY[kind])
    assert re.match("MemoryError on|OverflowError on|.*memory", box.said())
    assert works(box)


DEEP = {
    "calls": "def deeper(n):\n    return deeper(n + 1)\n\ndeeper(0)",
    "comparisons": "class A:\n    def __eq__(self, other):\n        return self == other\n\nA() == A()",
    "lists": "x = []\nfor _ in range(200_000):\n    x = [x]\nprint(repr(x))",
    "brackets": "eval('(' * 50_000 + ')' * 50_000)",
    "limit raised": "import sys\nsys.setrecursionlimit(10**8)\nf = lambda n: f(n + 1)\nf(0)",
}


@pytest.mark.parametrize("kind", DEEP)
def test_a_program_that_goes_too_deep_ends_in_a_sentence(bench, box, kind):
    with bench.watch.expecting(r"engine-\w+/pyodide"):  # the engine's own last words
        box.run(DEEP[kind])
    assert box.said() and box.said() != "Done."
    assert works(box)


LEAVING = {
    "os._exit": "import os\nos._exit(3)",
    "abort": "import os\nos.abort()",
    "signal": "import signal\nsignal.raise_signal(signal.SIGINT)",
}


@pytest.mark.parametrize("kind", LEAVING)
def test_a_program_that_ends_its_python_leaves_the_next_one_running(bench, box, kind):
    with bench.watch.expecting(r"engine-\w+/pyodide"):  # the engine's own last words
        box.run(LEAVING[kind])
    assert box.said()
    assert works(box)
