"""The stream of a trained model: what is measured is the stream that the model itself computes."""

from math import log

import pytest
import torch

from groundup.experiments.trained_stream import predictions, rms, streams, without_final_norm
from groundup.letter_models import letter_model
from groundup.letters import held_out_windows, letters
from groundup.tensors.block import PreNormBlock

MODEL = letter_model(PreNormBlock, layers=2, seed=0)
TEXT = held_out_windows(letters(), tokens=9, rows=4)


@torch.no_grad()
def test_the_last_stream_gives_the_model_s_own_logits():
    found = streams(MODEL, TEXT)
    assert len(found) == 1 + 2 * 2
    logits = MODEL.final_norm(found[-1]) @ MODEL.embedding.weight.T
    torch.testing.assert_close(logits, MODEL(TEXT))


@torch.no_grad()
def test_each_stream_is_the_one_before_it_and_one_update():
    found = streams(MODEL, TEXT)
    block = MODEL.blocks[0]
    update = block.feed_forward(block.feed_forward_norm(found[1]))
    torch.testing.assert_close(found[2] - found[1], update)


@torch.no_grad()
def test_leaving_the_norm_out_leaves_the_model_itself_alone():
    before = MODEL(TEXT)
    bare = without_final_norm(MODEL)
    torch.testing.assert_close(bare(TEXT), streams(MODEL, TEXT)[-1] @ MODEL.embedding.weight.T)
    assert torch.equal(MODEL(TEXT), before)


def test_the_rms_is_that_of_a_token_and_not_of_the_whole_table():
    stream = torch.tensor([[3.0, -3.0], [1.0, 1.0]])
    assert rms(stream) == pytest.approx(2.0)


def test_a_model_that_knows_nothing_spreads_nothing():
    blank = letter_model(PreNormBlock, layers=1, seed=0)
    torch.nn.init.zeros_(blank.embedding.weight)
    alphabet = len(letters().alphabet)
    expected = {"loss": log(alphabet), "spread": 0.0, "largest share": 1 / alphabet}
    assert predictions(blank, TEXT) == pytest.approx(expected, rel=1e-5)
