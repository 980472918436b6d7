"""Linear bias on tensors: the steps of groundup.lists.linear_bias, all heads at once."""

import torch
from torch import Tensor

from groundup.lists.require import at_least_one


def slopes(heads: int) -> Tensor:
    """Give each head its slope: for a power of two n, the powers 2^(-8/n), 2^(-16/n), … 2^(-8).

    -> (heads,), in PyTorch's default number type. Another number takes those of the power of two
    below it, and then the first, third, fifth, … of twice that power. ValueError below one head.
    Press et al. 2022, section 3, and the footnote there on other numbers of heads.
    """
    at_least_one(heads=heads)
    power = 2 ** (heads.bit_length() - 1)  # the largest power of two up to heads
    own = -8 * torch.arange(1, power + 1) / power
    between = -4 * torch.arange(1, 2 * power, 2) / power
    return torch.cat((own, between[: heads - power])).exp2()


def linear_bias(heads: int, queries: int, keys: int) -> Tensor:
    """Compute what to add to the scores: minus the slope of the head times the distance.

    -> (heads, queries, keys), in PyTorch's default number type. The queries are the last ones of
    the keys' positions. A key later than its query gets 0: the causal mask hides it.
    ValueError below one head or query, or for more queries than keys.
    Press et al. 2022, section 3.
    """
    at_least_one(queries=queries)
    if queries > keys:
        raise ValueError(f"{queries} queries for {keys} keys: give each query its own key")
    places = torch.arange(keys - queries, keys)
    distances = (torch.arange(keys) - places.unsqueeze(-1)).clamp(max=0)  # (queries, keys), ≤ 0
    return slopes(heads)[:, None, None] * distances
