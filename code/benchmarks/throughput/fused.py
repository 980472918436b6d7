"""A GPT of a hundred lines with PyTorch's fused attention: the shortest way to be fast.

Written for this benchmark. One matrix makes queries, keys and values; the head is the embedding.
"""

import torch
from contestant import Contestant, Generate, TiedHead, Weights, fill, greedy, joined
from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.configuration import Configuration

Kept = list[Tensor]  # keys and values of one block: (batch, heads, context, head width) each


class Block(nn.Module):
    """Attention and feed-forward block, each behind a norm and added to the stream."""

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__()
        self.heads = heads
        self.attention_norm, self.feed_forward_norm = nn.LayerNorm(width), nn.LayerNorm(width)
        self.three, self.output = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.expand, self.contract = nn.Linear(width, hidden), nn.Linear(hidden, width)

    def forward(self, stream: Tensor, kept: Kept | None = None, start: int = 0) -> Tensor:
        """Update the stream twice: (batch, tokens, width) -> (batch, tokens, width)."""
        stream = stream + self.attention(self.attention_norm(stream), kept, start)
        opened = functional.gelu(self.expand(self.feed_forward_norm(stream)))
        return stream + self.contract(opened)

    def attention(self, x: Tensor, kept: Kept | None, start: int) -> Tensor:
        """Attend to all tokens up to each one; kept holds those before start and takes the new."""
        parts = self.three(x).unflatten(-1, (3, self.heads, -1)).permute(2, 0, 3, 1, 4)
        queries, keys, values = parts.unbind()
        if kept is not None:
            end = start + x.shape[1]
            for all_parts, new in zip(kept, (keys, values), strict=True):
                all_parts[:, :, start:end] = new
            keys, values = (all_parts[:, :, :end] for all_parts in kept)
        # behind a start there is one query, which may see every key
        attended = functional.scaled_dot_product_attention(
            queries, keys, values, is_causal=start == 0
        )
        return self.output(attended.transpose(1, 2).flatten(2))


class Model(TiedHead):
    """The whole model, with its configuration."""

    def __init__(self, c: Configuration) -> None:
        super().__init__()
        self.configuration = c
        self.embedding = nn.Embedding(c.vocabulary, c.width)
        self.positions = nn.Embedding(c.context, c.width)
        self.blocks = nn.ModuleList(Block(c.width, c.heads, c.hidden) for _ in range(c.layers))
        self.final_norm = nn.LayerNorm(c.width)

    def stream(self, tokens: Tensor, kept: list[Kept] | None = None, start: int = 0) -> Tensor:
        """Compute what the head reads: ids (batch, tokens) -> (batch, tokens, width)."""
        end = start + tokens.shape[1]
        stream = self.embedding(tokens) + self.positions.weight[start:end]
        for number, block in enumerate(self.blocks):
            stream = block(stream, kept[number] if kept else None, start)
        return self.final_norm(stream)


class Fused(Contestant):
    """The model above. In generation only the last token meets the head, but for one way.

    What that way falls behind by is what the book's model pays for giving the logits of all tokens.
    """

    name = "fused GPT"

    def __init__(self, configuration: Configuration) -> None:
        self.model = Model(configuration)

    def take(self, weights: Weights) -> None:
        """Copy the weights into the model."""
        model = self.model
        fill(model.embedding, weights["embedding"])
        fill(model.positions, weights["positions"])
        fill(model.final_norm, *weights["final_norm"])
        for block, given in zip(model.blocks, weights["blocks"], strict=True):
            fill(block.three, *joined(given))
            for name in ("attention_norm", "output", "feed_forward_norm", "expand", "contract"):
                fill(getattr(block, name), *given[name])

    def generates(self) -> dict[str, dict[str, Generate]]:
        """Return the ways to go on with ids (batch, tokens): with a cache or without, by name."""
        return {
            "without cache": {
                self.name: self.model.reading_all,
                f"{self.name}, head on all tokens": self.all_logits,
            },
            "with cache": {self.name: self.reading_new},
        }

    def all_logits(self, tokens: Tensor, count: int) -> Tensor:
        """Go on, computing the logits of the whole text for each new token."""
        return greedy(lambda text: self.model(text)[:, -1], tokens, count)

    def reading_new(self, tokens: Tensor, count: int) -> Tensor:
        """Go on, reading each token once into rows that are there from the start."""
        c, batch = self.model.configuration, tokens.shape[0]
        shape = (batch, c.heads, c.context, c.width // c.heads)
        kept = [[torch.empty(shape), torch.empty(shape)] for _ in range(c.layers)]
        read = 0

        def last_logits(text: Tensor) -> Tensor:
            nonlocal read
            start, read = read, text.shape[1]
            return self.model.head(self.model.stream(text[:, start:], kept, start)[:, -1])

        return greedy(last_logits, tokens, count)
