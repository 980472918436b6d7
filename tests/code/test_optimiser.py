"""The optimiser: the twins agree and match PyTorch's AdamW, schedules and clipping."""

from math import cos, pi

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.optim.lr_scheduler import CosineAnnealingLR, LinearLR, SequentialLR

from groundup.lists import optimiser as lists
from groundup.lists.vector import length
from groundup.tensors import optimiser as tensors

SETTINGS = [
    {"rate": 0.1},
    {"rate": 0.1, "decay": 0.0},
    {"rate": 0.01, "decay": 0.5, "betas": (0.8, 0.999)},
    {"rate": 0.3, "decay": 0.01, "eps": 0.1},
]


def steps(side, start, gradients, **settings):
    """Take a step for each gradient; return the parameters and both moments at the end."""
    parameters, first, second = start, 0 * start, 0 * start
    if side is lists:
        parameters, first, second = start.tolist(), [0.0] * len(start), [0.0] * len(start)
        gradients = gradients.tolist()
    for step, slopes in enumerate(gradients, 1):
        parameters, first, second = side.adamw(parameters, slopes, first, second, step, **settings)
    return parameters, first, second


def steps_in_pytorch(start, gradients, optimiser=torch.optim.AdamW, **settings):
    parameters = torch.nn.Parameter(start.clone())
    optimiser = optimiser([parameters], **settings)
    for slopes in gradients:
        parameters.grad = slopes
        optimiser.step()
    return parameters.detach(), *(
        optimiser.state[parameters][name] for name in ("exp_avg", "exp_avg_sq")
    )


def in_their_words(rate, decay=0.1, betas=(0.9, 0.95), eps=1e-8):
    return {"lr": rate, "weight_decay": decay, "betas": betas, "eps": eps}


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_twenty_steps_match_pytorch_on_both_sides(settings, draw, agree):
    start, gradients = draw(5), draw(20, 5)
    expected = steps_in_pytorch(start, gradients, **in_their_words(**settings))
    for side in (lists, tensors):
        for got, right in zip(steps(side, start, gradients, **settings), expected, strict=True):
            agree(got, right)


def test_a_parameter_of_any_shape_is_moved_number_by_number(draw):
    start, gradients = draw(2, 3), draw(4, 2, 3)
    whole = steps(tensors, start, gradients, rate=0.1)[0]
    flat = steps(tensors, start.flatten(), gradients.flatten(1), rate=0.1)[0]
    assert torch.equal(whole.flatten(), flat)


def test_a_step_changes_none_of_what_it_was_given(draw):
    given_ = [draw(3) for _ in range(3)] + [draw(3).abs()]
    before = [part.clone() for part in given_]
    tensors.adamw(*given_, step=1, rate=0.1)
    assert all(torch.equal(part, old) for part, old in zip(given_, before, strict=True))
    plain = [part.tolist() for part in before]
    lists.adamw(*plain, step=1, rate=0.1)
    assert plain == [part.tolist() for part in before]


@pytest.mark.parametrize("size", [1e-3, 1.0, 1e6])
def test_the_first_step_ignores_the_size_of_the_gradient(size):
    gradients = [size, -3 * size]
    moved, _, _ = lists.adamw([0.0, 0.0], gradients, [0.0] * 2, [0.0] * 2, step=1, rate=0.1)
    assert moved == pytest.approx([-0.1, 0.1], rel=2e-5)


def test_without_a_gradient_a_parameter_shrinks_by_rate_times_decay():
    moved, _, _ = lists.adamw([2.0], [0.0], [0.0], [0.0], step=1, rate=0.1, decay=0.5)
    assert moved == [pytest.approx(2 * (1 - 0.1 * 0.5), rel=1e-15)]


def test_decay_is_not_the_gradient_of_a_squared_length(draw):
    """Added to the gradient, as Adam in PyTorch has it, decay is divided by the gradient's size."""
    start, gradients = draw(5), draw(20, 5)
    ours = steps(tensors, start, gradients, rate=0.1, decay=0.5)[0]
    words = in_their_words(rate=0.1, decay=0.5)
    other = steps_in_pytorch(start, gradients, torch.optim.Adam, **words)[0]
    assert (ours - other).abs().min() > 0.01


def test_decay_takes_the_same_part_whatever_the_gradient():
    """Two parameters, gradients a thousandfold apart: in Adam with L2 the larger is hardly decayed."""

    def taken(decay):
        gradients = [1.0, 1000.0]
        return lists.adamw([1.0] * 2, gradients, [0.0] * 2, [0.0] * 2, 1, 0.1, decay=decay)[0]

    parts = [a - b for a, b in zip(taken(0.0), taken(0.5), strict=True)]
    assert parts == pytest.approx([0.05, 0.05], abs=1e-15)


def test_vectors_that_do_not_fit_are_refused():
    for side, make in ((lists, list), (tensors, torch.tensor)):
        two, three = make([1.0, 2.0]), make([1.0, 2.0, 3.0])
        with pytest.raises(ValueError, match="parameters has width 2 but gradients has width 3"):
            side.adamw(two, three, two, two, 1, 0.1)
        with pytest.raises(ValueError, match="parameters has width 2 but second has width 3"):
            side.adamw(two, two, two, three, 1, 0.1)
        with pytest.raises(ValueError, match="step is 0: choose 1 or more"):
            side.adamw(two, two, two, two, 0, 0.1)


def test_the_rate_rises_in_equal_parts_and_is_never_zero():
    rates = [tensors.learning_rate(step, 10, 2.0, warmup=4) for step in range(4)]
    assert rates == [0.5, 1.0, 1.5, 2.0]


def test_the_rate_falls_by_half_a_cosine_to_its_floor_at_the_last_step():
    rates = [lists.learning_rate(step, 11, 2.0, warmup=3, floor=0.2) for step in range(11)]
    assert rates[2] == 2 and rates[10] == pytest.approx(0.4, rel=1e-15)
    assert lists.learning_rate(10, 11, 2.0, warmup=3) == pytest.approx(0.2)  # a tenth, unless said
    assert rates[6] == pytest.approx((2 + 0.4) / 2)  # half way down
    assert rates[4] == pytest.approx(0.4 + 1.6 * (1 + cos(pi / 4)) / 2)  # a quarter of the way
    assert rates[2:] == sorted(rates[2:], reverse=True)


@given(st.integers(2, 60), st.integers(0, 59), st.sampled_from([0.0, 0.1, 0.5]))
def test_the_rate_has_one_top_after_the_warmup(count, warmup, floor):
    warmup = min(warmup, count - 1)
    rates = [lists.learning_rate(step, count, 3.0, warmup, floor) for step in range(count)]
    top = max(0, warmup - 1)
    assert rates.index(max(rates)) == top and max(rates) == 3
    assert rates[-1] == pytest.approx(floor * 3, abs=1e-15)
    assert rates[0] > 0


def test_without_warmup_the_first_step_has_the_full_rate():
    rates = [[lists.learning_rate(step, 5, 1.0, warmup) for step in range(5)] for warmup in (0, 1)]
    assert rates[0] == rates[1] and rates[0][0] == 1
    assert lists.learning_rate(0, 1, 1.0, warmup=0) == 1


@pytest.mark.parametrize("warmup, floor", [(1, 0.1), (4, 0.1), (4, 0.0)])
def test_the_rate_matches_the_schedulers_of_pytorch(warmup, floor):
    count, rate = 12, 0.3
    optimiser = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=rate)
    cosine = CosineAnnealingLR(optimiser, T_max=count - warmup, eta_min=floor * rate)
    scheduler = cosine
    if warmup > 1:
        optimiser = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=rate)
        rise = LinearLR(optimiser, start_factor=1 / warmup, total_iters=warmup - 1)
        cosine = CosineAnnealingLR(optimiser, T_max=count - warmup, eta_min=floor * rate)
        scheduler = SequentialLR(optimiser, [rise, cosine], milestones=[warmup - 1])
    for step in range(count):
        expected = pytest.approx(scheduler.get_last_lr()[0], abs=1e-15)
        assert lists.learning_rate(step, count, rate, warmup, floor) == expected
        optimiser.step()
        scheduler.step()


def test_a_step_outside_or_a_warmup_without_an_end_is_refused():
    for step in (-1, 5):  # beyond the last step a cosine would rise again
        with pytest.raises(ValueError, match=f"step is {step} of 5 steps: use 0 to 4"):
            lists.learning_rate(step, 5, 1.0, warmup=2)
    for warmup in (-1, 5):
        with pytest.raises(ValueError, match=f"warmup is {warmup} of 5 steps: use 0 to 4"):
            lists.learning_rate(0, 5, 1.0, warmup)


def test_clipping_agrees_and_matches_pytorch_up_to_its_millionth(draw, agree):
    for limit in (0.5, 100.0):
        gradients = draw(2, 5)
        agree(
            tensors.clip(gradients, limit).flatten(),
            lists.clip(gradients.flatten().tolist(), limit),
        )
        parameter = torch.nn.Parameter(torch.zeros(2, 5).double())
        parameter.grad = gradients.clone()
        torch.nn.utils.clip_grad_norm_([parameter], limit)
        agree(tensors.clip(gradients, limit), parameter.grad, within=1e-6)


def test_clipping_keeps_the_direction():
    assert lists.clip([3.0, 4.0], 1.0) == pytest.approx([0.6, 0.8], rel=1e-15)
    assert tensors.clip(torch.tensor([[3.0], [4.0]]), 1.0).flatten().tolist() == pytest.approx(
        [0.6, 0.8]
    )


@given(st.lists(st.floats(-100, 100), min_size=1, max_size=5), st.floats(0.1, 50))
def test_what_is_clipped_is_no_longer_than_the_limit_and_shorter_ones_are_unchanged(row, limit):
    clipped = lists.clip(row, limit)
    if length(row) <= limit:
        assert clipped == row
        assert tensors.clip(torch.tensor(row, dtype=torch.float64), limit).tolist() == row
    else:
        assert length(clipped) == pytest.approx(limit, rel=1e-14)


def test_zeros_stay_zeros():
    assert lists.clip([0.0, 0.0], 1.0) == tensors.clip(torch.zeros(2), 1.0).tolist() == [0, 0]


def test_a_gradient_that_is_not_a_number_spoils_all_as_in_pytorch():
    row = [float("nan"), 1.0]
    assert torch.tensor(lists.clip(row, 1.0)).isnan().all()
    assert tensors.clip(torch.tensor(row), 1.0).isnan().all()


def test_limits_and_gradients_that_mean_nothing_are_refused():
    for side, make in ((lists, list), (tensors, torch.tensor)):
        with pytest.raises(ValueError, match="limit is 0: choose a number above 0"):
            side.clip(make([1.0]), 0)
        with pytest.raises(ValueError, match="is empty"):
            side.clip(make([]), 1.0)
