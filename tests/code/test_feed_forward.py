"""The feed-forward block: the twins agree, match PyTorch, and work on each token alone."""

import pytest
import torch
from torch import nn

from groundup.lists.activation import relu as relu_of_number
from groundup.lists.feed_forward import feed_forward as on_lists
from groundup.tensors.activation import relu
from groundup.tensors.feed_forward import FeedForward
from groundup.tensors.feed_forward import feed_forward as on_tensors

WIDTH, HIDDEN = 4, 6


@pytest.fixture
def weights(draw):
    return draw(HIDDEN, WIDTH), draw(HIDDEN), draw(WIDTH, HIDDEN), draw(WIDTH)


@pytest.fixture
def block():
    torch.manual_seed(0)
    return FeedForward(WIDTH, HIDDEN).double()


@pytest.mark.parametrize("activations", [(), (relu_of_number, relu)], ids=["gelu", "relu"])
def test_lists_and_tensors_agree(activations, draw, weights, agree):
    x = draw(5, WIDTH)
    plain = [part.tolist() for part in weights]
    by_token = [on_lists(token.tolist(), *plain, *activations[:1]) for token in x]
    agree(on_tensors(x, *weights, *activations[1:]), by_token)


def test_matches_pytorch(draw, block, agree):
    x = draw(2, 5, WIDTH)
    layers = nn.Sequential(block.expand, nn.GELU(), block.contract)
    agree(block(x), layers(x))


def test_the_default_activation_is_the_exact_gelu(draw, block):
    x = 3 * draw(20, WIDTH)
    layers = nn.Sequential(block.expand, nn.GELU("tanh"), block.contract)
    assert (block(x) - layers(x)).abs().max() > 1e-5


def test_the_output_has_the_shape_of_the_input(draw, block):
    assert block(draw(2, 5, WIDTH)).shape == (2, 5, WIDTH)


def test_a_token_never_sees_its_neighbours(draw, block):
    x = draw(2, 5, WIDTH)
    changed = x.clone()
    changed[:, 1:] += 100.0
    assert torch.equal(block(x)[:, 0], block(changed)[:, 0])


def test_moving_tokens_moves_their_outputs(draw, block, agree):
    x, order = draw(2, 5, WIDTH), torch.tensor([3, 0, 4, 1, 2])
    agree(block(x[:, order]), block(x)[:, order])


def test_the_whole_batch_is_two_matrix_products_over_rows(draw, block, agree):
    x = draw(2, 5, WIDTH)
    agree(block(x.reshape(-1, WIDTH)).reshape(x.shape), block(x))


def test_without_its_activation_the_block_is_one_linear_map(draw, weights, agree):
    x = draw(5, WIDTH)
    expand, expand_bias, contract, contract_bias = weights
    bare = on_tensors(x, *weights, activation=lambda hidden: hidden)
    one = x @ (contract @ expand).T + contract @ expand_bias + contract_bias
    agree(bare, one)


def count(block):
    return sum(weight.numel() for weight in block.parameters())


def test_parameter_counts_are_those_the_book_names():
    assert count(FeedForward(4, 16)) == 148
    assert count(FeedForward(4, 4)) == 40
    assert count(FeedForward(512, 2048)) == 2_099_712


def test_starts_as_pytorch_starts_its_linear_layers():
    torch.manual_seed(3)
    block = FeedForward(4, 6)
    torch.manual_seed(3)
    expand, contract = nn.Linear(4, 6), nn.Linear(6, 4)
    assert torch.equal(block.expand.weight, expand.weight)
    assert torch.equal(block.contract.bias, contract.bias)


def test_a_hidden_width_below_one_is_refused():
    with pytest.raises(ValueError, match="hidden is 0: choose 1 or more"):
        FeedForward(4, 0)


def test_widths_that_do_not_fit_are_refused(draw, weights):
    short = draw(WIDTH - 1)
    for block, make in ((on_lists, lambda t: t.tolist()), (on_tensors, lambda t: t)):
        plain = [make(part) for part in weights]
        with pytest.raises(ValueError, match="x has width 3 but weights has width 4"):
            block(make(short), *plain)
        with pytest.raises(ValueError, match="weights has width 6 but bias has width 3"):
            block(make(draw(WIDTH)), plain[0], make(short), *plain[2:])
