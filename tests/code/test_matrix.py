"""Matrices: the twins agree, match nn.Linear, and are linear."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from groundup.lists import matrix as lists
from groundup.lists.vector import add
from groundup.tensors import matrix as tensors

NUMBERS = st.floats(-10, 10)


def test_lists_and_tensors_agree(draw, agree):
    a, b, bias = draw(3, 4), draw(4, 5), draw(3)
    agree(tensors.matmul(a, b), lists.matmul(a.tolist(), b.tolist()))
    agree(tensors.transpose(a), lists.transpose(a.tolist()))
    for token in tensors.transpose(b):
        agree(
            tensors.linear(token, a, bias),
            lists.linear(token.tolist(), a.tolist(), bias.tolist()),
        )


def test_linear_matches_pytorch_with_and_without_bias(draw, agree):
    x = draw(2, 5, 4)
    for bias in (True, False):
        layer = nn.Linear(4, 3, bias=bias, dtype=torch.float64)
        agree(tensors.linear(x, layer.weight, layer.bias), layer(x))


def test_row_i_of_the_weights_makes_output_i():
    """Weights are (out, in), as PyTorch stores them; a square matrix would hide the other way."""
    weights = [[1.0, 2.0], [0.0, 1.0]]
    assert lists.linear([1.0, 10.0], weights, [0.5, 0.0]) == [21.5, 10.0]
    moved = tensors.linear(torch.tensor([1.0, 10.0]), torch.tensor(weights))
    assert moved.tolist() == [21.0, 10.0]


def test_matmul_done_by_hand():
    assert lists.matmul([[1.0, 2.0], [3.0, 4.0]], [[5.0], [6.0]]) == [[17.0], [39.0]]


def test_transpose_twice_is_nothing():
    rows = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    assert lists.transpose(rows) == [[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]
    assert lists.transpose(lists.transpose(rows)) == rows


def test_a_one_hot_row_times_a_matrix_is_a_lookup(draw):
    table = draw(5, 3)
    one_hot = torch.eye(5, dtype=torch.float64)
    assert lists.matmul([one_hot[2].tolist()], table.tolist()) == [table[2].tolist()]
    assert torch.equal(tensors.matmul(one_hot, table), table)


@given(
    st.lists(NUMBERS, min_size=3, max_size=3),
    st.lists(NUMBERS, min_size=3, max_size=3),
    st.lists(st.lists(NUMBERS, min_size=3, max_size=3), min_size=2, max_size=2),
)
def test_the_map_of_a_sum_is_the_sum_of_the_maps(x, y, weights):
    together = lists.linear(add(x, y), weights)
    apart = add(lists.linear(x, weights), lists.linear(y, weights))
    assert together == pytest.approx(apart, abs=1e-11)


def test_shapes_that_do_not_fit_are_refused(draw):
    a, b = draw(2, 3), draw(2, 3)
    for side, make in ((lists, lambda x: x.tolist()), (tensors, lambda x: x)):
        with pytest.raises(ValueError, match="a has width 3 but b has width 2"):
            side.matmul(make(a), make(b))
        with pytest.raises(ValueError, match="x has width 2 but weights has width 3"):
            side.linear(make(draw(2)), make(a))
        with pytest.raises(ValueError, match="weights has width 2 but bias has width 1"):
            side.linear(make(draw(3)), make(a), make(draw(1)))


@pytest.mark.parametrize("shape", [(0, 3), (2, 0)])
def test_an_empty_matrix_is_refused(shape):
    empty = torch.empty(shape)
    for side, matrix in ((lists, empty.tolist()), (tensors, empty)):
        with pytest.raises(ValueError, match="the matrix is empty: give it at least one row"):
            side.transpose(matrix)


def test_a_ragged_matrix_is_refused():
    with pytest.raises(ValueError, match="row 1 of a has width 1 but row 0 has width 2"):
        lists.matmul([[1.0, 2.0], [3.0]], [[1.0], [1.0]])
    with pytest.raises(ValueError, match="row 1 of weights has width 3"):
        lists.linear([1.0, 2.0], [[1.0, 2.0], [3.0, 4.0, 5.0]])
