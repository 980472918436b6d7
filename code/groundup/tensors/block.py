"""Residual blocks on tensors: the steps of groundup.lists.block, for whole batches."""

from collections.abc import Callable

from torch import Tensor, nn

from groundup.tensors.feed_forward import FeedForward
from groundup.tensors.heads import MultiHeadAttention
from groundup.tensors.layer_norm import LayerNorm

OnStream = Callable[[Tensor], Tensor]


def pre_norm(stream: Tensor, norm: OnStream, update: OnStream) -> Tensor:
    """Add to the stream an update computed from the normalised stream: x + update(norm(x)).

    stream: (..., tokens, width) -> (..., tokens, width). ValueError if the update changes the
    shape. Xiong et al. 2020, table 1, right.
    """
    return _add(stream, update(norm(stream)))


def post_norm(stream: Tensor, norm: OnStream, update: OnStream) -> Tensor:
    """Add an update computed from the stream itself, then normalise the sum: norm(x + update(x)).

    stream: (..., tokens, width) -> (..., tokens, width). ValueError if the update changes the
    shape. Vaswani et al. 2017, section 3.1.
    """
    return norm(_add(stream, update(stream)))


def pre_norm_block(
    stream: Tensor, attend: OnStream, feed: OnStream, first_norm: OnStream, second_norm: OnStream
) -> Tensor:
    """Let the tokens attend, then feed each one forward; each update reads a normalised stream.

    stream: (..., tokens, width) -> (..., tokens, width).
    """
    stream = pre_norm(stream, first_norm, attend)
    return pre_norm(stream, second_norm, feed)


def post_norm_block(
    stream: Tensor, attend: OnStream, feed: OnStream, first_norm: OnStream, second_norm: OnStream
) -> Tensor:
    """Let the tokens attend, then feed each one forward; each sum is normalised.

    stream: (..., tokens, width) -> (..., tokens, width).
    """
    stream = post_norm(stream, first_norm, attend)
    return post_norm(stream, second_norm, feed)


class _Block(nn.Module):
    """Hold what both blocks own: two norms, attention and a feed-forward block.

    The linear maps start as PyTorch starts nn.Linear.
    ValueError if the heads do not divide the width or hidden is below 1.
    """

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__()
        self.attention_norm = LayerNorm(width)
        self.attention = MultiHeadAttention(width, heads)
        self.feed_forward_norm = LayerNorm(width)
        self.feed_forward = FeedForward(width, hidden)

    def _parts(self) -> tuple[nn.Module, ...]:
        return self.attention, self.feed_forward, self.attention_norm, self.feed_forward_norm


class PreNormBlock(_Block):
    """Hold the parameters of pre_norm_block: two norms, attention, a feed-forward block."""

    def forward(self, stream: Tensor) -> Tensor:
        """Apply pre_norm_block to the stream: (..., tokens, width) -> (..., tokens, width)."""
        return pre_norm_block(stream, *self._parts())


class PostNormBlock(_Block):
    """Hold the parameters of post_norm_block: two norms, attention, a feed-forward block."""

    def forward(self, stream: Tensor) -> Tensor:
        """Apply post_norm_block to the stream: (..., tokens, width) -> (..., tokens, width)."""
        return post_norm_block(stream, *self._parts())


def _add(stream: Tensor, change: Tensor) -> Tensor:
    """Add without broadcasting, which would hide an update of the wrong shape."""
    if stream.shape != change.shape:
        raise ValueError(
            f"stream is {tuple(stream.shape)} but its update is {tuple(change.shape)}: "
            "an update must keep the stream's shape"
        )
    return stream + change
