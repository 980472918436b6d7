"""Blocks: the twins agree, match PyTorch's layer in both placements, and keep their promises."""

import pytest
import torch
from torch import nn

from groundup.lists import block as lists
from groundup.lists.feed_forward import feed_forward
from groundup.lists.heads import multi_head_attention
from groundup.lists.layer_norm import layer_norm
from groundup.tensors import block as tensors
from groundup.tensors.block import PostNormBlock, PreNormBlock
from groundup.tensors.layer_norm import LayerNorm
from groundup.tensors.rms_norm import rms_norm

TOKENS, WIDTH, HEADS, HIDDEN = 5, 6, 3, 8
BLOCKS = [PreNormBlock, PostNormBlock]


def build(kind):
    """A block whose every parameter is drawn, so that no scale of 1 or shift of 0 hides a slip."""
    torch.manual_seed(0)
    block = kind(WIDTH, HEADS, HIDDEN).double()
    with torch.no_grad():
        for weight in block.parameters():
            weight.normal_()
    return block


def pair(part):
    return part.weight.tolist(), part.bias.tolist()


@pytest.mark.parametrize("kind", BLOCKS)
def test_lists_and_tensors_agree(kind, draw, agree):
    block, x = build(kind), draw(2, TOKENS, WIDTH)
    attention, feed = block.attention, block.feed_forward
    four = [pair(part) for part in (attention.query, attention.key, attention.value)]
    four.append(pair(attention.output))
    weights = [*pair(feed.expand), *pair(feed.contract)]

    def norm(part):
        return lambda token: layer_norm(token, part.scale.tolist(), part.shift.tolist())

    on_lists = lists.pre_norm_block if kind is PreNormBlock else lists.post_norm_block
    expected = on_lists(
        x[0].tolist(),
        lambda stream: multi_head_attention(stream, *four, HEADS),
        lambda token: feed_forward(token, *weights),
        norm(block.attention_norm),
        norm(block.feed_forward_norm),
    )
    agree(block(x)[0], expected, within=1e-11)


@pytest.mark.parametrize("kind", BLOCKS)
def test_matches_pytorch(kind, draw, agree):
    block, x = build(kind), draw(2, TOKENS, WIDTH)
    theirs = nn.TransformerEncoderLayer(
        WIDTH, HEADS, HIDDEN, dropout=0.0, activation="gelu", batch_first=True,
        norm_first=kind is PreNormBlock, dtype=torch.float64,
    )  # fmt: skip
    attention, feed = block.attention, block.feed_forward
    three = attention.query, attention.key, attention.value
    theirs.load_state_dict({
        "self_attn.in_proj_weight": torch.cat([part.weight for part in three]),
        "self_attn.in_proj_bias": torch.cat([part.bias for part in three]),
        "self_attn.out_proj.weight": attention.output.weight,
        "self_attn.out_proj.bias": attention.output.bias,
        "linear1.weight": feed.expand.weight,
        "linear1.bias": feed.expand.bias,
        "linear2.weight": feed.contract.weight,
        "linear2.bias": feed.contract.bias,
        "norm1.weight": block.attention_norm.scale,
        "norm1.bias": block.attention_norm.shift,
        "norm2.weight": block.feed_forward_norm.scale,
        "norm2.bias": block.feed_forward_norm.shift,
    })  # fmt: skip
    hidden = torch.ones(TOKENS, TOKENS, dtype=torch.bool).triu(1)
    agree(block(x), theirs(x, src_mask=hidden), within=1e-11)


@pytest.mark.parametrize("kind", BLOCKS)
def test_a_later_token_changes_no_earlier_row(kind, draw):
    block, x = build(kind), draw(2, TOKENS, WIDTH)
    before = block(x)
    for token in range(1, TOKENS):
        changed = x.clone()
        changed[:, token] += draw(WIDTH)
        after = block(changed)
        assert torch.equal(after[:, :token], before[:, :token])
        assert not torch.equal(after[:, token:], before[:, token:])


def test_pre_norm_adds_to_the_stream_itself():
    """With an update of zero the stream passes unchanged."""
    stream = [[1.0, 5.0], [-3.0, 2.0]]

    def nothing(tokens):
        return [[0.0] * len(token) for token in tokens]

    assert lists.pre_norm(stream, lambda token: [9.0, 9.0], nothing) == stream
    x = torch.tensor(stream)
    assert torch.equal(tensors.pre_norm(x, lambda x: x * 9, torch.zeros_like), x)


def test_pre_norm_updates_read_the_normalised_stream():
    out = lists.pre_norm(
        [[4.0]], lambda token: [token[0] / 2], lambda tokens: [[10 * tokens[0][0]]]
    )
    assert out == [[4.0 + 10 * 2.0]]
    out = tensors.pre_norm(torch.tensor([[4.0]]), lambda x: x / 2, lambda x: 10 * x)
    assert out.tolist() == [[24.0]]


def test_post_norm_normalises_the_sum():
    out = lists.post_norm(
        [[4.0]], lambda token: [token[0] / 2], lambda tokens: [[10 * tokens[0][0]]]
    )
    assert out == [[(4.0 + 10 * 4.0) / 2]]
    out = tensors.post_norm(torch.tensor([[4.0]]), lambda x: x / 2, lambda x: 10 * x)
    assert out.tolist() == [[22.0]]


def test_the_norms_are_used_in_their_order():
    trace = []

    def called(name, result=lambda x: x):
        return lambda x: (trace.append(name), result(x))[1]

    stream = torch.ones(1, 2)
    parts = [called(name) for name in ("attend", "feed", "first_norm", "second_norm")]
    tensors.pre_norm_block(stream, *parts)
    tensors.post_norm_block(stream, *parts)
    assert trace == (
        ["first_norm", "attend", "second_norm", "feed"]
        + ["attend", "first_norm", "feed", "second_norm"]
    )
    trace.clear()
    lists.pre_norm_block([[1.0, 2.0]], *parts)
    lists.post_norm_block([[1.0, 2.0]], *parts)
    assert trace == (
        ["first_norm", "attend", "second_norm", "feed"]
        + ["attend", "first_norm", "feed", "second_norm"]
    )


def test_a_block_owns_two_norms_that_are_trained_apart(draw):
    block = build(PreNormBlock)
    assert block.attention_norm is not block.feed_forward_norm
    block(draw(1, TOKENS, WIDTH)).square().sum().backward()
    first, second = block.attention_norm.scale.grad, block.feed_forward_norm.scale.grad
    assert first.abs().sum() > 0 and second.abs().sum() > 0
    assert not torch.allclose(first, second)


@pytest.mark.parametrize("layers", [1, 8, 32])
def test_pre_norm_lets_the_stream_grow_and_post_norm_holds_it(layers, draw):
    """With independent updates of unit variance: sqrt(1 + layers) against 1."""
    width = 20_000  # wide, so that the mean over features is close to the expectation
    norm = LayerNorm(width).double()
    pre = post = draw(1, width)
    for _ in range(layers):
        update = draw(1, width)
        pre = tensors.pre_norm(pre, norm, lambda _, update=update: update)
        post = tensors.post_norm(post, norm, lambda _, update=update: update)
    assert pre.square().mean().sqrt().item() == pytest.approx((1 + layers) ** 0.5, rel=0.02)
    assert post.square().mean().sqrt().item() == pytest.approx(1, rel=1e-4)


def test_any_norm_and_any_update_fit(draw, agree):
    x, scale = draw(2, TOKENS, WIDTH), draw(WIDTH)
    out = tensors.pre_norm(x, lambda tokens: rms_norm(tokens, scale), torch.tanh)
    agree(out, x + rms_norm(x, scale).tanh())


def test_an_update_of_another_shape_is_refused(draw):
    """Broadcasting would add a single row to every token."""
    x = draw(3, WIDTH)
    for place in (tensors.pre_norm, tensors.post_norm):
        with pytest.raises(ValueError, match="an update must keep the stream's shape"):
            place(x, lambda tokens: tokens, lambda tokens: tokens[:1])
    for place in (lists.pre_norm, lists.post_norm):
        with pytest.raises(ValueError, match="stream has 3 tokens but update has 1"):
            place(x.tolist(), lambda token: token, lambda tokens: tokens[:1])


@pytest.mark.parametrize("kind", BLOCKS)
def test_sizes_that_fit_no_block_are_refused(kind):
    with pytest.raises(ValueError, match="width 10 is not divisible by 4 heads"):
        kind(10, 4, 16)
    with pytest.raises(ValueError, match="hidden is 0"):
        kind(8, 4, 0)
