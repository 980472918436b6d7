"""What groundup.lists.counting computes by formula, counted here from a model that runs.

The model lives on PyTorch's meta device, where tensors have shapes and no numbers: even one of
billions of parameters is built and run in a moment.
"""

import torch
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from groundup.lists.configuration import CONFIGURATIONS, Configuration
from groundup.tensors.activation import gelu, silu
from groundup.tensors.attention import attention
from groundup.tensors.block import pre_norm_block
from groundup.tensors.heads import join_heads, split_heads
from groundup.tensors.language_model import LanguageModel
from groundup.tensors.layer_norm import LayerNorm
from groundup.tensors.matrix import linear
from groundup.tensors.rms_norm import RMSNorm

__all__ = ["CONFIGURATIONS", "Configuration", "operations", "parameters"]


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
    values), feed_forward, head. The scores are counted in full, as the model computes them.
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
            # the scores are products of two batches of matrices; a projection has one matrix
            scores = by_product.get(torch.ops.aten.bmm, 0)
            parts["scores"] += scores
            parts["projections"] += sum(by_product.values()) - scores
    return {**parts, "head": counter.get_total_flops() - sum(parts.values())}


def _model(configuration: Configuration) -> nn.Module:
    with torch.device("meta"):
        try:
            return LanguageModel(configuration)
        except ValueError:  # not in the style of GPT-2
            return _Model(configuration)


class _Attention(nn.Module):
    """Multi-head attention whose heads may share keys and values."""

    def __init__(self, c: Configuration) -> None:
        super().__init__()
        self.query = nn.Linear(c.width, c.width, c.biases)
        self.key = nn.Linear(c.width, c.key_width, c.biases)
        self.value = nn.Linear(c.width, c.key_width, c.biases)
        self.output = nn.Linear(c.width, c.width, c.biases)
        self.heads, self.groups = c.heads, c.heads * c.key_width // c.width

    def forward(self, x: Tensor) -> Tensor:
        queries = split_heads(self.query(x), self.heads)
        shared = (split_heads(part(x), self.groups) for part in (self.key, self.value))
        keys, values = (x.repeat_interleave(self.heads // self.groups, -3) for x in shared)
        return self.output(join_heads(attention(queries, keys, values)))


class _FeedForward(nn.Module):
    """A feed-forward block with or without a gate, with or without biases."""

    def __init__(self, c: Configuration) -> None:
        super().__init__()
        self.gate = nn.Linear(c.width, c.hidden, c.biases) if c.gated else None
        self.up = nn.Linear(c.width, c.hidden, c.biases)
        self.down = nn.Linear(c.hidden, c.width, c.biases)

    def forward(self, x: Tensor) -> Tensor:
        return self.down(gelu(self.up(x)) if self.gate is None else silu(self.gate(x)) * self.up(x))


class _Block(nn.Module):
    def __init__(self, c: Configuration) -> None:
        super().__init__()
        norm = RMSNorm if c.norm == "rms" else LayerNorm
        self.attention_norm, self.attention = norm(c.width), _Attention(c)
        self.feed_forward_norm, self.feed_forward = norm(c.width), _FeedForward(c)

    def forward(self, stream: Tensor) -> Tensor:
        norms = self.attention_norm, self.feed_forward_norm
        return pre_norm_block(stream, self.attention, self.feed_forward, *norms)


class _Model(nn.Module):
    """A model of any configuration, for counting only: rotary positions are left out.

    Rotating queries and keys takes no parameters and no matrix product, so no count changes.
    """

    def __init__(self, c: Configuration) -> None:
        super().__init__()
        self.embedding = nn.Embedding(c.vocabulary, c.width)
        self.positions = nn.Embedding(c.context, c.width) if c.positions == "learned" else None
        self.blocks = nn.ModuleList(_Block(c) for _ in range(c.layers))
        self.final_norm = (RMSNorm if c.norm == "rms" else LayerNorm)(c.width)
        self.head = None if c.tied else nn.Linear(c.width, c.vocabulary, bias=False)

    def forward(self, tokens: Tensor) -> Tensor:
        stream = self.embedding(tokens)
        if self.positions is not None:
            stream = stream + self.positions.weight[: tokens.shape[-1]]
        for block in self.blocks:
            stream = block(stream)
        return linear(self.final_norm(stream), (self.head or self.embedding).weight)
