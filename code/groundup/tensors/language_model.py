"""A causal language model on tensors: the steps of groundup.lists.language_model, for whole batches."""

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import Any

from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.configuration import Configuration
from groundup.lists.require import known_ids
from groundup.tensors.block import PreNormBlock
from groundup.tensors.cache import Cache
from groundup.tensors.feed_forward import FeedForward
from groundup.tensors.heads import MultiHeadAttention
from groundup.tensors.layer_norm import LayerNorm
from groundup.tensors.rms_norm import RMSNorm
from groundup.tensors.rotary import rotate_halves
from groundup.tensors.swiglu import SwiGLU


class Block(PreNormBlock):
    """A pre-norm block of the parts that a configuration names: GPT-2's, Llama's or a mixture."""

    def __init__(self, c: Configuration) -> None:
        nn.Module.__init__(self)
        rotate = rotate_halves if c.positions == "rotary" else None
        self.attention_norm = _norm(c)
        self.attention = MultiHeadAttention(c.width, c.heads, c.key_width, c.biases, rotate)
        self.feed_forward_norm = _norm(c)
        plain = partial(FeedForward, biases=c.biases)
        self.feed_forward = (SwiGLU if c.gated else plain)(c.width, c.hidden)

    def forward(self, stream: Tensor, cache: Cache | None = None) -> Tensor:
        """Update the stream twice: (..., tokens, width) -> (..., tokens, width)."""
        stream = stream + self.attention(self.attention_norm(stream), cache)
        return stream + self.feed_forward(self.feed_forward_norm(stream))


class LanguageModel(nn.Module):
    """Hold a whole model: embedding, positions, a stack of blocks, a final norm and a head.

    own_block: makes each block from (width, heads, hidden), in place of Block; then the
    configuration has to be in the style of GPT-2, and a stack of other blocks than PreNormBlock
    ends in nn.Identity. GELU is exact. Started as GPT-2: normal weights of standard deviation 0.02,
    those that write to the stream divided by sqrt(2·layers), biases 0.
    Radford et al. 2019, section 2.3; 0.02 is in their code, which starts the positions at 0.01.
    Touvron et al. 2023, section 2.2, for RMSNorm, SwiGLU and rotary positions.
    """

    def __init__(
        self,
        configuration: Configuration,
        own_block: Callable[[int, int, int], nn.Module] | None = None,
    ) -> None:
        super().__init__()
        c = self.configuration = configuration
        self.embedding = nn.Embedding(c.vocabulary, c.width)
        self.positions = nn.Embedding(c.context, c.width) if c.positions == "learned" else None
        if own_block is not None:
            _require_style(c)
        self.blocks = nn.ModuleList(
            own_block(c.width, c.heads, c.hidden) if own_block else Block(c)
            for _ in range(c.layers)
        )
        self.final_norm = _norm(c) if isinstance(self.blocks[0], PreNormBlock) else nn.Identity()
        self.head = None if c.tied else nn.Linear(c.width, c.vocabulary, bias=False)
        _initialise(self, c.layers)

    def forward(self, tokens: Tensor, caches: Sequence[Cache] = ()) -> Tensor:
        """Compute the logits: ids (batch, tokens) -> (batch, tokens, vocabulary).

        caches: one for each block, with what it has kept of the tokens before these.
        ValueError for an unknown id, no tokens, or more tokens than a table of positions has rows.
        """
        start = caches[0].tokens if caches else 0
        end = start + tokens.shape[-1]
        self.configuration.accept(end)
        if tokens.device.type == "cpu":  # asking a graphics card would make it wait
            known_ids((int(tokens.min()), int(tokens.max())), self.configuration.vocabulary)
        stream = self.embedding(tokens)  # (batch, tokens, width)
        if self.positions is not None:
            stream = stream + self.positions.weight[start:end]
        for number, block in enumerate(self.blocks):
            stream = block(stream, caches[number]) if caches else block(stream)
        return functional.linear(self.final_norm(stream), (self.head or self.embedding).weight)


def weights_of(model: LanguageModel) -> dict[str, Any]:
    """Copy the weights of a pre-norm model into the lists that groundup.lists.language_model takes.

    ValueError for a model of other blocks.
    """
    if not all(isinstance(block, PreNormBlock) for block in model.blocks):
        raise ValueError("only a PreNormBlock stack has a twin on lists, and this has others")

    def numbers(part: nn.Module) -> Any:
        """Return a norm's vectors, a map's weights and bias, or a gate's matrix alone."""
        if isinstance(part, (LayerNorm, RMSNorm)):
            return tuple(weight.tolist() for weight in part.parameters())  # scale, shift
        return part.weight.tolist(), None if part.bias is None else part.bias.tolist()

    weights: dict[str, Any] = {
        "embedding": model.embedding.weight.tolist(),
        "final_norm": numbers(model.final_norm),
        "blocks": [
            {
                "attention_norm": numbers(block.attention_norm),
                **{name: numbers(part) for name, part in block.attention.named_children()},
                "feed_forward_norm": numbers(block.feed_forward_norm),
                **{name: numbers(part) for name, part in block.feed_forward.named_children()},
            }
            for block in model.blocks
        ],
    }
    for name in ("positions", "head"):
        if getattr(model, name) is not None:
            weights[name] = getattr(model, name).weight.tolist()
    return weights


# the last map of each update: what it gives out is added to the stream
_WRITERS = ("attention.output.weight", "feed_forward.contract.weight", "feed_forward.down.weight")


def _norm(c: Configuration) -> nn.Module:
    return (RMSNorm if c.norm == "rms" else LayerNorm)(c.width)


def _initialise(model: nn.Module, layers: int) -> None:
    for part in model.modules():
        if isinstance(part, (nn.Linear, nn.Embedding)):
            nn.init.normal_(part.weight, std=0.02)
        if isinstance(part, nn.Linear) and part.bias is not None:
            nn.init.zeros_(part.bias)
    for name, weight in model.named_parameters():
        if name.endswith(_WRITERS):
            # 2·layers updates add up in the stream: smaller ones keep its size from growing
            nn.init.normal_(weight, std=0.02 / sqrt(2 * layers))


def _require_style(c: Configuration) -> None:
    style = (c.key_width, c.gated, c.biases, c.tied, c.norm, c.positions)
    if style != (c.width, False, True, True, "layer", "learned"):
        raise ValueError(
            f"{c.name} is not in the style of GPT-2: own blocks need key_value_heads=None, "
            'gated=False, biases=True, tied=True, norm="layer" and positions="learned"'
        )
