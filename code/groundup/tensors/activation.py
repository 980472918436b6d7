"""Activations on tensors: the functions of groundup.lists.activation, on every number at once."""

from math import pi, sqrt

import torch
from torch import Tensor


def relu(x: Tensor) -> Tensor:
    """Keep each number where it is positive and give 0 elsewhere (Nair and Hinton 2010)."""
    return torch.relu(x)


def gelu(x: Tensor) -> Tensor:
    """Compute x·Φ(x): x times the chance that a standard normal draw lies below it.

    The exact form of Hendrycks and Gimpel 2016, section 2; PyTorch's nn.GELU().
    x = -inf gives NaN, here and on lists.
    """
    return x * 0.5 * (1 + torch.erf(x / sqrt(2)))


def gelu_tanh(x: Tensor) -> Tensor:
    """Approximate GELU by a tanh, a different function with its own values.

    Hendrycks and Gimpel 2016, section 2; what GPT-2 was trained with; nn.GELU("tanh").
    """
    cube = x * x * x
    return x * 0.5 * (1 + torch.tanh(sqrt(2 / pi) * (x + 0.044715 * cube)))


def silu(x: Tensor) -> Tensor:
    """Compute x·σ(x), where σ(x) = 1 / (1 + exp(-x)) (Hendrycks and Gimpel 2016; also Swish).

    Far below 0 the result is -0.0 (OverflowError on lists).
    """
    return x * torch.sigmoid(x)  # x / (1 + exp(-x)) has a NaN gradient where exp(-x) is infinite
