"""SwiGLU on tensors: the steps of groundup.lists.swiglu, every token at once."""

from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.require import at_least_one
from groundup.lists.swiglu import swiglu_width
from groundup.tensors.activation import silu
from groundup.tensors.matrix import linear

__all__ = ["SwiGLU", "swiglu", "swiglu_width"]


def swiglu(x: Tensor, gate: Tensor, up: Tensor, down: Tensor) -> Tensor:
    """Project every token twice, multiply SiLU of the gate by the other, and project back.

    x: (..., width), gate and up: (hidden, width), down: (width, hidden) -> (..., width).
    ValueError if the widths do not fit. Shazeer 2020, section 2 (FFN_SwiGLU: no biases).
    """
    opened = silu(linear(x, gate))  # (..., hidden)
    hidden = linear(x, up)  # (..., hidden)
    if opened.shape[-1] != hidden.shape[-1]:
        raise ValueError(
            f"gate has {opened.shape[-1]} rows but up has {hidden.shape[-1]}: make the two equal"
        )
    return linear(opened * hidden, down)  # (..., width)


class SwiGLU(nn.Module):
    """Hold the three matrices of swiglu, started as PyTorch starts nn.Linear.

    It runs PyTorch's own SiLU, which takes both steps in one. ValueError if width or hidden is below 1.
    """

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        at_least_one(width=width, hidden=hidden)
        self.gate = nn.Linear(width, hidden, bias=False)
        self.up = nn.Linear(width, hidden, bias=False)
        self.down = nn.Linear(hidden, width, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Apply swiglu to x: (..., width) -> (..., width)."""
        return self.down(functional.silu(self.gate(x)) * self.up(x))
