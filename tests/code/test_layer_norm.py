"""Layer norm: the twins agree, match PyTorch, and keep tokens apart."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional

from groundup.lists.layer_norm import layer_norm as on_lists
from groundup.lists.vector import cosine, length
from groundup.tensors.layer_norm import LayerNorm
from groundup.tensors.layer_norm import layer_norm as on_tensors

WIDTH = 4  # small: at width 768 dividing by n - 1 would hide below any ordinary tolerance
ONES, ZEROS = [1.0] * WIDTH, [0.0] * WIDTH

# tokens whose numbers differ enough for eps not to matter
SPREAD = st.lists(st.floats(-100, 100), min_size=WIDTH, max_size=WIDTH).filter(
    lambda token: max(token) - min(token) > 10
)


@pytest.fixture
def inputs(draw):
    return draw(2, 5, WIDTH), draw(WIDTH), draw(WIDTH)


def test_lists_and_tensors_agree(inputs, agree):
    x, scale, shift = inputs
    by_token = [on_lists(token.tolist(), scale.tolist(), shift.tolist()) for token in x[0]]
    agree(on_tensors(x, scale, shift)[0], by_token)


@pytest.mark.parametrize("eps", [1e-5, 1e-12, 0.5])
def test_matches_pytorch(inputs, eps, agree):
    x, scale, shift = inputs
    agree(on_tensors(x, scale, shift, eps), functional.layer_norm(x, (WIDTH,), scale, shift, eps))


def test_the_class_matches_pytorch_from_its_first_moment(draw, agree):
    x = draw(2, 5, WIDTH)
    agree(LayerNorm(WIDTH).double()(x), nn.LayerNorm(WIDTH).double()(x))


def test_the_variance_divides_by_n():
    out = on_lists([1.0, 0.0, 0.0, 0.0], ONES, ZEROS)
    assert [round(value, 7) for value in out] == [1.7320046] + [-0.5773349] * 3


def test_layer_norm_ignores_other_tokens(inputs):
    x, scale, shift = inputs
    before = on_tensors(x, scale, shift)[:, 0]
    changed = x.clone()
    changed[:, 1:] += 100.0
    assert torch.equal(on_tensors(changed, scale, shift)[:, 0], before)


def test_layer_norm_ignores_other_examples(inputs):
    x, scale, shift = inputs
    assert torch.equal(on_tensors(x, scale, shift)[:1], on_tensors(x[:1], scale, shift))


def test_training_and_evaluation_are_the_same(draw):
    x, norm = draw(2, 5, WIDTH), LayerNorm(WIDTH).double()
    assert torch.equal(norm.train()(x), norm.eval()(x))
    assert not list(norm.buffers())


@pytest.mark.parametrize("axes", [(-2,), (-2, -1)], ids=["tokens", "tokens and features"])
def test_over_the_wrong_axis_a_later_token_would_change_an_earlier_one(axes, draw):
    """What this test does with the wrong axis is what layer_norm must never do."""

    def wrong(x):
        centred = x - x.mean(axes, keepdim=True)
        return centred / (centred.square().mean(axes, keepdim=True) + 1e-5).sqrt()

    x = draw(1, 5, WIDTH)
    changed = x.clone()
    changed[:, -1] += 1.0
    norm = LayerNorm(WIDTH).double()
    assert not torch.allclose(wrong(x)[:, 0], wrong(changed)[:, 0])
    assert torch.equal(norm(x)[:, 0], norm(changed)[:, 0])


@given(SPREAD)
def test_the_mean_is_zero_and_the_variance_one(token):
    out = on_lists(token, ONES, ZEROS)
    assert sum(out) / WIDTH == pytest.approx(0, abs=1e-12)
    assert sum(value**2 for value in out) / WIDTH == pytest.approx(1, abs=1e-5)


@given(SPREAD, st.floats(-100, 100), st.floats(0.5, 100))
def test_moving_and_stretching_a_token_changes_nothing(token, move, stretch):
    moved = on_lists([move + stretch * value for value in token], ONES, ZEROS, eps=0)
    assert moved == pytest.approx(on_lists(token, ONES, ZEROS, eps=0), abs=1e-10)


@given(SPREAD)
def test_the_length_is_just_below_the_root_of_the_width(token):
    assert 0.999 * WIDTH**0.5 < length(on_lists(token, ONES, ZEROS)) < WIDTH**0.5


def test_eps_keeps_the_length_below_the_root_of_the_width():
    assert length(on_lists([1.0, 2.0, 3.0, 4.0], ONES, ZEROS)) == pytest.approx(1.9999920, abs=1e-7)


def test_direction_is_not_kept():
    def kept(token):
        return cosine(token, on_lists(token, ONES, ZEROS))

    assert kept([1.0, 2.0, 3.0, 4.0]) == pytest.approx(0.408, abs=5e-4)
    assert kept([10.0, 11.0, 12.0, 13.0]) == pytest.approx(0.097, abs=5e-4)


def test_whether_a_scale_moves_the_mean_depends_on_the_token():
    def mean(token):
        return sum(on_lists(token, [1.0, 2.0, 3.0, 4.0], ZEROS)) / WIDTH

    assert mean([1.0, 2.0, 3.0, 4.0]) == pytest.approx(1.118, abs=5e-4)
    assert mean([1.0, 2.0, 2.0, 1.0]) == 0


def test_a_constant_token_gives_exactly_the_shift():
    shift = [0.5, -1.0, 2.0, 0.0]
    assert on_lists([3.0] * WIDTH, ONES, shift) == shift
    out = on_tensors(torch.full((WIDTH,), 3.0), torch.ones(WIDTH), torch.tensor(shift))
    assert out.tolist() == shift


def test_a_constant_token_without_eps_is_an_error_on_lists_and_nan_on_tensors():
    with pytest.raises(ZeroDivisionError):
        on_lists([3.0] * WIDTH, ONES, ZEROS, eps=0)
    out = on_tensors(torch.full((WIDTH,), 3.0), torch.ones(WIDTH), torch.zeros(WIDTH), eps=0)
    assert out.isnan().all()


def test_the_noise_of_a_nearly_constant_token_is_blown_up_without_eps():
    token = [1.0, 1.0 + 1e-9, 1.0, 1.0 - 1e-9]
    assert max(on_lists(token, ONES, ZEROS, eps=0)) == pytest.approx(2**0.5, rel=1e-6)
    assert max(on_lists(token, ONES, ZEROS)) < 1e-6


def test_the_cost_is_two_vectors():
    assert sum(weight.numel() for weight in LayerNorm(WIDTH).parameters()) == 2 * WIDTH


def test_widths_that_differ_are_refused():
    for norm, make in ((on_lists, list), (on_tensors, torch.tensor)):
        with pytest.raises(ValueError, match="x has width 4 but scale has width 1"):
            norm(make(ONES), make([1.0]), make(ZEROS))
        with pytest.raises(ValueError, match="x has width 4 but shift has width 1"):
            norm(make(ONES), make(ONES), make([0.0]))
        with pytest.raises(ValueError, match="x is empty"):
            norm(make([]), make([]), make([]))
    with pytest.raises(ValueError, match="width is 0"):
        LayerNorm(0)
