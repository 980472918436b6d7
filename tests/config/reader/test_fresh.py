"""Each program is its own: nothing that one does reaches the next, or the Python around it."""

import logging
import os
import random
import sys
import warnings
from pathlib import Path

import pytest
from reader import fresh


def test_a_program_knows_nothing_of_the_one_before(ran):
    ran("secret = 1\nimport builtins\nbuiltins.known = 2\nprint = 3")
    assert ran("assert 'secret' not in globals()\nprint()\nknown")["error"]["kind"] == "NameError"


def test_classes_and_functions_are_found_in_the_main_module(sent, ran):
    source = (
        "import pickle, typing\nfrom dataclasses import dataclass\n"
        "@dataclass\nclass Point:\n    x: 'int'\n"
        "print(pickle.loads(pickle.dumps(Point(3))), typing.get_type_hints(Point))\n"
        "import __main__\nassert __main__.Point is Point"
    )
    assert ran(source)["error"] is None
    assert sent.text(1) == "Point(x=3) {'x': <class 'int'>}\n"


CHANGES = [
    (
        "import groundup.lists.vector as v\nv.dot = None",
        "from groundup.lists.vector import dot\nassert dot",
    ),
    (
        "import builtins\nbuiltins.len = None\nbuiltins.new = 1",
        "assert len([1]) == 1\nassert 'new' not in dir(__builtins__)",
    ),
    (
        "import math\nmath.pi = 3.0\nmath.sqrt = None",
        "import math\nassert math.pi > 3.1 and math.sqrt(4) == 2",
    ),
    ("import random\nrandom.random = lambda: 4", "import random\nassert random.random() < 1"),
    (
        "import decimal\ndecimal.getcontext().prec = 3",
        "import decimal\nassert decimal.getcontext().prec == 28",
    ),
    (
        "import contextvars\nv = contextvars.ContextVar('v')\nv.set(1)\nimport math\nmath.v = v",
        "import math\nmath.v.get()",
    ),
    (
        "import sys\nsys.path.insert(0, 'x')\nsys.path = []",
        "import sys\nassert sys.path and sys.path[0] != 'x'",
    ),
    ("import sys\nsys.argv.append('x')", "import sys\nassert 'x' not in sys.argv"),
    ("import sys\nsys.meta_path.clear()", "import sys\nassert sys.meta_path"),
    ("import sys\nsys.setrecursionlimit(400)", "import sys\nassert sys.getrecursionlimit() != 400"),
    ("import sys\nsys.set_int_max_str_digits(700)", "len(str(10 ** 2000))"),
    (
        "import sys\nsys.modules['math'] = None\nsys.modules['mine'] = sys",
        "import math\nimport sys\nassert 'mine' not in sys.modules",
    ),
    ("import sys\nsys.modules = {}", "import sys\nassert 'sys' in sys.modules"),
    (
        "import sys\nsys.stdout = sys.stderr = None",
        "print(1)\nimport sys\nprint(2, file=sys.stderr)",
    ),
    ("import sys\nsys.settrace(lambda *a: None)", "import sys\nassert sys.gettrace() is None"),
    ("import os\nos.environ['MINE'] = 'x'", "import os\nassert 'MINE' not in os.environ"),
    ("import os\nos.chdir('/')", "import os\nassert os.getcwd() != '/'"),
    (
        "import gc\ngc.disable()\ngc.callbacks.append(lambda *a: 1 / 0)",
        "import gc\nassert gc.isenabled() and not gc.callbacks",
    ),
    (
        "import logging\nlogging.basicConfig(level=10)",
        "import logging\nassert not logging.root.handlers and logging.root.level == 30",
    ),
    (
        "import warnings\nwarnings.simplefilter('error')",
        "import warnings\nassert ('error', None, Warning, None, 0) not in warnings.filters",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("change", "after"), CHANGES)
def test_what_a_program_changes_does_not_reach_the_next(change, after, tmp_path, monkeypatch, ran):
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.resetwarnings()
        assert ran(change)["error"] is None
        told = ran(after)["error"]
    if "v.get()" in after:
        assert told["kind"] == "LookupError"
    else:
        assert told is None, told


def test_random_numbers_start_anew_in_each_program(sent, ran):
    for _ in range(2):
        ran("import random\nprint(random.random())\nrandom.seed(1)")
    first, second = sent.text(1).split()
    assert first != second


def test_the_python_around_a_program_stays_as_it_was(ran):
    random.seed(3)
    before = sys.stdout, sys.stdin, sys.__stdout__, sys.modules["__main__"], random.getstate()
    book = sys.modules["groundup.exercise"]
    ran("import random, groundup.exercise\nrandom.random()")
    assert (sys.stdout, sys.stdin, sys.__stdout__, sys.modules["__main__"]) == before[:4]
    assert random.getstate() == before[4] and sys.modules["groundup.exercise"] is book
    assert "<program>" not in str(logging.root.handlers)


def test_modules_of_the_library_stay_and_those_of_a_program_go(tmp_path, monkeypatch, ran):
    monkeypatch.chdir(tmp_path)
    sys.modules.pop("colorsys", None)
    Path("own_module.py").touch()
    assert (
        ran("import sys\nsys.path.insert(0, '.')\n" + "import colorsys, own_module")["error"]
        is None
    )
    assert "colorsys" in sys.modules and "own_module" not in sys.modules


def test_the_working_folder_of_the_page_is_empty_for_each_program(tmp_path, monkeypatch, ran):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fresh, "folder", str(tmp_path))
    monkeypatch.setattr(fresh.gc, "freeze", lambda: None)
    source = "import os\nassert os.listdir() == []\nos.makedirs('a/b')\nopen('a/c', 'w').close()"
    assert ran(source)["error"] is None
    assert ran(source + "\nos.chdir('/')\nimport shutil\n")["error"] is None
    assert os.listdir(tmp_path) == []


def test_what_a_program_leaves_is_let_go_without_a_word(sent, tmp_path, monkeypatch, capfd, ran):
    monkeypatch.setattr(fresh, "folder", str(tmp_path))
    monkeypatch.setattr(fresh.gc, "freeze", lambda: None)
    ran("class Loud:\n    def __del__(self): print('gone')\nit = Loud()\nit.me = it\nprint('end')")
    assert sent.text(1) == "end\n" and capfd.readouterr() == ("", "")
