"""Activations: the twins agree, match PyTorch, and have the values that the book names."""

from math import inf, isnan, nan

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from groundup.lists import activation as lists
from groundup.tensors import activation as tensors

PYTORCH = {
    "relu": functional.relu,
    "gelu": functional.gelu,
    "gelu_tanh": lambda x: functional.gelu(x, approximate="tanh"),
    "silu": functional.silu,
}
NAMES = list(PYTORCH)
GRID = torch.linspace(-12, 12, 4801, dtype=torch.float64)  # steps of 0.005


@pytest.mark.parametrize("name", NAMES)
def test_lists_and_tensors_agree(name, agree):
    agree(getattr(tensors, name)(GRID), [getattr(lists, name)(x) for x in GRID.tolist()])


@pytest.mark.parametrize("name", NAMES)
def test_matches_pytorch(name, agree):
    agree(getattr(tensors, name)(GRID), PYTORCH[name](GRID))


@pytest.mark.parametrize("name", NAMES)
def test_gradients_match_pytorch(name, agree):
    """At 0 too, and far out, where a careless form has a gradient of NaN."""
    points = torch.tensor([-800.0, -30.0, -1.0, 0.0, 0.5, 30.0, 800.0], dtype=torch.float64)
    slopes = []
    for activation in (getattr(tensors, name), PYTORCH[name]):
        x = points.clone().requires_grad_()
        activation(x).sum().backward()
        slopes.append(x.grad)
    assert slopes[0].isfinite().all()
    agree(*slopes)


def lowest(activation):
    """The minimum of a function that falls and then rises, by halving the search."""
    low, high = -3.0, 0.0
    while high - low > 1e-9:
        a, b = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, b) if activation(a) < activation(b) else (a, high)
    return low, activation(low)


def test_gelu_dips_where_the_book_says():
    where, value = lowest(lists.gelu)
    assert (round(where, 5), round(value, 5)) == (-0.75179, -0.16997)


def test_silu_dips_where_the_book_says():
    where, value = lowest(lists.silu)
    assert (round(where, 5), round(value, 5)) == (-1.27846, -0.27846)


def test_the_two_forms_of_gelu_are_different_functions():
    gap = (tensors.gelu(GRID) - tensors.gelu_tanh(GRID)).abs()
    assert gap.max().item() == pytest.approx(4.73e-4, abs=5e-7)
    assert abs(GRID[gap.argmax()].item()) == pytest.approx(2.70, abs=0.01)


def test_the_sigmoid_form_is_far_from_gelu():
    gap = (tensors.gelu(GRID) - GRID * torch.sigmoid(1.702 * GRID)).abs()
    assert gap.max().item() == pytest.approx(2.0e-2, abs=5e-4)


@given(st.floats(-700, 700))
def test_gelu_lies_between_its_dip_and_relu(x):
    assert -0.17 <= lists.gelu(x) <= lists.relu(x)


@given(st.floats(-700, 700))
def test_silu_lies_between_its_dip_and_relu(x):
    assert -0.2785 <= lists.silu(x) <= lists.relu(x)


@given(st.floats(-30, 30))
def test_gelu_of_x_and_of_minus_x_differ_by_x(x):
    assert lists.gelu(x) - lists.gelu(-x) == pytest.approx(x, abs=1e-14)
    assert lists.silu(x) - lists.silu(-x) == pytest.approx(x, abs=1e-14)


def test_silu_far_below_zero_is_an_error_on_lists_and_zero_on_tensors():
    assert lists.silu(-709.0) == pytest.approx(0, abs=1e-300)
    with pytest.raises(OverflowError):
        lists.silu(-710.0)
    assert tensors.silu(torch.tensor(-710.0, dtype=torch.float64)).item() == 0.0


@pytest.mark.parametrize("name", ["gelu", "gelu_tanh"])
def test_gelu_of_very_large_numbers_stays_a_number(name):
    for x in (1e300, -1e300):
        both = getattr(lists, name)(x), getattr(tensors, name)(torch.tensor(x, dtype=torch.float64))
        assert both[0] == both[1].item() == max(x, 0.0)


def test_gelu_of_minus_infinity_is_nan_on_both():
    assert isnan(lists.gelu(-inf))
    assert tensors.gelu(torch.tensor(-inf)).isnan()


@pytest.mark.parametrize("name", NAMES)
def test_nan_goes_through(name):
    assert isnan(getattr(lists, name)(nan))
    assert getattr(tensors, name)(torch.tensor(nan)).isnan()
