"""The optimiser on tensors: the steps of groundup.lists.optimiser, for a parameter of any shape."""

from torch import Tensor

from groundup.lists.optimiser import learning_rate
from groundup.lists.require import at_least_one, same_width
from groundup.tensors.vector import length

__all__ = ["adamw", "clip", "learning_rate"]


def adamw(
    parameters: Tensor,
    gradients: Tensor,
    first: Tensor,
    second: Tensor,
    step: int,
    rate: float,
    decay: float = 0.1,
    betas: tuple[float, float] = (0.9, 0.95),
    eps: float = 1e-8,
) -> tuple[Tensor, Tensor, Tensor]:
    """Take one step of AdamW: return the new parameters and the new moments, first and second.

    All tensors: one shape. first and second: running means of the gradients and of their
    squares, zeros before the first step. step: counted from 1. decay: the part of each parameter,
    times the rate, that is taken off. ValueError if the sizes differ or step is below 1.
    Loshchilov and Hutter 2019, algorithm 2; that decay is times the rate too is PyTorch's way.
    """
    given = {"parameters": parameters, "gradients": gradients, "first": first, "second": second}
    same_width(**{name: part.numel() for name, part in given.items()})
    at_least_one(step=step)
    keep, keep_square = betas
    first = keep * first + (1 - keep) * gradients
    second = keep_square * second + (1 - keep_square) * gradients.square()
    # the means began at zero: divided by the weight that real gradients have in them by now
    mean, mean_square = first / (1 - keep**step), second / (1 - keep_square**step)
    # the decay is taken off here and not added to the gradient: no root divides it
    moved = parameters - rate * (mean / (mean_square.sqrt() + eps) + decay * parameters)
    return moved, first, second


def clip(gradients: Tensor, limit: float) -> Tensor:
    """Shorten the gradients, all in the same measure, until their length is at most the limit.

    gradients: any shape, taken as one vector -> the same shape. Shorter ones are unchanged.
    ValueError for a limit that is not above 0, or no gradients.
    Pascanu et al. 2013, section 3.2, algorithm 1.
    """
    if not limit > 0:
        raise ValueError(f"limit is {limit}: choose a number above 0")
    return gradients * (limit / length(gradients.flatten())).clamp(max=1)
