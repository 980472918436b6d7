"""Can attention alone add? (a + b) mod 11 in one layer, with and without a feed-forward block.

The model reads "a b =" and names the sum's remainder at "=". It trains on all 121 pairs, so the
question is what such a layer can represent, not what it makes of pairs that it has not seen.
Quantity: the share of pairs answered right after training, for each of several seeds.
Threshold: a layer can do it if its best seed answers every pair right and its worst 90 %; it falls
short if its best seed stays below a half.
Controls: the best constant answer (1/11); one head that is wide enough to hold more parameters
than the layer with a block; the same answers dealt out at random, which a layer may only learn by
heart; and one head that is read at b, where its query too depends on the text.
The same with fewer and fewer hidden neurons: how many does the block need?
"""

from statistics import mean

import torch
from torch import Tensor, nn
from torch.func import functional_call, stack_module_state
from torch.nn.attention import SDPBackend, sdpa_kernel

from groundup.memory import parameters
from groundup.tensors.activation import relu
from groundup.tensors.feed_forward import FeedForward
from groundup.tensors.heads import MultiHeadAttention

MODULUS = 11
RECIPE = {
    "width": 16, "wide": 40, "hidden": 64, "heads": 4, "hidden_widths": [1, 4, 16],
    "seeds": 5, "steps": 1000, "rate": 0.02,
}  # fmt: skip
SHORT = {"hidden_widths": [4], "seeds": 2, "steps": 20}
TOLERANCE = 0.25  # a share of the pairs: near a border the last digits decide what a seed learns


class Adder(nn.Module):
    """One layer without norms, the plainest in which attention and the block can be told apart.

    hidden 0 means no feed-forward block (ReLU). Reads the last of the tokens that it is given.
    """

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__()
        self.embedding = nn.Embedding(MODULUS + 1, width)  # the numbers, and "="
        self.positions = nn.Embedding(3, width)
        for table in (self.embedding, self.positions):
            nn.init.normal_(table.weight, std=0.5)  # from 1, ReLU neurons die in some seeds
        self.attention = MultiHeadAttention(width, heads)
        self.feed_forward = FeedForward(width, hidden, relu) if hidden else None
        self.head = nn.Linear(width, MODULUS)

    def forward(self, tokens: Tensor) -> Tensor:
        """Compute the logits of the answers: ids (pairs, tokens) -> (pairs, MODULUS)."""
        stream = self.embedding(tokens) + self.positions.weight[: tokens.shape[-1]]
        stream = stream + self.attention(stream)
        last = stream[..., -1, :]  # (pairs, width)
        if self.feed_forward is not None:
            last = last + self.feed_forward(last)
        return self.head(last)


def pairs() -> Tensor:
    """Write every "a b =" as ids: (121, 3)."""
    numbers = torch.arange(MODULUS)
    a, b = numbers.repeat_interleave(MODULUS), numbers.repeat(MODULUS)
    return torch.stack([a, b, torch.full_like(a, MODULUS)], dim=-1)


def sums() -> Tensor:
    """Compute the right answers, in the order of pairs: (121,)."""
    return pairs()[:, :2].sum(dim=-1) % MODULUS


def shuffled() -> Tensor:
    """Deal the same answers out at random: no rule leads from a pair to its answer."""
    return sums()[torch.randperm(MODULUS**2, generator=torch.Generator().manual_seed(0))]


def trained(
    width: int = 16,
    heads: int = 1,
    hidden: int = 0,
    *,
    seeds: int,
    steps: int,
    rate: float = 0.02,
    answers: Tensor | None = None,
    read: int = 3,
) -> list[Adder]:
    """Train one Adder for each seed, all of them at once, with Adam on every pair in every step.

    answers: sums() unless others are given. read: how many of the three tokens the model gets.
    """  # fmt: skip
    answers = sums() if answers is None else answers
    tokens, models = pairs()[:, :read], []
    for seed in range(seeds):
        torch.manual_seed(seed)
        models.append(Adder(width, heads, hidden))
    stacked, _ = stack_module_state(models)  # every parameter: (seeds, ...)

    def logits(parameters: dict[str, Tensor]) -> Tensor:
        return functional_call(models[0], parameters, (tokens,))

    optimiser = torch.optim.Adam(list(stacked.values()), lr=rate, fused=True)
    for _ in range(steps):
        # PyTorch's fastest attention takes one model at a time; this form takes all of them
        with sdpa_kernel(SDPBackend.MATH):
            each = torch.vmap(logits)(stacked)  # (seeds, pairs, MODULUS)
        # the sum over seeds: no seed's gradient depends on another seed
        loss = nn.functional.cross_entropy(each.flatten(0, 1), answers.repeat(seeds)) * seeds
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    for seed, model in enumerate(models):
        model.load_state_dict({name: value[seed].detach() for name, value in stacked.items()})
    return models


@torch.no_grad()
def right(model: Adder, answers: Tensor | None = None, read: int = 3) -> float:
    """Compute the share of the pairs whose largest logit is the answer's."""
    answers = sums() if answers is None else answers
    return (model(pairs()[:, :read]).argmax(dim=-1) == answers).float().mean().item()


def measure(recipe: dict) -> dict:
    width, hidden, heads = recipe["width"], recipe["hidden"], recipe["heads"]
    training = {name: recipe[name] for name in ("seeds", "steps", "rate")}
    dealt = {"answers": shuffled()}
    layers = {
        "one head": ((width, 1, 0), {}),
        "one head and a block": ((width, 1, hidden), {}),
        "four heads": ((width, heads, 0), {}),
        "one wide head": ((recipe["wide"], 1, 0), {}),
        "one head, read at b": ((width, 1, 0), {"read": 2}),
        "one head, shuffled": ((width, 1, 0), dealt),
        "one head and a block, shuffled": ((width, 1, hidden), dealt),
    }
    results = {}
    for name, (sizes, task) in layers.items():
        models = trained(*sizes, **training, **task)
        shares = [right(model, **task) for model in models]
        results[name] = {"right": shares, "parameters": parameters(models[0])}
    results["hidden"] = {
        neurons: [right(model) for model in trained(width, 1, neurons, **training)]
        for neurons in recipe["hidden_widths"]
    }
    return results


def claims(results: dict) -> dict[str, bool]:
    def can(name: str) -> bool:
        return max(results[name]["right"]) == 1 and min(results[name]["right"]) >= 0.9

    def short(name: str) -> bool:
        return max(results[name]["right"]) < 0.5

    size = {name: each["parameters"] for name, each in results.items() if name != "hidden"}
    by_width = [mean(shares) for shares in results["hidden"].values()]
    return {
        "one head alone falls short": short("one head"),
        "one head with a block answers every pair": can("one head and a block"),
        "four heads answer every pair without a block": can("four heads"),
        "four heads have no more parameters than one": size["four heads"] == size["one head"],
        "more parameters do not help one head": short("one wide head")
        and size["one wide head"] > size["one head and a block"],
        "read at b, one head gets further, and no seed gets nine of ten": min(
            results["one head, read at b"]["right"]
        )
        > max(results["one head"]["right"])
        and max(results["one head, read at b"]["right"]) < 0.9,
        "with a block random answers are learned as well": can("one head and a block, shuffled"),
        "more hidden neurons answer more pairs, in the mean over seeds": by_width
        == sorted(by_width)
        and by_width[0] < by_width[-1] <= mean(results["one head and a block"]["right"]),
        "a single hidden neuron answers less than half": max(results["hidden"]["1"]) < 0.5,
    }
