"""Matrices on tensors: the steps of groundup.lists.matrix, for whole batches."""

from torch import Tensor

from groundup.lists.require import same_width


def matmul(a: Tensor, b: Tensor) -> Tensor:
    """Compute the matrix product: entry (i, j) is the dot product of row i of a and column j of b.

    a: (..., rows, inner), b: (..., inner, columns) -> (..., rows, columns).
    ValueError if the inner sizes differ or are 0.
    """
    same_width(a=a.shape[-1], b=b.shape[-2])
    return a @ b


def transpose(a: Tensor) -> Tensor:
    """Turn rows into columns.

    a: (..., rows, columns) -> (..., columns, rows). ValueError if a is empty.
    """
    if not a.numel():
        raise ValueError("the matrix is empty: give it at least one row of at least one number")
    return a.transpose(-2, -1)


def linear(x: Tensor, weights: Tensor, bias: Tensor | None = None) -> Tensor:
    """Compare every token with each row of the weights, then add the bias: weights·x + bias.

    x: (..., in), weights: (out, in), bias: (out,) or None -> (..., out).
    ValueError if the widths do not fit.
    """
    same_width(x=x.shape[-1], weights=weights.shape[-1])
    compared = x @ transpose(weights)  # (..., out)
    if bias is None:
        return compared
    same_width(weights=weights.shape[0], bias=bias.shape[-1])
    return compared + bias
