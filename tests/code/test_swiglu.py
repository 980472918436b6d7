"""SwiGLU: the twins agree, match PyTorch's parts, and the gate is the branch under SiLU."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from groundup.lists.swiglu import swiglu as on_lists
from groundup.lists.swiglu import swiglu_width
from groundup.tensors.swiglu import SwiGLU
from groundup.tensors.swiglu import swiglu as on_tensors

WIDTH, HIDDEN = 4, 6


@pytest.fixture
def weights(draw):
    return draw(HIDDEN, WIDTH), draw(HIDDEN, WIDTH), draw(WIDTH, HIDDEN)


def test_lists_and_tensors_agree(draw, weights, agree):
    x = draw(5, WIDTH)
    plain = [part.tolist() for part in weights]
    agree(on_tensors(x, *weights), [on_lists(token.tolist(), *plain) for token in x])


def test_matches_pytorch(draw, agree):
    x, block = draw(2, 5, WIDTH), SwiGLU(WIDTH, HIDDEN).double()
    agree(block(x), block.down(functional.silu(block.gate(x)) * block.up(x)))


def test_silu_is_applied_to_the_gate_and_not_to_the_other():
    """With identity maps the two branches are the token's own numbers, so their order shows."""
    gate, up = [[1.0, 0.0], [0.0, -2.0]], [[3.0, 0.0], [0.0, 0.5]]
    identity = [[1.0, 0.0], [0.0, 1.0]]
    out = on_lists([1.0, 1.0], gate, up, identity)
    assert [round(value, 4) for value in out] == [2.1932, -0.1192]
    out = on_tensors(torch.ones(2), *(torch.tensor(part) for part in (gate, up, identity)))
    assert [round(value, 4) for value in out.tolist()] == [2.1932, -0.1192]


def test_a_token_never_sees_its_neighbours(draw, weights):
    x = draw(2, 5, WIDTH)
    changed = x.clone()
    changed[:, 1:] += 100.0
    assert torch.equal(on_tensors(x, *weights)[:, 0], on_tensors(changed, *weights)[:, 0])


def test_the_width_of_llama_is_rounded_up_to_a_multiple():
    assert swiglu_width(4096, 256) == 11008
    assert swiglu_width(4096) == 10923
    assert swiglu_width(3) == 8


@given(st.integers(1, 10_000), st.integers(1, 512))
def test_the_width_is_the_smallest_multiple_that_is_no_less(width, multiple):
    hidden = swiglu_width(width, multiple)
    assert hidden % multiple == 0
    assert 3 * hidden >= 8 * width > 3 * (hidden - multiple)


def test_three_matrices_at_two_thirds_weigh_as_much_as_two():
    gated, plain = 3 * 4096 * swiglu_width(4096, 256), 2 * 4096 * 4 * 4096
    assert abs(gated / plain - 1) < 0.01
    block = SwiGLU(12, swiglu_width(12))
    assert sum(weight.numel() for weight in block.parameters()) == 2 * 12 * 48


def test_sizes_that_do_not_fit_are_refused(draw, weights):
    gate, up, down = weights
    for block, make in ((on_lists, lambda t: t.tolist()), (on_tensors, lambda t: t)):
        with pytest.raises(ValueError, match="gate has 5 rows but up has 6: make the two equal"):
            block(make(draw(WIDTH)), make(gate[:5]), make(up), make(down))
        with pytest.raises(ValueError, match="x has width 3 but weights has width 4"):
            block(make(draw(3)), make(gate), make(up), make(down))
    with pytest.raises(ValueError, match="hidden is 0"):
        SwiGLU(4, 0)
    with pytest.raises(ValueError, match="multiple is 0"):
        swiglu_width(4, 0)
