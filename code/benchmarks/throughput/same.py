"""Proves that all contestants compute one function before any is timed."""

import sys

import torch
from contestant import Contestant
from torch import Tensor

WITHIN = 1e-4


def proved(contestants: list[Contestant], batches: list[Tensor]) -> dict:
    """Compare parameters, logits, and the losses of a step on each batch; return what was found.

    SystemExit for the first difference: times of unlike models say nothing. Trains the models.
    """
    first = contestants[0]
    counts = {each.name: counted(each) for each in contestants}
    if len(set(counts.values())) > 1:
        sys.exit(f"not the same model: their parameters are {counts}")
    largest = 0.0
    with torch.no_grad():
        expected = first.logits(batches[0][:, :-1])
        for each in contestants:
            apart = (each.logits(batches[0][:, :-1]) - expected).abs().max().item()
            if not apart < WITHIN:  # NaN is no agreement either
                sys.exit(f"not the same model: the logits of {each.name} differ by {apart:.1e}")
            largest = max(largest, apart)
    losses = {each.name: [each.step(batch) for batch in batches] for each in contestants}
    for name, of in losses.items():
        apart = max(abs(a - b) for a, b in zip(of, losses[first.name], strict=True))
        if not apart < WITHIN:
            sys.exit(f"not the same training: the losses of {name} are {of}, not {losses}")
    return {
        "parameters": counts[first.name],
        "logits_within": float(f"{largest:.1e}"),
        "first_losses": {name: [round(loss, 5) for loss in of] for name, of in losses.items()},
    }


def counted(contestant: Contestant) -> int:
    """Count the parameters, a tied one once."""
    return sum(parameter.numel() for parameter in contestant.model.parameters())


@torch.no_grad()
def check_text(judge: Contestant, name: str, text: Tensor, prompt: Tensor, count: int) -> None:
    """SystemExit unless the text begins with the prompt and goes on with count likeliest ids.

    An id may fall short of the largest logit by rounding, since two ids can be as good as equal.
    """
    known = prompt.shape[1]
    if text.shape != (len(prompt), known + count) or not text[:, :known].equal(prompt):
        sys.exit(f"{name} does not go on with the prompt by {count} tokens")
    logits = judge.logits(text[:, :-1])[:, known - 1 :]
    chosen = logits.gather(-1, text[:, known:, None]).squeeze(-1)
    short = (logits.amax(dim=-1) - chosen).max().item()
    if not short < WITHIN:
        sys.exit(f"{name} chooses an id whose logit is {short:.1e} below the largest")
