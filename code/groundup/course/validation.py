"""How well a model predicts a text that it has not read: bits per character, whatever its tokens."""

from math import log

import torch
from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.tokenizer import Tokenizer

ROWS = 32  # windows that are read at once


@torch.no_grad()
def surprises(model: nn.Module, ids: Tensor, context: int) -> Tensor:
    """Compute the loss, in nats, at every token but the first: ids (tokens,) -> (predicted,).

    The text is read in windows of context tokens, each half a window further than the last. A
    window adds its second half, so that beyond the first window every token is predicted from at
    least half a window. What is left at the end and fills no window is not predicted.
    """
    stride = max(1, context // 2)
    windows = ids.unfold(0, context + 1, stride)  # (windows, context + 1)
    losses = torch.cat([_losses(model, some) for some in windows.split(ROWS)])
    return torch.cat([losses[0], losses[1:, context - stride :].flatten()])


def bits_per_character(losses: Tensor, ids: Tensor, tokenizer: Tokenizer) -> float:
    """Turn the losses of surprises into bits for each character of the tokens predicted."""
    predicted = ids[1 : 1 + len(losses)]
    return losses.double().sum().item() / log(2) / len(tokenizer.decode(predicted.tolist()))


def _losses(model: nn.Module, windows: Tensor) -> Tensor:
    """Compute the loss at every token of each window but its first."""
    logits = model(windows[:, :-1]).float()  # (windows, context, vocabulary)
    targets = windows[:, 1:]
    return functional.cross_entropy(logits.mT, targets, reduction="none")
