"""Generating text on tensors: the steps of groundup.lists.generation, for whole batches."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from groundup.tensors.cache import Cache

Model = Callable[..., Tensor]


def generate(
    model: Model,
    tokens: Tensor,
    count: int,
    choose: Callable[[Tensor], Tensor],
    caches: Sequence[Cache] = (),
) -> Tensor:
    """Continue the tokens by count more, each chosen from the logits behind all before it.

    model: takes ids and caches, gives logits (batch, tokens, vocabulary). tokens: ids
    (batch, tokens), at least one in a row. choose: takes logits (batch, vocabulary), gives ids
    (batch,). Without caches the model reads the whole text again for each new token; with caches,
    one for each block, it reads each token once. -> (batch, tokens + count) ids.
    """
    text = unread = tokens
    with torch.inference_mode():  # spares what PyTorch notes down for gradients
        for _ in range(count):
            logits = model(unread, caches)[..., -1, :]  # (batch, vocabulary)
            text = torch.cat([text, choose(logits)[..., None]], dim=-1)
            unread = text[..., -1:] if caches else text
    return text.clone()  # an ordinary tensor again, which may take part in training
