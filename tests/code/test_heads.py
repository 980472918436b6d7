"""Several heads: the twins agree, match nn.MultiheadAttention, and split without mixing tokens."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from groundup.lists import heads as lists
from groundup.lists import rotary as rotary_lists
from groundup.lists.cache import Cache as CacheOfLists
from groundup.tensors import heads as tensors
from groundup.tensors import rotary
from groundup.tensors.attention import attention_map
from groundup.tensors.cache import Cache
from groundup.tensors.heads import MultiHeadAttention

TOKENS, WIDTH, HEADS = 5, 6, 3


@pytest.fixture
def layer():
    torch.manual_seed(0)
    return MultiHeadAttention(WIDTH, HEADS).double()


def pairs(layer):
    parts = layer.query, layer.key, layer.value, layer.output
    return [(part.weight, part.bias) for part in parts]


def test_lists_and_tensors_agree(draw, layer, agree):
    x = draw(2, TOKENS, WIDTH)
    plain = [(weights.tolist(), bias.tolist()) for weights, bias in pairs(layer)]
    agree(layer(x)[1], lists.multi_head_attention(x[1].tolist(), *plain, HEADS))


def test_matches_pytorch(draw, layer, agree):
    x = draw(2, TOKENS, WIDTH)
    theirs = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True, dtype=torch.float64)
    three = pairs(layer)[:3]
    with torch.no_grad():
        theirs.in_proj_weight.copy_(torch.cat([weights for weights, _ in three]))
        theirs.in_proj_bias.copy_(torch.cat([bias for _, bias in three]))
        theirs.out_proj.weight.copy_(layer.output.weight)
        theirs.out_proj.bias.copy_(layer.output.bias)
    hidden = torch.ones(TOKENS, TOKENS, dtype=torch.bool).triu(1)  # True hides, in this class
    agree(layer(x), theirs(x, x, x, attn_mask=hidden, need_weights=False)[0])


def test_splitting_gives_each_head_its_own_columns():
    """A reshape straight to the final shape has the same shape and other numbers."""
    rows = [[0, 1, 2, 3], [4, 5, 6, 7]]
    split = [[[0, 1], [4, 5]], [[2, 3], [6, 7]]]
    assert lists.split_heads(rows, 2) == split
    assert tensors.split_heads(torch.tensor(rows), 2).tolist() == split
    assert torch.tensor(rows).reshape(2, 2, 2).tolist() != split


@pytest.mark.parametrize("slices", [1, 2, 4])
@pytest.mark.parametrize("biases", [True, False])
def test_shared_slices_agree_with_lists_and_with_slices_written_out(draw, agree, slices, biases):
    torch.manual_seed(0)
    layer = MultiHeadAttention(8, 4, key_width=2 * slices, biases=biases).double()
    x = draw(TOKENS, 8)
    plain = [
        (weights.tolist(), None if bias is None else bias.tolist())
        for weights, bias in pairs(layer)
    ]
    agree(layer(x), lists.multi_head_attention(x.tolist(), *plain, 4))
    agree(layer(x), tensors.multi_head_attention(x, *pairs(layer), 4))

    def written_out(part):
        """Give each head a slice of its own, equal to the one that it shares."""
        of_head = [head * slices // 4 for head in range(4)]
        whole = nn.Linear(8, 8, biases).double()
        with torch.no_grad():
            whole.weight.copy_(torch.cat([part.weight[2 * s : 2 * s + 2] for s in of_head]))
            if biases:
                whole.bias.copy_(torch.cat([part.bias[2 * s : 2 * s + 2] for s in of_head]))
        return whole

    before = layer(x)
    layer.key, layer.value, layer.groups = written_out(layer.key), written_out(layer.value), 4
    agree(layer(x), before)


@pytest.mark.parametrize("rotate", [None, "rotate_halves"])
def test_reading_token_by_token_with_a_cache_is_reading_at_once(draw, agree, rotate):
    torch.manual_seed(0)
    turn = getattr(rotary, rotate) if rotate else None
    layer = MultiHeadAttention(8, 4, key_width=4, rotate=turn).double()
    x = draw(2, TOKENS, 8)
    plain = [(weights.tolist(), bias.tolist()) for weights, bias in pairs(layer)]
    turn_lists = getattr(rotary_lists, rotate) if rotate else None
    cache, cache_lists = Cache(), CacheOfLists()
    for start, end in ((0, 2), (2, 3), (3, TOKENS)):
        rows = layer(x)[:, start:end]
        agree(layer(x[:, start:end], cache), rows)
        new = lists.multi_head_attention(
            x[1, start:end].tolist(), *plain, 4, turn_lists, cache_lists
        )
        agree(new, rows[1])
    assert cache.tokens == cache_lists.tokens == TOKENS


def test_rotated_attention_depends_on_the_offset_alone(draw, agree):
    """Behind two more tokens that get no share, the others see each other as before."""
    torch.manual_seed(0)
    layer = MultiHeadAttention(8, 4, rotate=rotary.rotate_halves).double()
    x = draw(TOKENS, 8)
    slices = [
        part.unflatten(-1, (4, 2)).transpose(-3, -2) for part in (layer.query(x), layer.key(x))
    ]
    at_start, later = (
        attention_map(*(rotary.rotate_halves(part, start) for part in slices)) for start in (0, 7)
    )
    agree(at_start, later)
    plain = attention_map(*slices)
    assert not torch.allclose(at_start, plain)


def test_keys_that_do_not_serve_the_heads_are_refused():
    for key_width in (0, 1, 3, 6):
        with pytest.raises(ValueError, match=f"keys of width {key_width} do not serve 4 heads"):
            MultiHeadAttention(8, 4, key_width)


@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4))
def test_joining_undoes_splitting(tokens, heads, size):
    x = torch.arange(tokens * heads * size).reshape(tokens, heads * size)
    assert lists.join_heads(lists.split_heads(x.tolist(), heads)) == x.tolist()
    assert torch.equal(tensors.join_heads(tensors.split_heads(x, heads)), x)


def test_batches_are_split_alike(draw):
    x = draw(2, TOKENS, WIDTH)
    assert tensors.split_heads(x, HEADS).shape == (2, HEADS, TOKENS, WIDTH // HEADS)
    assert torch.equal(tensors.split_heads(x, HEADS)[1], tensors.split_heads(x[1], HEADS))


def test_a_later_token_changes_no_earlier_row(draw, layer):
    x = draw(2, TOKENS, WIDTH)
    before = layer(x)
    for token in range(1, TOKENS):
        changed = x.clone()
        changed[:, token] += 100.0
        assert torch.equal(layer(changed)[:, :token], before[:, :token])


def test_an_earlier_token_changes_later_rows(draw, layer):
    x = draw(2, TOKENS, WIDTH)
    before = layer(x)
    x[:, 0] += 1.0
    assert (layer(x) != before).all()


def test_a_head_sees_its_own_slice_only(draw):
    """With identity maps, changing what head 0 reads changes what head 0 gives, and no more."""
    eye = (torch.eye(WIDTH, dtype=torch.float64), torch.zeros(WIDTH, dtype=torch.float64))
    x = draw(TOKENS, WIDTH)
    before = tensors.multi_head_attention(x, eye, eye, eye, eye, HEADS)
    x[:, :2] += draw(TOKENS, 2)
    after = tensors.multi_head_attention(x, eye, eye, eye, eye, HEADS)
    assert torch.equal(after[:, 2:], before[:, 2:])
    assert (after[:, :2] != before[:, :2]).all()


@pytest.mark.parametrize("heads", [1, 2, 3, 6])
def test_the_count_does_not_depend_on_the_number_of_heads(heads):
    layer = MultiHeadAttention(WIDTH, heads)
    assert sum(weight.numel() for weight in layer.parameters()) == 4 * WIDTH**2 + 4 * WIDTH


def test_heads_that_do_not_divide_are_refused(draw):
    message = "width 6 is not divisible by 4 heads: choose a number of heads that divides the width"
    for side, x in ((lists, draw(2, 6).tolist()), (tensors, draw(2, 6))):
        with pytest.raises(ValueError, match=message):
            side.split_heads(x, 4)
    with pytest.raises(ValueError, match=message):
        MultiHeadAttention(6, 4)
    with pytest.raises(ValueError, match="heads is 0"):
        MultiHeadAttention(6, 0)


def test_heads_of_different_length_do_not_join():
    with pytest.raises(ValueError, match="head 0 has 2 tokens but head 1 has 1"):
        lists.join_heads([[[1.0], [2.0]], [[3.0]]])
    with pytest.raises(ValueError, match="no tokens"):
        lists.split_heads([], 2)


def test_no_tokens_are_refused(layer):
    plain = [(weights.tolist(), bias.tolist()) for weights, bias in pairs(layer)]
    with pytest.raises(ValueError, match="x has no tokens"):
        lists.multi_head_attention([], *plain, HEADS)
