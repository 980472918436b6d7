"""RMSNorm: the twins agree, match PyTorch, and keep direction."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional

from groundup.lists.rms_norm import rms_norm as on_lists
from groundup.lists.vector import cosine, length
from groundup.tensors.rms_norm import RMSNorm
from groundup.tensors.rms_norm import rms_norm as on_tensors

WIDTH = 4
ONES = [1.0] * WIDTH
LONG = st.lists(st.floats(-100, 100), min_size=WIDTH, max_size=WIDTH).filter(
    lambda token: max(abs(value) for value in token) > 1
)


def test_lists_and_tensors_agree(draw, agree):
    x, scale = draw(5, WIDTH), draw(WIDTH)
    agree(on_tensors(x, scale), [on_lists(token.tolist(), scale.tolist()) for token in x])


@pytest.mark.parametrize("eps", [1e-5, 1e-12, 0.5])
def test_matches_pytorch(eps, draw, agree):
    x, scale = draw(2, 5, WIDTH), draw(WIDTH)
    agree(on_tensors(x, scale, eps), functional.rms_norm(x, (WIDTH,), scale, eps))


def test_the_class_matches_pytorch_from_its_first_moment(draw, agree):
    x = draw(2, 5, WIDTH)
    agree(RMSNorm(WIDTH).double()(x), nn.RMSNorm(WIDTH, eps=1e-5).double()(x))


@given(LONG)
def test_direction_is_kept(token):
    assert cosine(token, on_lists(token, ONES)) == pytest.approx(1, abs=1e-14)


@given(LONG)
def test_the_length_is_the_root_of_the_width(token):
    assert length(on_lists(token, ONES, eps=0)) == pytest.approx(WIDTH**0.5, abs=1e-14)


@given(LONG, st.floats(0.5, 100))
def test_stretching_a_token_changes_nothing(token, stretch):
    stretched = on_lists([stretch * value for value in token], ONES, eps=0)
    assert stretched == pytest.approx(on_lists(token, ONES, eps=0), abs=1e-13)


def test_moving_a_token_changes_it_since_no_mean_is_removed():
    assert on_lists([1.0, 2.0], [1.0] * 2) != pytest.approx(
        on_lists([2.0, 3.0], [1.0] * 2), abs=0.1
    )


def test_a_constant_token_becomes_plus_or_minus_one():
    assert on_lists([3.0] * WIDTH, ONES, eps=0) == [1.0] * WIDTH
    assert on_lists([-3.0] * WIDTH, ONES) == pytest.approx([-1.0] * WIDTH, abs=1e-6)


def test_a_token_never_sees_its_neighbours(draw):
    x, scale = draw(2, 5, WIDTH), draw(WIDTH)
    changed = x.clone()
    changed[:, 1:] += 100.0
    assert torch.equal(on_tensors(x, scale)[:, 0], on_tensors(changed, scale)[:, 0])


def test_zeros_stay_zeros_with_eps():
    assert on_lists([0.0] * WIDTH, ONES) == [0.0] * WIDTH
    assert on_tensors(torch.zeros(WIDTH), torch.ones(WIDTH)).tolist() == [0.0] * WIDTH


def test_zeros_without_eps_are_an_error_on_lists_and_nan_on_tensors():
    with pytest.raises(ZeroDivisionError):
        on_lists([0.0] * WIDTH, ONES, eps=0)
    assert on_tensors(torch.zeros(WIDTH), torch.ones(WIDTH), eps=0).isnan().all()


def test_the_cost_is_one_vector():
    assert sum(weight.numel() for weight in RMSNorm(WIDTH).parameters()) == WIDTH


def test_widths_that_differ_are_refused():
    for norm, make in ((on_lists, list), (on_tensors, torch.tensor)):
        with pytest.raises(ValueError, match="x has width 4 but scale has width 1"):
            norm(make(ONES), make([1.0]))
        with pytest.raises(ValueError, match="x is empty"):
            norm(make([]), make([]))
    with pytest.raises(ValueError, match="width is 0"):
        RMSNorm(0)
