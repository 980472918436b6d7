"""What does a letter model learn when its blocks replace the stream instead of adding to it?

Quantity: the loss on held-out text after training, beside the loss of predicting every letter by
its frequency alone, which needs no look at the text before it.
Threshold: a model is stuck where its loss is within 0.05 nats of the frequencies' loss, and has
learned where it is at least 0.3 nats below it.
The chain, a pre-norm model without its additions, is trained at two learning rates, and for each
seed the better one counts; the model with additions, the control, has one rate. Weights start by
fan-in. One depth of the chain is trained four times as long.
"""

from typing import Any

from groundup.letter_models import ChainBlock, letter_model, train_and_test, verdict
from groundup.letters import frequency_loss, letters
from groundup.tensors.block import PreNormBlock

BLOCKS = {"chain": ChainBlock, "with addition": PreNormBlock}
RECIPE = {
    "layers": [1, 2, 4, 6],
    "rates": {"chain": [0.001, 0.003], "with addition": [0.003]},
    "steps": 300,
    "longer": {"layers": 4, "rate": 0.001, "steps": 1200},
    "seeds": [0, 1, 2],
}
SHORT = {
    "layers": [1],
    "steps": 3,
    "longer": {"layers": 1, "rate": 0.001, "steps": 6},
    "seeds": [0],
}
TOLERANCE = 0.1


def measure(recipe: dict[str, Any]) -> dict[str, Any]:
    """Train every model of the recipe; return the held-out losses, by kind, layers and seed."""
    longer = recipe["longer"]
    return {
        "frequency_loss": frequency_loss(letters()),
        "losses": {
            name: {
                layers: [
                    min(loss(name, layers, seed, rate, recipe["steps"]) for rate in rates)
                    for seed in recipe["seeds"]
                ]
                for layers in recipe["layers"]
            }
            for name, rates in recipe["rates"].items()
        },
        "longer": [
            loss("chain", longer["layers"], seed, longer["rate"], longer["steps"])
            for seed in recipe["seeds"]
        ],
    }


def loss(name: str, layers: int, seed: int, rate: float, steps: int) -> float:
    """Train one model, a chain or one with additions; return its loss on held-out text."""
    return train_and_test(letter_model(BLOCKS[name], layers, seed), seed, steps, rate)[0]


def claims(results: dict[str, Any]) -> dict[str, bool]:
    """Return the sentences that the book says, each with whether it holds."""
    frequencies = results["frequency_loss"]
    chain, added = results["losses"]["chain"], results["losses"]["with addition"]
    chain_is, added_are = (
        {layers: {verdict(loss, frequencies) for loss in each} for layers, each in kind.items()}
        for kind in (chain, added)
    )
    return {
        "with additions, models of every depth learn": set().union(*added_are.values())
        == {"learned"},
        "a chain of one layer learns": chain_is["1"] == {"learned"},
        "chains of four and of six layers are stuck": chain_is["4"] | chain_is["6"] == {"stuck"},
        "from two layers on the best chain is behind the worst model with additions": all(
            min(chain[layers]) > max(added[layers]) for layers in chain if int(layers) > 1
        ),
        "trained four times as long, the chain of four layers has not caught up": min(
            results["longer"]
        )
        > max(added["4"]),
    }
