"""Linear bias: the twins agree, the slopes are the paper's, and distance is what costs."""

import pytest
import torch

from groundup.lists import linear_bias as lists
from groundup.lists.softmax import softmax
from groundup.lists.vector import add
from groundup.tensors import linear_bias as tensors


@pytest.fixture
def double():
    """Make double precision the default number type of PyTorch for one test."""
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


@pytest.mark.parametrize("heads", range(1, 20))
def test_lists_and_tensors_agree(heads, double, agree):
    agree(tensors.slopes(heads), lists.slopes(heads))
    agree(tensors.linear_bias(heads, 3, 5), lists.linear_bias(heads, 3, 5))


def test_tensors_come_in_the_default_number_type():
    assert tensors.slopes(3).dtype == tensors.linear_bias(3, 2, 2).dtype == torch.float32


def test_eight_heads_halve_from_one_to_the_next():
    expected = [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64, 1 / 128, 1 / 256]
    assert lists.slopes(8) == expected
    assert tensors.slopes(8).tolist() == expected


def test_other_powers_of_two_end_at_the_same_slope():
    assert lists.slopes(1) == [1 / 256]
    assert lists.slopes(2) == [1 / 16, 1 / 256]
    assert lists.slopes(4) == [1 / 4, 1 / 16, 1 / 64, 1 / 256]
    assert lists.slopes(16)[:2] == pytest.approx([2**-0.5, 0.5])
    assert lists.slopes(16)[-1] == 1 / 256


def test_a_number_between_takes_every_other_slope_of_the_next_power():
    assert lists.slopes(3) == [1 / 16, 1 / 256, 1 / 4]
    assert lists.slopes(6) == [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8]
    assert lists.slopes(12) == pytest.approx(lists.slopes(8) + lists.slopes(16)[0:8:2], rel=1e-15)
    for heads in range(1, 20):
        assert len(set(lists.slopes(heads))) == heads


def test_the_bias_is_minus_slope_times_distance_and_nothing_for_later_keys():
    expected = [
        [[0, 0, 0], [-1 / 16, 0, 0], [-2 / 16, -1 / 16, 0]],
        [[0, 0, 0], [-1 / 256, 0, 0], [-2 / 256, -1 / 256, 0]],
    ]
    assert lists.linear_bias(2, 3, 3) == expected
    assert tensors.linear_bias(2, 3, 3).tolist() == expected


def test_fewer_queries_than_keys_are_the_last_of_them():
    """As in a cached step: its one query stands at the end, not at the start."""
    for queries in (1, 2):
        whole = lists.linear_bias(3, 5, 5)
        assert lists.linear_bias(3, queries, 5) == [head[-queries:] for head in whole]
        whole = tensors.linear_bias(3, 5, 5)
        assert torch.equal(tensors.linear_bias(3, queries, 5), whole[:, -queries:])


def test_among_equal_scores_the_nearer_key_gets_more_in_a_constant_ratio():
    near = lists.linear_bias(2, 1, 4)[0][0]
    shares = softmax(add([3.0] * 4, near))
    ratios = [later / earlier for earlier, later in zip(shares, shares[1:], strict=False)]
    assert ratios == pytest.approx([ratios[0]] * 3) and ratios[0] > 1.05


def test_sizes_that_do_not_fit_are_refused():
    for side in (lists, tensors):
        with pytest.raises(ValueError, match="heads is 0"):
            side.slopes(0)
        with pytest.raises(ValueError, match="heads is 0"):
            side.linear_bias(0, 1, 1)
        with pytest.raises(ValueError, match="queries is 0"):
            side.linear_bias(1, 0, 1)
        with pytest.raises(ValueError, match="4 queries for 3 keys: give each query its own key"):
            side.linear_bias(1, 4, 3)
