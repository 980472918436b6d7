"""Batch norm: the twins agree, match PyTorch in training and evaluation, and couple examples."""

import pytest
import torch
from torch import nn

from groundup.lists import batch_norm as lists
from groundup.tensors import batch_norm as tensors
from groundup.tensors.batch_norm import BatchNorm

WIDTH = 4


@pytest.fixture
def pair():
    """Our layer and PyTorch's."""
    return BatchNorm(WIDTH).double(), nn.BatchNorm1d(WIDTH).double()


def test_lists_and_tensors_agree(draw, agree):
    batch, scale, shift = draw(3, WIDTH), draw(WIDTH), draw(WIDTH)
    mean, variance = tensors.batch_statistics(batch)
    plain = lists.batch_statistics(batch.tolist())
    agree(mean, plain[0])
    agree(variance, plain[1])
    agree(
        tensors.batch_norm(batch, mean, variance, scale, shift),
        lists.batch_norm(batch.tolist(), *plain, scale.tolist(), shift.tolist()),
    )
    agree(
        tensors.running_average(mean, variance, 0.3),
        lists.running_average(mean.tolist(), variance.tolist(), 0.3),
    )


def test_training_matches_pytorch_step_by_step(draw, pair, agree):
    """Three examples: dividing the running variance by the wrong count would show."""
    ours, theirs = pair
    for _ in range(3):
        batch = 2 + 3 * draw(3, WIDTH)
        agree(ours(batch), theirs(batch))
        agree(ours.mean, theirs.running_mean)
        agree(ours.variance, theirs.running_var)


def test_evaluation_matches_pytorch(draw, pair, agree):
    ours, theirs = pair
    seen, batch = 2 + 3 * draw(3, WIDTH), draw(1, WIDTH)
    for layer in pair:
        layer(seen)
        layer.eval()
    agree(ours(batch), theirs(batch))


def test_a_sequence_is_normalised_over_examples_and_tokens(draw, pair, agree):
    ours, theirs = pair
    batch = draw(2, 5, WIDTH)
    agree(ours(batch), theirs(batch.transpose(1, 2)).transpose(1, 2))  # theirs has tokens last


def test_gradients_match_pytorch(draw, pair, agree):
    batch, weights = draw(3, WIDTH), draw(3, WIDTH)
    slopes = []
    for layer in pair:
        x = batch.clone().requires_grad_()
        (weights * layer(x)).sum().backward()
        slopes.append(x.grad)
    agree(*slopes)


def test_in_training_every_feature_has_mean_zero_and_variance_one(draw, agree):
    mean, variance = tensors.batch_statistics(BatchNorm(WIDTH, eps=0).double()(draw(6, WIDTH)))
    agree(mean, [0.0] * WIDTH)
    agree(variance, [1.0] * WIDTH)


def test_in_training_another_example_changes_this_one(draw):
    batch, layer = draw(3, WIDTH), BatchNorm(WIDTH).double()
    changed = batch.clone()
    changed[1:] += torch.tensor([1.0, -2.0])[:, None]
    assert not torch.allclose(layer(batch)[0], layer(changed)[0])


def test_in_evaluation_other_examples_change_nothing(draw):
    batch, layer = draw(3, WIDTH), BatchNorm(WIDTH).double().eval()
    assert torch.equal(layer(batch)[:1], layer(batch[:1]))


def test_training_and_evaluation_differ(draw):
    batch, layer = 5 + draw(3, WIDTH), BatchNorm(WIDTH).double()
    assert not torch.allclose(layer(batch), layer.eval()(batch))


def test_evaluation_leaves_the_running_averages_alone(draw):
    layer = BatchNorm(WIDTH).double().eval()
    layer(5 + draw(3, WIDTH))
    assert layer.mean.tolist() == [0.0] * WIDTH
    assert layer.variance.tolist() == [1.0] * WIDTH


def test_the_running_averages_are_saved_with_the_model():
    assert {"mean", "variance"} <= set(BatchNorm(WIDTH).state_dict())


def test_momentum_is_the_share_of_the_new_value():
    assert lists.running_average([0.0], [10.0], momentum=0.1) == [1.0]


def test_no_spread_without_eps_is_an_error_on_lists_and_nan_on_tensors():
    one, nothing = [[1.0]], [0.0]
    with pytest.raises(ZeroDivisionError):
        lists.batch_norm(one, [1.0], nothing, [1.0], nothing, eps=0)
    zero = torch.zeros(1)
    assert tensors.batch_norm(torch.ones(1, 1), torch.ones(1), zero, torch.ones(1), zero, 0).isnan()


def test_bad_arguments_are_refused(draw):
    with pytest.raises(ValueError, match="train on 2 or more"):
        BatchNorm(WIDTH).double()(draw(1, WIDTH))
    with pytest.raises(ValueError, match="width is 0"):
        BatchNorm(0)
    for side, make in ((lists, lambda t: t.tolist()), (tensors, lambda t: t)):
        with pytest.raises(ValueError, match="is empty"):
            side.batch_statistics(make(torch.empty(0, WIDTH)))
        four, three = make(draw(WIDTH)), make(draw(3))
        with pytest.raises(ValueError, match="batch has width 4 but variance has width 3"):
            side.batch_norm(make(draw(2, WIDTH)), four, three, four, four)
        with pytest.raises(ValueError, match="old has width 4 but new has width 3"):
            side.running_average(four, three, 0.1)
        with pytest.raises(ValueError, match="momentum is 1.5: choose a share from 0 to 1"):
            side.running_average(four, four, 1.5)
