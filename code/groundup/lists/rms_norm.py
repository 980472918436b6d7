"""RMSNorm on plain lists: give one token's vector a fixed size and keep its direction."""

from math import fsum, sqrt

from groundup.lists.require import same_width
from groundup.lists.vector import Vector


def rms_norm(x: Vector, scale: Vector, eps: float = 1e-5) -> Vector:
    """Divide x by its root mean square, then apply the learned scale.

    x and scale: (width,) -> (width,). ValueError if the widths differ or are 0.
    A vector of zeros with eps = 0 is 0/0: ZeroDivisionError here, NaN on tensors.
    Zhang and Sennrich 2019, section 4.
    """
    same_width(x=len(x), scale=len(scale))
    mean_square = fsum(value * value for value in x) / len(x)
    size = sqrt(mean_square + eps)  # eps keeps a vector of zeros from dividing by zero
    return [s * value / size for s, value in zip(scale, x, strict=True)]
