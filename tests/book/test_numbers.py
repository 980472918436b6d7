"""No typed figure gets into the book, and nothing else is taken for one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guards import fail_with, sample
from guards.numbers import Allowed, allowed, stale, typed_numbers
from guards.pages import pages, parse


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_figure_comes_from_a_cell(page):
    fail_with(typed_numbers(page, allowed()))


def test_every_exception_is_needed_and_has_a_reason():
    fail_with(stale(pages(), allowed()))


def test_a_right_page_passes():
    assert typed_numbers(sample.part()) == []


TYPED = [
    "It has 148 parameters.",
    "It has {glue:text}`key` of 148 parameters.",
    "A **0.5** share, [or 12](target) of it.",
    "## Heading with 3",
    "| a | b |\n|---|---|\n| c | 7 |",
    "- an item with 8",
    "> a quotation of 9",
    "Term\n: definition with 10",
    "```{admonition} Title of 11\nWords.\n```",
    ":::{note}\nWith 12 in it.\n:::",
    "```{exercise} Task\nGive it the values 1 to 4.\n```",
    "```{hint}\nTry 13.\n```",
    "![fourteen is 14](a.svg)",
    "```{literalinclude} a.py\n:caption: The first 15 lines.\n```",
    '```{code-cell} python3\n---\nmystnb:\n  image:\n    alt: "It rises to 16."\n---\nplot()\n```',
    "`148`",
    "`0.65 %`",
    "`≈ 1e-5`",
    "`[-1.34, 0.45]`",
    "$148$",
    r"$\approx 0.65\,\%$",
    r"$2.1 \times 10^6$",
    r"$\frac{2}{3}$",
    r"$12\,\text{ms}$",
    r"It dips near $x \approx -0.75$.",
    "$$\n512 \\to 2048\n$$",
    "```{math}\n2 / 3\n```",
    "It is d² large.",
    "About ⅔ of it.",
    "<p>It has 21.</p>",
    "It took twenty-three steps.",
    "Eleven of them agree.",
    "Two thirds of the weights.",
    "A third of the weights is here, a quarter there.",
    "It fell by a fifth.",
    "Ninety per cent, or ninety percent.",
    "Several hundred, thousands, or a million.",
]


@pytest.mark.parametrize("source", TYPED)
def test_a_typed_figure_is_found(source):
    assert typed_numbers(parse(f"# Title\n\n{source}\n"))


FREE = [
    "A four-dimensional token, one of ten, and the third of its kind.",
    "The first third matrix is a third matrix.",
    "Width $4d$ and $\\epsilon = 10^{-5}$, $\\sqrt{2\\pi}$ and $\\text{relu}(0) = 0$.",
    "Write `nn.Linear(512, 2048)`, `x[0]` or `eps=1e-5`.",
    "It has {glue:text}`key` parameters, see {ref}`section 4 <part-4>`.".replace(
        "section 4", "there"
    ),
    "[Words](https://example.org/2017/3) and <https://example.org/148>.",
    "```python\nx = 148\n```",
    "```{code-cell} python3\nx = 148\n```",
    "```{literalinclude} a.py\n:lines: 1-20\n```",
    "1. the first item of a numbered list",
    "% a comment of 2017",
    "## Sources\n\nVaswani and others, 2017, section 3.2.",
]


@pytest.mark.parametrize("source", FREE)
def test_what_is_no_figure_passes(source):
    assert typed_numbers(parse(f"# Title\n\n{source}\n")) == []


def test_a_complaint_names_the_line_and_the_figure():
    page = sample.part("That was all.", "That was all\n148 times.")
    (complaint,) = typed_numbers(page)
    assert f"sample/index.md:{sample.line(page, '148 times')}:" in complaint
    assert "148" in complaint and "glue" in complaint


@given(
    st.one_of(st.integers(), st.floats(allow_nan=False, allow_infinity=False)),
    st.sampled_from("{} `{}` ${}$".split()),
)
def test_no_number_passes_however_it_is_set(number, form):
    page = parse(f"# Title\n\nIt is {form.format(number)} of them.\n")
    assert typed_numbers(page)


def test_an_exception_covers_its_page_only():
    page = sample.part("That was all.", "That was GPT-2.")
    assert typed_numbers(page)
    assert typed_numbers(page, [Allowed("sample/index", "GPT-2", "the name of a model")]) == []
    assert typed_numbers(page, [Allowed("*", "GPT-2", "the name of a model")]) == []
    assert typed_numbers(page, [Allowed("other/index", "GPT-2", "the name of a model")])


def test_exceptions_are_read_from_their_file(tmp_path):
    path = tmp_path / "allowed.toml"
    path.write_text('[[allowed]]\npage = "*"\ntext = "GPT-2"\nreason = "the name of a model"\n')
    assert allowed(path) == [Allowed("*", "GPT-2", "the name of a model")]


def test_an_exception_that_is_not_needed_is_found():
    page = sample.part("That was all.", "That was GPT-2.")
    assert stale([page], [Allowed("*", "GPT-2", "the name of a model")]) == []
    assert stale([page], [Allowed("*", "GPT-3", "the name of a model")])
    assert stale([page], [Allowed("other/index", "GPT-2", "the name of a model")])
    assert stale([page], [Allowed("*", "GPT-2", "")])
