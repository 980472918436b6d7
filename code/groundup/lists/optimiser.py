"""The optimiser on plain lists: AdamW, the learning rate of each step, and clipped gradients."""

from math import cos, pi, sqrt

from groundup.lists.require import at_least_one, same_width
from groundup.lists.vector import Vector, length


def adamw(
    parameters: Vector,
    gradients: Vector,
    first: Vector,
    second: Vector,
    step: int,
    rate: float,
    decay: float = 0.1,
    betas: tuple[float, float] = (0.9, 0.95),
    eps: float = 1e-8,
) -> tuple[Vector, Vector, Vector]:
    """Take one step of AdamW: return the new parameters and the new moments, first and second.

    All vectors: (parameters,). first and second: running means of the gradients and of their
    squares, zeros before the first step. step: counted from 1. decay: the part of each parameter,
    times the rate, that is taken off. ValueError if the widths differ or step is below 1.
    Loshchilov and Hutter 2019, algorithm 2; that decay is times the rate too is PyTorch's way.
    """
    same_width(
        parameters=len(parameters), gradients=len(gradients), first=len(first), second=len(second)
    )
    at_least_one(step=step)
    keep, keep_square = betas
    first = [keep * m + (1 - keep) * g for m, g in zip(first, gradients, strict=True)]
    second = [
        keep_square * v + (1 - keep_square) * g * g for v, g in zip(second, gradients, strict=True)
    ]
    moved = []
    for value, m, v in zip(parameters, first, second, strict=True):
        # the means began at zero: divided by the weight that real gradients have in them by now
        mean, mean_square = m / (1 - keep**step), v / (1 - keep_square**step)
        # the decay is taken off here and not added to the gradient: no root divides it
        moved.append(value - rate * (mean / (sqrt(mean_square) + eps) + decay * value))
    return moved, first, second


def learning_rate(step: int, steps: int, rate: float, warmup: int, floor: float = 0.1) -> float:
    """Compute the rate of one step: up in a straight line, then down by half a cosine.

    step: 0 … steps - 1. The first warmup steps rise to the rate in equal parts, none of them 0;
    from there it falls to floor · rate at the last step. Without warmup the first step has the
    full rate. ValueError for a step outside, or a warmup that leaves no step to fall.
    Loshchilov and Hutter 2017, equation 5, without restarts; Goyal et al. 2017 for the warmup.
    """
    if not 0 <= step < steps:
        raise ValueError(f"step is {step} of {steps} steps: use 0 to {steps - 1}")
    if not 0 <= warmup < steps:
        raise ValueError(f"warmup is {warmup} of {steps} steps: use 0 to {steps - 1}")
    top = max(0, warmup - 1)  # the step that has the full rate
    if step <= top:
        return rate * (step + 1) / (top + 1)
    fallen = (step - top) / (steps - 1 - top)  # from 0 at the top to 1 at the last step
    return rate * (floor + (1 - floor) * (1 + cos(pi * fallen)) / 2)


def clip(gradients: Vector, limit: float) -> Vector:
    """Shorten the gradients, all in the same measure, until their length is at most the limit.

    gradients: (parameters,) -> (parameters,). Shorter ones are unchanged.
    ValueError for a limit that is not above 0, or no gradients.
    Pascanu et al. 2013, section 3.2, algorithm 1.
    """
    if not limit > 0:
        raise ValueError(f"limit is {limit}: choose a number above 0")
    size = length(gradients)
    if size <= limit:
        return list(gradients)
    return [value * (limit / size) for value in gradients]
