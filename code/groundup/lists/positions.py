"""Positions on plain lists: a row of sines and cosines for each place in the text."""

from math import cos, sin

from groundup.lists.matrix import Matrix
from groundup.lists.require import at_least_one
from groundup.lists.vector import Vector

BASE = 10000


def frequencies(width: int) -> Vector:
    """Give the angle, in radians, by which each pair of features turns from one token to the next.

    -> (width / 2,), from 1 down to nearly 1 / 10000. ValueError for an odd width or one below 2.
    Vaswani et al. 2017, section 3.5; Su et al. 2021 take the same, section 3.2.2.
    """
    if width < 2 or width % 2:
        raise ValueError(f"width is {width}: choose an even number, 2 or more")
    return [BASE ** (-feature / width) for feature in range(0, width, 2)]


def sinusoids(tokens: int, width: int) -> Matrix:
    """Compute a row for each position, in pairs: sine and cosine of position times frequency.

    -> (tokens, width). ValueError for an odd width or no tokens.
    Vaswani et al. 2017, section 3.5.
    """
    at_least_one(tokens=tokens)
    steps = frequencies(width)
    return [
        [wave(place * step) for step in steps for wave in (sin, cos)] for place in range(tokens)
    ]
