"""Rotary positions on plain lists: each pair of features turns by an angle that grows with the place.

The two layouts differ in which features form a pair; weights trained with one need that one.
"""

from math import cos, sin

from groundup.lists.matrix import Matrix
from groundup.lists.positions import frequencies
from groundup.lists.require import same_width


def rotate_pairs(x: Matrix, start: int = 0) -> Matrix:
    """Turn neighbours, features 0 and 1, 2 and 3, …; token i stands at position start + i.

    x: queries or keys, (tokens, head width) -> (tokens, head width).
    ValueError for an odd head width. Su et al. 2021, section 3.4.2.
    """
    rotated = []
    for place, token in enumerate(x, start):
        pairs = zip(token[0::2], token[1::2], frequencies(len(token)), strict=True)
        rotated.append([value for a, b, step in pairs for value in _turn(a, b, place * step)])
    return rotated


def rotate_halves(x: Matrix, start: int = 0) -> Matrix:
    """Turn feature i and feature i + head width / 2; token i stands at position start + i.

    x: queries or keys, (tokens, head width) -> (tokens, head width).
    ValueError for an odd head width. Su et al. 2021, section 3.4.2, in the layout of Llama's
    weights in Hugging Face.
    """
    rotated = []
    for place, token in enumerate(x, start):
        half = len(token) // 2
        pairs = zip(token[:half], token[half:], frequencies(len(token)), strict=True)
        turned = [_turn(a, b, place * step) for a, b, step in pairs]
        rotated.append([a for a, _ in turned] + [b for _, b in turned])
    return rotated


def halves_from_pairs(x: Matrix) -> Matrix:
    """Reorder the features from neighbours in pairs to halves: 0, 2, 4, … and then 1, 3, 5, ….

    After it rotate_halves does what rotate_pairs does before it.
    x: (tokens, head width) -> (tokens, head width). ValueError for an odd head width.
    """
    for token in x:
        same_width(first_of_pairs=len(token[0::2]), second_of_pairs=len(token[1::2]))
    return [token[0::2] + token[1::2] for token in x]


def _turn(a: float, b: float, angle: float) -> tuple[float, float]:
    """Turn the point (a, b) about the origin, anticlockwise."""
    return a * cos(angle) - b * sin(angle), a * sin(angle) + b * cos(angle)
