"""Causal attention on tensors: the steps of groundup.lists.attention, for whole batches."""

from math import inf, sqrt

import torch
from torch import Tensor

from groundup.lists.require import same_tokens
from groundup.tensors.matrix import matmul, transpose
from groundup.tensors.softmax import softmax


def attention_map(queries: Tensor, keys: Tensor) -> Tensor:
    """Compute the share that each token gives to each token: row i is softmax over tokens 0 … i.

    queries and keys: (..., tokens, head width) -> (..., tokens, tokens).
    ValueError if their shapes do not fit. A token always sees itself, so no row is fully masked.
    """
    same_tokens(queries=queries.shape[-2], keys=keys.shape[-2])
    scores = matmul(queries, transpose(keys)) / sqrt(queries.shape[-1])  # (..., tokens, tokens)
    later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
    return softmax(scores.masked_fill(later, -inf))  # -inf, since exp(-inf) is exactly 0


def attention(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """Give each token the weighted sum of the values at its own and earlier positions.

    queries and keys: (..., tokens, head width), values: (..., tokens, value width)
    -> (..., tokens, value width). ValueError if their shapes do not fit.
    Vaswani et al. 2017, section 3.2.1, with the mask of section 3.2.3.
    """
    same_tokens(keys=keys.shape[-2], values=values.shape[-2])
    return matmul(attention_map(queries, keys), values)
