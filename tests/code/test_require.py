"""Errors name the value and the remedy."""

import pytest

from groundup.lists.require import at_least_one, keys_reach, known_ids, same_tokens, same_width
from groundup.lists.slices import head_width, shared_slices


def test_widths_that_differ_are_named():
    with pytest.raises(ValueError, match="x has width 4 but scale has width 3: make the two equal"):
        same_width(x=4, shift=4, scale=3)


def test_an_empty_vector_is_named():
    with pytest.raises(ValueError, match="x is empty: give it at least one number"):
        same_width(x=0, y=0)


def test_counts_of_tokens_that_differ_are_named():
    with pytest.raises(ValueError, match="keys has 3 tokens but values has 2"):
        same_tokens(keys=3, values=2)
    with pytest.raises(ValueError, match="keys has no tokens"):
        same_tokens(keys=0, values=0)


def test_a_size_below_one_is_named():
    with pytest.raises(ValueError, match="hidden is 0: choose 1 or more"):
        at_least_one(width=1, hidden=0)


def test_heads_that_do_not_divide_are_named():
    message = (
        "width 10 is not divisible by 4 heads: choose a number of heads that divides the width"
    )
    with pytest.raises(ValueError, match=message):
        head_width(10, 4)
    with pytest.raises(ValueError, match="heads is 0"):
        head_width(10, 0)


def test_keys_that_are_too_few_are_named():
    with pytest.raises(
        ValueError, match="queries has 3 tokens but keys has 2: give a key for each"
    ):
        keys_reach(3, 2)
    with pytest.raises(ValueError, match="queries has no tokens"):
        keys_reach(0, 2)
    assert keys_reach(2, 3) is keys_reach(2, 2) is None


def test_the_number_of_slices_divides_the_heads():
    assert [shared_slices(key_width, 2, 4) for key_width in (2, 4, 8)] == [1, 2, 4]
    for key_width in (0, 1, 6, 16):
        with pytest.raises(ValueError, match=f"keys of width {key_width} do not serve 4 heads"):
            shared_slices(key_width, 2, 4)


def test_heads_have_equal_widths():
    assert head_width(12, 4) == 3


@pytest.mark.parametrize("number", [-1, 5])
def test_an_unknown_id_is_named(number):
    with pytest.raises(
        ValueError, match=f"id {number} is outside a vocabulary of 5: use ids from 0 to 4"
    ):
        known_ids([0, 4, number], 5)


def test_what_fits_passes_in_silence():
    assert same_width(x=3, y=3) is same_tokens(a=2, b=2) is at_least_one(layers=1) is None
    assert known_ids([0, 4], 5) is None
