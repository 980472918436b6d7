"""The book's own model, trained and asked for text as the book does it."""

import torch
from contestant import Contestant, Generate, Weights
from torch import Tensor

from groundup.lists.configuration import Configuration
from groundup.tensors.cache import Cache
from groundup.tensors.generation import generate
from groundup.tensors.language_model import LanguageModel, weights_of
from groundup.tensors.training import training_step


class Ours(Contestant):
    """groundup.tensors.language_model, which all others take their weights from."""

    name = "groundup"

    def __init__(self, configuration: Configuration) -> None:
        torch.manual_seed(0)
        self.model = LanguageModel(configuration)

    def weights(self) -> Weights:
        """Return the weights that all begin with."""
        return weights_of(self.model)

    def take(self, weights: Weights) -> None:
        """Copy nothing: the seed has made the same ones."""

    def step(self, tokens: Tensor) -> float:
        """Train one step on ids (batch, tokens + 1) and return the loss before it."""
        return training_step(self.model, self.optimiser, tokens)

    def generates(self) -> dict[str, dict[str, Generate]]:
        """Return the ways to go on with ids (batch, tokens): with a cache or without, by name."""
        return {
            "without cache": {self.name: self.reading_all},
            "with cache": {self.name: self.reading_new},
        }

    def reading_all(self, tokens: Tensor, count: int) -> Tensor:
        """Go on, reading the whole text again for each new token."""
        return generate(self.model, tokens, count, likeliest)

    def reading_new(self, tokens: Tensor, count: int) -> Tensor:
        """Go on, reading each token once."""
        return generate(self.model, tokens, count, likeliest, [Cache() for _ in self.model.blocks])


def likeliest(logits: Tensor) -> Tensor:
    """Return the id of the largest logit: (batch, vocabulary) -> (batch,)."""
    return logits.argmax(dim=-1)
