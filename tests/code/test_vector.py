"""Vectors: the twins agree, match PyTorch, and keep the rules of geometry."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from groundup.lists import vector as lists
from groundup.tensors import vector as tensors

# the square of a number nearer to 0 than these is 0 in a float, and a length loses it
NUMBERS = st.floats(-100, 100).filter(lambda number: number == 0 or abs(number) > 1e-100)
PAIRS = st.integers(1, 6).flatmap(
    lambda width: st.tuples(*[st.lists(NUMBERS, min_size=width, max_size=width)] * 2)
)


@pytest.mark.parametrize("name", ["dot", "add", "cosine"])
def test_lists_and_tensors_agree(name, draw, agree):
    x, y = draw(2, 5, 4)
    by_token = [getattr(lists, name)(a.tolist(), b.tolist()) for a, b in zip(x, y, strict=True)]
    agree(getattr(tensors, name)(x, y), by_token)


def test_lists_and_tensors_agree_on_length(draw, agree):
    x = draw(5, 4)
    agree(tensors.length(x), [lists.length(token.tolist()) for token in x])


def test_matches_pytorch(draw, agree):
    x, y = draw(2, 3, 5, 4)
    agree(tensors.dot(x, y), torch.linalg.vecdot(x, y))
    agree(tensors.length(x), torch.linalg.vector_norm(x, dim=-1))
    agree(tensors.cosine(x, y), functional.cosine_similarity(x, y, dim=-1))


def test_values_done_by_hand():
    assert lists.dot([1.0, 2.0, 3.0], [4.0, -5.0, 6.0]) == 12.0
    assert lists.add([1.0, 2.0], [0.5, -2.0]) == [1.5, 0.0]
    assert lists.length([3.0, 4.0]) == 5.0
    assert lists.cosine([1.0, 0.0], [0.0, 2.0]) == 0.0
    assert lists.cosine([1.0, 0.0], [-3.0, 0.0]) == -1.0


def test_a_dot_product_loses_nothing_in_adding():
    assert lists.dot([1e16, 1.0, -1e16], [1.0, 1.0, 1.0]) == 1.0


@given(PAIRS)
def test_the_dot_product_does_not_care_for_the_order(pair):
    x, y = pair
    assert lists.dot(x, y) == lists.dot(y, x)


@given(PAIRS)
def test_no_dot_product_exceeds_the_product_of_the_lengths(pair):
    x, y = pair
    assert abs(lists.dot(x, y)) <= lists.length(x) * lists.length(y) * (1 + 1e-12) + 1e-300


@given(PAIRS)
def test_two_sides_of_a_triangle_are_no_shorter_than_the_third(pair):
    x, y = pair
    assert lists.length(lists.add(x, y)) <= (lists.length(x) + lists.length(y)) * (1 + 1e-12)


@pytest.mark.parametrize("name", ["dot", "add", "cosine"])
def test_widths_must_be_equal(name):
    """On tensors too, where broadcasting would hide a width of one."""
    for side, make in ((lists, list), (tensors, torch.tensor)):
        with pytest.raises(ValueError, match="x has width 3 but y has width 1"):
            getattr(side, name)(make([1.0, 2.0, 3.0]), make([1.0]))


@pytest.mark.parametrize("name", ["dot", "add", "cosine"])
def test_an_empty_vector_is_refused(name):
    for side, make in ((lists, list), (tensors, torch.tensor)):
        with pytest.raises(ValueError, match="x is empty"):
            getattr(side, name)(make([]), make([]))
        with pytest.raises(ValueError, match="x is empty"):
            side.length(make([]))


def test_zeros_have_no_direction():
    with pytest.raises(ZeroDivisionError):
        lists.cosine([0.0, 0.0], [1.0, 0.0])
    assert tensors.cosine(torch.zeros(2), torch.tensor([1.0, 0.0])).isnan()


def test_too_large_a_sum_is_an_error_on_lists_and_infinity_on_tensors():
    with pytest.raises(OverflowError):
        lists.dot([1e308, 1e308], [1.0, 1.0])
    huge = torch.tensor([1e308, 1e308], dtype=torch.float64)
    assert tensors.dot(huge, torch.ones(2, dtype=torch.float64)) == math.inf
