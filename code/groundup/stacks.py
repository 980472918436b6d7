"""Stacks of steps before any training: how they are drawn, run, and read at every depth.

A step is attached to the stream by a function attach(stream, step), so that a chain, a stack with
additions and one with norms are run by the same code. All numbers are stored in double precision.
"""

from collections.abc import Callable, Iterable

import torch
from torch import Tensor, nn

from groundup.tensors.feed_forward import FeedForward
from groundup.tensors.heads import MultiHeadAttention

Attach = Callable[[Tensor, nn.Module], Tensor]
DIFFERENT, TEXTS, TOKENS = 64, 192, 16  # of the random texts: different tokens, texts, their size


def fresh_block(width: int, std: float | None = None) -> FeedForward:
    """Draw a feed-forward block: fan-in weights, or one standard deviation for all of them."""
    block = FeedForward(width, 4 * width).double()
    for part in (block.expand, block.contract):
        _draw(part, std)
    return block


def fresh_attention(width: int) -> MultiHeadAttention:
    """Draw an attention of four heads with fan-in weights."""
    attention = MultiHeadAttention(width, heads=4).double()
    for part in (attention.query, attention.key, attention.value, attention.output):
        _draw(part)
    return attention


def _draw(part: nn.Linear, std: float | None = None) -> None:
    nn.init.normal_(part.weight, std=std or part.in_features**-0.5)
    nn.init.zeros_(part.bias)


def run_stack(
    attach: Attach, seed: int, std: float | None = None, steps: int = 32, width: int = 64
) -> tuple[list[Tensor], list[FeedForward]]:
    """Run random tokens, as many as the width, through fresh blocks; return streams and blocks.

    streams: one for each depth from 0 to steps, each (1, tokens, width), ready for gradients.
    """
    torch.manual_seed(seed)
    streams = [torch.randn(1, width, width, dtype=torch.double).requires_grad_()]
    blocks = [fresh_block(width, std) for _ in range(steps)]
    for block in blocks:
        streams.append(attach(streams[-1], block))
    return streams, blocks


@torch.no_grad()
def shares_read(
    attach: Attach, seed: int, depths: Iterable[int], width: int = 64
) -> dict[str, list[float]]:
    """Read random tokens from the stream of attention and blocks in turn, all with fan-in weights.

    Returns the share of right guesses on the second half of the texts, by reading and depth.
    agreement: the token whose starting vector has the largest dot product with the stream.
    learned: a linear map, fitted to the first half of the texts.
    shuffled: the control, the same fit with the answers of all tokens shuffled.
    """
    torch.manual_seed(seed)
    starts = torch.randn(DIFFERENT, width, dtype=torch.double)  # one for each different token
    tokens = torch.randint(DIFFERENT, (TEXTS, TOKENS))
    stream, streams = starts[tokens], {}
    for depth in range(1, max(depths) + 1):
        stream = attach(stream, fresh_attention(width) if depth % 2 else fresh_block(width))
        streams[depth] = stream
    shuffled = tokens.flatten()[torch.randperm(tokens.numel())].view_as(tokens)
    right = {"agreement": [], "learned": [], "shuffled": []}
    for depth in depths:
        guesses = {
            "agreement": (streams[depth] @ starts.T).argmax(dim=-1),
            "learned": _learned(streams[depth], tokens),
            "shuffled": _learned(streams[depth], shuffled),
        }
        for reading, guess in guesses.items():
            hits = (guess == tokens)[TEXTS // 2 :]
            right[reading].append(hits.double().mean().item())
    return right


def _learned(stream: Tensor, answers: Tensor) -> Tensor:
    """Fit a linear reading to the first half of the texts; read all texts with it."""
    stream = stream / stream.std()  # a chain leaves numbers too small to fit
    inputs = nn.functional.pad(stream, (0, 1), value=1.0)  # one for the bias
    wanted = nn.functional.one_hot(answers, DIFFERENT).double()
    half = len(answers) // 2
    pairs = inputs[:half].flatten(0, 1), wanted[:half].flatten(0, 1)
    # Least squares, by a method that can bear features that sum to zero.
    return (inputs @ torch.linalg.lstsq(*pairs, driver="gelsd").solution).argmax(dim=-1)
