"""The harness of exercises: a program runs alone, its text is kept, its check is heard."""

import io
import json
import re
import subprocess
import sys
import traceback

import pytest
from IPython.core.interactiveshell import InteractiveShell

from groundup.exercise import Record, check, run


@pytest.fixture
def shell():
    shell = InteractiveShell.instance()
    shell.history_manager.enabled = False  # the user's own history is none of a test's business
    shell.run_cell("%load_ext groundup.exercise")
    yield shell
    InteractiveShell.clear_instance()


def test_a_program_gives_its_variables_and_its_text():
    namespace, printed = run("x = 2\nprint('x is', x)\nprint('done', end='')")
    assert namespace["x"] == 2
    assert printed == "x is 2\ndone"


def test_a_program_starts_as_a_script_does_and_knows_no_other(capsys):
    run("secret = 1")
    namespace, printed = run("print(__name__, 'secret' in globals(), 'run' in globals())")
    assert printed == "__main__ False False\n"
    assert capsys.readouterr().out == ""


def test_functions_and_classes_of_a_program_see_its_variables():
    source = (
        "from dataclasses import dataclass\n"
        "size = 3\n"
        "@dataclass\n"
        "class Box:\n"
        "    side: int = size\n"
        "def area(box):\n"
        "    return box.side * size\n"
        "print(area(Box()), [size for _ in range(2)])\n"
    )
    assert run(source)[1] == "9 [3, 3]\n"


def test_the_future_of_this_file_does_not_reach_the_program():
    namespace, _ = run("from __future__ import annotations\ndef f(x: missing): pass")
    assert namespace["f"].__annotations__ == {"x": "missing"}
    with pytest.raises(NameError):
        run("def f(x: missing): pass")


def test_a_program_can_go_on_in_a_given_namespace():
    namespace, _ = run("x = 2")
    again, printed = run("print(x + 1)", namespace)
    assert again is namespace and printed == "3\n"


def test_text_is_shown_while_the_program_runs():
    shown = io.StringIO()
    _, printed = run("import sys\nprint('a', flush=True)\nsys.stdout.write('b');", show=shown)
    assert shown.getvalue() == printed == "a\nb"
    with pytest.raises(ZeroDivisionError):
        run("print('early')\n1 / 0", show=shown)
    assert shown.getvalue().endswith("early\n")


SHOWN = [
    ("6 * 7", "42\n"),
    ("print('a')\n[1, 'b']", "a\n[1, 'b']\n"),
    ("print('a', end='')\n'b'", "a\n'b'\n"),
    ("'only text'", "'only text'\n"),
    ("x = 5\n(x)  # see; this is x", "5\n"),
    ("'é'; 2", "2\n"),
    ("'''one\x0ctwo'''\n3", "3\n"),
    ("None", ""),
    ("x = 5", ""),
    ("if True:\n    5", ""),
    ("5;", ""),
    ("'é' ;  # nothing to see", ""),
    ("(5\n+ 1);", ""),
]


@pytest.mark.parametrize("source, text", SHOWN)
def test_the_value_of_a_last_expression_is_shown_as_a_notebook_shows_it(
    source, text, shell, capsys
):
    shown = io.StringIO()
    run(source, show=shown)
    assert shown.getvalue() == text
    shell.display_formatter.formatters["text/plain"].pprint = False  # as at build
    capsys.readouterr()
    shell.run_cell(source, store_history=True)  # it looks for the semicolon there
    assert re.sub(r"Out\[\d+\]: |\n", "", capsys.readouterr().out) == text.replace("\n", "")


def test_a_value_is_not_printed_and_what_its_repr_prints_is():
    source = "class Loud:\n    def __repr__(self):\n        print('made')\n        return 'loud'\n"
    shown = io.StringIO()
    _, printed = run(source + "Loud()", show=shown)
    assert printed == "made\n"
    assert shown.getvalue() == "made\nloud\n"


def test_a_value_that_cannot_be_shown_is_an_error_of_the_program():
    with pytest.raises(ZeroDivisionError) as caught:
        run("class Bad:\n    def __repr__(self):\n        return 1 / 0\nprint('a')\nBad()")
    assert caught.value.printed == "a\n"
    assert traceback.extract_tb(caught.value.__traceback__)[-1].lineno == 3


def test_nothing_of_a_program_runs_if_its_last_line_is_no_python():
    with pytest.raises(SyntaxError) as caught:
        run("print('a')\nawait 1")
    assert caught.value.printed == ""


def test_a_caller_may_keep_and_show_the_text_in_its_own_way():
    class Loud(Record):
        def write(self, text):
            return super().write(text.upper())

        def value(self, text):
            self.write(f"={text}")

    _, printed = run("print('a', end='')\n5", record=Loud())
    assert printed == "A=5"


def test_an_error_that_takes_no_note_comes_as_it_is_all_the_same():
    with pytest.raises(Exception, match="mine") as caught:
        run("class Mine(Exception):\n    def __setattr__(self, *_): 1 / 0\nraise Mine('mine')")
    assert type(caught.value).__name__ == "Mine"


def test_an_error_comes_as_it_is_with_what_was_printed_before_it():
    namespace = {}
    with pytest.raises(ZeroDivisionError) as caught:
        run("x = 5\nprint('before')\n1 / 0\nprint('after')", namespace)
    assert caught.value.printed == "before\n"
    assert namespace["x"] == 5


def test_a_traceback_quotes_the_line_of_the_program():
    with pytest.raises(ZeroDivisionError) as caught:
        run("x = 0\ny = 1 / x\n")
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.lineno, last.line) == ("<program>", 2, "y = 1 / x")


@pytest.mark.parametrize(
    "source, error", [("x = (", SyntaxError), ("print('a')\nexit(3)", SystemExit)]
)
def test_a_program_that_does_not_parse_or_leaves_early_is_told_apart(source, error):
    with pytest.raises(error) as caught:
        run(source)
    assert caught.value.printed == ("a\n" if error is SystemExit else "")


def test_the_output_stream_is_put_back_even_after_an_error():
    before = sys.stdout
    for source in ("print(1)", "1 / 0"):
        try:
            run(source)
        except ZeroDivisionError:
            pass
        assert sys.stdout is before


def test_a_check_that_holds_is_silent_and_changes_nothing(capsys):
    namespace, printed = run("mean = 2\nprint('mean', mean)")
    before = dict(namespace)
    check("print('x')\nmean += 1\nassert mean == 3\nassert 'mean 2' in printed", namespace, printed)
    assert namespace == before and "printed" not in namespace
    assert capsys.readouterr().out == ""


def test_a_check_that_fails_raises_its_own_message():
    with pytest.raises(AssertionError, match="^The mean is still zero.$"):
        check("assert mean > 0, 'The mean is still zero.'", *run("mean = 0"))


def test_a_check_can_read_what_was_printed():
    with pytest.raises(AssertionError, match="got: 3"):
        check("assert '4' in printed, 'got: ' + printed", *run("print(3)"))


def test_a_variable_that_the_program_lost_is_named():
    with pytest.raises(AssertionError, match="a variable named mean, and the program does not set"):
        check("assert mean > 0", *run("average = 0"))


def test_a_name_that_a_function_of_the_program_misses_is_not_put_on_the_check():
    with pytest.raises(NameError, match="'rate'"):
        check("assert cost() > 0", *run("def cost():\n    return rate * 2"))


def test_another_error_in_a_check_comes_as_it_is():
    with pytest.raises(TypeError):
        check("assert len(mean) > 0", *run("mean = 0"))


def test_a_notebook_cell_reads_what_the_cell_before_printed(shell, capsys):
    shell.run_cell("print('first')\nx = 1")
    assert shell.user_ns["printed"] == "first\n"
    assert shell.run_cell("assert printed == 'first\\n'").success
    assert shell.user_ns["printed"] == ""
    assert capsys.readouterr().out == "first\n"


def test_a_notebook_cell_that_checks_says_the_message_or_that_it_is_solved(shell, capsys):
    judge = "%%check\nassert mean > 0 and '2' in printed, f'The mean is {mean}.'"
    shell.run_cell("mean = 0")
    assert shell.run_cell(judge).success
    assert capsys.readouterr().out == "Not yet. The mean is 0.\n"
    shell.run_cell("mean = 2\nprint(mean)")
    for _ in range(2):  # a second look finds what the program printed, not the verdict
        assert shell.run_cell(judge).success
    assert capsys.readouterr().out == "2\nSolved.\nSolved.\n"


def test_a_notebook_cell_that_checks_names_a_variable_that_is_not_set(shell, capsys):
    assert shell.run_cell("%%check\nassert never_set > 0").success
    assert "Not yet. The check looks for a variable named never_set" in capsys.readouterr().out


def test_the_output_stream_is_put_back_after_every_cell(shell):
    before = sys.stdout
    for source in ("print('early')", "1 / 0", "x = ("):
        shell.run_cell(source)
        assert sys.stdout is before


def test_a_real_kernel_shows_and_keeps_the_same_text():
    """ipykernel has an output stream of its own; both must still get the text, once."""
    program = """
import json
from jupyter_client.manager import start_new_kernel
manager, client = start_new_kernel()
texts = []
def hook(message):
    if message["msg_type"] == "stream":
        texts.append([message["content"]["name"], message["content"]["text"]])
tell = "import sys; print(repr(printed), file=sys.stderr)"
for source in ("%load_ext groundup.exercise", "for i in range(3): print(i, flush=True)", tell,
               "print('early'); 1 / 0", tell):
    client.execute_interactive(source, output_hook=hook, timeout=60)
client.stop_channels()
manager.shutdown_kernel(now=True)
print(json.dumps(texts))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    texts = json.loads(done.stdout.splitlines()[-1])
    shown = "".join(text for name, text in texts if name == "stdout")
    kept = "".join(text for name, text in texts if name == "stderr")
    assert shown == "0\n1\n2\nearly\n"
    assert kept.splitlines() == [repr("0\n1\n2\n"), repr("early\n")]
