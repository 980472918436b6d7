"""Embeddings on plain lists: an id becomes the row of a table that stands for it."""

from groundup.lists.matrix import Matrix
from groundup.lists.require import known_ids, same_tokens


def one_hot(ids: list[int], vocabulary: int) -> Matrix:
    """Write each id as a row of zeros with a single 1, at the place of the id.

    ids: (tokens,) -> (tokens, vocabulary). ValueError for an unknown id or no tokens.
    """
    _require_ids(ids, vocabulary)
    return [[1.0 if place == number else 0.0 for place in range(vocabulary)] for number in ids]


def embed(ids: list[int], table: Matrix) -> Matrix:
    """Look up the row of each id: the product of one_hot and the table, without its zeros.

    ids: (tokens,), table: (vocabulary, width) -> (tokens, width).
    ValueError for an unknown id or no tokens.
    """
    _require_ids(ids, len(table))
    return [list(table[number]) for number in ids]  # copies: changing one leaves the table alone


def _require_ids(ids: list[int], vocabulary: int) -> None:
    same_tokens(ids=len(ids))
    known_ids(ids, vocabulary)
