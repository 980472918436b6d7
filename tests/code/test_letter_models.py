"""The letter models: each kind of block changes the one thing that it is named for."""

import pytest
import torch
from torch import nn

from groundup.letter_models import (
    BottomToTopBlock,
    ChainBlock,
    NoNormBlock,
    RMSNormBlock,
    letter_model,
    train_and_test,
    verdict,
)  # fmt: skip
from groundup.tensors.block import PreNormBlock
from groundup.tensors.layer_norm import LayerNorm
from groundup.tensors.rms_norm import RMSNorm


def silent(kind):
    """A block whose two steps put out zeros, and a stream for it."""
    torch.manual_seed(0)
    block = kind(8, 2, 16)
    for last in (block.attention.output, block.feed_forward.contract):
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)
    return block, torch.randn(1, 3, 8)


@torch.no_grad()
def test_a_chain_hands_on_nothing_but_what_its_steps_put_out():
    block, stream = silent(ChainBlock)
    assert not block(stream).any()


@torch.no_grad()
def test_a_block_without_norms_keeps_its_additions():
    block, stream = silent(NoNormBlock)
    assert torch.equal(block(stream), stream)
    assert not any("norm" in name for name, _ in block.named_parameters())


@torch.no_grad()
def test_bottom_to_top_goes_around_the_first_norm_and_not_around_the_last():
    block, stream = silent(BottomToTopBlock)
    block.attention.output.bias += torch.arange(8)  # the only update: the same for every token
    norm = LayerNorm(8)
    attended = norm(stream + torch.arange(8))
    torch.testing.assert_close(block(stream), norm(stream + attended))
    assert not torch.allclose(block(stream), norm(attended), atol=0.1)  # as post-norm has it


def test_a_model_of_rms_norm_has_no_other_norm():
    model = letter_model(RMSNormBlock, layers=2, seed=0)
    norms = [part for part in model.modules() if isinstance(part, (LayerNorm, RMSNorm))]
    assert len(norms) == 5 and all(isinstance(norm, RMSNorm) for norm in norms)


def test_the_norms_of_a_model_are_gone_without_one():
    model = letter_model(NoNormBlock, layers=2, seed=0)
    assert not any(isinstance(part, LayerNorm) for part in model.modules())


@pytest.mark.parametrize(
    ("start", "expected"),
    [("fan-in", 128**-0.5), ("GPT-2", 0.02 / 6**0.5), ("GPT-2, enlarged", 0.1 / 6**0.5)],
)
def test_weights_start_as_they_are_said_to(start, expected):
    model = letter_model(PreNormBlock, layers=3, seed=0, start=start)
    drawn = torch.cat([block.feed_forward.contract.weight.flatten() for block in model.blocks])
    assert drawn.std().item() == pytest.approx(expected, rel=0.03)
    assert not any(block.feed_forward.contract.bias.any() for block in model.blocks)


def test_a_start_that_there_is_not_is_answered_with_those_that_there_are():
    with pytest.raises(ValueError, match="choose one of fan-in, GPT-2"):
        letter_model(PreNormBlock, layers=1, seed=0, start="orthogonal")


def test_one_seed_gives_one_model():
    first, again, other = (letter_model(PreNormBlock, 1, seed) for seed in (0, 0, 1))
    same = [torch.equal(a, b) for a, b in zip(first.parameters(), again.parameters(), strict=True)]
    assert all(same)
    assert not torch.equal(first.embedding.weight, other.embedding.weight)


def test_training_gives_one_gradient_norm_for_each_step():
    loss, norms = train_and_test(letter_model(PreNormBlock, 1, 0), 0, steps=4, rate=0.003)
    assert len(norms) == 4 and min(norms) > 0 and loss > 0


@pytest.mark.parametrize(
    ("loss", "said"),
    [(3.04, "stuck"), (2.96, "stuck"), (2.9, "between"), (2.71, "between"), (2.69, "learned")],
)
def test_the_verdict_follows_the_threshold(loss, said):
    assert verdict(loss, frequency_loss=3.0) == said


def test_a_model_far_worse_than_the_frequencies_is_not_called_stuck():
    assert verdict(4.0, frequency_loss=3.0) == "between"
