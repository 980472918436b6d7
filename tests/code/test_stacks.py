"""Untrained stacks: drawn as the initialisation says, attached as asked, and read fairly."""

import pytest
import torch

from groundup.stacks import fresh_attention, fresh_block, run_stack, shares_read


def deviation(part):
    return part.weight.std().item()


def test_fan_in_depends_on_the_inputs_and_one_std_does_not():
    block = fresh_block(64)
    assert deviation(block.expand) == pytest.approx(64**-0.5, rel=0.05)
    assert deviation(block.contract) == pytest.approx(256**-0.5, rel=0.05)
    block = fresh_block(64, std=0.02)
    for part in (block.expand, block.contract):
        assert deviation(part) == pytest.approx(0.02, rel=0.05)
        assert not part.bias.any()
    assert deviation(fresh_attention(64).value) == pytest.approx(64**-0.5, rel=0.05)


def test_a_stack_gives_every_stream_and_attaches_as_asked():
    streams, blocks = run_stack(lambda stream, block: stream + block(stream), 0, steps=3, width=8)
    assert (len(streams), len(blocks)) == (4, 3)
    assert streams[0].shape == (1, 8, 8)
    for before, block, after in zip(streams, blocks, streams[1:], strict=False):
        assert torch.equal(after, before + block(before))


def test_one_seed_gives_one_start_whatever_is_attached():
    chain, _ = run_stack(lambda stream, block: block(stream), 1, steps=1, width=8)
    idle, _ = run_stack(lambda stream, block: stream, 1, steps=1, width=8)
    assert torch.equal(chain[0], idle[0])
    assert torch.equal(idle[1], idle[0])


def test_an_untouched_stream_is_read_without_a_miss_and_the_control_is_not():
    shares = shares_read(lambda stream, step: stream, 0, (1, 2))
    assert shares["agreement"] == shares["learned"] == [1.0, 1.0]
    assert max(shares["shuffled"]) < 0.1


def test_nothing_is_read_from_a_stream_that_says_nothing():
    shares = shares_read(lambda stream, step: torch.randn_like(stream), 0, (1,))
    assert max(share for [share] in shares.values()) < 0.1
