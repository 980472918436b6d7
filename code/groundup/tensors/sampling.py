"""Sampling on tensors: the steps of groundup.lists.sampling, on the last axis.

A rule takes logits and gives logits, so that rules can follow each other; what it leaves out
becomes -inf, whose share is 0. Each refuses logits that hold NaN or no finite largest one.
"""

from math import inf

import torch
from torch import Tensor

from groundup.lists.require import at_least_one, same_width


def temperature(logits: Tensor, value: float) -> Tensor:
    """Divide the logits by the value: below 1 the likely gain, above 1 the unlikely.

    logits: (..., vocabulary) -> (..., vocabulary). Value 0 keeps the largest alone (the first of
    equals): 0 for it and -inf for all others. ValueError for a negative or infinite value.
    Ackley et al. 1985.
    """
    _largest(logits)
    if not 0 <= value < inf:
        raise ValueError(f"temperature is {value}: choose a finite number, 0 or more")
    if value == 0:
        first = logits.argmax(dim=-1, keepdim=True)
        return torch.full_like(logits, -inf).scatter(-1, first, 0.0)
    return logits / value


def top_k(logits: Tensor, count: int) -> Tensor:
    """Keep the count largest logits, and with the last of them all that equal it.

    logits: (..., vocabulary) -> (..., vocabulary). A count above the vocabulary keeps all.
    ValueError for a count below 1. Fan et al. 2018.
    """
    _largest(logits)
    at_least_one(count=count)
    largest = logits.topk(min(count, logits.shape[-1]), dim=-1).values
    return logits.masked_fill(logits < largest[..., -1:], -inf)


def top_p(logits: Tensor, share: float) -> Tensor:
    """Keep the fewest tokens, the likeliest first, whose softmax shares add up to the share.

    logits: (..., vocabulary) -> (..., vocabulary). The token that crosses the share is kept, so
    one always is; of equally likely ones the lower id comes first. ValueError for a share outside
    (0, 1]. Holtzman et al. 2020, section 3.1.
    """
    powers = _powers(logits)
    _require_share(share)
    order = logits.sort(dim=-1, descending=True, stable=True).indices
    running = powers.gather(-1, order).cumsum(dim=-1)
    last = (running >= share * running[..., -1:]).int().argmax(dim=-1, keepdim=True)
    beyond = torch.arange(logits.shape[-1], device=logits.device) > last
    return logits.masked_fill(torch.zeros_like(beyond).scatter(-1, order, beyond), -inf)


def min_p(logits: Tensor, share: float) -> Tensor:
    """Keep the tokens whose softmax share is at least the given share of the largest one.

    logits: (..., vocabulary) -> (..., vocabulary). ValueError for a share outside (0, 1].
    Nguyen et al. 2024, section 3.
    """
    powers = _powers(logits)  # the largest is 1
    _require_share(share)
    return logits.masked_fill(powers < share, -inf)


def choose(logits: Tensor, number: float | Tensor) -> Tensor:
    """Choose the id at which the running sum of the softmax shares first exceeds the number.

    logits: (..., vocabulary) -> ids (...); number: a uniform draw from 0 up to, not including, 1,
    or one for each row, (...). An id whose share is 0 is never chosen.
    ValueError for a number outside [0, 1).
    """
    # on the processor a running sum is added in order, as on lists, and never falls
    running = _powers(logits.cpu()).cumsum(dim=-1)
    number = torch.as_tensor(number, dtype=running.dtype, device="cpu")
    for draw in (number.min().item(), number.max().item()):
        if not 0 <= draw < 1:
            raise ValueError(f"number is {draw}: draw it from 0 up to, not including, 1")
    # the sums of the powers are compared with number times the last: no share rounds the end away
    exceeds = running > number.unsqueeze(-1) * running[..., -1:]
    return exceeds.int().argmax(dim=-1).to(logits.device)  # the first place of the largest


def _largest(logits: Tensor) -> Tensor:
    """Return the largest logits, after making sure that softmax has something to share out."""
    same_width(logits=logits.shape[-1])
    largest = logits.amax(dim=-1, keepdim=True)
    if not largest.isfinite().all():
        value = largest[~largest.isfinite()][0].item()
        raise ValueError(f"the largest logit is {value}: make it finite, and no logit NaN")
    return largest


def _powers(logits: Tensor) -> Tensor:
    """Compute the softmax shares before they are divided by their sum, in double precision."""
    logits = logits.double()
    return (logits - _largest(logits)).exp()


def _require_share(share: float) -> None:
    if not 0 < share <= 1:
        raise ValueError(f"share is {share}: choose a number above 0 and up to 1")
