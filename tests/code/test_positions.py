"""Sinusoids: the twins agree, the values are the paper's, and distance alone shows in products."""

from math import cos, sin

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from groundup.lists import positions as lists
from groundup.lists.vector import dot, length
from groundup.tensors import positions as tensors

TABLE = lists.sinusoids(40, 6)
PLACES = st.integers(0, 39)


@pytest.fixture
def double():
    """Make double precision the default number type of PyTorch for one test."""
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def test_lists_and_tensors_agree(double, agree):
    agree(tensors.sinusoids(40, 6), TABLE)


def test_tensors_come_in_the_default_number_type(agree):
    table = tensors.sinusoids(40, 6)
    assert table.dtype == torch.float32
    agree(table, TABLE, within=1e-5)


def test_the_rows_hold_sines_and_cosines_in_turn():
    first, second = lists.sinusoids(2, 4)
    assert first == [0, 1, 0, 1]
    assert second == pytest.approx([0.841471, 0.540302, 0.0099998, 0.9999500], abs=5e-7)
    assert second == pytest.approx([sin(1), cos(1), sin(0.01), cos(0.01)], abs=1e-15)


def test_the_frequencies_fall_from_one_in_equal_ratios():
    """At width 6 neighbours are 10000^(1/3) apart, which an exponent used twice would miss."""
    steps = lists.frequencies(6)
    assert steps == pytest.approx([1, 10000 ** (-1 / 3), 10000 ** (-2 / 3)], rel=1e-15)
    assert tensors.frequencies(6) == steps


@given(PLACES, PLACES, PLACES)
def test_the_product_of_two_rows_depends_on_the_distance_alone(a, b, shift):
    shift = min(shift, 39 - max(a, b))
    expected = dot(TABLE[a + shift], TABLE[b + shift])
    assert dot(TABLE[a], TABLE[b]) == pytest.approx(expected, abs=1e-13)
    by_distance = [cos((a - b) * step) for step in lists.frequencies(6)]
    assert expected == pytest.approx(by_distance[0] + by_distance[1] + by_distance[2], abs=1e-13)


def test_the_product_is_largest_with_the_row_itself():
    for place in range(40):
        products = [dot(TABLE[place], row) for row in TABLE]
        assert products.index(max(products)) == place


def test_every_row_has_the_same_length():
    assert [length(row) for row in TABLE] == pytest.approx([3**0.5] * 40, abs=1e-14)


def test_sizes_that_do_not_fit_are_refused():
    for side in (lists, tensors):
        for width in (0, 3):
            with pytest.raises(ValueError, match=f"width is {width}: choose an even number, 2 or"):
                side.sinusoids(2, width)
        with pytest.raises(ValueError, match="tokens is 0"):
            side.sinusoids(0, 4)
