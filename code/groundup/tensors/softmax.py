"""Softmax on tensors: the steps of groundup.lists.softmax, on the last axis."""

from torch import Tensor

from groundup.lists.require import same_width


def softmax(scores: Tensor) -> Tensor:
    """Turn scores into positive shares that add up to 1; equal steps of score are equal ratios.

    scores: (..., width) -> (..., width). ValueError if there are no scores.
    A score of -inf gets the share 0. Where every score is -inf there is nothing to share out:
    every share is NaN, here and on lists (so is a row that holds NaN or +inf).
    """
    same_width(scores=scores.shape[-1])
    largest = scores.amax(dim=-1, keepdim=True)  # subtracting it keeps exp from overflowing
    powers = (scores - largest).exp()
    total = powers.sum(dim=-1, keepdim=True)
    return powers / total
