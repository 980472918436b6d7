"""Attention: the twins agree, match PyTorch, and never look ahead."""

import pytest
import torch
from torch.nn import functional

from groundup.lists import attention as lists
from groundup.tensors import attention as tensors

TOKENS, WIDTH = 5, 4


@pytest.fixture
def three(draw):
    """Queries, keys and values, (batch, tokens, head width)."""
    return draw(2, TOKENS, WIDTH), draw(2, TOKENS, WIDTH), draw(2, TOKENS, WIDTH)


def test_lists_and_tensors_agree(three, agree):
    plain = [part[0].tolist() for part in three]
    agree(tensors.attention(*three)[0], lists.attention(*plain))
    agree(tensors.attention_map(*three[:2])[0], lists.attention_map(*plain[:2]))


def test_matches_pytorch(three, agree):
    expected = functional.scaled_dot_product_attention(*three, is_causal=True)
    agree(tensors.attention(*three), expected)


def test_a_later_token_changes_no_earlier_row(three):
    queries, keys, values = three
    before = tensors.attention(*three)
    for token in range(1, TOKENS):
        changed = [part.clone() for part in three]
        for part in changed:
            part[:, token] += 100.0
        after = tensors.attention(*changed)
        assert torch.equal(after[:, :token], before[:, :token])
        assert not torch.equal(after[:, token:], before[:, token:])


def test_a_later_token_changes_no_earlier_row_on_lists(three):
    plain = [part[0].tolist() for part in three]
    before = lists.attention(*plain)
    for part in plain:
        part[-1] = [1000.0] * WIDTH
    assert lists.attention(*plain)[:-1] == before[:-1]


def test_an_earlier_token_changes_later_rows(three):
    """The mask hides the future and not the past: the reverse passes every test of shapes."""
    before = tensors.attention(*three)
    three[2][:, 0] += 1.0
    assert (tensors.attention(*three) != before).all()


def test_shares_beyond_the_token_are_exactly_zero(three):
    shares = tensors.attention_map(*three[:2])
    assert shares.triu(1).count_nonzero() == 0
    assert (shares.tril() > 0).sum() == 2 * TOKENS * (TOKENS + 1) // 2


def test_the_shares_of_a_token_add_up_to_one(three, agree):
    agree(tensors.attention_map(*three[:2]).sum(-1), torch.ones(2, TOKENS))


def test_the_first_token_sees_itself_alone(three, agree):
    agree(tensors.attention(*three)[:, 0], three[2][:, 0])


def test_equal_scores_share_equally():
    zeros = [[0.0, 0.0]] * 3
    assert lists.attention_map(zeros, zeros)[1] == [0.5, 0.5, 0.0]


def test_scores_are_divided_by_the_root_of_the_head_width():
    queries = keys = [[0.0] * 4, [1.0] * 4]
    shares = lists.attention_map(queries, keys)[1]
    assert shares[1] / shares[0] == pytest.approx(torch.e**2)  # 4 / sqrt(4) = 2, and not 4 or 1


def test_no_score_is_low_enough_to_let_the_future_in():
    """A mask of -10,000 would lose against these scores; -inf loses against none."""
    queries, keys = [[-1e4, 0.0]] * 2, [[1e4, 0.0], [0.0, 1.0]]
    first = [1.0, 0.0]
    assert lists.attention_map(queries, keys)[0] == first
    assert tensors.attention_map(torch.tensor(queries), torch.tensor(keys))[0].tolist() == first


def test_zeroing_after_softmax_is_another_function(three):
    """Without its future the row would not add up to one, and the future would still count."""
    queries, keys, _ = three
    unmasked = (queries @ keys.mT / WIDTH**0.5).softmax(-1).tril()
    assert not torch.allclose(unmasked, tensors.attention_map(queries, keys))


def test_new_queries_behind_kept_keys_are_the_last_rows_of_the_whole(three, agree):
    """A mask that starts at the first key would let the last query see that key alone."""
    queries, keys, values = three
    whole = tensors.attention(queries, keys, values)
    for new in (1, 2, TOKENS):
        agree(tensors.attention(queries[:, -new:], keys, values), whole[:, -new:])
        plain = [part[1].tolist() for part in (queries[:, -new:], keys, values)]
        agree(lists.attention(*plain), whole[1, -new:])


@pytest.mark.parametrize("new", [1, 2, TOKENS])
def test_fused_attention_is_attention(three, agree, new):
    queries, keys, values = three
    queries = queries[:, -new:]
    agree(tensors.fused_attention(queries, keys, values), tensors.attention(queries, keys, values))


def test_shapes_that_do_not_fit_are_refused(draw):
    for side, make in ((lists, lambda t: t.tolist()), (tensors, lambda t: t)):
        three, four = make(draw(3, WIDTH)), make(draw(4, WIDTH))
        with pytest.raises(ValueError, match="queries has 4 tokens but keys has 3"):
            side.attention(four, three, three)
        with pytest.raises(ValueError, match="keys has 3 tokens but values has 4"):
            side.attention(three, three, four)
        with pytest.raises(ValueError, match="has width"):
            side.attention(three, make(draw(3, WIDTH + 1)), three)
        with pytest.raises(ValueError, match="no tokens"):
            side.attention([] if side is lists else draw(0, WIDTH), three, three)
