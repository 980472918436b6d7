"""Vectors on tensors: the steps of groundup.lists.vector, on the last axis."""

from torch import Tensor

from groundup.lists.require import same_width


def dot(x: Tensor, y: Tensor) -> Tensor:
    """Multiply x and y number by number and add the products up.

    x and y: (..., width) -> (...). ValueError if the widths differ or are 0.
    A sum too large for the number type is infinity (OverflowError on lists).
    """
    same_width(x=x.shape[-1], y=y.shape[-1])
    return (x * y).sum(dim=-1)


def add(x: Tensor, y: Tensor) -> Tensor:
    """Add x and y number by number.

    x and y: (..., width) -> (..., width). ValueError if the widths differ or are 0.
    """
    same_width(x=x.shape[-1], y=y.shape[-1])
    return x + y


def length(x: Tensor) -> Tensor:
    """Compute the Euclidean norm of each vector: the square root of the sum of its squares.

    x: (..., width) -> (...). ValueError if the width is 0.
    """
    return dot(x, x).sqrt()


def cosine(x: Tensor, y: Tensor) -> Tensor:
    """Compute the cosine of the angle between x and y, from -1 (opposite) to 1 (same direction).

    x and y: (..., width) -> (...). ValueError if the widths differ or are 0.
    A vector of zeros has no direction: NaN here, ZeroDivisionError on lists.
    """
    return dot(x, y) / (length(x) * length(y))
