"""Causal attention on tensors: the steps of groundup.lists.attention, for whole batches."""

from math import inf, sqrt

import torch
from torch import Tensor
from torch.nn import functional

from groundup.lists.require import keys_reach, same_tokens
from groundup.tensors.matrix import matmul, transpose
from groundup.tensors.softmax import softmax


def attention_map(queries: Tensor, keys: Tensor) -> Tensor:
    """Compute the share that each token gives to itself and to each earlier one, and 0 to the rest.

    queries: (..., tokens, head width), keys: (..., positions, head width)
    -> (..., tokens, positions). The queries stand at the last of the positions: at all of them, or
    behind those whose keys were kept.
    ValueError if their shapes do not fit. A token always sees itself, so no row is fully masked.
    """
    keys_reach(queries.shape[-2], keys.shape[-2])
    earlier = keys.shape[-2] - queries.shape[-2]
    scores = matmul(queries, transpose(keys)) / sqrt(queries.shape[-1])  # (..., tokens, positions)
    later = torch.ones_like(scores, dtype=torch.bool).triu(earlier + 1)
    return softmax(scores.masked_fill(later, -inf))  # -inf, since exp(-inf) is exactly 0


def attention(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """Give each token the weighted sum of the values at its own and earlier positions.

    queries: (..., tokens, head width), keys: (..., positions, head width),
    values: (..., positions, value width) -> (..., tokens, value width).
    ValueError if their shapes do not fit.
    Vaswani et al. 2017, section 3.2.1, with the mask of section 3.2.3.
    """
    same_tokens(keys=keys.shape[-2], values=values.shape[-2])
    return matmul(attention_map(queries, keys), values)


def fused_attention(queries: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """Compute attention by PyTorch's own function, which never stores the whole attention map.

    The same shapes and, up to rounding, the same numbers as attention; what a model runs.
    """
    tokens, positions = queries.shape[-2], keys.shape[-2]
    # its own causal mask would start at the first key, and so hide the kept ones from new queries
    whole, single = tokens == positions, tokens == 1
    mask = None
    if not (whole or single):
        mask = queries.new_ones(tokens, positions, dtype=torch.bool).tril(positions - tokens)
    return functional.scaled_dot_product_attention(
        queries, keys, values, attn_mask=mask, is_causal=whole
    )
