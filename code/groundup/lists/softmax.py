"""Softmax on plain lists: scores become shares that add up to one."""

from math import exp, fsum

from groundup.lists.require import same_width
from groundup.lists.vector import Vector


def softmax(scores: Vector) -> Vector:
    """Turn scores into positive shares that add up to 1; equal steps of score are equal ratios.

    scores: (width,) -> (width,). ValueError if there are no scores.
    A score of -inf gets the share 0. Where every score is -inf there is nothing to share out:
    every share is NaN, here and on tensors (so is a row that holds NaN or +inf).
    """
    same_width(scores=len(scores))
    largest = max(scores)  # subtracting it changes no share and keeps exp from overflowing
    powers = [exp(score - largest) for score in scores]
    total = fsum(powers)
    return [power / total for power in powers]
