"""Several heads on plain lists: attention in slices of the width, side by side."""

from collections.abc import Callable

from groundup.lists.attention import attention
from groundup.lists.cache import Cache
from groundup.lists.matrix import Matrix, linear
from groundup.lists.require import same_tokens
from groundup.lists.slices import head_width, shared_slices
from groundup.lists.vector import Vector

Linear = tuple[Matrix, Vector | None]  # weights and bias
Rotate = Callable[[Matrix, int], Matrix]


def split_heads(x: Matrix, heads: int) -> list[Matrix]:
    """Cut every token into equal slices, one for each head.

    x: (tokens, width) -> (heads, tokens, head width).
    ValueError if the heads do not divide the width or x has no tokens.
    """
    same_tokens(x=len(x))
    size = [head_width(len(token), heads) for token in x][0]
    return [[token[head * size : (head + 1) * size] for token in x] for head in range(heads)]


def join_heads(parts: list[Matrix]) -> Matrix:
    """Put the slices of every token side by side again: the inverse of split_heads.

    parts: (heads, tokens, head width) -> (tokens, width).
    ValueError if the heads differ in their number of tokens.
    """
    same_tokens(**{f"head {head}": len(part) for head, part in enumerate(parts)})
    return [[value for piece in slices for value in piece] for slices in zip(*parts, strict=True)]


def multi_head_attention(
    x: Matrix,
    query: Linear,
    key: Linear,
    value: Linear,
    output: Linear,
    heads: int,
    rotate: Rotate | None = None,
    cache: Cache | None = None,
) -> Matrix:
    """Project every token three ways, let each head attend in its own slice, project the result.

    x: (tokens, width); query and output: (width, width) with a bias of (width,) or None; key and
    value the same, or narrower: then several heads share one slice of them -> (tokens, width).
    Causal. rotate: turns the slices of a head by their positions, the first of which it is given.
    cache: holds the keys and values of earlier tokens, and those of x afterwards.
    ValueError if the heads do not divide the width or the slices do not divide the heads.
    Vaswani et al. 2017, section 3.2.2; shared slices: Ainslie et al. 2023, section 2.2.
    """
    same_tokens(x=len(x))
    size = head_width(len(x[0]), heads)
    groups = shared_slices(len(key[0]), size, heads)
    queries = split_heads([linear(token, *query) for token in x], heads)
    keys = split_heads([linear(token, *key) for token in x], groups)
    values = split_heads([linear(token, *value) for token in x], groups)
    if rotate is not None:
        start = cache.tokens if cache is not None else 0
        queries, keys = ([rotate(part, start) for part in parts] for parts in (queries, keys))
    if cache is not None:
        keys, values = cache.extend(keys, values)
    shared = heads // groups  # heads that share one slice
    attended = [
        attention(part, keys[head // shared], values[head // shared])
        for head, part in enumerate(queries)
    ]
    return [linear(token, *output) for token in join_heads(attended)]
