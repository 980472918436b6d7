"""An error is told in the reader's own lines, however it came about."""

from pathlib import Path

import pytest


def test_an_error_is_told_with_its_line_and_the_readers_lines_alone(error):
    told = error("def half(x):\n    return x / 0\n\nprint('a'); half(3)")
    assert (told["kind"], told["line"]) == ("ZeroDivisionError", 2)
    assert told["text"].splitlines()[0] == "Traceback (most recent call last):"
    assert [line for line in told["text"].splitlines() if line.startswith("  File")] == [
        '  File "<program>", line 4, in <module>',
        '  File "<program>", line 2, in half',
    ]
    assert "    return x / 0\n" in told["text"] and "\x1b" not in told["text"]


def test_of_the_library_only_the_function_that_was_called_is_told(error):
    told = error("import json\nfrom groundup.lists.vector import dot\njson.loads('{')")
    assert told["line"] == 3
    files = [line for line in told["text"].splitlines() if line.startswith("  File")]
    assert files[0] == '  File "<program>", line 3, in <module>'
    assert len(files) == 2 and files[1].startswith('  File "json/__init__.py"')
    told = error("from groundup.lists.vector import dot\ndot([1], [1, 2])")
    assert 'File "groundup/lists/vector.py"' in told["text"]
    assert "require.py" not in told["text"] and str(Path.home()) not in told["text"]


def test_a_library_that_calls_the_program_back_is_not_told(error):
    told = error("import functools\n@functools.cache\ndef f(x):\n    return 1 / x\nmap\nf(0)")
    assert told["line"] == 4 and "functools" not in told["text"].replace("@functools", "")


@pytest.mark.parametrize(
    ("source", "line", "quoted"),
    [
        ("x = 1\ny = (2", 2, "    y = (2"),
        ("x = 1\nreturn x", 2, "    return x"),
        ("for i in range(3):\nprint(i)", 2, "    print(i)"),
        ("'''a\n\x0c'''\nx = = 2", 3, "    x = = 2"),
    ],
)
def test_a_program_that_is_no_python_is_told_with_its_line(source, line, quoted, error):
    told = error(source)
    assert told["line"] == line
    assert told["text"].startswith(f'  File "<program>", line {line}\n{quoted}\n')


def test_python_that_a_program_makes_itself_may_be_wrong_too(error):
    assert error("x = 1\neval('1 +')")["line"] == 2
    assert error("import ast\nast.parse('(')")["line"] == 2


def test_calls_without_end_are_told_in_short(error):
    for source in (
        "def f(n): return f(n)\nf(1)",
        "def f(n): return g(n)\ndef g(n): return f(n)\nf(1)",
    ):
        told = error(source)
        assert told["kind"] == "RecursionError"
        assert len(told["text"].splitlines()) < 30 and "more calls …" in told["text"]


def test_many_calls_are_told_in_the_time_of_few(monkeypatch, error):
    told = error("import sys\nsys.setrecursionlimit(50_000)\ndef f(n): return f(n)\nf(1)")
    assert told["line"] == 3 and "… 49," in told["text"]


def test_the_members_of_a_group_are_cut_too(error):
    source = (
        "import json\ntry:\n    json.loads('{')\nexcept ValueError as error:\n    kept = error\n"
    )
    told = error(source + "raise ExceptionGroup('two', [kept, TypeError('b')])")
    assert told["line"] == 6
    assert told["text"].count("json/__init__.py") == 1 and "decoder.py" not in told["text"].lower()
    assert "TypeError: b" in told["text"]


def test_causes_are_cut_too(error):
    source = "import json\ntry:\n    json.loads('{')\nexcept ValueError as error:\n"
    told = error(source + "    raise KeyError('a') from error")
    assert told["line"] == 5 and "direct cause" in told["text"]
    assert told["text"].count("json/__init__.py") == 1 and "scan_once" not in told["text"]
    told = error("try:\n    1 / 0\nexcept ZeroDivisionError:\n    [][0]")
    assert "During handling" in told["text"] and told["text"].count("<program>") == 2


def test_an_error_that_is_its_own_cause_comes_to_an_end(error):
    told = error(
        "a = ValueError('a')\nb = ValueError('b')\na.__context__ = b\nb.__cause__ = a\nraise a"
    )
    assert told["kind"] == "ValueError" and told["line"] == 5


@pytest.mark.parametrize(
    "leaving", ["exit()", "import sys\nsys.exit(1)", "raise KeyboardInterrupt"]
)
def test_a_program_may_leave_early_without_a_word(leaving, sent, ran):
    told = ran(f"print('a')\n{leaving}\nprint('b')")
    assert told["error"] is None and sent.text(1, 2) == "a\n"


def test_a_program_may_leave_with_a_word(sent, ran):
    assert ran("exit('done')")["error"] is None
    assert sent.text(2) == "done\n"


BROKEN = [
    "class E(Exception):\n    def __str__(self): 1 / 0\nraise E",
    "class E(Exception):\n    def __str__(self): raise KeyboardInterrupt\nraise E",
    "class E(Exception):\n    def __getattribute__(self, name): 1 / 0\nraise E",
    "class E(Exception):\n    __cause__ = __traceback__ = property(lambda self: 1 / 0)\nraise E",
    "class E(SyntaxError):\n    filename = property(lambda self: 1 / 0)\nraise E",
    "class E(NameError):\n    name = property(lambda self: 1 / 0)\nraise E",
    "class E(AttributeError):\n    name, obj = 'x', property(lambda self: exit())\nraise E",
    "class E(SyntaxError):\n    filename, lineno, text = '<program>', 'x', None\nraise E",
]


@pytest.mark.parametrize("source", BROKEN)
def test_an_error_that_cannot_be_asked_is_told_all_the_same(source, ran, error):
    told = error(source)
    assert told["kind"] == "E" and "E" in told["text"]
    assert ran("x = 1", "assert x == 1")["check"] == {"passed": True}


def test_a_message_without_end_is_shortened(error):
    told = error("raise ValueError('x' * 1_000_000)")
    assert len(told["text"]) < 1000 and "characters …" in told["text"]
    told = error("raise ValueError('\\n'.join('line' for _ in range(100_000)))")
    assert len(told["text"]) < 10_000
