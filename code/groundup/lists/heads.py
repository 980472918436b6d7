"""Several heads on plain lists: attention in slices of the width, side by side."""

from groundup.lists.attention import attention
from groundup.lists.matrix import Matrix, linear
from groundup.lists.require import heads_divide, same_tokens
from groundup.lists.vector import Vector

Linear = tuple[Matrix, Vector]  # weights and bias


def split_heads(x: Matrix, heads: int) -> list[Matrix]:
    """Cut every token into equal slices, one for each head.

    x: (tokens, width) -> (heads, tokens, head width).
    ValueError if the heads do not divide the width or x has no tokens.
    """
    same_tokens(x=len(x))
    for token in x:
        heads_divide(len(token), heads)
    size = len(x[0]) // heads
    return [[token[head * size : (head + 1) * size] for token in x] for head in range(heads)]


def join_heads(parts: list[Matrix]) -> Matrix:
    """Put the slices of every token side by side again: the inverse of split_heads.

    parts: (heads, tokens, head width) -> (tokens, width).
    ValueError if the heads differ in their number of tokens.
    """
    same_tokens(**{f"head {head}": len(part) for head, part in enumerate(parts)})
    return [[value for piece in slices for value in piece] for slices in zip(*parts, strict=True)]


def multi_head_attention(
    x: Matrix, query: Linear, key: Linear, value: Linear, output: Linear, heads: int
) -> Matrix:
    """Project every token three ways, let each head attend in its own slice, project the result.

    x: (tokens, width); each projection is a pair of (width, width) and (width,)
    -> (tokens, width). Causal. ValueError if the heads do not divide the width.
    Vaswani et al. 2017, section 3.2.2.
    """
    queries, keys, values = (
        split_heads([linear(token, *pair) for token in x], heads) for pair in (query, key, value)
    )
    attended = [attention(*head) for head in zip(queries, keys, values, strict=True)]
    return [linear(token, *output) for token in join_heads(attended)]
