"""Training: the loss matches PyTorch, two ways to the gradient agree, a step goes downhill."""

from math import exp, log

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from groundup.lists import training as lists
from groundup.lists.configuration import Configuration
from groundup.lists.feed_forward import feed_forward
from groundup.lists.vector import dot
from groundup.tensors import training as tensors
from groundup.tensors.feed_forward import feed_forward as feed_forward_on_tensors
from groundup.tensors.language_model import LanguageModel

TINY = Configuration("tiny", width=8, layers=1, heads=2, hidden=12, vocabulary=11, context=6)
TARGETS = [2, 0, 6, 3, 3]
# Central differences of a smooth loss: truncation and rounding together.
BY_TRYING = 1e-9


def test_lists_and_tensors_agree(draw, agree):
    logits = 3 * draw(5, 7)
    expected = tensors.cross_entropy(logits, torch.tensor(TARGETS))
    agree(lists.cross_entropy(logits.tolist(), TARGETS), expected)


def test_cross_entropy_matches_pytorch(draw, agree):
    logits, targets = 3 * draw(2, 5, 7), torch.tensor([TARGETS, TARGETS[::-1]])
    expected = functional.cross_entropy(logits.flatten(0, 1), targets.flatten())
    agree(tensors.cross_entropy(logits, targets), expected)
    agree(tensors.fused_cross_entropy(logits, targets), expected)


def test_equal_logits_cost_the_log_of_the_vocabulary():
    assert lists.cross_entropy([[5.0] * 7] * 2, [0, 6]) == pytest.approx(log(7))


def test_large_logits_do_not_overflow():
    assert lists.cross_entropy([[1000.0, 0.0]], [0]) == 0
    assert lists.cross_entropy([[1000.0, 0.0]], [1]) == 1000
    assert tensors.cross_entropy(torch.tensor([[1000.0, 0.0]]), torch.tensor([1])) == 1000


@given(st.lists(st.floats(-100, 100), min_size=2, max_size=6), st.integers(0, 1))
def test_cross_entropy_is_never_negative(row, target):
    assert lists.cross_entropy([row], [target]) >= -1e-13


# a text of eight tokens in batches of five, one and two
COUNTS = [5, 1, 2]


@pytest.fixture
def batches(draw):
    logits, targets = 3 * draw(8, 7), torch.tensor([2, 0, 6, 3, 3, 1, 5, 0])
    parts = zip(logits.split(COUNTS), targets.split(COUNTS), strict=True)
    losses = torch.stack([tensors.cross_entropy(*part) for part in parts])
    return losses, tensors.cross_entropy(logits, targets)


def test_perplexity_is_exp_of_the_loss_of_all_batches_joined(batches, agree):
    losses, joined = batches
    agree(tensors.perplexity(losses, torch.tensor(COUNTS)), joined.exp())
    agree(lists.perplexity(losses.tolist(), COUNTS), joined.exp())


def test_the_mean_of_batch_means_is_not_the_mean_of_tokens(batches):
    losses, joined = batches
    right = tensors.perplexity(losses, torch.tensor(COUNTS))
    assert abs(losses.mean().exp() / right - 1) > 0.1
    assert abs(losses.exp().mean() / right - 1) > 0.1  # nor is a mean of exponentials
    same = tensors.perplexity(losses, torch.tensor([4, 4, 4]))
    assert same == pytest.approx(losses.mean().exp().item())  # batches of one length


def test_the_perplexity_of_equal_logits_is_the_vocabulary():
    assert lists.perplexity([log(7), log(7)], [3, 40]) == pytest.approx(7, rel=1e-14)


def test_a_perplexity_too_large_is_an_error_on_lists_and_infinite_on_tensors():
    assert lists.perplexity([709.0], [1]) == pytest.approx(exp(709))
    with pytest.raises(OverflowError):
        lists.perplexity([710.0], [1])
    assert tensors.perplexity(torch.tensor([710.0]), torch.tensor([1])).isinf()


# a whole feed-forward block of width 2 and hidden width 3, its 17 parameters in one vector
SHAPES = [(3, 2), (3,), (2, 3), (2,)]


def loss_on_tensors(parameters):
    sizes = [torch.Size(shape).numel() for shape in SHAPES]
    parts = [part.view(shape) for part, shape in zip(parameters.split(sizes), SHAPES, strict=True)]
    out = feed_forward_on_tensors(parameters.new_tensor([1.0, -0.5]), *parts)
    return out.square().sum()


def loss_on_lists(parameters):
    a, b, c = parameters[:6], parameters[6:9], parameters[9:15]
    rows = [a[0:2], a[2:4], a[4:6]], b, [c[0:3], c[3:6]], parameters[15:]
    out = feed_forward([1.0, -0.5], *rows)
    return dot(out, out)


def test_the_gradient_by_trying_agrees_with_autograd(draw, agree):
    parameters = draw(17)
    assert loss_on_lists(parameters.tolist()) == pytest.approx(loss_on_tensors(parameters).item())
    slopes = tensors.gradient(loss_on_tensors, parameters)
    assert slopes.abs().min() > 1e-4  # no parameter is without effect
    agree(lists.gradient(loss_on_lists, parameters.tolist()), slopes, within=BY_TRYING)


@pytest.mark.parametrize("value", [1e6, 1.0, 1e-6, 0.0])
def test_the_gradient_is_right_at_large_and_small_parameters(value):
    """A step of one fixed size would drown in a parameter of a million."""
    assert lists.gradient(lambda p: p[0] ** 2, [value]) == pytest.approx([2 * value], rel=1e-9)


def test_taking_a_gradient_changes_nothing(draw):
    parameters = draw(17)
    before = parameters.clone()
    tensors.gradient(loss_on_tensors, parameters)
    assert torch.equal(parameters, before) and not parameters.requires_grad
    plain = parameters.tolist()
    lists.gradient(loss_on_lists, plain)
    assert plain == before.tolist()


def test_one_step_agrees_with_plain_gradient_descent_in_pytorch(draw, agree):
    parameters = draw(17)
    moved = torch.nn.Parameter(parameters.clone())
    optimiser = torch.optim.SGD([moved], lr=0.1)
    loss_on_tensors(moved).backward()
    optimiser.step()
    assert not torch.allclose(moved, parameters)
    agree(lists.training_step(loss_on_lists, parameters.tolist(), 0.1), moved, within=BY_TRYING)


def test_steps_go_downhill(draw):
    parameters = draw(17).tolist()
    before = loss_on_lists(parameters)
    for _ in range(20):
        parameters = lists.training_step(loss_on_lists, parameters, rate=0.01)
    assert loss_on_lists(parameters) < before / 2


@pytest.fixture
def model():
    torch.manual_seed(0)
    return LanguageModel(TINY).double()


def test_targets_are_the_tokens_shifted_once(model, agree):
    tokens = torch.tensor([[3, 1, 4, 1, 5, 9], [2, 6, 5, 3, 5, 8]])
    expected = functional.cross_entropy(
        model(tokens)[:, :-1].flatten(0, 1), tokens[:, 1:].flatten()
    )
    loss = tensors.training_step(model, torch.optim.SGD(model.parameters(), lr=0.1), tokens)
    assert isinstance(loss, float)
    agree(loss, expected)


def test_a_step_of_the_model_is_parameters_minus_rate_times_gradient(model, agree):
    tokens = torch.tensor([[3, 1, 4, 1, 5, 9]])
    before = {name: weight.clone() for name, weight in model.named_parameters()}
    optimiser = torch.optim.SGD(model.parameters(), lr=0.1)
    tensors.training_step(model, optimiser, tokens)  # leaves its gradients behind
    first = {name: weight.grad.clone() for name, weight in model.named_parameters()}
    for name, weight in model.named_parameters():
        agree(weight, before[name] - 0.1 * first[name])
    tensors.training_step(model, optimiser, tokens)  # must not add to them
    assert not any(
        torch.equal(weight.grad, 2 * first[name])
        for name, weight in model.named_parameters()
        if first[name].abs().sum() > 0
    )


def test_one_batch_can_be_learnt_by_heart(model):
    tokens = torch.tensor([[3, 1, 4, 1, 5, 9]])
    optimiser = torch.optim.Adam(model.parameters(), lr=0.01)
    losses = [tensors.training_step(model, optimiser, tokens) for _ in range(150)]
    assert losses[0] == pytest.approx(log(11), rel=0.05)
    assert losses[-1] < 0.05


def test_what_cannot_be_compared_is_refused(draw):
    for side, make in ((lists, lambda t: t.tolist()), (tensors, lambda t: t)):
        logits = make(draw(2, 3))
        with pytest.raises(ValueError, match="logits has 2 tokens but targets has 1"):
            side.cross_entropy(logits, make(torch.tensor([0])))
        with pytest.raises(ValueError, match="id 3 is outside a vocabulary of 3"):
            side.cross_entropy(logits, make(torch.tensor([0, 3])))
        with pytest.raises(ValueError, match="logits has no tokens"):
            side.cross_entropy(make(torch.empty(0, 3)), make(torch.empty(0, dtype=torch.long)))
        with pytest.raises(ValueError, match="parameters is empty"):
            side.gradient(lambda p: p, make(torch.empty(0)))


def test_batches_that_do_not_fit_are_refused():
    for side, make in ((lists, list), (tensors, torch.tensor)):
        with pytest.raises(ValueError, match="losses has width 2 but counts has width 1"):
            side.perplexity(make([1.0, 2.0]), make([3]))
        with pytest.raises(ValueError, match="losses is empty"):
            side.perplexity(make([]), make([]))
        with pytest.raises(ValueError, match="counts is 0: choose 1 or more"):
            side.perplexity(make([1.0, 2.0]), make([3, 0]))


def test_a_single_token_leaves_nothing_to_predict(model):
    with pytest.raises(ValueError, match="give two or more in a row"):
        tensors.training_step(model, None, torch.tensor([[3]]))
