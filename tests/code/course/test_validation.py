"""Bits per character: every token is predicted once, from enough context, by characters and bits."""

from math import log, log2

import pytest
import torch
from torch import nn

from groundup.course.validation import bits_per_character, surprises
from groundup.lists.configuration import Configuration
from groundup.lists.tokenizer import BYTES, Tokenizer
from groundup.tensors.language_model import LanguageModel
from groundup.tensors.training import cross_entropy


class Counting(nn.Module):
    """Give the next id the logit of how many tokens it is predicted from, and all others 0."""

    def forward(self, tokens):
        seen = torch.arange(1.0, tokens.shape[1] + 1).expand(len(tokens), -1)
        right = (tokens + 1) % 50
        return torch.zeros(*tokens.shape, 50).scatter(-1, right[..., None], seen[..., None])


def test_every_token_is_predicted_once_from_half_a_window_or_more():
    ids = torch.arange(40) % 50
    losses = surprises(Counting(), ids, context=8)
    assert len(losses) == 8 + 4 * 7  # the first window, and half of each of the seven after it
    seen = [1, 2, 3, 4, 5, 6, 7, 8] + 7 * [5, 6, 7, 8]
    expected = [torch.tensor([float(s)] + [0.0] * 49).softmax(0)[0].log().neg() for s in seen]
    torch.testing.assert_close(losses, torch.stack(expected))


def test_the_losses_are_those_of_the_model():
    torch.manual_seed(0)
    model = LanguageModel(Configuration("tiny", 8, 1, 2, 8, vocabulary=20, context=8))
    ids = torch.randint(20, (9,))
    mean = cross_entropy(model(ids[None, :-1]), ids[None, 1:])
    losses = surprises(model, ids, 8)
    torch.testing.assert_close(losses.mean(), mean)
    assert not losses.requires_grad


def test_a_context_of_one_token_will_do():
    losses = surprises(Counting(), torch.arange(40) % 50, context=1)
    assert len(losses) == 39 and len(losses.unique()) == 1


def test_the_first_token_is_not_predicted_and_its_characters_do_not_count():
    tokenizer = Tokenizer([(ord("a"), ord("b"))])
    ids = torch.tensor(tokenizer.encode("abcc"))
    assert bits_per_character(torch.tensor([log(2), log(2)]), ids, tokenizer) == pytest.approx(1)


def test_a_uniform_model_costs_the_log_of_the_vocabulary_for_each_token():
    tokenizer = Tokenizer([(ord("a"), ord("b"))])
    ids = torch.tensor(tokenizer.encode("abcabcabcabcabcabc"))  # two tokens for three characters

    def uniform(tokens):
        return torch.zeros(*tokens.shape, len(tokenizer))

    losses = surprises(uniform, ids, 4)
    characters = len(tokenizer.decode(ids[1 : 1 + len(losses)].tolist()))
    expected = log2(BYTES + 1) * len(losses) / characters
    assert bits_per_character(losses, ids, tokenizer) == pytest.approx(expected)
    assert characters / len(losses) == pytest.approx(1.5, abs=0.1)
