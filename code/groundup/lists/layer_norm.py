"""Layer norm on plain lists: rescale one token's vector using only its own numbers."""

from math import fsum, sqrt

from groundup.lists.require import same_width
from groundup.lists.vector import Vector


def layer_norm(x: Vector, scale: Vector, shift: Vector, eps: float = 1e-5) -> Vector:
    """Move x to mean 0 and variance 1, then apply the learned scale and shift.

    x, scale and shift: (width,) -> (width,). ValueError if the widths differ or are 0.
    A constant x with eps = 0 is 0/0: ZeroDivisionError here, NaN on tensors.
    Ba, Kiros and Hinton 2016, section 3.
    """
    same_width(x=len(x), scale=len(scale), shift=len(shift))
    mean = fsum(x) / len(x)
    centred = [value - mean for value in x]
    variance = fsum(value * value for value in centred) / len(x)  # by n, not n - 1
    spread = sqrt(variance + eps)  # eps keeps a constant vector from dividing by zero
    return [s * value / spread + t for s, value, t in zip(scale, centred, shift, strict=True)]
