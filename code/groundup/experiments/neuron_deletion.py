"""What happens when one hidden neuron is deleted? Every neuron of a small letter model, in turn.

Two layers, trained on Austen's letters; to delete a neuron is to set its number behind the curve
to 0, which is to set its column of the second matrix to 0.
Quantity: by how much the loss on the held-out novel rises, in nats a letter, for every neuron of
both layers and several seeds: the whole distribution, and no neuron is chosen.
Threshold: an effect is small if it is below a hundredth of what the model has learned, which is
the loss of letter frequencies minus its own. It is confusing if the deletion makes the right letter
likelier in at least a quarter of the places and less likely in at least a quarter.
Controls: deleting nothing; taking a random direction out of the hidden vector instead of a neuron;
deleting every neuron of a layer.
"""

import torch
from torch import Tensor

from groundup.experiments.hidden_width import sized_model, trained
from groundup.letter_models import CONTEXT
from groundup.letters import frequency_loss, held_out_windows, letters
from groundup.memory import parameters
from groundup.tensors.language_model import LanguageModel

RECIPE = {
    "width": 32, "hidden": 128, "seeds": 3, "steps": 1200, "batch": 16,
    "rate": 0.004, "warmup": 50, "rows": 256, "directions": 32,
}  # fmt: skip
SHORT = {"hidden": 8, "seeds": 1, "steps": 30, "rows": 32, "directions": 2}
TOLERANCE = 0.05
SMALL = 0.01  # of what the model has learned


def without(contract: Tensor, direction: Tensor) -> Tensor:
    """Take a direction of the hidden vector out of the second matrix, as if it were never written.

    contract: (width, hidden), direction: (hidden,) of length 1, or 0 to take nothing out.
    A neuron is the direction that is 1 in one place.
    """
    return contract - torch.outer(contract @ direction, direction)


@torch.no_grad()
def surprises(model: LanguageModel, rows: int, tokens: int) -> Tensor:
    """Compute the loss at every letter of the held-out stretches: (rows, tokens)."""
    text = held_out_windows(letters(), tokens + 1, rows)
    logits = model(text[:, :-1])
    return logits.logsumexp(dim=-1) - logits.gather(-1, text[:, 1:, None]).squeeze(-1)


@torch.no_grad()
def changes(
    model: LanguageModel, layer: int, directions: Tensor, rows: int, tokens: int
) -> list[dict[str, float]]:
    """Take out each direction in turn, put it back, and say how the loss at the letters changed."""
    weight = model.blocks[layer].feed_forward.contract.weight
    whole, before = weight.clone(), surprises(model, rows, tokens)
    found = []
    for direction in directions:
        weight.copy_(without(whole, direction))
        change = surprises(model, rows, tokens) - before
        weight.copy_(whole)
        found.append(
            {
                "rise": change.mean().item(),
                "better": (change < 0).float().mean().item(),
                "worse": (change > 0).float().mean().item(),
            }
        )
    return found


def all_neurons(model: LanguageModel, layer: int, rows: int, tokens: int) -> float:
    """Delete every neuron of a layer at once, put them back, and return the rise of the loss."""
    before = surprises(model, rows, tokens).mean()
    with torch.no_grad():
        weight = model.blocks[layer].feed_forward.contract.weight
        whole = weight.clone()
        weight.zero_()
        rise = surprises(model, rows, tokens).mean() - before
        weight.copy_(whole)
    return rise.item()


def measure(recipe: dict) -> dict:
    hidden, rows = recipe["hidden"], recipe["rows"]
    draw = torch.Generator().manual_seed(0)
    random = torch.randn(recipe["directions"], hidden, generator=draw)
    kinds = {
        "neurons": torch.eye(hidden),
        "random directions": random / random.norm(dim=1, keepdim=True),
        "nothing": torch.zeros(1, hidden),
    }
    results: dict = {"frequency": frequency_loss(letters()), "seeds": []}
    for seed in range(recipe["seeds"]):
        model = sized_model(recipe["width"], hidden, seed)
        results["parameters"] = parameters(model)
        found: dict = {"loss": trained(model, recipe, seed), "layers": []}
        for layer in range(len(model.blocks)):
            of = {
                kind: changes(model, layer, directions, rows, CONTEXT)
                for kind, directions in kinds.items()
            }
            rises = {kind: [each["rise"] for each in of[kind]] for kind in of}
            shares = {name: [each[name] for each in of["neurons"]] for name in ("better", "worse")}
            everything = {"all neurons": all_neurons(model, layer, rows, CONTEXT)}
            found["layers"].append({**rises, **shares, **everything})
        results["seeds"].append(found)
    return results


def gathered(results: dict, kind: str) -> list[float]:
    """Join what was found for one kind in every layer of every seed."""
    return [each for seed in results["seeds"] for layer in seed["layers"] for each in layer[kind]]


def small(results: dict) -> float:
    """Compute below which rise of the loss an effect counts as small."""
    learned = [results["frequency"] - seed["loss"] for seed in results["seeds"]]
    return SMALL * min(learned)


def claims(results: dict) -> dict[str, bool]:
    rises = torch.tensor(gathered(results, "neurons"))
    better = torch.tensor(gathered(results, "better"))
    worse = torch.tensor(gathered(results, "worse"))
    whole = [layer["all neurons"] for seed in results["seeds"] for layer in seed["layers"]]
    random = torch.tensor(gathered(results, "random directions"))
    return {
        "deleting nothing changes nothing": set(gathered(results, "nothing")) == {0},
        "nine of ten deletions are small": (rises < small(results)).float().mean().item() > 0.9,
        "nine of ten deletions are confusing": ((better > 0.25) & (worse > 0.25))
        .float()
        .mean()
        .item()
        > 0.9,
        "deleting a whole layer is not small": min(whole) > 10 * small(results),
        "a random direction does about as much as a neuron": 0.25
        < random.median().item() / rises.median().item()
        < 4,
    }
