"""Batch norm on plain lists: rescale each feature using all examples of a batch."""

from math import fsum, sqrt

from groundup.lists.matrix import Matrix, transpose
from groundup.lists.require import same_width
from groundup.lists.vector import Vector


def batch_statistics(batch: Matrix) -> tuple[Vector, Vector]:
    """Compute the mean and the variance of each feature over the examples of a batch.

    batch: (examples, width) -> two of (width,). The variance divides by n, not n - 1.
    ValueError if the batch is empty or its examples differ in width.
    """
    features = transpose(batch)  # (width, examples)
    means = [fsum(feature) / len(feature) for feature in features]
    variances = [
        fsum((value - mean) * (value - mean) for value in feature) / len(feature)
        for feature, mean in zip(features, means, strict=True)
    ]
    return means, variances


def batch_norm(
    batch: Matrix, mean: Vector, variance: Vector, scale: Vector, shift: Vector, eps: float = 1e-5
) -> Matrix:
    """Normalise each feature with a given mean and variance, then apply the scale and shift.

    batch: (examples, width), the others: (width,) -> (examples, width). In training the mean and
    variance are those of the batch; afterwards they are running averages.
    ValueError if the widths differ or are 0.
    Variance 0 with eps = 0: ZeroDivisionError here, NaN or infinity on tensors.
    Ioffe and Szegedy 2015, algorithm 1.
    """
    for example in batch:
        same_width(
            batch=len(example), mean=len(mean), variance=len(variance),
            scale=len(scale), shift=len(shift),
        )  # fmt: skip
    spread = [sqrt(v + eps) for v in variance]
    return [
        [
            s * (x - m) / w + t
            for x, m, w, s, t in zip(example, mean, spread, scale, shift, strict=True)
        ]
        for example in batch
    ]


def running_average(old: Vector, new: Vector, momentum: float) -> Vector:
    """Move the old average towards the new value by the share momentum.

    old and new: (width,) -> (width,). momentum is the share of the new value, as in PyTorch.
    ValueError if the widths differ or momentum is outside 0 … 1.
    """
    same_width(old=len(old), new=len(new))
    if not 0 <= momentum <= 1:
        raise ValueError(f"momentum is {momentum}: choose a share from 0 to 1")
    return [(1 - momentum) * before + momentum * now for before, now in zip(old, new, strict=True)]
