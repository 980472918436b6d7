"""Positions on tensors: the steps of groundup.lists.positions, every place at once."""

import torch
from torch import Tensor

from groundup.lists.positions import frequencies
from groundup.lists.require import at_least_one

__all__ = ["frequencies", "sinusoids"]


def sinusoids(tokens: int, width: int) -> Tensor:
    """Compute a row for each position, in pairs: sine and cosine of position times frequency.

    -> (tokens, width), in PyTorch's default number type.
    ValueError for an odd width or no tokens. Vaswani et al. 2017, section 3.5.
    """
    at_least_one(tokens=tokens)
    angles = torch.arange(tokens).unsqueeze(-1) * torch.tensor(frequencies(width))
    return torch.stack((angles.sin(), angles.cos()), dim=-1).flatten(-2)
