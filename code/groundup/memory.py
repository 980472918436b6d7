"""What a model keeps in memory: its parameters, and what a pass leaves for the way back."""

import torch
from torch import Tensor, nn


def parameters(model: nn.Module) -> int:
    """Count the parameters of a model; one that is used twice counts once."""
    return sum(each.numel() for each in model.parameters())


def kept_per_token(block: nn.Module, width: int, tokens: int = 64) -> int:
    """Count the numbers, parameters aside, that PyTorch keeps of one pass, for each token.

    A tensor that is kept twice lies in memory once, and counts once.
    """
    kept: dict[int, int] = {}  # where a tensor starts in memory: how many numbers it holds

    def note(tensor: Tensor) -> Tensor:
        kept[tensor.data_ptr()] = tensor.numel()
        return tensor

    with torch.autograd.graph.saved_tensors_hooks(note, lambda tensor: tensor):
        block(torch.randn(1, tokens, width))
    for parameter in block.parameters():
        kept.pop(parameter.data_ptr(), None)
    return sum(kept.values()) // tokens
