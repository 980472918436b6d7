"""Matrices on plain lists: a matrix is a list of rows."""

from groundup.lists.require import same_width
from groundup.lists.vector import Vector, add, dot

Matrix = list[Vector]


def matmul(a: Matrix, b: Matrix) -> Matrix:
    """Compute the matrix product: entry (i, j) is the dot product of row i of a and column j of b.

    a: (rows, inner), b: (inner, columns) -> (rows, columns).
    ValueError if the inner sizes differ, a row is shorter than the others, or a matrix is empty.
    """
    columns = transpose(b)
    same_width(a=_width(a, "a"), b=len(b))
    return [[dot(row, column) for column in columns] for row in a]


def transpose(a: Matrix) -> Matrix:
    """Turn rows into columns.

    a: (rows, columns) -> (columns, rows). ValueError if the rows differ in width or a is empty.
    """
    return [[row[j] for row in a] for j in range(_width(a, "the matrix"))]


def linear(x: Vector, weights: Matrix, bias: Vector | None = None) -> Vector:
    """Compare one token with each row of the weights, then add the bias: weights·x + bias.

    x: (in,), weights: (out, in) as PyTorch stores them, bias: (out,) or None -> (out,).
    ValueError if the widths do not fit.
    """
    same_width(x=len(x), weights=_width(weights, "weights"))
    compared = [dot(row, x) for row in weights]
    if bias is None:
        return compared
    same_width(weights=len(weights), bias=len(bias))
    return add(compared, bias)


def _width(matrix: Matrix, name: str) -> int:
    """Return the width of the rows, after making sure that there is one."""
    if not matrix or not matrix[0]:
        raise ValueError(f"{name} is empty: give it at least one row of at least one number")
    for i, row in enumerate(matrix):
        if len(row) != len(matrix[0]):
            raise ValueError(
                f"row {i} of {name} has width {len(row)} but row 0 has width {len(matrix[0])}: "
                "make all rows equally wide"
            )
    return len(matrix[0])
