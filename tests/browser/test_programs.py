"""What runs in the page is what the book printed, and a program that errs says where."""

import re

import pytest
from browsing.server import missing


def test_every_program_prints_in_the_page_what_was_baked(whole_page):
    visit, baked = whole_page
    assert len(visit.boxes()) == len(baked) > 0
    for program, box in zip(baked, visit.boxes(), strict=True):
        assert box.text + "\n" == program.source
        assert box.run() == program.printed, f"{program.page} program {program.index}"
        assert box.said() == "Done."
        assert box.run() == program.printed, "run a second time, it prints something else"


def test_a_program_prints_where_the_book_lies_below_a_path_of_its_host(
    visit, below_a_path, programs
):
    [first, *_] = programs
    reader = visit(first.page, below_a_path)
    assert reader.box(first.index).run() == first.printed


ERRORS = {
    "first": ("1 / 0\nprint('after')\nprint('end')", "", 1),
    "middle": ("print('before')\n1 / 0\nprint('after')", "before\n", 2),
    "last": ("print('before')\nprint('between')\n1 / 0", "before\nbetween\n", 3),
    "inside": ("def f():\n    return 1 / 0\n\nprint('before')\nf()\nprint('after')", "before\n", 2),
}


@pytest.mark.parametrize("place", ERRORS)
def test_an_error_is_named_with_its_line_below_what_was_printed(box, place):
    source, printed, line = ERRORS[place]
    shown = box.run(source)
    assert box.said() == f"ZeroDivisionError on line {line}."
    assert box.printed() == printed
    assert shown.startswith(printed + "Traceback"), "the error stands below what was printed"
    assert f"line {line}" in box.errors()
    assert "after" not in box.printed()


def test_a_traceback_shows_the_lines_of_the_reader_and_none_of_ours(box):
    box.run("def halve(x):\n    return x / 0\n\nhalve(8)")
    told = box.errors()
    assert "return x / 0" in told
    assert "halve(8)" in told
    assert not re.search(r"reader\.py|exercise\.py|exec\(", told)


def test_an_error_in_the_books_own_code_is_told_with_the_line_that_called_it(box):
    box.run("from groundup.lists.vector import add\n\nadd([1.0], [1.0, 2.0])\n")
    assert re.fullmatch(r"\w+Error on line 3\.", box.said())


def test_a_program_that_is_not_python_runs_no_line(box):
    box.run("print('before')\nx = = 1")
    assert box.said() == "SyntaxError on line 2."
    assert box.printed() == ""


def test_a_program_may_end_itself(box):
    assert box.run("print('before')\nraise SystemExit\nprint('after')").startswith("before\n")
    assert box.printed() == "before\n"


def test_what_goes_to_the_error_stream_stands_where_it_was_written(box):
    shown = box.run("import sys\nprint(1)\nprint(2, file=sys.stderr)\nprint(3)")
    assert shown == "1\n2\n3\n"
    assert box.errors() == "2\n"


def test_the_value_of_the_last_line_is_shown_behind_what_was_printed(box):
    assert box.run("print('printed')\n[1.0, 'two']") == "printed\n[1.0, 'two']\n"
    assert box.run("print('printed')\nNone") == "printed\n"


def test_a_program_that_prints_nothing_says_so(box):
    box.run("x = 1")
    assert box.said() == "Done."
    assert "nothing" in box.shown()


def test_output_is_text_and_never_becomes_part_of_the_page(box):
    printed = "<script>document.title = 'taken'</script><img src=x onerror=alert(1)>&amp;\n"
    title = box.page.title()
    assert box.run(f"print({printed.strip()!r})") == printed
    assert box.output.locator("*").count() == 0
    assert box.page.title() == title


def test_an_error_is_text_and_never_becomes_part_of_the_page(box):
    box.run("raise ValueError('<b>bold</b>')")
    assert "<b>bold</b>" in box.shown()
    assert box.output.locator("b").count() == 0


def test_colours_of_a_terminal_leave_no_code_behind(box):
    shown = box.run(r"print('\x1b[1;31mred\x1b[0m \x1b]0;title\x07plain')")
    assert "red" in shown and "plain" in shown
    assert "\x1b" not in shown
    assert "[1;31m" not in shown and "[0m" not in shown


def test_letters_of_every_kind_arrive_whole(box):
    text = "naïve 分词 🙂 ∑ e\u0301"
    assert box.run(f"for letter in {text!r}:\n    print(letter, end='')\nprint()") == text + "\n"


@pytest.mark.parametrize("module", ["numpy", "torch", "matplotlib.pyplot"])
def test_a_module_that_the_page_lacks_is_told_with_a_way_out(bench, box, module):
    box.run(f"print('before')\nimport {module}\nprint('after')")
    assert box.printed() == "before\n"
    assert box.said() == "ModuleNotFoundError on line 2."
    assert module.partition(".")[0] in box.hint()
    links = box.output.locator(".box-hint a")
    assert links.count() >= 1
    for link in links.all():
        address, _, anchor = link.evaluate("link => link.href").partition("#")
        answer = bench.page.request.get(address)
        assert answer.status == 200
        assert re.search(rf'id="{re.escape(anchor)}"', answer.text()), f"no place #{anchor} there"


def test_input_is_told_as_a_thing_that_the_page_cannot_do(box):
    box.run("name = input('your name: ')\nprint(name)")
    assert re.fullmatch(r"\w+ on line 1\.", box.said())
    assert "input" in box.hint()


def test_two_programs_pressed_at_once_both_finish_with_their_own_output(visit, bench_page):
    reader = visit(bench_page)
    first, second = reader.box(0), reader.box(1)
    first.field.fill("for number in range(3):\n    print('first', number)")
    second.field.fill("for number in range(3):\n    print('second', number)")
    first.button("run").click()
    second.button("run").click()
    first.wait()
    second.wait()
    assert first.shown() == "first 0\nfirst 1\nfirst 2\n"
    assert second.shown() == "second 0\nsecond 1\nsecond 2\n"
    assert first.said() == second.said() == "Done."


MEDDLING = """\
import builtins, math, os, random, sys
import groundup.lists.vector as vector
mine = 1
math.pi = 3
builtins.mine = 1
builtins.sum = max
vector.add = None
vector.mine = 1
sys.modules["statistics"] = None
sys.setrecursionlimit(150)
os.environ["MINE"] = "1"
os.chdir("/")
sys.path.insert(0, "/mine")
random.seed(1)
sys.stdout = None
"""
LOOKING = """\
import builtins, math, os, sys
from statistics import mean
import groundup.lists.vector as vector
from groundup.lists.vector import add
print("mine" in globals(), math.pi, hasattr(builtins, "mine"))
print(sum([1, 2, 3]), add([1.0], [2.0]), hasattr(vector, "mine"), mean([1.0, 2.0]))
print(sys.getrecursionlimit(), os.environ.get("MINE"), os.getcwd(), "/mine" in sys.path)
"""


def test_a_program_finds_nothing_that_another_one_left(bench, box):
    other = bench.box(1)
    before = other.run(LOOKING)
    assert before.startswith("False 3.14159")
    box.run(MEDDLING)
    assert other.run(LOOKING) == before


def test_a_seldom_used_module_of_the_library_is_fetched_when_it_is_imported(
    visit, server, bench_page, seldom_used
):
    reader = visit(bench_page, server)
    box = reader.box()
    name, use = seldom_used
    program = f"print('before')\nimport {name}\nprint({use})"
    assert box.run("print('without')") == "without\n"
    assert server.asked("*/rest.zip") == []

    server.damage["*/rest.zip"] = missing
    with reader.watch.expecting(r"rest\.zip"):
        box.run(program)
    assert "could not be fetched" in box.shown() + box.said()
    assert box.run("print('still here')") == "still here\n"

    server.damage.clear()
    server.requests.clear()
    before, value = box.run(program).splitlines()
    assert before == "before"
    assert box.said() == "Done."
    assert reader.box(1).run(f"import {name}\nprint({use})") == f"{value}\n"
    assert len(server.asked("*/rest.zip")) == 1


TASKS = """\
import sys
print("asyncio" in sys.modules)
import asyncio

async def say(word, pause):
    await asyncio.sleep(pause)
    print(word)

async def main():
    await asyncio.gather(say("second", 0.02), say("first", 0.01))

asyncio.run(main())
"""


def test_tasks_take_turns_in_the_asyncio_of_python_itself(visit, bench_page):
    box = visit(bench_page).box()
    assert box.run(TASKS) == "False\nfirst\nsecond\n"
    assert box.run() == "True\nfirst\nsecond\n"
