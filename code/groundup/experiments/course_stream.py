"""What is the stream of the course model like, and what do its additions and its final norm do?

Quantities, on windows of the held-out ends of the novels at equal distances: the root mean square
of the stream at each depth; the length of the gradient of the loss at each depth, as a multiple of
that at the end of the stack; and, with the final norm and with it left out, the bits per character, the
standard deviation of the logits of a position, and the largest share.
Thresholds: the stream has grown if it is at least twice as large at the end of the stack as at its
start. The gradient arrives if at least a tenth of its length at the end is left at the start, and
vanishes if less than a hundredth is. A model is stuck if its bits per character are within 0.05 of
those of the tokens' frequencies. Leaving the norm out harms if the bits per character rise by
more than 0.1, and spreads the logits if their deviation becomes larger. What a model writes is
more varied if it has more different words for each of its words.
The gradient is looked at in models with the additions and without, before and after a short
training by the course's own recipe; they start from normal weights of deviation 0.02, those that
write to the stream smaller, as GPT-2's. The same models before training are the control of the
stream's size.
"""

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from groundup import austen
from groundup.course import course_model, course_tokenizer
from groundup.course.recipe import read
from groundup.course.report import BEGINNING, sample
from groundup.course.text import Texts
from groundup.course.training import SAMPLE, Trainer
from groundup.course.validation import bits_per_character, surprises
from groundup.experiments import trained_stream
from groundup.experiments.trained_stream import rms, without_final_norm
from groundup.tensors.block import PreNormBlock
from groundup.tensors.language_model import LanguageModel

GROWN, ARRIVES, VANISHES, STUCK, HARM = 2.0, 0.1, 0.01, 0.05, 0.1
CHARACTERS = 1000  # enough for the tokens of a window
RECIPE = {
    "steps": 125,
    "warmup": 20,
    "characters": 1_000_000,
    "windows": 64,
    "sample": 60,
    "seeds": [0, 1, 2],
}
SHORT = {"steps": 2, "warmup": 1, "characters": 20_000, "windows": 2, "sample": 4, "seeds": [0]}
TOLERANCE = 0.1


class Chain(PreNormBlock):
    """A block of the course model without its additions: what a step puts out replaces the stream.

    It takes over the parts of the block that it is given.
    """

    def __init__(self, block: PreNormBlock) -> None:
        nn.Module.__init__(self)
        for name, part in block.named_children():
            self.add_module(name, part)

    def forward(self, stream: Tensor) -> Tensor:
        """Replace the stream twice: (..., tokens, width) -> (..., tokens, width)."""
        stream = self.attention(self.attention_norm(stream))
        return self.feed_forward(self.feed_forward_norm(stream))


def measure(recipe: dict[str, Any]) -> dict[str, Any]:
    """Look at the course model, and at models of its kind trained for a short time."""
    text, model = windows(recipe["windows"]), course_model()
    bare = without_final_norm(model)
    return {
        "frequencies": frequency_bits(text, recipe["characters"]),
        "course": look(model, text),
        "with": predictions(model, text),
        "without": predictions(bare, text),
        "writes": [
            {
                name: sample(each, course_tokenizer(), BEGINNING, recipe["sample"], seed)
                for name, each in (("with", model), ("without", bare))
            }
            for seed in recipe["seeds"]
        ],
        "short training": {
            name: [watch(name == "chain", seed, recipe, text) for seed in recipe["seeds"]]
            for name in ("with addition", "chain")
        },
    }


def watch(chain: bool, seed: int, recipe: dict[str, Any], text: Tensor) -> list[dict[str, Any]]:
    """Train a model, a chain or one with additions; look at it before and after."""
    settings = {name: recipe[name] for name in ("steps", "warmup")}
    trainer = short_trainer(seed, recipe["characters"], **settings)
    if chain:
        blocks = trainer.model.blocks
        trainer.model.blocks = nn.ModuleList(Chain(block) for block in blocks)
    before = look(trainer.model, text)
    trainer.finish()
    return [before, look(trainer.model, text)]


def short_trainer(
    seed: int, characters: int, context: int | None = None, **settings: int
) -> Trainer:
    """Prepare a training by the recipe of the course model, but for the settings that are given."""
    course = read()
    model = replace(course.model, context=context or course.model.context)
    training = replace(course.training, seed=seed, validate=settings["steps"], **settings)
    recipe = replace(course, model=model, training=training)
    return Trainer(recipe, course_texts(characters))


@cache
def course_texts(characters: int) -> Texts:
    """Return the start of the novels as ids; of their ends, what a look in training reads."""
    ids = torch.tensor(course_tokenizer().encode(austen.split_ends().train[:characters]))
    return Texts(course_tokenizer(), ids, windows(SAMPLE).flatten())


def windows(rows: int) -> Tensor:
    """Cut windows from the held-out text at equal distances: ids (rows, context + 1)."""
    text, tokens = austen.split_ends().held_out, read().model.context + 1
    starts = (row * (len(text) - CHARACTERS) // max(1, rows - 1) for row in range(rows))
    pieces = (course_tokenizer().encode(text[start : start + CHARACTERS]) for start in starts)
    return torch.tensor([ids[:tokens] for ids in pieces])


def look(model: LanguageModel, text: Tensor) -> dict[str, Any]:
    """Measure a model: by depth the size of the stream and the gradient; and bits per character.

    gradient: its length as a multiple of that at the end of the stack.
    """
    found, logits = streams(model, text[:, :-1])
    loss = functional.cross_entropy(logits.mT, text[:, 1:])
    lengths = [part.norm().item() for part in torch.autograd.grad(loss, found)]
    return {
        "rms": [rms(stream) for stream in found],
        "gradient": [length / lengths[-1] for length in lengths],
        "bits": bits(model, text),
    }


def predictions(model: LanguageModel, text: Tensor) -> dict[str, float]:
    """Measure what a model predicts: bits, spread of a position's logits, and its largest share."""
    measured = trained_stream.predictions(model, text)
    return {"bits": bits(model, text)} | {
        name: measured[name] for name in ("spread", "largest share")
    }


def bits(model: LanguageModel, text: Tensor) -> float:
    """Compute the bits per character on windows, each read from its start: ids (rows, tokens)."""
    losses = torch.cat([surprises(model, ids, len(ids) - 1) for ids in text])
    predicted = text[:, 1:].flatten()
    return bits_per_character(losses, torch.cat([text[0, :1], predicted]), course_tokenizer())


def frequency_bits(text: Tensor, characters: int) -> float:
    """Compute the bits per character of a guess by the frequency of each token, and no look back."""
    ids, tokenizer = course_texts(characters).train, course_tokenizer()
    # one more of each, so that a token not met before has a share too
    counts = torch.bincount(ids, minlength=len(tokenizer)) + 1
    losses = -(counts / counts.sum()).log()[text[:, 1:].flatten()]
    return bits_per_character(losses, torch.cat([text[0, :1], text[:, 1:].flatten()]), tokenizer)


def streams(model: LanguageModel, tokens: Tensor) -> tuple[list[Tensor], Tensor]:
    """Return the stream of a model at its start and after each step, and the logits.

    Each is what the norm behind it reads. tokens: ids (batch, tokens) -> 1 + 2·layers tensors of
    (batch, tokens, width), and (batch, tokens, vocabulary).
    """
    found: list[Tensor] = []
    norms = [part for name, part in model.named_modules() if name.endswith("norm")]
    hooks = [
        norm.register_forward_pre_hook(lambda _, given: found.append(given[0])) for norm in norms
    ]
    logits = model(tokens)
    for hook in hooks:
        hook.remove()
    return found, logits


def variety(text: str) -> float:
    """Compute how many different words a text has for each of its words."""
    words = re.findall(r"[a-z]+", text.lower())
    return len(set(words)) / len(words)


def claims(results: dict[str, Any]) -> dict[str, bool]:
    """Return the sentences that the book says, each with whether it holds."""
    added, chain = (results["short training"][name] for name in ("with addition", "chain"))
    sizes, whole, bare = (results["course"]["rms"], results["with"], results["without"])

    gains = [after - before for before, after in pairwise(sizes)]

    def starts(seeds: list[list[dict[str, Any]]], which: int) -> list[float]:
        return [looks[which]["gradient"][0] for looks in seeds]

    return {
        "before training the gradient arrives with the additions and without": min(
            starts(added, 0) + starts(chain, 0)
        )
        >= ARRIVES,
        "after it the gradient arrives with the additions": min(starts(added, 1)) >= ARRIVES,
        "and vanishes without": max(starts(chain, 1)) < VANISHES,
        "in every seed the additions put a model ahead": max(looks[1]["bits"] for looks in added)
        < min(looks[1]["bits"] for looks in chain),
        "the chain is stuck at the frequencies of the tokens": all(
            abs(looks[1]["bits"] - results["frequencies"]) <= STUCK for looks in chain
        ),
        "the stream of the course model has grown": sizes[-1] >= GROWN * sizes[0],
        "before training it has not": not any(
            looks[0]["rms"][-1] >= GROWN * looks[0]["rms"][0] for looks in added
        ),
        "the second step adds more than twice as much to its size as any other": gains[1]
        > 2 * max(gains[:1] + gains[2:]),
        "leaving the final norm out harms": bare["bits"] > whole["bits"] + HARM,
        "it is not as bad as before training": bare["bits"]
        < min(looks[0]["bits"] for looks in added),
        "leaving the final norm out spreads the logits": bare["spread"] > whole["spread"],
        "and it writes with fewer different words, on every seed": all(
            variety(each["without"]) < variety(each["with"]) for each in results["writes"]
        ),
    }
