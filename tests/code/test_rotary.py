"""Rotary positions: the twins agree, only offsets show in scores, and the layouts are two."""

from math import cos, sin

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from groundup.lists import rotary as lists
from groundup.lists.vector import dot, length
from groundup.tensors import rotary as tensors

ROTATIONS = "rotate_pairs", "rotate_halves"
WIDTH = 6
FEATURES = st.lists(st.floats(-10, 10), min_size=WIDTH, max_size=WIDTH)
both = pytest.mark.parametrize("name", ROTATIONS)


@both
def test_lists_and_tensors_agree(name, draw, agree):
    x = draw(5, WIDTH)
    for start in (0, 7):
        got = getattr(tensors, name)(x, start)
        agree(got, getattr(lists, name)(x.tolist(), start))
    assert tensors.halves_from_pairs(x).tolist() == lists.halves_from_pairs(x.tolist())


@both
def test_every_batch_and_head_is_turned_alike(name, draw):
    x, rotate = draw(2, 3, 5, WIDTH), getattr(tensors, name)
    assert torch.equal(rotate(x)[1, 2], rotate(x[1, 2]))


@pytest.mark.parametrize(
    "name, expected",
    [
        ("rotate_pairs", [-1.142640, 1.922076, 2.959851, 4.029800]),
        ("rotate_halves", [-1.984111, 1.959901, 2.462378, 4.019800]),
    ],
)
def test_one_to_four_at_position_one(name, expected, agree):
    x = [[1.0, 2.0, 3.0, 4.0]]
    agree(getattr(lists, name)(x, start=1), [expected], within=5e-7)
    agree(getattr(tensors, name)(torch.tensor(x).double(), start=1), [expected], within=5e-7)


def test_a_pair_turns_anticlockwise_by_its_position():
    """As multiplying a + bi by the number of length one at that angle, in the paper's words."""
    for place, (a, b) in enumerate(lists.rotate_pairs([[2.0, 1.0]] * 4)):
        turned = (2 + 1j) * complex(cos(place), sin(place))
        assert (a, b) == pytest.approx((turned.real, turned.imag), abs=1e-15)


@both
def test_the_first_position_is_not_turned(name):
    x = [[1.0, 2.0, 3.0, 4.0]]
    assert getattr(lists, name)(x) == x


@both
@given(FEATURES, FEATURES, st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_scores_depend_on_the_offset_alone(name, query, key, i, j, shift):
    rotate = getattr(lists, name)

    def score(i, j):
        return dot(rotate([query], i)[0], rotate([key], j)[0])

    assert score(i + shift, j + shift) == pytest.approx(score(i, j), abs=1e-11)


@both
def test_scores_do_depend_on_the_offset(name):
    query = key = [1.0] * WIDTH
    rotate = getattr(lists, name)
    scores = [dot(query, rotate([key], place)[0]) for place in range(4)]
    assert sorted(scores, reverse=True) == scores and scores[0] - scores[1] > 0.5


def test_mixing_the_layouts_loses_the_offset():
    def score(i, j):
        return dot(lists.rotate_pairs(query, i)[0], lists.rotate_halves(key, j)[0])

    query, key = [[1.0, 2.0, 3.0, 4.0]], [[4.0, 3.0, 2.0, 1.0]]
    assert abs(score(3, 1) - score(12, 10)) > 1


def test_the_layouts_agree_after_a_permutation_and_not_without(draw):
    x = draw(2, 5, WIDTH)
    permuted = tensors.rotate_halves(tensors.halves_from_pairs(x), start=3)
    assert torch.equal(permuted, tensors.halves_from_pairs(tensors.rotate_pairs(x, start=3)))
    plain = x[0].tolist()
    permuted = lists.rotate_halves(lists.halves_from_pairs(plain), start=3)
    assert permuted == lists.halves_from_pairs(lists.rotate_pairs(plain, start=3))
    assert (tensors.rotate_halves(x) - tensors.rotate_pairs(x)).abs().max() > 1


def test_the_permutation_takes_first_ones_before_second_ones():
    assert lists.halves_from_pairs([[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]]) == [[0, 2, 4, 1, 3, 5]]


@both
def test_a_later_start_gives_the_later_rows_of_a_longer_input(name, draw):
    """So a cached step, which sees its own token alone, has to say where that token stands."""
    x, rotate = draw(2, 8, WIDTH), getattr(tensors, name)
    assert torch.equal(rotate(x[:, 5:], start=5), rotate(x)[:, 5:])
    assert not torch.allclose(rotate(x[:, 5:]), rotate(x)[:, 5:])
    plain, rotate = x[0].tolist(), getattr(lists, name)
    assert rotate(plain[5:], start=5) == rotate(plain)[5:]


@both
@given(FEATURES, st.integers(0, 1000))
def test_lengths_are_kept(name, token, place):
    turned = getattr(lists, name)([token], place)[0]
    assert length(turned) == pytest.approx(length(token), abs=1e-13)


@both
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_numbers_of_16_bits_are_turned_by_angles_of_32(name, dtype, draw, agree):
    """They come back in 16 bits, as exact as those can be: position 1001 is 1000 in bfloat16."""
    x, rotate = draw(1, WIDTH).to(dtype), getattr(tensors, name)
    turned = rotate(x, start=1001)
    assert turned.dtype == dtype
    agree(turned, rotate(x.double(), start=1001), within=torch.finfo(dtype).eps)


@both
def test_single_precision_is_kept(name, draw):
    assert getattr(tensors, name)(draw(2, 4).float()).dtype == torch.float32


@both
def test_gradients_turn_back(name, draw, agree):
    """A rotation's gradient is the rotation the other way, so what trains through it is right."""
    x, rotate = draw(5, WIDTH).requires_grad_(), getattr(tensors, name)
    rotate(x).square().sum().backward()  # the lengths are kept: as if nothing had been turned
    agree(x.grad, 2 * x)


@pytest.mark.parametrize("name", [*ROTATIONS, "halves_from_pairs"])
def test_an_odd_head_width_is_refused(name):
    x = [[1.0, 2.0, 3.0]]
    message = "choose an even number" if name in ROTATIONS else "make the two equal"
    with pytest.raises(ValueError, match=message):
        getattr(lists, name)(x)
    with pytest.raises(ValueError, match=message):
        getattr(tensors, name)(torch.tensor(x))
