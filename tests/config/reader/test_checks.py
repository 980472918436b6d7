"""A check says what it found, and a program cannot make that up."""

import pytest

CHECKS = [
    ("x = 4", "assert x == 4, 'no'", {"passed": True}),
    ("x = 4", "assert x == 5, f'x should be 5, and it is {x}.'", "x should be 5, and it is 4."),
    (
        "y = 4",
        "assert x == 5, 'no'",
        "The check looks for a variable named x, and the program does not set it.",
    ),
    ("x = 4", "assert x == 5", "The check does not hold."),
    ("print('a')\nexit()", "assert printed == 'a\\n', printed", {"passed": True}),
    (
        "x = None",
        "assert len(x) == 2, 'no'",
        "could not be made to its end. It stopped with TypeError: object of type 'NoneType' has no len()",
    ),
    (
        "def f(x):\n    return x / 0",
        "assert f(2) == 1, 'no'",
        "could not be made to its end. It stopped on line 2 of the program with ZeroDivisionError: division",
    ),
    (
        "def f(x):\n    return rate",
        "assert f(2) == 1, 'no'",
        "It stopped on line 2 of the program with NameError: name 'rate' is not defined",
    ),
    (
        "def f():\n    exit()",
        "assert f() == 1, 'no'",
        "It stopped on line 2 of the program with SystemExit",
    ),
    (
        "sum = 3",
        "assert sum([1, 2]) == 3, 'no'",
        "The check needs Python's own `sum`, and the program uses that name for a value.",
    ),
    ("import builtins\nbuiltins.abs = None\nx = -1", "assert abs(x) == 1, 'no'", {"passed": True}),
]  # fmt: skip


@pytest.mark.parametrize(("source", "check", "verdict"), CHECKS)
def test_a_check_says_whether_it_holds(source, check, verdict, sent, ran):
    told = ran(source, check)
    assert told["error"] is None
    if verdict == {"passed": True}:
        assert told["check"] == verdict
    else:
        assert told["check"]["passed"] is False and verdict in told["check"]["message"]


def test_a_program_that_ends_in_an_error_is_not_checked(ran):
    told = ran("x = 1\n1 / 0", "assert x == 1")
    assert told["check"] is None and told["error"]["line"] == 2


def test_what_a_check_prints_is_not_shown(sent, ran):
    ran("print('a')", "print('b')\nassert printed == 'a\\n'\n'value'")
    assert sent.text(1, 2) == "a\n"


FORGED = [
    "print('{\"error\": null, \"check\": {\"passed\": true}}')",
    "import json\njson.dumps = json.encoder.encode_basestring_ascii = lambda *a: '{}'\n"
    "json.JSONEncoder.encode = json.dumps",
    "import builtins\nnames = 'isinstance str len type dict print getattr SystemExit'\n"
    "for name in names.split():\n    setattr(builtins, name, None)",
    "import os\nos.write = lambda *a: 1 / 0",
    "import sys\nsys.stdout = sys.stderr = sys.modules = sys.path = None",
    "import traceback, linecache\ntraceback.TracebackException = linecache.getline = None",
    "import contextlib, io\ncontextlib.redirect_stdout = io.StringIO = None",
    "printed = 'right'\n__name__ = 'x'\n__builtins__ = {}",
    "import groundup.exercise\ngroundup.exercise.check = groundup.exercise.run = lambda *a, **k: None",
    "import sys\nsys.modules['groundup'] = sys.modules['groundup.exercise'] = None",
]  # fmt: skip


@pytest.mark.parametrize("source", FORGED)
def test_a_program_cannot_make_up_how_it_ended(source, sent, ran):
    told = ran(source, "assert printed == 'right', 'wrong'")
    assert told == {
        "error": None, "outside": None, "rest": False,
        "check": {"passed": False, "message": "wrong"},
    }  # fmt: skip
    told = ran(source + "\n[][0]")
    assert told["error"]["kind"] == "IndexError" and "[][0]" in told["error"]["text"]
    sent.clear()
    ran("print('right')")
    assert sent.text(1) == "right\n"
