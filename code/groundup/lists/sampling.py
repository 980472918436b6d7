"""Sampling on plain lists: rules that leave tokens out of the logits, and the choice of one.

A rule takes logits and gives logits, so that rules can follow each other; what it leaves out
becomes -inf, whose share is 0. Each refuses logits that hold NaN or no finite largest one.
"""

from itertools import accumulate
from math import exp, inf, isfinite, isnan, nan

from groundup.lists.require import at_least_one, same_width
from groundup.lists.vector import Vector


def temperature(logits: Vector, value: float) -> Vector:
    """Divide the logits by the value: below 1 the likely gain, above 1 the unlikely.

    logits: (vocabulary,) -> (vocabulary,). Value 0 keeps the largest alone (the first of equals):
    0 for it and -inf for all others. ValueError for a negative or infinite value.
    Ackley et al. 1985.
    """
    largest = _largest(logits)
    if not 0 <= value < inf:
        raise ValueError(f"temperature is {value}: choose a finite number, 0 or more")
    if value == 0:
        first = logits.index(largest)
        return [0.0 if number == first else -inf for number in range(len(logits))]
    return [logit / value for logit in logits]


def top_k(logits: Vector, count: int) -> Vector:
    """Keep the count largest logits, and with the last of them all that equal it.

    logits: (vocabulary,) -> (vocabulary,). A count above the vocabulary keeps all.
    ValueError for a count below 1. Fan et al. 2018.
    """
    _largest(logits)
    at_least_one(count=count)
    threshold = sorted(logits, reverse=True)[min(count, len(logits)) - 1]
    return [logit if logit >= threshold else -inf for logit in logits]


def top_p(logits: Vector, share: float) -> Vector:
    """Keep the fewest tokens, the likeliest first, whose softmax shares add up to the share.

    logits: (vocabulary,) -> (vocabulary,). The token that crosses the share is kept, so one
    always is; of equally likely ones the lower id comes first. ValueError for a share outside
    (0, 1]. Holtzman et al. 2020, section 3.1.
    """
    powers = _powers(logits)
    _require_share(share)
    order = sorted(range(len(logits)), key=lambda number: -logits[number])
    running = list(accumulate(powers[number] for number in order))
    last = next(place for place, total in enumerate(running) if total >= share * running[-1])
    kept = set(order[: last + 1])
    return [logit if number in kept else -inf for number, logit in enumerate(logits)]


def min_p(logits: Vector, share: float) -> Vector:
    """Keep the tokens whose softmax share is at least the given share of the largest one.

    logits: (vocabulary,) -> (vocabulary,). ValueError for a share outside (0, 1].
    Nguyen et al. 2024, section 3.
    """
    powers = _powers(logits)  # the largest is 1
    _require_share(share)
    return [logit if power >= share else -inf for logit, power in zip(logits, powers, strict=True)]


def choose(logits: Vector, number: float) -> int:
    """Choose the id at which the running sum of the softmax shares first exceeds the number.

    logits: (vocabulary,) -> one id; number: a uniform draw from 0 up to, not including, 1.
    An id whose share is 0 is never chosen. ValueError for a number outside [0, 1).
    """
    # the sums of the powers are compared with number times the last: no share rounds the end away
    running = list(accumulate(_powers(logits)))
    if not 0 <= number < 1:
        raise ValueError(f"number is {number}: draw it from 0 up to, not including, 1")
    return next(place for place, total in enumerate(running) if total > number * running[-1])


def _largest(logits: Vector) -> float:
    """Return the largest logit, after making sure that softmax has something to share out."""
    same_width(logits=len(logits))
    largest = nan if any(isnan(logit) for logit in logits) else max(logits)
    if not isfinite(largest):
        raise ValueError(f"the largest logit is {largest}: make it finite, and no logit NaN")
    return largest


def _powers(logits: Vector) -> Vector:
    """Compute the softmax shares before they are divided by their sum."""
    largest = _largest(logits)
    return [exp(logit - largest) for logit in logits]


def _require_share(share: float) -> None:
    if not 0 < share <= 1:
        raise ValueError(f"share is {share}: choose a number above 0 and up to 1")
