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


class PreNormBlock(nn.Module):
    """A pre-norm block with its parameters: two norms, two additions.

    The linear maps start as PyTorch starts nn.Linear.
    ValueError if the heads do not divide the width or hidden is below 1.
    """

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__()
        self.attention_norm = LayerNorm(width, eps=1e-5)
        self.attention = MultiHeadAttention(width, heads)
        self.feed_forward_norm = LayerNorm(width, eps=1e-5)
        self.feed_forward = FeedForward(width, hidden)

    def forward(self, stream: Tensor) -> Tensor:
        """Update the stream twice: (..., tokens, width) -> (..., tokens, width)."""
        stream = stream + self.attention(self.attention_norm(stream))
        return stream + self.feed_forward(self.feed_forward_norm(stream))


class PostNormBlock(nn.Module):
    """A post-norm block with its parameters: two additions, each with a norm behind it.

    The linear maps start as PyTorch starts nn.Linear.
    ValueError if the heads do not divide the width or hidden is below 1.
    """

    def __init__(self, width: int, heads: int, hidden: int) -> None:
        super().__init__()
        self.attention = MultiHeadAttention(width, heads)
        self.attention_norm = LayerNorm(width, eps=1e-5)
        self.feed_forward = FeedForward(width, hidden)
        self.feed_forward_norm = LayerNorm(width, eps=1e-5)

    def forward(self, stream: Tensor) -> Tensor:
        """Update the stream twice: (..., tokens, width) -> (..., tokens, width)."""
        stream = self.attention_norm(stream + self.attention(stream))
        return self.feed_forward_norm(stream + self.feed_forward(stream))


def _add(stream: Tensor, change: Tensor) -> Tensor:
    """Add without broadcasting, which would hide an update of the wrong shape."""
    if stream.shape != change.shape:
        raise ValueError(
            f"stream is {tuple(stream.shape)} but its update is {tuple(change.shape)}: "
            "an update must keep the stream's shape"
        )
    return stream + change
