"""Cells make one claim, carry one tag, and are whole programs where readers run them."""

import pytest

from guards import cells, fail_with, sample
from guards.pages import pages, parse

GUARDS = (cells.readable, cells.tags, cells.lengths, cells.hidden, cells.alone)


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_the_cells_of_a_page_keep_the_rules(page, guard):
    fail_with(guard(page))


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
def test_a_right_page_passes(guard):
    assert guard(sample.part()) == []


MISTAKES = [
    (cells.readable, "print(steps)", "%time print(steps)"),
    (cells.tags, ":tags: [run]", ":tags: [run, check]"),
    (cells.tags, ":tags: [run]", ":tags: [hide-input]"),
    (cells.lengths, "print(steps)", "print(steps)\n" * 15),
    (cells.hidden, 'glue("steps", steps)', 'more = steps + 1\nglue("steps", more)'),
    (cells.hidden, 'glue("steps", steps)', "print(steps)"),
    (cells.alone, "vector = [1.0, 2.0]", "import torch\nvector = [1.0, 2.0]"),
    (cells.alone, "vector = [1.0, 2.0]", "from groundup import plots\nvector = [1.0, 2.0]"),
    (
        cells.alone,
        "vector = [1.0, 2.0]",
        "from groundup.tensors.vector import add\nvector = [1.0, 2.0]",
    ),
]


@pytest.mark.parametrize(("guard", "old", "new"), MISTAKES)
def test_a_mistake_is_found(guard, old, new):
    assert len(guard(sample.part(old, new))) == 1


def test_a_program_may_import_lists_and_the_standard_library():
    imports = "import math\nfrom random import Random\nfrom groundup.lists.vector import dot\n"
    vector = "vector = [1.0, 2.0]"
    assert cells.alone(sample.part(vector, imports + vector)) == []


def test_fifteen_lines_are_not_too_long():
    assert cells.lengths(parse("```{code-cell} python3\n" + "x = 1\n" * 15 + "```\n")) == []
