"""Glue: a number goes from the cell to the prose in a build, and nowhere else."""

import subprocess
import sys

import numpy
import pytest
import torch
from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output

from groundup import glue as module
from groundup.glue import glue


@pytest.fixture
def shell():
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def shown(shell, source):
    with capture_output() as captured:
        result = shell.run_cell(source)
    result.raise_error()
    return captured.outputs


def test_does_nothing_in_a_plain_interpreter():
    program = "import sys; from groundup.glue import glue\n"
    program += "print(glue('share', 0.5))\nprint('IPython' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("None\nFalse\n", "")


def test_does_nothing_in_a_notebook_without_the_build(shell, monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    assert shown(shell, "from groundup.glue import glue\nglue('share', 0.5)") == []


@pytest.mark.parametrize("value", ["66.7 %", 2099712, 0.25, True, float("nan")], ids=str)
def test_myst_nb_takes_the_value_off_the_page_and_finds_it_for_the_prose(shell, value):
    from myst_nb.ext.glue import extract_glue_data_cell
    from nbformat.v4 import new_code_cell, new_output

    (output,) = shown(
        shell,
        f"from groundup.glue import glue\nglue('the-share', {value!r})".replace(
            "nan", "float('nan')"
        ),
    )
    cell = new_code_cell(
        outputs=[new_output("display_data", data=output.data, metadata=output.metadata)]
    )
    ((name, found),) = extract_glue_data_cell(cell)
    assert name == "the-share"
    assert found["data"] == {"text/plain": repr(value)}
    assert cell.outputs == []


@pytest.mark.parametrize(
    "value",
    [numpy.float64(0.5), numpy.int64(2), torch.tensor(0.5), [0.5], None, 1j],
    ids=lambda value: type(value).__name__,
)
def test_other_types_are_refused_with_the_remedy(value):
    with pytest.raises(TypeError, match=r"pass str\(value\), int\(value\), float\(value\)"):
        glue("share", value)


@pytest.mark.parametrize("name", ["", "Share", "a_b", "a b", "a:b", "-a", "a--b"])
def test_a_name_is_words_with_hyphens(name):
    with pytest.raises(ValueError, match="write words-with-hyphens, lower case"):
        glue(name, 1)
