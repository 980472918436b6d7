"""Rotary positions on tensors: the steps of groundup.lists.rotary, for whole batches.

The two layouts differ in which features form a pair; weights trained with one need that one.
"""

import torch
from torch import Tensor

from groundup.lists.require import same_width
from groundup.tensors.positions import frequencies


def rotate_pairs(x: Tensor, start: int = 0) -> Tensor:
    """Turn neighbours, features 0 and 1, 2 and 3, …; token i stands at position start + i.

    x: queries or keys, (..., tokens, head width) -> (..., tokens, head width).
    ValueError for an odd head width. Su et al. 2021, section 3.4.2.
    """
    turned = _turn(x, start, x[..., 0::2], x[..., 1::2])
    return torch.stack(turned, dim=-1).flatten(-2).to(x.dtype)


def rotate_halves(x: Tensor, start: int = 0) -> Tensor:
    """Turn feature i and feature i + head width / 2; token i stands at position start + i.

    x: queries or keys, (..., tokens, head width) -> (..., tokens, head width).
    ValueError for an odd head width. Su et al. 2021, section 3.4.2, in the layout of Llama's
    weights in Hugging Face.
    """
    half = x.shape[-1] // 2
    turned = _turn(x, start, x[..., :half], x[..., half:])
    return torch.cat(turned, dim=-1).to(x.dtype)


def halves_from_pairs(x: Tensor) -> Tensor:
    """Reorder the features from neighbours in pairs to halves: 0, 2, 4, … and then 1, 3, 5, ….

    After it rotate_halves does what rotate_pairs does before it.
    x: (..., tokens, head width) -> (..., tokens, head width). ValueError for an odd head width.
    """
    first, second = x[..., 0::2], x[..., 1::2]
    same_width(first_of_pairs=first.shape[-1], second_of_pairs=second.shape[-1])
    return torch.cat((first, second), dim=-1)


def _turn(x: Tensor, start: int, a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Turn the points (a, b) of each token of x about the origin, anticlockwise."""
    # 16 bits cannot even tell position 256 from 257
    number_type = torch.promote_types(x.dtype, torch.float32)
    steps = torch.tensor(frequencies(x.shape[-1]), dtype=number_type, device=x.device)
    places = torch.arange(start, start + x.shape[-2], device=x.device)
    angles = places.unsqueeze(-1) * steps  # (tokens, head width / 2)
    cos, sin = angles.cos(), angles.sin()
    return a * cos - b * sin, a * sin + b * cos
