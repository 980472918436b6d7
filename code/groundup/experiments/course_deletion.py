"""What happens to the course model when one neuron is deleted? Every neuron of it, in turn.

A neuron is one entry of the hidden vector behind the gate, SiLU(gate)·up; to delete it is to set its
column of the down matrix to 0.
Quantity: by how much the loss rises on stretches at equal distances over the held-out text, in bits
per character, for every neuron of every layer: the whole distribution, and no neuron is chosen.
Thresholds: those of neuron_deletion. An effect is small if it is below a hundredth of what the model
has learned, which is the loss of letter frequencies minus its own; it is confusing if the token that
comes next becomes likelier in at least a quarter of the places and less likely in at least a quarter.
Controls: deleting nothing; taking a random direction out of the hidden vector instead of a neuron;
deleting every neuron of a layer. There is one course model, so there is one seed.
"""

from math import log

import torch
from torch import Tensor
from torch.nn import functional

from groundup.austen import split_ends
from groundup.course import course_model, course_tokenizer
from groundup.experiments.neuron_deletion import gathered, small, without
from groundup.reference_lines import bits_per_character
from groundup.tensors.language_model import LanguageModel
from groundup.tensors.swiglu import SwiGLU

RECIPE = {"rows": 64, "tokens": 128, "every": 1, "directions": 16}
SHORT = {"rows": 4, "tokens": 32, "every": 64, "directions": 2}
TOLERANCE = 0.05
SIDE = 0.25


def stretches(rows: int, tokens: int) -> Tensor:
    """Cut stretches at equal distances from the held-out ends of the novels: ids (rows, tokens + 1)."""
    ids = torch.tensor(course_tokenizer().encode(split_ends().held_out))
    starts = torch.linspace(0, len(ids) - tokens - 1, rows).long()
    return ids[starts[:, None] + torch.arange(tokens + 1)]


def hidden_numbers(feed: SwiGLU, x: Tensor) -> Tensor:
    """Compute what the neurons of a block answer: (..., width) -> (..., hidden)."""
    return functional.silu(feed.gate(x)) * feed.up(x)


class Deletion:
    """A model and stretches of text, with the stream kept, so that only what follows runs again.

    streams: (rows, tokens, width) behind the attention of each layer, before its block writes.
    """

    @torch.no_grad()
    def __init__(self, model: LanguageModel, text: Tensor) -> None:
        self.model, self.targets = model, text[:, 1:]
        characters = len(course_tokenizer().decode(self.targets.flatten().tolist()))
        self.bits = self.targets.numel() / log(2) / characters  # of a mean in nats a token
        self.streams, self.hidden = [], []
        stream = model.embedding(text[:, :-1])
        for block in model.blocks:
            self.streams.append(stream + block.attention(block.attention_norm(stream)))
            normed = block.feed_forward_norm(self.streams[-1])
            self.hidden.append(hidden_numbers(block.feed_forward, normed))
            stream = self.streams[-1] + block.feed_forward.down(self.hidden[-1])

    @torch.no_grad()
    def surprises(self, layer: int, down: Tensor) -> Tensor:
        """Compute the loss at every token if this were the layer's down matrix: (rows, tokens)."""
        parts = (self.streams[layer], self.hidden[layer], self.targets)
        # a few rows at a time stay in the cache of the processor
        some = zip(*(part.split(8) for part in parts), strict=True)
        return torch.cat([self._surprises(layer, down, *rows) for rows in some])

    def _surprises(
        self, layer: int, down: Tensor, stream: Tensor, hidden: Tensor, targets: Tensor
    ) -> Tensor:
        stream = stream + functional.linear(hidden, down)
        for block in self.model.blocks[layer + 1 :]:
            stream = block(stream)
        logits = functional.linear(self.model.final_norm(stream), self.model.embedding.weight)
        losses = functional.cross_entropy(logits.flatten(0, 1), targets.flatten(), reduction="none")
        return losses.view_as(targets)

    def loss(self) -> float:
        """Compute the loss of the whole model, in bits per character."""
        last = len(self.streams) - 1
        down = self.model.blocks[last].feed_forward.down.weight
        return self.surprises(last, down).mean().item() * self.bits

    def changes(self, layer: int, directions: Tensor) -> list[dict[str, float]]:
        """Take out each direction in turn, and say how the loss changed: in bits per character."""
        down = self.model.blocks[layer].feed_forward.down.weight.detach()
        before = self.surprises(layer, down)
        found = []
        for direction in directions:
            change = self.surprises(layer, without(down, direction)) - before
            found.append(
                {
                    "rise": change.mean().item() * self.bits,
                    "better": (change < 0).float().mean().item(),
                    "worse": (change > 0).float().mean().item(),
                }
            )
        return found

    def all_neurons(self, layer: int) -> float:
        """Delete every neuron of a layer at once, and return the rise in bits per character."""
        down = self.model.blocks[layer].feed_forward.down.weight
        change = self.surprises(layer, 0 * down) - self.surprises(layer, down)
        return change.mean().item() * self.bits


def measure(recipe: dict) -> dict:
    deletion = Deletion(course_model(), stretches(recipe["rows"], recipe["tokens"]))
    hidden = deletion.hidden[0].shape[-1]
    draw = torch.Generator().manual_seed(0)
    random = torch.randn(recipe["directions"], hidden, generator=draw)
    kinds = {
        "neurons": torch.eye(hidden)[:: recipe["every"]],
        "random directions": random / random.norm(dim=1, keepdim=True),
        "nothing": torch.zeros(1, hidden),
    }
    layers = []
    for layer in range(len(deletion.hidden)):
        of = {kind: deletion.changes(layer, directions) for kind, directions in kinds.items()}
        rises = {kind: [each["rise"] for each in of[kind]] for kind in of}
        sides = {name: [each[name] for each in of["neurons"]] for name in ("better", "worse")}
        layers.append({**rises, **sides, "all neurons": deletion.all_neurons(layer)})
    texts = split_ends()
    return {
        "frequency": bits_per_character(texts.train, texts.held_out, order=1),
        "tokens": deletion.targets.numel(),
        "seeds": [{"loss": deletion.loss(), "layers": layers}],
    }


def claims(results: dict) -> dict[str, bool]:
    kinds = ("neurons", "random directions", "better", "worse", "nothing")
    rises, random, better, worse, nothing = (
        torch.tensor(gathered(results, kind)) for kind in kinds
    )
    layers = results["seeds"][0]["layers"]
    whole = [layer["all neurons"] for layer in layers]
    confusing = (torch.minimum(better, worse) >= SIDE).float().mean().item()
    likeness = (random.abs().median() / rises.abs().median()).item()
    return {
        "deleting nothing changes nothing": not nothing.any().item(),
        "nine of ten deletions are small": (rises < small(results)).float().mean().item() > 0.9,
        "nine of ten deletions are confusing": confusing > 0.9,
        "some deletions lower the loss": (rises < 0).float().mean().item() > 0.1,
        "a random direction does about as much as a neuron": 0.25 < likeness < 4,
        "in every layer all neurons together do more than one by one":
            all(each > 1.5 * sum(of["neurons"]) for each, of in zip(whole, layers, strict=True)),
        "the neurons of no layer together are small": min(whole) > 1.5 * small(results),
        "the neurons of the first layer together are far from small": whole[0] > 10 * small(results),
        "those of each other layer do less than a tenth of that": max(whole[1:]) < whole[0] / 10,
    }  # fmt: skip
