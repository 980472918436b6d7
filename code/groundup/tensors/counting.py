"""What groundup.lists.counting computes by formula, counted here from a model that runs.

The model lives on PyTorch's meta device, where tensors have shapes and no numbers: even one of
billions of parameters is built and run in a moment.
"""

import torch
from torch.utils.flop_counter import FlopCounterMode

from groundup.lists.configuration import CONFIGURATIONS, Configuration
from groundup.tensors.language_model import LanguageModel

__all__ = ["CONFIGURATIONS", "Configuration", "operations", "parameters"]

# products with one matrix of weights, with and without a bias: in attention, the projections
WITH_WEIGHTS = (torch.ops.aten.mm, torch.ops.aten.addmm)


def parameters(configuration: Configuration) -> dict[str, int]:
    """Count the parameters of the model by part; their sum is the model's total.

    Parts: embedding, positions, attention, feed_forward, norms, head (0 where it is tied).
    """
    parts = dict.fromkeys(
        ["embedding", "positions", "attention", "feed_forward", "norms", "head"], 0
    )
    for name, weight in _model(configuration).named_parameters():  # a tied weight comes once
        path = name.split(".")
        owner = path[2] if path[0] == "blocks" else path[0]
        parts["norms" if owner.endswith("norm") else owner] += weight.numel()
    return parts


def operations(configuration: Configuration, tokens: int) -> dict[str, int]:
    """Count the operations of all matrix products in one forward pass; a multiply-add is two.

    Parts: projections (query, key, value, output), scores (queries times keys, and shares times
    values), feed_forward, head. The scores are counted in full, whatever the model skips.
    ValueError if tokens is below 1 or, with learned positions, beyond the context.
    """
    configuration.accept(tokens)
    model = _model(configuration)
    with FlopCounterMode(display=False) as counter:
        model(torch.zeros(1, tokens, dtype=torch.long, device="meta"))
    counts = counter.get_flop_counts()
    parts = dict.fromkeys(["projections", "scores", "feed_forward"], 0)
    for owner, by_product in counts.items():
        if owner.endswith(".feed_forward"):
            parts["feed_forward"] += sum(by_product.values())
        if owner.endswith(".attention"):
            projections = sum(by_product.get(product, 0) for product in WITH_WEIGHTS)
            parts["projections"] += projections
            parts["scores"] += sum(by_product.values()) - projections
    return {**parts, "head": counter.get_total_flops() - sum(parts.values())}


def _model(configuration: Configuration) -> LanguageModel:
    with torch.device("meta"):
        return LanguageModel(configuration)
