"""Austen's novels letter by letter, and the training of a small model on them.

The smallest real language task of the book: predict the next character. A letter here is any
character of the text, a space or a comma included.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import log

import torch
from torch import Tensor, nn

from groundup.austen import split
from groundup.tensors.softmax import softmax
from groundup.tensors.training import cross_entropy, training_step


@dataclass(frozen=True)
class Letters:
    """The novels as ids: alphabet[id] is the letter. train: five novels, held_out: the sixth."""

    alphabet: str
    train: Tensor
    held_out: Tensor

    def ids(self, text: str) -> Tensor:
        """Return the ids of a text's letters. ValueError for one that the alphabet lacks."""
        unknown = set(text) - set(self.alphabet)
        if unknown:
            raise ValueError(f"{sorted(unknown)[0]!r} is not in the novels: leave it out")
        places = {letter: place for place, letter in enumerate(self.alphabet)}
        return torch.tensor([places[letter] for letter in text])

    def text(self, ids: Tensor) -> str:
        """Return the text that ids stand for."""
        return "".join(self.alphabet[place] for place in ids.tolist())


@cache
def letters() -> Letters:
    """Read the novels, cleaned and split, as ids."""
    texts = split()
    alphabet = "".join(sorted({*texts.train, *texts.held_out}))
    empty = Letters(alphabet, torch.empty(0), torch.empty(0))
    return Letters(alphabet, empty.ids(texts.train), empty.ids(texts.held_out))


def frequency_loss(data: Letters) -> float:
    """Compute the held-out loss, in nats, of predicting every letter by its frequency alone.

    The frequencies are counted in train, each letter once more than it occurs, so that none is 0.
    """
    letters = len(data.alphabet)
    counts = torch.bincount(data.train, minlength=letters).double() + 1
    surprise = log(counts.sum().item()) - counts.log()
    return surprise[data.held_out].mean().item()


def windows(ids: Tensor, tokens: int, batch: int, draw: torch.Generator) -> Tensor:
    """Cut stretches of the text at random places: (batch, tokens)."""
    starts = torch.randint(len(ids) - tokens + 1, (batch, 1), generator=draw)
    return ids[starts + torch.arange(tokens)]


def training(
    model: nn.Module,
    data: Letters,
    *,
    steps: int,
    batch: int,
    tokens: int,
    rate: float,
    warmup: int = 0,
    seed: int = 0,
) -> Iterator[tuple[float, float]]:
    """Train a model with Adam, a step at a time; yield each step's loss and gradient norm.

    Every row of a batch holds tokens letters to read and one more to predict. Both numbers are
    those before the step. The learning rate rises in a straight line over the first warmup steps
    and stays at rate. Two models trained with one seed see the same batches.
    """
    draw = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.Adam(model.parameters(), lr=rate, fused=True)
    for step in range(steps):
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (step + 1) / max(1, warmup))
        loss = training_step(model, optimiser, windows(data.train, tokens + 1, batch, draw))
        gradients = [each.grad for each in model.parameters() if each.grad is not None]
        yield loss, nn.utils.get_total_norm(gradients).item()


def held_out_windows(data: Letters, tokens: int, rows: int) -> Tensor:
    """Cut stretches at equal distances from the novel that is held out: (rows, tokens)."""
    starts = torch.linspace(0, len(data.held_out) - tokens, rows).long()
    return data.held_out[starts[:, None] + torch.arange(tokens)]


@torch.no_grad()
def held_out_loss(model: nn.Module, data: Letters, *, tokens: int, rows: int = 64) -> float:
    """Compute the mean loss, in nats, on rows stretches of the novel that is held out.

    The stretches are the same for every model.
    """
    text = held_out_windows(data, tokens + 1, rows)
    return cross_entropy(model(text[:, :-1]), text[:, 1:]).item()


@torch.no_grad()
def write(
    model: nn.Module, data: Letters, start: str, *, count: int, tokens: int, seed: int
) -> str:
    """Continue a text by count letters, each drawn from what the model predicts.

    The model reads the last tokens letters at most.
    """
    draw = torch.Generator().manual_seed(seed)
    ids = data.ids(start)
    for _ in range(count):
        shares = softmax(model(ids[None, -tokens:])[0, -1])
        ids = torch.cat([ids, torch.multinomial(shares, 1, generator=draw)])
    return data.text(ids)
