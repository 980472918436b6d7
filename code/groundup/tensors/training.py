"""Training on tensors: the loss, its gradient by autograd, and one step with an optimiser."""

from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.require import at_least_one, known_ids, same_tokens, same_width


def cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    """Compute the mean surprise at the right ids: minus the log of each one's softmax share.

    logits: (..., tokens, vocabulary), targets: (..., tokens) ids -> one number, in nats.
    ValueError if the shapes differ or are empty, or for an unknown id.
    """
    same_tokens(logits=logits.shape[:-1].numel(), targets=targets.numel())
    same_width(logits=logits.shape[-1])
    known_ids((int(targets.min()), int(targets.max())), logits.shape[-1])
    right = logits.gather(-1, targets.reshape(*logits.shape[:-1], 1)).squeeze(-1)
    return (logits.logsumexp(dim=-1) - right).mean()  # logsumexp subtracts the largest itself


def perplexity(losses: Tensor, counts: Tensor) -> Tensor:
    """Compute exp of the mean loss of all tokens: the number of equally likely ids it amounts to.

    losses: (batches,), the mean loss of each batch; counts: (batches,), its number of tokens
    -> one number. A longer batch counts for more. ValueError if the two differ in width or are
    empty, or for a batch of no tokens. A mean loss too large for exp gives infinity
    (OverflowError on lists).
    """
    same_width(losses=len(losses), counts=len(counts))
    at_least_one(counts=int(counts.min()))
    return ((losses * counts).sum() / counts.sum()).exp()


def fused_cross_entropy(logits: Tensor, targets: Tensor) -> Tensor:
    """Compute cross_entropy by PyTorch's own function, which takes all steps in one.

    The same shapes and, up to rounding, the same number as cross_entropy; what training runs.
    """
    return functional.cross_entropy(logits.flatten(0, -2), targets.flatten())


def gradient(loss: Callable[[Tensor], Tensor], parameters: Tensor) -> Tensor:
    """Compute by autograd how fast the loss grows with each parameter.

    loss: takes the parameters, gives one number. parameters: (parameters,) -> (parameters,).
    ValueError if there are no parameters.
    """
    same_width(parameters=parameters.numel())
    tracked = parameters.detach().requires_grad_()
    return torch.autograd.grad(loss(tracked), tracked)[0]


def training_step(model: nn.Module, optimiser: torch.optim.Optimizer, tokens: Tensor) -> float:
    """Take one step towards predicting each next token, and return the loss before the step.

    tokens: (batch, tokens) ids, at least two a row: the model reads all but the last of a row,
    and its targets are the same ids shifted once. ValueError for rows of fewer than two.
    """
    if tokens.shape[-1] < 2:
        raise ValueError(
            f"{tokens.shape[-1]} tokens leave nothing to predict: give two or more in a row"
        )
    loss = fused_cross_entropy(model(tokens[..., :-1]), tokens[..., 1:])
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    return loss.item()
