"""Where may the norm stand, at which depth, and what does warmup change?

Quantity: the loss on held-out text after training, beside the loss of predicting every letter by
its frequency alone; and the length of the whole gradient, step by step.
Threshold: a model is stuck where its loss is within 0.05 nats of the frequencies' loss, and has
learned where it is at least 0.3 nats below it. Two arrangements differ where the means of their
losses, each at its best rate and warmup, are more than 0.05 nats apart.
Weights start by fan-in. Post-norm, which is said to need it, is trained with and without warmup at
two rates; pre-norm, the control, without warmup at the same rates; the mixture at one rate.
The shallowest models are trained four times as long as well.
"""

from itertools import product
from statistics import fmean
from typing import Any

from groundup.letter_models import BottomToTopBlock, letter_model, train_and_test, verdict
from groundup.letters import frequency_loss, letters
from groundup.tensors.block import PostNormBlock, PreNormBlock

APART = 0.05
BLOCKS = {
    "pre-norm": PreNormBlock,
    "post-norm": PostNormBlock,
    "bottom to top": BottomToTopBlock,
}
RECIPE = {
    "layers": [2, 6, 12],
    "rates": {"pre-norm": [0.001, 0.003], "post-norm": [0.001, 0.003], "bottom to top": [0.003]},
    "warmups": {"pre-norm": [0], "post-norm": [0, 100], "bottom to top": [0, 100]},
    "steps": 250,
    "every": 10,
    "longer": {"layers": 2, "rate": 0.003, "steps": 1000},
    "seeds": [0, 1, 2],
}
SHORT = {
    "layers": [1],
    "steps": 2,
    "every": 1,
    "longer": {"layers": 1, "rate": 0.003, "steps": 3},
    "seeds": [0],
}
TOLERANCE = 0.1

Runs = list[dict[str, Any]]


def measure(recipe: dict[str, Any]) -> dict[str, Any]:
    """Train every model of the recipe; return the runs."""
    runs = [
        run(name, layers, rate, warmup, recipe["steps"], recipe)
        for name, layers in product(BLOCKS, recipe["layers"])
        for rate, warmup in product(recipe["rates"][name], recipe["warmups"][name])
    ]
    longer = recipe["longer"]
    runs += [
        run(name, longer["layers"], longer["rate"], 0, longer["steps"], recipe)
        for name in ("pre-norm", "post-norm")
    ]
    return {"frequency_loss": frequency_loss(letters()), "runs": runs}


def run(
    name: str, layers: int, rate: float, warmup: int, steps: int, recipe: dict[str, Any]
) -> dict[str, Any]:
    """Train one kind of model with every seed; return its settings and, by seed, what came of it.

    losses: on held-out text; norms: of the gradient, each the mean over a few steps.
    """
    trained = [train(name, layers, seed, rate, warmup, steps) for seed in recipe["seeds"]]
    return {
        "arrangement": name,
        "layers": layers,
        "rate": rate,
        "warmup": warmup,
        "steps": steps,
        "losses": [loss for loss, _ in trained],
        "norms": [means(norms, recipe["every"]) for _, norms in trained],
    }


def train(
    name: str, layers: int, seed: int, rate: float, warmup: int, steps: int
) -> tuple[float, list[float]]:
    """Train one model; return its held-out loss and the gradient norm of each step."""
    return train_and_test(letter_model(BLOCKS[name], layers, seed), seed, steps, rate, warmup)


def means(values: list[float], every: int) -> list[float]:
    """Return the mean of each stretch of as many values as every says."""
    return [fmean(values[start : start + every]) for start in range(0, len(values), every)]


def select(runs: Runs, **wanted: Any) -> Runs:
    """Return the runs whose entries are as wanted, such as layers=2."""
    return [run for run in runs if all(run[key] == value for key, value in wanted.items())]


def best(runs: Runs, **wanted: Any) -> list[float]:
    """Return the losses, by seed, of the wanted run whose mean loss is the lowest."""
    return min((run["losses"] for run in select(runs, **wanted)), key=fmean)


def claims(results: dict[str, Any]) -> dict[str, bool]:
    """Return the sentences that the book says, each with whether it holds."""
    runs = results["runs"]
    steps = min(run["steps"] for run in runs)

    def verdicts(name: str, **wanted: Any) -> set[str]:
        chosen = select(runs, arrangement=name, steps=steps, **wanted)
        losses = (loss for run in chosen for loss in run["losses"])
        return {verdict(loss, results["frequency_loss"]) for loss in losses}

    def ahead(one: str, other: str, layers: int, steps: int) -> float:
        """By how many nats the mean of one kind at its best is below that of the other."""
        means = [
            fmean(best(runs, arrangement=name, layers=layers, steps=steps)) for name in (one, other)
        ]
        return means[1] - means[0]

    learned = {"learned"}
    return {
        "pre-norm learns at every depth": verdicts("pre-norm", rate=0.003) == learned,
        "post-norm of twelve layers is stuck at every rate, with and without warmup": verdicts(
            "post-norm", layers=12
        )
        == {"stuck"},
        "post-norm of two layers is ahead of pre-norm": ahead("post-norm", "pre-norm", 2, steps)
        > APART,
        "trained four times as long the two do not differ": abs(
            ahead("post-norm", "pre-norm", 2, 4 * steps)
        )
        <= APART,
        "at six layers pre-norm is ahead": ahead("pre-norm", "post-norm", 6, steps) > APART,
        "post-norm of six layers and the larger rate does not learn without warmup": "learned"
        not in verdicts("post-norm", layers=6, rate=0.003, warmup=0),
        "with warmup it does": verdicts("post-norm", layers=6, rate=0.003, warmup=100) == learned,
        "at the smaller rate it does without warmup": verdicts(
            "post-norm", layers=6, rate=0.001, warmup=0
        )
        == learned,
        "with one more addition and warmup twelve layers learn": verdicts(
            "bottom to top", layers=12, warmup=100
        )
        == learned,
        "without warmup they are stuck": verdicts("bottom to top", layers=12, warmup=0)
        == {"stuck"},
    }
