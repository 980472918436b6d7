"""Causal attention on plain lists: each token reads its own and earlier positions."""

from math import inf, sqrt

from groundup.lists.matrix import Matrix, matmul
from groundup.lists.require import keys_reach, same_tokens
from groundup.lists.softmax import softmax
from groundup.lists.vector import dot


def attention_map(queries: Matrix, keys: Matrix) -> Matrix:
    """Compute the share that each token gives to itself and to each earlier one, and 0 to the rest.

    queries: (tokens, head width), keys: (positions, head width) -> (tokens, positions). The queries
    stand at the last of the positions: at all of them, or behind those whose keys were kept.
    ValueError if their shapes do not fit. A token always sees itself, so no row is fully masked.
    """
    keys_reach(len(queries), len(keys))
    earlier = len(keys) - len(queries)
    scores = [[dot(query, key) / sqrt(len(query)) for key in keys] for query in queries]
    masked = [  # -inf, since exp(-inf) is exactly 0
        [score if j <= earlier + i else -inf for j, score in enumerate(row)]
        for i, row in enumerate(scores)
    ]
    return [softmax(row) for row in masked]


def attention(queries: Matrix, keys: Matrix, values: Matrix) -> Matrix:
    """Give each token the weighted sum of the values at its own and earlier positions.

    queries: (tokens, head width), keys: (positions, head width), values: (positions, value width)
    -> (tokens, value width). ValueError if their shapes do not fit.
    Vaswani et al. 2017, section 3.2.1, with the mask of section 3.2.3.
    """
    same_tokens(keys=len(keys), values=len(values))
    return matmul(attention_map(queries, keys), values)
