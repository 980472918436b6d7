"""Embeddings on tensors: the steps of groundup.lists.embedding, for whole batches."""

import torch
from torch import Tensor

from groundup.lists.require import known_ids, same_tokens


def one_hot(ids: Tensor, vocabulary: int) -> Tensor:
    """Write each id as a row of zeros with a single 1, at the place of the id.

    ids: (..., tokens) -> (..., tokens, vocabulary), in PyTorch's default number type.
    ValueError for an unknown id or no tokens.
    """
    _require_ids(ids, vocabulary)
    places = torch.arange(vocabulary, device=ids.device)
    return (ids.unsqueeze(-1) == places).to(torch.get_default_dtype())


def embed(ids: Tensor, table: Tensor) -> Tensor:
    """Look up the row of each id: the product of one_hot and the table, without its zeros.

    ids: (..., tokens), table: (vocabulary, width) -> (..., tokens, width).
    ValueError for an unknown id or no tokens.
    """
    _require_ids(ids, len(table))
    return table[ids]


def _require_ids(ids: Tensor, vocabulary: int) -> None:
    same_tokens(ids=ids.numel())
    if not ids.is_meta:  # on the meta device there are shapes and no ids
        known_ids((int(ids.min()), int(ids.max())), vocabulary)
