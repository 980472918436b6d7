"""Small letter models that differ in one thing: where a block keeps its additions and its norms.

PreNormBlock and PostNormBlock of groundup.tensors.block are the two arrangements that are in use.
The blocks here change one thing about one of them, so that it can be seen what that thing does.
"""

from collections.abc import Callable

import torch
from torch import Tensor, nn

from groundup.letters import held_out_loss, letters, training
from groundup.lists.configuration import Configuration
from groundup.tensors.block import PostNormBlock, PreNormBlock
from groundup.tensors.language_model import LanguageModel
from groundup.tensors.rms_norm import RMSNorm

CONTEXT = 16  # how many letters a model reads at once
STARTS = ("fan-in", "GPT-2", "GPT-2, enlarged")
# How near the loss of mere letter frequencies is stuck, and how far below it is learned, in nats.
STUCK, LEARNED = 0.05, 0.3


class ChainBlock(PreNormBlock):
    """A pre-norm block without its additions: what a step puts out replaces the stream."""

    def forward(self, stream: Tensor) -> Tensor:
        """Replace the stream twice: (..., tokens, width) -> (..., tokens, width)."""
        stream = self.attention(self.attention_norm(stream))
        return self.feed_forward(self.feed_forward_norm(stream))


class BottomToTopBlock(PostNormBlock):
    """A post-norm block with one more addition, from its input to just before its last norm.

    Takase et al. 2022 (B2T).
    """

    def forward(self, stream: Tensor) -> Tensor:
        """Update the stream twice: (..., tokens, width) -> (..., tokens, width)."""
        attended = self.attention_norm(stream + self.attention(stream))
        return self.feed_forward_norm(stream + attended + self.feed_forward(attended))


class RMSNormBlock(PreNormBlock):
    """A pre-norm block whose two norms are RMSNorm."""

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__(width, heads, hidden)
        self.attention_norm, self.feed_forward_norm = RMSNorm(width), RMSNorm(width)


class NoNormBlock(PreNormBlock):
    """A block with its two additions and no norm."""

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__(width, heads, hidden)
        self.attention_norm, self.feed_forward_norm = nn.Identity(), nn.Identity()


# What ends a stack of these blocks; LanguageModel itself gives layer norm to other pre-norm ones.
FINAL_NORMS = {RMSNormBlock: RMSNorm, NoNormBlock: nn.Identity}


def letter_model(
    block: Callable[[int, int, int], nn.Module],
    layers: int,
    seed: int,
    start: str = "fan-in",
    width: int = 32,
    heads: int = 2,
    hidden: int | None = None,
) -> LanguageModel:
    """Build an untrained model that reads up to CONTEXT letters; its hidden width is 4·width.

    start: "fan-in" (every weight is normal with standard deviation 1/sqrt(inputs), every bias 0),
    "GPT-2" (see LanguageModel), or "GPT-2, enlarged" (all weights five times as large: so narrow a
    model that starts as small as GPT-2 waits for hundreds of steps before it learns more than
    letter frequencies). ValueError for another start.
    """
    torch.manual_seed(seed)
    alphabet = len(letters().alphabet)
    hidden = 4 * width if hidden is None else hidden
    sizes = Configuration("letters", width, layers, heads, hidden, alphabet, CONTEXT)
    model = LanguageModel(sizes, block)
    if block in FINAL_NORMS:
        model.final_norm = FINAL_NORMS[block](width)
    if start not in STARTS:
        raise ValueError(f"there is no start {start!r}: choose one of {', '.join(STARTS)}")
    for part in model.modules():
        if isinstance(part, (nn.Linear, nn.Embedding)):
            if start == "fan-in":
                # an embedding is the output head too, and has width inputs there
                inputs = part.in_features if isinstance(part, nn.Linear) else width
                nn.init.normal_(part.weight, std=inputs**-0.5)
            elif start == "GPT-2, enlarged":
                part.weight.data *= 5
    return model


def train_and_test(
    model: nn.Module,
    seed: int,
    steps: int,
    rate: float,
    warmup: int = 0,
    batch: int = 8,
    rows: int = 256,
) -> tuple[float, list[float]]:
    """Train a model on the letters; return its held-out loss and the gradient norm of each step.

    batch: stretches of text in a step; rows: stretches of the novel held out (see held_out_loss).
    """
    run = training(
        model, letters(), steps=steps, batch=batch, tokens=CONTEXT,
        rate=rate, warmup=warmup, seed=seed,
    )  # fmt: skip
    norms = [norm for _, norm in run]
    return held_out_loss(model, letters(), tokens=CONTEXT, rows=rows), norms


def verdict(loss: float, frequency_loss: float) -> str:
    """Say whether a model is stuck at the loss of letter frequencies, has learned, or is between."""
    if abs(loss - frequency_loss) <= STUCK:
        return "stuck"
    return "learned" if loss <= frequency_loss - LEARNED else "between"
