"""Sampling: the twins agree, each rule keeps what it says, and a draw follows the shares."""

from math import inf, isinf, log, nan

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from groundup.lists import sampling as lists
from groundup.lists.softmax import softmax
from groundup.tensors import sampling as tensors

LOGIT = st.one_of(st.floats(-30, 30), st.integers(-3, 3).map(float), st.just(-inf))
LOGITS = st.lists(LOGIT, min_size=1, max_size=9).filter(lambda row: max(row) > -inf)
SHARE = st.floats(0, 1, exclude_min=True)
NUMBER = st.floats(0, 1, exclude_max=True)
RULES = {"temperature": (0, 0.5, 2), "top_k": (1, 3), "top_p": (0.3, 0.9), "min_p": (0.1, 0.5)}
EACH = [(name, value) for name, values in RULES.items() for value in values]
# shares that exact logits give: 1/2, 1/4, 1/8, 1/8
EIGHTHS = [log(4), log(8), log(2), log(2)]


def double(row):
    return torch.tensor(row, dtype=torch.float64)


def kept(logits):
    return [number for number, logit in enumerate(logits) if logit > -inf]


@pytest.mark.parametrize("name, value", EACH)
@given(LOGITS)
def test_lists_and_tensors_keep_the_same(name, value, row):
    got = getattr(tensors, name)(double(row), value).tolist()
    assert got == getattr(lists, name)(row, value)


@given(LOGITS, NUMBER)
def test_lists_and_tensors_choose_the_same_id_for_the_same_number(row, number):
    assert tensors.choose(double(row), number).item() == lists.choose(row, number)


@pytest.mark.parametrize("name, value", EACH)
def test_every_row_of_a_batch_is_treated_alone(name, value, draw):
    logits, rule = 3 * draw(2, 3, 7), getattr(tensors, name)
    assert torch.equal(rule(logits, value)[1, 2], rule(logits[1, 2], value))


def test_rows_may_share_a_number_or_have_their_own(draw):
    logits, numbers = 3 * draw(2, 3, 7), draw(2, 3).sigmoid()
    chosen = tensors.choose(logits, numbers)
    assert chosen[1, 2] == tensors.choose(logits[1, 2], numbers[1, 2].item())
    assert tensors.choose(logits, 0.7)[1, 2] == tensors.choose(logits[1, 2], 0.7)
    assert chosen.unique().numel() > 2


@pytest.mark.parametrize("name, value", [each for each in EACH if each[0] != "temperature"])
@given(LOGITS)
def test_what_is_kept_is_unchanged_and_never_nothing(name, value, row):
    after = getattr(lists, name)(row, value)
    assert all(new in (old, -inf) for new, old in zip(after, row, strict=True))
    assert after[row.index(max(row))] == max(row)


@given(LOGITS)
def test_the_weakest_rules_change_nothing_that_has_a_share(row):
    assert lists.temperature(row, 1) == lists.top_k(row, 9) == row
    shares = softmax(row)
    for after in (lists.top_p(row, 1), lists.min_p(row, 1e-300)):
        assert all(shares[number] < 1e-15 for number in set(kept(row)) - set(kept(after)))


def test_temperature_divides_the_logits_and_not_the_shares(agree):
    assert lists.temperature([1.0, 2.0, -inf], 0.5) == [2.0, 4.0, -inf]
    shares = softmax(lists.temperature([0.0, 2.0], 0.5))
    assert shares[1] / shares[0] == pytest.approx(softmax([0.0, 4.0])[1] / softmax([0.0, 4.0])[0])
    logits = double([0.3, -1.0, 2.0])
    agree(tensors.temperature(logits, 0.7).softmax(-1), (logits / 0.7).softmax(-1))


def test_temperature_zero_keeps_the_first_of_the_largest():
    assert lists.temperature([1.0, 3.0, 3.0], 0) == [-inf, 0.0, -inf]
    assert tensors.temperature(double([1.0, 3.0, 3.0]), 0).tolist() == [-inf, 0.0, -inf]


@given(LOGITS, NUMBER)
def test_at_temperature_zero_the_number_does_not_matter(row, number):
    assert lists.choose(lists.temperature(row, 0), number) == row.index(max(row))


def test_top_k_keeps_the_count_largest_and_what_equals_the_last():
    assert kept(lists.top_k([1.0, 4.0, 2.0, 3.0], 2)) == [1, 3]
    assert kept(lists.top_k([1.0, 4.0, 2.0, 2.0], 2)) == [1, 2, 3]
    assert kept(lists.top_k([1.0, 4.0, 2.0], 8)) == [0, 1, 2]
    assert kept(tensors.top_k(double([1.0, 4.0, 2.0, 2.0]), 2)) == [1, 2, 3]


@pytest.mark.parametrize(
    "share, expected",
    [(0.01, [1]), (0.49, [1]), (0.51, [0, 1]), (0.76, [0, 1, 2]), (0.9, [0, 1, 2, 3])],
)
def test_top_p_keeps_the_token_that_crosses_and_of_equals_the_lower_id(share, expected):
    assert kept(lists.top_p(EIGHTHS, share)) == expected
    assert kept(tensors.top_p(double(EIGHTHS), share)) == expected


def test_top_p_stops_where_the_share_is_met_exactly():
    for count in (4, 64):  # PyTorch's sort reorders equals from 17 on unless told not to
        lower = list(range(count // 2))
        assert kept(lists.top_p([0.0] * count, 0.5)) == lower
        assert kept(tensors.top_p(double([0.0] * count), 0.5)) == lower


@given(LOGITS, st.floats(0.01, 0.99))
def test_top_p_keeps_enough_and_no_token_too_many(row, share):
    shares, nucleus = softmax(row), kept(lists.top_p(row, share))
    together = sum(shares[number] for number in nucleus)
    assert together >= share - 1e-12
    assert together - min(shares[number] for number in nucleus) <= share + 1e-12


def test_min_p_asks_for_a_part_of_the_largest_share_and_not_of_all():
    assert kept(lists.min_p(EIGHTHS, 0.49)) == [0, 1]
    assert kept(lists.min_p(EIGHTHS, 0.51)) == [1]
    assert kept(lists.min_p(EIGHTHS, 0.24)) == [0, 1, 2, 3]
    for after in (lists.min_p([0.0, 0.0, -1.0], 1), tensors.min_p(double([0.0, 0.0, -1.0]), 1)):
        assert kept(after) == [0, 1]


def test_the_order_of_the_rules_matters():
    """A temperature changes which tokens top-p keeps, and never which top-k keeps."""
    warm = lists.temperature(EIGHTHS, 4)
    assert kept(lists.top_p(warm, 0.51)) == [0, 1] and kept(lists.top_p(warm, 0.6)) == [0, 1, 2]
    assert kept(lists.top_p(EIGHTHS, 0.6)) == [0, 1]
    assert kept(lists.top_k(warm, 2)) == kept(lists.top_k(EIGHTHS, 2))


def test_a_token_left_out_stays_out_under_later_rules():
    rest = lists.top_p(lists.min_p(lists.top_k(EIGHTHS, 2), 0.01), 1)
    assert kept(rest) == [0, 1]
    assert {lists.choose(rest, place / 100) for place in range(100)} == {0, 1}


def test_the_choice_is_where_the_running_sum_first_exceeds_the_number():
    quarters = [0.0] * 4
    for number, expected in [(0, 0), (0.2499, 0), (0.25, 1), (0.5, 2), (0.75, 3), (0.9999, 3)]:
        assert lists.choose(quarters, number) == expected
        assert tensors.choose(double(quarters), number) == expected


@pytest.mark.parametrize("logits", [EIGHTHS, [0.5, -1.0, 2.0, -inf, 1.3]], ids=str)
def test_over_a_grid_of_numbers_ids_are_chosen_as_often_as_their_share(logits):
    grid = 8000
    numbers = (torch.arange(grid).double() + 0.5) / grid
    chosen = tensors.choose(double(logits), numbers)
    assert chosen.tolist() == [lists.choose(logits, number) for number in numbers.tolist()]
    often = chosen.bincount(minlength=len(logits)) / grid
    assert often.tolist() == pytest.approx(softmax(logits), abs=1 / grid)


@given(LOGITS, NUMBER)
def test_an_id_without_a_share_is_never_chosen(row, number):
    assert not isinf(row[lists.choose(row, number)])


LAST = 1 - 2**-53  # the largest number below 1


@given(LOGITS)
def test_the_largest_number_below_one_chooses_the_last_id_with_a_share(row):
    """Though shares rounded to floats may add up to less than it, or reach 1 too early."""
    padded = [-inf, *row, -inf]
    for chosen in (lists.choose(padded, LAST), tensors.choose(double(padded), LAST).item()):
        assert padded[chosen] > -inf
        assert all(share < 1e-14 for share in softmax(padded)[chosen + 1 :])


@pytest.mark.parametrize("count", [3, 6, 7, 10, 49, 1000])
def test_equal_tokens_are_all_within_reach_at_the_end(count):
    """Single precision too: its shares of 1/49, say, add up to less than 1."""
    assert lists.choose([0.0] * count, LAST) == count - 1
    assert tensors.choose(torch.zeros(count), LAST) == count - 1


@pytest.mark.parametrize("row", [[-inf, -inf], [nan, 0.0], [0.0, nan], [inf, 0.0]], ids=str)
@pytest.mark.parametrize("name, value", [*EACH, ("choose", 0.5)])
def test_logits_without_a_finite_largest_are_refused(name, value, row):
    for side, logits in ((lists, row), (tensors, torch.tensor([[0.0, 1.0], row]))):
        with pytest.raises(ValueError, match="the largest logit is .*: make it finite"):
            getattr(side, name)(logits, value)


@pytest.mark.parametrize(
    "name, value, message",
    [
        ("temperature", -1, "temperature is -1: choose a finite number, 0 or more"),
        ("temperature", inf, "temperature is inf"),
        ("temperature", nan, "temperature is nan"),
        ("top_k", 0, "count is 0: choose 1 or more"),
        ("top_p", 0, "share is 0: choose a number above 0 and up to 1"),
        ("top_p", 1.01, "share is 1.01"),
        ("top_p", nan, "share is nan"),
        ("min_p", 0, "share is 0"),
        ("min_p", 1.01, "share is 1.01"),
        ("choose", 1.0, "number is 1.0: draw it from 0 up to, not including, 1"),
        ("choose", -0.1, "number is -0.1"),
        ("choose", nan, "number is nan"),
    ],
)
def test_values_that_mean_nothing_are_refused(name, value, message):
    for side, make in ((lists, list), (tensors, double)):
        with pytest.raises(ValueError, match=message):
            getattr(side, name)(make(EIGHTHS), value)


@pytest.mark.parametrize("numbers", [[0.5, 1.0], [0.5, -0.1], [0.5, nan]], ids=str)
def test_one_number_that_means_nothing_among_several_is_refused(numbers):
    with pytest.raises(ValueError, match=f"number is {numbers[1]}"):
        tensors.choose(double([EIGHTHS, EIGHTHS]), double(numbers))


def test_no_logits_are_refused():
    for side, empty in ((lists, []), (tensors, torch.empty(2, 0))):
        with pytest.raises(ValueError, match="logits is empty"):
            side.choose(empty, 0.5)
