"""How does training keep more features than there are hidden numbers to keep them in?

The toy model of Elhage and others (2022): features are squeezed into fewer hidden numbers and read
back from them with the same directions, ReLU(W·(Wᵀ·x) + b), every feature equally important.
No curve bends the hidden numbers themselves, so they are not yet the neurons of a block.
Each feature is present with a chance of its own, then with a strength between 0 and 1.
Quantities, for each hidden width and each chance, over several seeds:
    kept: the features whose own reading (the square of their direction's length) is above a half;
    interference: of a kept feature, what its reading would pick up if all others were present, the
        root of the sum of the squares of the dot products, as a share of its own reading;
    lost: the squared error, as a share of that of the best constant guess, on inputs drawn anew.
Threshold: if each hidden number kept one feature and the rest were guessed, 1 - hidden / features
would be lost. Superposition pays where less is lost, in every seed.
Controls: the same model without ReLU; directions drawn at random, with only their common length
and the biases trained; as many hidden numbers as features.
"""

from collections.abc import Callable
from itertools import product

import torch
from torch import Tensor

from groundup.tensors.activation import relu

FEATURES = 20
RECIPE = {
    "hidden": [2, 5, 10, 15, 20], "chances": [1.0, 0.3, 0.1, 0.03, 0.01], "seeds": 3,
    "steps": 2500, "batch": 128, "rate": 0.015,
}  # fmt: skip
SHORT = {"hidden": [2, 5], "chances": [0.1], "steps": 50}
TOLERANCE = 0.1


class Toy:
    """Toy models for every pair of hidden width and chance, seeds of each, trained side by side.

    directions: (models, FEATURES, widest), zero in the hidden numbers that a model lacks;
    biases: (models, 1, FEATURES). bend: what follows the reading, ReLU or None.
    """

    def __init__(
        self, hidden: list[int], chances: list[float], seeds: int,
        bend: Callable[[Tensor], Tensor] | None = relu,
    ) -> None:  # fmt: skip
        self.settings = list(product(hidden, chances))
        self.seeds, self.bend = seeds, bend
        self.draw = torch.Generator().manual_seed(0)
        each = [setting for setting in self.settings for _ in range(seeds)]
        self.chances = torch.tensor([chance for _, chance in each])[:, None, None]
        has = torch.arange(max(hidden)) < torch.tensor([count for count, _ in each])[:, None]
        start = torch.randn(len(each), FEATURES, max(hidden), generator=self.draw)
        start = start * has[:, None]  # (models, FEATURES, widest)
        self.directions = start / start.norm(dim=-1, keepdim=True) / 2
        # each feature's mean, the best guess without them: from 0, ReLU may never open
        self.biases = (self.chances / 2).repeat(1, 1, FEATURES)

    def inputs(self, batch: int, draw: torch.Generator) -> Tensor:
        """Draw how strongly each feature is present: (models, batch, FEATURES), most of them 0."""
        shape = (len(self.chances), batch, FEATURES)
        strengths = torch.rand(shape, generator=draw)
        return strengths * (torch.rand(shape, generator=draw) < self.chances)

    def read(self, inputs: Tensor, directions: Tensor) -> Tensor:
        """Squeeze the features into the hidden width and read them back: the shape of inputs."""
        hidden = inputs @ directions  # (models, batch, widest)
        back = hidden @ directions.transpose(1, 2) + self.biases
        return back if self.bend is None else self.bend(back)

    def train(self, steps: int, batch: int = 64, rate: float = 0.02, fixed: bool = False) -> "Toy":
        """Train with Adam, at a rate that falls to 0 in a straight line.

        fixed: keep the directions as they were drawn, and train their common length alone.
        """
        lengths = torch.ones(len(self.directions), 1, 1)
        learned = [lengths if fixed else self.directions, self.biases]
        for part in learned:
            part.requires_grad_()
        optimiser = torch.optim.Adam(learned, lr=rate, fused=True)
        for step in range(steps):
            optimiser.param_groups[0]["lr"] = rate * (1 - step / steps)
            inputs = self.inputs(batch, self.draw)
            missed = self.read(inputs, self.directions * lengths) - inputs
            # rare features give small errors: without the division Adam's eps would slow them
            loss = (missed.square().mean(dim=(1, 2)) / self.chances.flatten()).sum()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
        self.directions = (self.directions * lengths).detach()
        self.biases = self.biases.detach()
        return self

    def results(self) -> dict[tuple[int, float], dict[str, list[float]]]:
        """Compute kept, interference and lost: {(hidden, chance): {quantity: one per seed}}."""
        dots = self.directions @ self.directions.transpose(1, 2)  # (models, FEATURES, FEATURES)
        own = dots.diagonal(dim1=1, dim2=2)  # (models, FEATURES)
        kept = own > 0.5
        others = (dots - torch.diag_embed(own)).square().sum(dim=-1).sqrt() / own.clamp_min(1e-9)
        interference = (others * kept).sum(dim=-1) / kept.sum(dim=-1)  # NaN where none is kept
        inputs = self.inputs(2048, torch.Generator().manual_seed(1))
        missed = (self.read(inputs, self.directions) - inputs).square().mean(dim=(1, 2))
        lost = missed / inputs.flatten(1).var(dim=1, correction=0)
        every = {"kept": kept.sum(dim=-1).float(), "interference": interference, "lost": lost}
        each = range(0, len(kept), self.seeds)
        return {
            setting: {name: of[at : at + self.seeds].tolist() for name, of in every.items()}
            for setting, at in zip(self.settings, each, strict=True)
        }


def measure(recipe: dict) -> dict:
    def run(bend: Callable[[Tensor], Tensor] | None = relu, fixed: bool = False) -> dict:
        toy = Toy(recipe["hidden"], recipe["chances"], recipe["seeds"], bend)
        toy.train(recipe["steps"], recipe["batch"], recipe["rate"], fixed)
        return {f"{count} of {chance:g}": each for (count, chance), each in toy.results().items()}

    return {
        "features": FEATURES,
        "trained": run(),
        "without ReLU": run(bend=None),
        "random directions": run(fixed=True),
    }


def claims(results: dict) -> dict[str, bool]:
    def of(kind: str, quantity: str, hidden: int, chance: float) -> list[float]:
        return results[kind][f"{hidden} of {chance:g}"][quantity]

    def one_each(hidden: int) -> float:
        return 1 - hidden / results["features"]

    few, rare = [2, 5, 10, 15], [0.3, 0.1, 0.03, 0.01]
    return {
        "rare features lose less than with a hidden number each": all(
            max(of("trained", "lost", count, chance)) < one_each(count)
            for count in few for chance in rare
        ),
        "features that are always present lose as much as with a hidden number each": all(
            abs(lost - one_each(count)) < 0.03
            for count in few for lost in of("trained", "lost", count, 1)
        ),
        "without ReLU rarity changes nothing": all(
            abs(lost - one_each(count)) < 0.03
            for count in few for chance in rare
            for lost in of("without ReLU", "lost", count, chance)
        ),
        "five hidden numbers keep all twenty when each is present once in thirty": min(
            of("trained", "kept", 5, 0.03)
        ) >= 19,
        "the rarer, the more are kept by five hidden numbers": all(
            max(of("trained", "kept", 5, often)) <= min(of("trained", "kept", 5, rarely))
            for often, rarely in ((1, 0.3), (0.3, 0.1))
        ),
        "the rarer, the more they interfere in five hidden numbers": max(
            of("trained", "interference", 5, 0.3)
        ) < min(of("trained", "interference", 5, 0.03)),
        "once all are kept, more hidden numbers mean less interference": all(
            max(of("trained", "interference", more, chance))
            < min(of("trained", "interference", fewer, chance))
            for fewer, more in ((5, 10), (10, 15), (15, 20)) for chance in rare
        ),
        "too few hidden numbers drop features": max(of("trained", "kept", 2, 0.03)) < 10,
        "as many hidden numbers as features lose next to nothing": all(
            max(of("trained", "lost", 20, chance)) < 0.01 for chance in (1, *rare)
        ),
        "trained directions lose less than random ones": all(
            max(of("trained", "lost", count, chance))
            < min(of("random directions", "lost", count, chance))
            for count in (5, 10) for chance in rare
        ),
    }  # fmt: skip
