"""Batch norm on tensors: the steps of groundup.lists.batch_norm."""

import torch
from torch import Tensor, nn

from groundup.lists.require import at_least_one, same_width


def batch_statistics(batch: Tensor) -> tuple[Tensor, Tensor]:
    """Compute the mean and the variance of each feature over all examples (and tokens) of a batch.

    batch: (..., width) -> two of (width,). The variance divides by n, not n - 1.
    ValueError if the batch is empty.
    """
    if not batch.numel():
        raise ValueError("the batch is empty: give it at least one example of at least one number")
    examples = batch.reshape(-1, batch.shape[-1])  # (examples, width)
    mean = examples.mean(dim=0)  # (width,)
    return mean, (examples - mean).square().mean(dim=0)


def batch_norm(
    batch: Tensor, mean: Tensor, variance: Tensor, scale: Tensor, shift: Tensor, eps: float = 1e-5
) -> Tensor:
    """Normalise each feature with a given mean and variance, then apply the scale and shift.

    batch: (..., width), the others: (width,) -> (..., width). In training the mean and
    variance are those of the batch; afterwards they are running averages.
    ValueError if the widths differ or are 0.
    Variance 0 with eps = 0: NaN or infinity here, ZeroDivisionError on lists.
    Ioffe and Szegedy 2015, algorithm 1.
    """
    same_width(
        batch=batch.shape[-1], mean=mean.shape[-1], variance=variance.shape[-1],
        scale=scale.shape[-1], shift=shift.shape[-1],
    )  # fmt: skip
    spread = (variance + eps).sqrt()  # (width,)
    return scale * (batch - mean) / spread + shift


def running_average(old: Tensor, new: Tensor, momentum: float) -> Tensor:
    """Move the old average towards the new value by the share momentum.

    old and new: (width,) -> (width,). momentum is the share of the new value, as in PyTorch.
    ValueError if the widths differ or momentum is outside 0 … 1.
    """
    same_width(old=old.shape[-1], new=new.shape[-1])
    if not 0 <= momentum <= 1:
        raise ValueError(f"momentum is {momentum}: choose a share from 0 to 1")
    return (1 - momentum) * old + momentum * new


class BatchNorm(nn.Module):
    """Hold the scale, the shift and the two running averages of batch norm.

    In training it uses the batch's own statistics and moves the averages; in evaluation it uses
    the averages. The running variance is kept with n - 1, as PyTorch keeps it, because it stands
    for data beyond the batch. ValueError if width is below 1, or for training on one example.
    """

    def __init__(self, width: int, eps: float = 1e-5, momentum: float = 0.1) -> None:
        super().__init__()
        at_least_one(width=width)
        self.scale = nn.Parameter(torch.ones(width))
        self.shift = nn.Parameter(torch.zeros(width))
        self.register_buffer("mean", torch.zeros(width))
        self.register_buffer("variance", torch.ones(width))
        self.eps, self.momentum = eps, momentum

    def forward(self, batch: Tensor) -> Tensor:
        """Normalise the batch: (..., width) -> (..., width)."""
        mean, variance = self.mean, self.variance
        if self.training:
            mean, variance = batch_statistics(batch)
            self._remember(mean.detach(), variance.detach(), batch.numel() // batch.shape[-1])
        return batch_norm(batch, mean, variance, self.scale, self.shift, self.eps)

    def _remember(self, mean: Tensor, variance: Tensor, examples: int) -> None:
        if examples < 2:
            raise ValueError("a batch of 1 example has no variance: train on 2 or more, or eval()")
        beyond = variance * examples / (examples - 1)
        self.mean = running_average(self.mean, mean, self.momentum)
        self.variance = running_average(self.variance, beyond, self.momentum)
