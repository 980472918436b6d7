"""How large is the stream of a trained model, and what does its final norm do?

Quantities, on held-out text: the root mean square of the stream at each depth; and, with the final
norm and with it left out, the loss, the standard deviation of the logits of a position, and the
largest share that the model gives to a letter.
Thresholds: the stream has grown if it is at least twice as large at the end of the stack as at its
start; leaving the norm out spreads the logits if their deviation becomes larger, and shrinks them
if it becomes smaller, in every seed; it harms if the loss rises by more than 0.1 nats.
Looked at before training (the control), after a little and after the whole of it. Weights start by
fan-in or as those of GPT-2.
"""

from copy import deepcopy
from typing import Any

import torch
from torch import Tensor, nn

from groundup.letter_models import CONTEXT, letter_model
from groundup.letters import held_out_windows, letters, training, write
from groundup.tensors.block import PreNormBlock
from groundup.tensors.language_model import LanguageModel
from groundup.tensors.softmax import softmax
from groundup.tensors.training import cross_entropy

GROWN, HARM = 2.0, 0.1
STARTS = ("fan-in", "GPT-2")
BEGINNING = "She was "
RECIPE = {
    "layers": 4,
    "rate": 0.003,
    "batch": 8,
    "looks": [0, 100, 1000],
    "rows": 128,
    "letters": 60,
    "seeds": [0, 1, 2],
}
SHORT = {"layers": 1, "looks": [0, 2], "rows": 4, "letters": 4, "seeds": [0]}
TOLERANCE = 0.1


def measure(recipe: dict[str, Any]) -> dict[str, Any]:
    """Train the models and look at each several times: by start, seed and look."""
    return {
        start: [
            watch(letter_model(PreNormBlock, recipe["layers"], seed, start), seed, recipe)
            for seed in recipe["seeds"]
        ]
        for start in STARTS
    }


def watch(model: LanguageModel, seed: int, recipe: dict[str, Any]) -> list[dict[str, Any]]:
    """Train a model; look at it after as many steps as the recipe's looks say, and let it write."""
    run = training(
        model, letters(), steps=recipe["looks"][-1], batch=recipe["batch"], tokens=CONTEXT,
        rate=recipe["rate"], seed=seed,
    )  # fmt: skip
    done, seen = 0, []
    for steps in recipe["looks"]:
        for _ in range(steps - done):
            next(run)
        done = steps
        seen.append({"steps": steps, **look(model, recipe["rows"])})
    texts = (
        write(each, letters(), BEGINNING, count=recipe["letters"], tokens=CONTEXT, seed=seed)
        for each in (model, without_final_norm(model))
    )
    return [*seen[:-1], seen[-1] | dict(zip(("writes", "writes without"), texts, strict=True))]


@torch.no_grad()
def look(model: LanguageModel, rows: int) -> dict[str, Any]:
    """Measure a model on held-out text: sizes of the stream, and its predictions with both ends."""
    text = held_out_windows(letters(), CONTEXT + 1, rows)
    sizes = [rms(stream) for stream in streams(model, text[:, :-1])]
    return {
        "rms": sizes,
        "gain": model.final_norm.scale.abs().mean().item(),
        "with": predictions(model, text),
        "without": predictions(without_final_norm(model), text),
    }


@torch.no_grad()
def streams(model: LanguageModel, tokens: Tensor) -> list[Tensor]:
    """Return the stream of a pre-norm model at its start and after each step.

    tokens: ids (batch, tokens) -> 1 + 2·layers tensors of (batch, tokens, width).
    """
    stream = model.embedding(tokens) + model.positions.weight[: tokens.shape[-1]]
    found = [stream]
    for block in model.blocks:
        stream = stream + block.attention(block.attention_norm(stream))
        found.append(stream)
        stream = stream + block.feed_forward(block.feed_forward_norm(stream))
        found.append(stream)
    return found


def rms(stream: Tensor) -> float:
    """Compute the root mean square of every token, and the mean over the tokens."""
    return stream.square().mean(dim=-1).sqrt().mean().item()


def without_final_norm(model: LanguageModel) -> LanguageModel:
    """Copy a model and leave the final norm of the copy out."""
    bare = deepcopy(model)
    bare.final_norm = nn.Identity()
    return bare


@torch.no_grad()
def predictions(model: LanguageModel, text: Tensor) -> dict[str, float]:
    """Measure what a model predicts: loss, spread of a position's logits, and its largest share."""
    logits = model(text[:, :-1])
    return {
        "loss": cross_entropy(logits, text[:, 1:]).item(),
        "spread": logits.std(dim=-1, correction=0).mean().item(),
        "largest share": softmax(logits).amax(dim=-1).mean().item(),
    }


def claims(results: dict[str, Any]) -> dict[str, bool]:
    """Return the sentences that the book says, each with whether it holds."""

    def every(start: str, which: int, holds: Any) -> bool:
        return all(holds(looks[which]) for looks in results[start])

    def grows(seen: dict[str, Any]) -> bool:
        return seen["rms"][-1] >= GROWN * seen["rms"][0]

    def spreads(seen: dict[str, Any]) -> bool:
        return seen["without"]["spread"] > seen["with"]["spread"]

    def harms(seen: dict[str, Any]) -> bool:
        return seen["without"]["loss"] > seen["with"]["loss"] + HARM

    return {
        "in trained models the stream has grown": all(every(start, -1, grows) for start in STARTS),
        "from fan-in it has grown before training, from GPT-2's start it has not": every(
            "fan-in", 0, grows
        )
        and not any(grows(looks[0]) for looks in results["GPT-2"]),
        "training makes the end of the stack larger": all(
            looks[-1]["rms"][-1] > looks[0]["rms"][-1]
            for start in STARTS
            for looks in results[start]
        ),
        "before training, leaving the norm out spreads the logits from fan-in": every(
            "fan-in", 0, spreads
        ),
        "and shrinks them from GPT-2's start": every("GPT-2", 0, lambda seen: not spreads(seen)),
        "a little way from GPT-2's start it is the one in some seeds and the other in others": {
            spreads(looks[1]) for looks in results["GPT-2"]
        }
        == {True, False},
        "in trained models leaving it out spreads the logits": all(
            every(start, -1, spreads) for start in STARTS
        ),
        "in trained models leaving it out harms": all(every(start, -1, harms) for start in STARTS),
    }
