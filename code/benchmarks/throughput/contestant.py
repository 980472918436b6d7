"""What every model of the benchmark can do: take weights, train a step, and go on with a text."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

RATE = 1e-3
Weights = dict[str, Any]  # as groundup.tensors.language_model.weights_of gives them
Generate = Callable[[Tensor, int], Tensor]


class TiedHead(nn.Module):
    """What every model of ours here has: an embedding, which is the head too, behind a stream."""

    embedding: nn.Embedding
    stream: Callable[..., Tensor]  # ids (batch, tokens) -> (batch, tokens, width)

    def head(self, stream: Tensor) -> Tensor:
        """Compare with every row of the embedding."""
        return functional.linear(stream, self.embedding.weight)

    def forward(self, tokens: Tensor) -> Tensor:
        """Compute the logits: ids (batch, tokens) -> (batch, tokens, vocabulary)."""
        return self.head(self.stream(tokens))

    def reading_all(self, tokens: Tensor, count: int) -> Tensor:
        """Go on, reading the whole text again for each new token; only the last meets the head."""
        return greedy(lambda text: self.head(self.stream(text)[:, -1]), tokens, count)


class Contestant:
    """A model of one library with its optimiser. A subclass makes the model and takes the weights."""

    name: str
    model: nn.Module

    def begin(self, weights: Weights) -> None:
        """Start training from these weights."""
        with torch.no_grad():
            self.take(weights)
        self.optimiser = torch.optim.AdamW(self.model.parameters(), lr=RATE, fused=True)

    def take(self, weights: Weights) -> None:
        """Copy the weights into the model."""
        raise NotImplementedError

    def logits(self, tokens: Tensor) -> Tensor:
        """Compute the logits: ids (batch, tokens) -> (batch, tokens, vocabulary)."""
        return self.model(tokens)

    def step(self, tokens: Tensor) -> float:
        """Train one step on ids (batch, tokens + 1) and return the loss before it."""
        logits = self.logits(tokens[:, :-1])
        loss = functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        return loss.item()

    def generates(self) -> dict[str, dict[str, Generate]]:
        """Return the ways to go on with ids (batch, tokens): with a cache or without, by name."""
        raise NotImplementedError


@torch.inference_mode()
def greedy(last_logits: Callable[[Tensor], Tensor], tokens: Tensor, count: int) -> Tensor:
    """Go on with the tokens by count more, each the likeliest after all that stands before it."""
    for _ in range(count):
        chosen = last_logits(tokens).argmax(dim=-1, keepdim=True)
        tokens = torch.cat([tokens, chosen], dim=-1)
    return tokens


def fill(part: nn.Module, weight: list, bias: list | None = None, turned: bool = False) -> None:
    """Copy a weight and a bias into a part; turned where the part keeps its matrix (in, out)."""
    copy(part.weight, torch.tensor(weight).T if turned else weight)
    if bias is not None:
        copy(part.bias, bias)


def copy(parameter: Tensor, numbers: list | Tensor) -> None:
    """Copy numbers into a parameter. ValueError for another shape, which copy_ might stretch."""
    given = torch.as_tensor(numbers)
    if given.shape != parameter.shape:
        raise ValueError(f"{tuple(given.shape)} numbers do not fit {tuple(parameter.shape)}")
    parameter.copy_(given)


def joined(block: Weights) -> tuple[list, list]:
    """Stack the query, key and value maps of a block into one matrix and one bias."""
    maps = [block[name] for name in ("query", "key", "value")]
    return [row for weight, _ in maps for row in weight], [b for _, bias in maps for b in bias]
