"""A small causal language model on tensors: the steps of groundup.lists.language_model."""

from collections.abc import Callable
from math import sqrt
from typing import Any

from torch import Tensor, nn

from groundup.lists.configuration import Configuration
from groundup.lists.require import known_ids
from groundup.tensors.block import PreNormBlock
from groundup.tensors.layer_norm import LayerNorm
from groundup.tensors.matrix import linear


class LanguageModel(nn.Module):
    """Hold a GPT-2-style model: learned positions, a stack of blocks, and the embedding as head.

    block: called with (width, heads, hidden) for each layer; a PreNormBlock stack ends in a final
    layer norm, any other in nn.Identity. Exact GELU. Started as GPT-2: normal weights of standard
    deviation 0.02, those that write to the stream divided by sqrt(2·layers), biases 0.
    ValueError for a configuration of another style (gated, shared heads, untied, …).
    Radford et al. 2019, section 2.3; 0.02 is in their code, which starts the positions at 0.01.
    """

    def __init__(
        self,
        configuration: Configuration,
        block: Callable[[int, int, int], nn.Module] = PreNormBlock,
    ) -> None:
        super().__init__()
        _require_style(configuration)
        c = self.configuration = configuration
        self.embedding = nn.Embedding(c.vocabulary, c.width)
        self.positions = nn.Embedding(c.context, c.width)
        self.blocks = nn.ModuleList(block(c.width, c.heads, c.hidden) for _ in range(c.layers))
        ends_in_norm = isinstance(self.blocks[0], PreNormBlock)
        self.final_norm = LayerNorm(c.width) if ends_in_norm else nn.Identity()
        _initialise(self, c.layers)

    def forward(self, tokens: Tensor) -> Tensor:
        """Compute the logits: ids (batch, tokens) -> (batch, tokens, vocabulary).

        ValueError for an unknown id, no tokens, or more tokens than the context.
        """
        self.configuration.accept(tokens.shape[-1])
        if not tokens.is_meta:  # on the meta device there are shapes and no ids
            known_ids((int(tokens.min()), int(tokens.max())), self.configuration.vocabulary)
        stream = self.embedding(tokens) + self.positions.weight[: tokens.shape[-1]]
        for block in self.blocks:
            stream = block(stream)  # (batch, tokens, width)
        return linear(self.final_norm(stream), self.embedding.weight)


def weights_of(model: LanguageModel) -> dict[str, Any]:
    """Copy the weights of a pre-norm model into the lists that groundup.lists.language_model takes.

    ValueError for a model of other blocks.
    """
    if not all(isinstance(block, PreNormBlock) for block in model.blocks):
        raise ValueError(
            "the model has other blocks: only a PreNormBlock stack has a twin on lists"
        )

    def map_of(part: nn.Linear) -> tuple[list, list]:
        return part.weight.tolist(), part.bias.tolist()

    def norm_of(part: LayerNorm) -> tuple[list, list]:
        return part.scale.tolist(), part.shift.tolist()

    def block_of(block: PreNormBlock) -> dict[str, Any]:
        attention, feed_forward = block.attention, block.feed_forward
        return {
            "attention_norm": norm_of(block.attention_norm),
            **{
                name: map_of(getattr(attention, name))
                for name in ("query", "key", "value", "output")
            },
            "feed_forward_norm": norm_of(block.feed_forward_norm),
            **{name: map_of(getattr(feed_forward, name)) for name in ("expand", "contract")},
        }

    return {
        "embedding": model.embedding.weight.tolist(),
        "positions": model.positions.weight.tolist(),
        "blocks": [block_of(block) for block in model.blocks],
        "final_norm": norm_of(model.final_norm),
    }


# the last map of each update: what it gives out is added to the stream
WRITERS = ("attention.output.weight", "feed_forward.contract.weight", "feed_forward.down.weight")


def _initialise(model: nn.Module, layers: int) -> None:
    for part in model.modules():
        if isinstance(part, (nn.Linear, nn.Embedding)):
            nn.init.normal_(part.weight, std=0.02)
        if isinstance(part, nn.Linear) and part.bias is not None:
            nn.init.zeros_(part.bias)
    for name, weight in model.named_parameters():
        if name.endswith(WRITERS):
            # 2·layers updates add up in the stream: smaller ones keep its size from growing
            nn.init.normal_(weight, std=0.02 / sqrt(2 * layers))


def _require_style(c: Configuration) -> None:
    style = (c.key_width, c.gated, c.biases, c.tied, c.norm, c.positions)
    if style != (c.width, False, True, True, "layer", "learned"):
        raise ValueError(
            f"{c.name} is not in the style of GPT-2: LanguageModel needs key_value_heads=None, "
            'gated=False, biases=True, tied=True, norm="layer" and positions="learned"'
        )
