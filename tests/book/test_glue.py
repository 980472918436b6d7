"""Every number in the prose comes from a cell of its page, and every glued number is used."""

import pytest

from guards import fail_with, glue, sample
from guards.pages import pages


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_glued_numbers_are_made_once_and_used(page):
    fail_with(glue.keys(page))


def test_a_right_page_passes():
    assert glue.keys(sample.part()) == []


MISTAKES = [
    ('glue("steps", steps)', 'glue("steps", steps)\nglue("steps", 2)', "made twice"),
    ('glue("steps", steps)', 'glue("steps", steps)\nglue("sum", 3)', "no text asks for “sum”"),
    ("{glue:text}`steps`", "{glue:text}`stops`", "no cell of this page makes “stops”"),
    ('glue("steps", steps)', 'glue("steps", steps)\nglue(name, 3)', "cannot be read"),
]


@pytest.mark.parametrize(("old", "new", "said"), MISTAKES)
def test_a_mistake_is_found(old, new, said):
    assert any(said in complaint for complaint in glue.keys(sample.part(old, new)))


def test_a_number_may_be_set_with_a_format():
    assert glue.keys(sample.part("{glue:text}`steps`", "{glue:text}`steps:.1f`")) == []


def test_the_complaint_names_the_line_of_the_call():
    page = sample.part('glue("steps", steps)', 'glue("steps", steps)\nglue("sum", 3)')
    (complaint,) = glue.keys(page)
    line = sample.line(page, 'glue("sum"')
    assert f".md:{line}:" in complaint
