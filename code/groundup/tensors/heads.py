"""Several heads on tensors: the steps of groundup.lists.heads, for whole batches."""

from torch import Tensor, nn

from groundup.lists.require import heads_divide
from groundup.tensors.attention import attention
from groundup.tensors.matrix import linear

Linear = tuple[Tensor, Tensor]  # weights and bias


def split_heads(x: Tensor, heads: int) -> Tensor:
    """Cut every token into equal slices, one for each head.

    x: (..., tokens, width) -> (..., heads, tokens, head width).
    ValueError if the heads do not divide the width.
    """
    heads_divide(x.shape[-1], heads)
    # cut the width first and swap axes after: a reshape to the final shape would mix tokens
    return x.unflatten(-1, (heads, -1)).transpose(-3, -2)


def join_heads(parts: Tensor) -> Tensor:
    """Put the slices of every token side by side again: the inverse of split_heads.

    parts: (..., heads, tokens, head width) -> (..., tokens, width).
    """
    return parts.transpose(-3, -2).flatten(-2)


def multi_head_attention(
    x: Tensor, query: Linear, key: Linear, value: Linear, output: Linear, heads: int
) -> Tensor:
    """Project every token three ways, let each head attend in its own slice, project the result.

    x: (..., tokens, width); each projection is a pair of (width, width) and (width,)
    -> (..., tokens, width). Causal. ValueError if the heads do not divide the width.
    Vaswani et al. 2017, section 3.2.2.
    """
    queries, keys, values = (split_heads(linear(x, *pair), heads) for pair in (query, key, value))
    attended = attention(queries, keys, values)  # (..., heads, tokens, head width)
    return linear(join_heads(attended), *output)  # (..., tokens, width)


class MultiHeadAttention(nn.Module):
    """Hold the four projections of multi_head_attention, started as PyTorch starts nn.Linear.

    ValueError if the heads do not divide the width.
    """

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        heads_divide(width, heads)
        self.query, self.key, self.value, self.output = (nn.Linear(width, width) for _ in range(4))
        self.heads = heads

    def forward(self, x: Tensor) -> Tensor:
        """Apply multi_head_attention to x: (..., tokens, width) -> (..., tokens, width)."""
        four = (self.query, self.key, self.value, self.output)
        return multi_head_attention(x, *((part.weight, part.bias) for part in four), self.heads)
