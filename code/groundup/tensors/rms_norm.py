"""RMSNorm on tensors: the steps of groundup.lists.rms_norm, every token at once."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.require import at_least_one, same_width


def rms_norm(x: Tensor, scale: Tensor, eps: float = 1e-5) -> Tensor:
    """Divide every token by its root mean square, then apply the learned scale.

    x: (..., width), scale: (width,) -> (..., width). ValueError if the widths differ or are 0.
    A token of zeros with eps = 0 is 0/0: NaN here, ZeroDivisionError on lists.
    Zhang and Sennrich 2019, section 4.
    """
    same_width(x=x.shape[-1], scale=scale.shape[-1])
    mean_square = x.square().mean(dim=-1, keepdim=True)  # (..., 1)
    size = (mean_square + eps).sqrt()  # (..., 1)
    return scale * x / size


class RMSNorm(nn.Module):
    """Hold the scale of rms_norm, started at 1. ValueError if width is below 1.

    It runs PyTorch's own RMSNorm, which takes all steps in one.
    """

    def __init__(self, width: int, eps: float = 1e-5) -> None:
        super().__init__()
        at_least_one(width=width)
        self.scale = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """Apply rms_norm to x: (..., width) -> (..., width)."""
        same_width(x=x.shape[-1], scale=self.scale.shape[-1])
        return functional.rms_norm(x, self.scale.shape, self.scale, self.eps)
