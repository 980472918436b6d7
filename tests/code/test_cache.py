"""The key-value cache: it grows by what it is given, and refuses what belongs to another model."""

import pytest
import torch

from groundup.lists.cache import Cache as OfLists
from groundup.tensors.cache import Cache as OfTensors

HEADS, SIZE = 2, 3


def sides(draw, tokens):
    keys, values = draw(HEADS, tokens, SIZE), draw(HEADS, tokens, SIZE)
    return (keys, values), (keys.tolist(), values.tolist())


def test_it_returns_all_that_it_was_given_in_order(draw, agree):
    tensors, lists = OfTensors(), OfLists()
    assert tensors.tokens == lists.tokens == 0
    given = []
    for tokens in (2, 1, 3):
        new, plain = sides(draw, tokens)
        given.append(new)
        whole = [torch.cat(parts, dim=1) for parts in zip(*given, strict=True)]
        for found in (tensors.extend(*new), lists.extend(*plain)):
            for part, expected in zip(found, whole, strict=True):
                agree(part, expected)
    assert tensors.tokens == lists.tokens == 6


def test_what_was_returned_before_does_not_grow(draw):
    lists = OfLists()
    first, _ = lists.extend(*sides(draw, 1)[1])
    lists.extend(*sides(draw, 2)[1])
    assert [len(head) for head in first] == [1, 1]


def test_what_does_not_fit_is_refused(draw):
    for cache, which in ((OfTensors(), 0), (OfLists(), 1)):
        keys, values = sides(draw, 2)[which]
        with pytest.raises(ValueError, match="keys has 2 tokens but values has 1"):
            cache.extend(keys, sides(draw, 1)[which][1])
        cache.extend(keys, values)
        with pytest.raises(ValueError, match="the cache has .* use one cache for one attention"):
            cache.extend(keys[:1], values[:1])
        assert cache.tokens == 2


def test_a_cache_keeps_to_one_batch(draw):
    cache, part = OfTensors(), draw(2, HEADS, 1, SIZE)
    cache.extend(part, part)
    with pytest.raises(ValueError, match=r"batch and heads \(2, 2\) but the keys have \(1, 2\)"):
        cache.extend(part[:1], part[:1])
