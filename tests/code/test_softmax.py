"""Softmax: the twins agree, match PyTorch, and hold at the edges."""

from math import exp, inf, isnan, nan

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from groundup.lists.softmax import softmax as on_lists
from groundup.tensors.softmax import softmax as on_tensors

SCORES = st.lists(st.floats(-500, 500), min_size=1, max_size=8)


def test_lists_and_tensors_agree(draw, agree):
    scores = 3 * draw(5, 7)
    agree(on_tensors(scores), [on_lists(row.tolist()) for row in scores])


def test_matches_pytorch(draw, agree):
    scores = 3 * draw(2, 5, 7)
    agree(on_tensors(scores), scores.softmax(dim=-1))


def test_a_step_of_one_is_a_ratio_of_e():
    shares = on_lists([1.0, 2.0])
    assert shares[1] / shares[0] == pytest.approx(exp(1), rel=1e-14)


def test_large_scores_do_not_overflow(agree):
    agree(on_lists([1000.0, 1001.0, 1002.0]), on_lists([0.0, 1.0, 2.0]))
    large = torch.tensor([1000.0, 1001.0, 1002.0], dtype=torch.float64)
    agree(on_tensors(large), on_lists([0.0, 1.0, 2.0]))


@given(SCORES)
def test_shares_are_not_negative_and_add_up_to_one(scores):
    for shares in (
        on_lists(scores),
        on_tensors(torch.tensor(scores, dtype=torch.float64)).tolist(),
    ):
        assert min(shares) >= 0
        assert sum(shares) == pytest.approx(1, abs=1e-14)


@given(SCORES, st.floats(-500, 500))
def test_adding_one_number_to_all_scores_changes_nothing(scores, shift):
    moved = [score + shift for score in scores]
    assert on_lists(moved) == pytest.approx(on_lists(scores), abs=1e-12)


@given(SCORES)
def test_the_larger_score_never_gets_the_smaller_share(scores):
    shares = on_lists(sorted(scores))
    assert shares == sorted(shares)


def test_a_score_of_minus_infinity_gets_nothing():
    assert on_lists([0.0, -inf, 0.0]) == [0.5, 0.0, 0.5]
    assert on_tensors(torch.tensor([0.0, -inf, 0.0])).tolist() == [0.5, 0.0, 0.5]


@pytest.mark.parametrize("scores", [[-inf, -inf], [inf, 0.0], [nan, 0.0], [0.0, nan]], ids=str)
def test_a_row_with_nothing_to_share_out_is_nan(scores):
    """Fully masked, or holding infinity or NaN: both twins say so, as PyTorch does."""
    assert all(isnan(share) for share in on_lists(scores))
    assert on_tensors(torch.tensor(scores)).isnan().all()
    assert torch.tensor(scores).softmax(dim=-1).isnan().all()


def test_other_rows_do_not_suffer_from_a_masked_one():
    shares = on_tensors(torch.tensor([[-inf, -inf], [0.0, 0.0]]))
    assert shares[1].tolist() == [0.5, 0.5]


def test_no_scores_are_refused():
    for softmax, empty in ((on_lists, []), (on_tensors, torch.empty(2, 0))):
        with pytest.raises(ValueError, match="scores is empty"):
            softmax(empty)
