"""What training keeps in memory: the token, and what each step of the way back will need."""

import pytest
import torch
from torch import nn

from groundup.memory import kept_per_token, parameters
from groundup.tensors.activation import gelu
from groundup.tensors.feed_forward import FeedForward

WIDTH, HIDDEN = 4, 12


def test_a_parameter_that_is_used_twice_counts_once():
    one = nn.Linear(WIDTH, WIDTH)
    assert parameters(nn.Sequential(one, one)) == parameters(one) == WIDTH * WIDTH + WIDTH


def test_a_linear_map_keeps_its_input_and_not_its_weights():
    assert kept_per_token(nn.Linear(WIDTH, HIDDEN), WIDTH) == WIDTH


@pytest.mark.parametrize("tokens", [1, 7, 64])
def test_a_block_with_gelu_in_one_keeps_the_token_and_two_numbers_for_each_neuron(tokens):
    block = FeedForward(WIDTH, HIDDEN)
    assert kept_per_token(block, WIDTH, tokens) == WIDTH + 2 * HIDDEN


def test_gelu_in_steps_keeps_more_than_in_one():
    in_steps, in_one = FeedForward(WIDTH, HIDDEN, gelu), FeedForward(WIDTH, HIDDEN)
    assert kept_per_token(in_steps, WIDTH) > kept_per_token(in_one, WIDTH)


def test_a_tensor_that_is_kept_twice_counts_once():
    class Square(nn.Module):
        def forward(self, x):
            x = x.clone().requires_grad_()
            return x * x

    assert kept_per_token(Square(), WIDTH) == WIDTH


def test_nothing_is_kept_where_nothing_is_trained():
    block = FeedForward(WIDTH, HIDDEN)
    with torch.no_grad():
        assert kept_per_token(block, WIDTH) == 0
