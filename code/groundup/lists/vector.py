"""Vectors on plain lists: add two, compare two, measure one."""

from math import fsum, sqrt

from groundup.lists.require import same_width

Vector = list[float]


def dot(x: Vector, y: Vector) -> float:
    """Multiply x and y number by number and add the products up.

    x and y: (width,). ValueError if the widths differ or are 0.
    A finite sum too large for a float is an OverflowError here and infinity on tensors.
    """
    same_width(x=len(x), y=len(y))
    return fsum(a * b for a, b in zip(x, y, strict=True))


def add(x: Vector, y: Vector) -> Vector:
    """Add x and y number by number.

    x and y: (width,) -> (width,). ValueError if the widths differ or are 0.
    """
    same_width(x=len(x), y=len(y))
    return [a + b for a, b in zip(x, y, strict=True)]


def length(x: Vector) -> float:
    """Compute the Euclidean norm of x: the square root of the sum of its squares.

    x: (width,). ValueError if x is empty.
    """
    return sqrt(dot(x, x))


def cosine(x: Vector, y: Vector) -> float:
    """Compute the cosine of the angle between x and y, from -1 (opposite) to 1 (same direction).

    x and y: (width,). ValueError if the widths differ or are 0.
    A vector of zeros has no direction: ZeroDivisionError here, NaN on tensors.
    """
    return dot(x, y) / (length(x) * length(y))
