"""Layer norm on tensors: the steps of groundup.lists.layer_norm, every token at once."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.require import at_least_one, same_width


def layer_norm(x: Tensor, scale: Tensor, shift: Tensor, eps: float = 1e-5) -> Tensor:
    """Move every token to mean 0 and variance 1, then apply the learned scale and shift.

    x: (..., width), scale and shift: (width,) -> (..., width).
    ValueError if the widths differ or are 0.
    A constant token with eps = 0 is 0/0: NaN here, ZeroDivisionError on lists.
    Ba, Kiros and Hinton 2016, section 3.
    """
    same_width(x=x.shape[-1], scale=scale.shape[-1], shift=shift.shape[-1])
    mean = x.mean(dim=-1, keepdim=True)  # (..., 1)
    centred = x - mean  # (..., width)
    variance = centred.square().mean(dim=-1, keepdim=True)  # (..., 1), by n, not n - 1
    spread = (variance + eps).sqrt()  # (..., 1)
    return scale * centred / spread + shift


class LayerNorm(nn.Module):
    """Hold the scale and shift of layer_norm, started at 1 and 0. ValueError if width is below 1.

    It runs PyTorch's own layer norm, which takes all steps in one.
    """

    def __init__(self, width: int, eps: float = 1e-5) -> None:
        super().__init__()
        at_least_one(width=width)
        self.scale = nn.Parameter(torch.ones(width))
        self.shift = nn.Parameter(torch.zeros(width))
        self.eps = eps

    def forward(self, x: Tensor) -> Tensor:
        """Apply layer_norm to x: (..., width) -> (..., width)."""
        same_width(x=x.shape[-1], scale=self.scale.shape[-1])
        return functional.layer_norm(x, self.scale.shape, self.scale, self.shift, self.eps)
