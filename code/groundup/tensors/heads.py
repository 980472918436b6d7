"""Several heads on tensors: the steps of groundup.lists.heads, for whole batches."""

from collections.abc import Callable

from torch import Tensor, nn

from groundup.lists.slices import head_width, shared_slices
from groundup.tensors.attention import attention, fused_attention
from groundup.tensors.cache import Cache
from groundup.tensors.matrix import linear

Linear = tuple[Tensor, Tensor | None]  # weights and bias
Rotate = Callable[[Tensor, int], Tensor]


def split_heads(x: Tensor, heads: int) -> Tensor:
    """Cut every token into equal slices, one for each head.

    x: (..., tokens, width) -> (..., heads, tokens, head width).
    ValueError if the heads do not divide the width.
    """
    size = head_width(x.shape[-1], heads)
    # cut the width first and swap axes after: a reshape to the final shape would mix tokens
    return x.reshape(*x.shape[:-1], heads, size).transpose(-3, -2)


def join_heads(parts: Tensor) -> Tensor:
    """Put the slices of every token side by side again: the inverse of split_heads.

    parts: (..., heads, tokens, head width) -> (..., tokens, width).
    """
    return parts.transpose(-3, -2).flatten(-2)


def multi_head_attention(
    x: Tensor,
    query: Linear,
    key: Linear,
    value: Linear,
    output: Linear,
    heads: int,
    rotate: Rotate | None = None,
    cache: Cache | None = None,
) -> Tensor:
    """Project every token three ways, let each head attend in its own slice, project the result.

    x: (..., tokens, width); query and output: (width, width) with a bias of (width,) or None; key
    and value the same, or narrower: then several heads share one slice of them
    -> (..., tokens, width). Causal. rotate: turns the slices of a head by their positions, the
    first of which it is given. cache: holds the keys and values of earlier tokens, and those of x
    afterwards. ValueError if the heads do not divide the width or the slices do not divide the
    heads. Vaswani et al. 2017, section 3.2.2; shared slices: Ainslie et al. 2023, section 2.2.
    """
    groups = shared_slices(key[0].shape[0], head_width(x.shape[-1], heads), heads)
    three = (linear(x, *query), linear(x, *key), linear(x, *value))
    queries, keys, values = _slices(*three, heads, groups, rotate, cache)
    attended = attention(queries, keys, values)  # (..., heads, tokens, head width)
    return linear(join_heads(attended), *output)  # (..., tokens, width)


def _slices(
    queries: Tensor,
    keys: Tensor,
    values: Tensor,
    heads: int,
    groups: int,
    rotate: Rotate | None,
    cache: Cache | None,
) -> tuple[Tensor, Tensor, Tensor]:
    """Return for each head its queries, and the keys and values that they attend to."""
    queries = split_heads(queries, heads)
    keys, values = split_heads(keys, groups), split_heads(values, groups)
    if rotate is not None:
        start = cache.tokens if cache is not None else 0
        queries, keys = rotate(queries, start), rotate(keys, start)
    if cache is not None:
        keys, values = cache.extend(keys, values)
    if groups < heads:
        keys, values = (part.repeat_interleave(heads // groups, -3) for part in (keys, values))
    return queries, keys, values


class MultiHeadAttention(nn.Module):
    """Hold the four projections of multi_head_attention, started as PyTorch starts nn.Linear.

    key_width: the width of all keys (or values) of a token, where heads share them.
    It runs fused_attention, which takes less time and memory than attention.
    ValueError if the heads do not divide the width or the keys do not serve the heads.
    """

    def __init__(
        self,
        width: int,
        heads: int,
        key_width: int | None = None,
        biases: bool = True,
        rotate: Rotate | None = None,
    ) -> None:
        super().__init__()
        key_width = width if key_width is None else key_width
        self.groups = shared_slices(key_width, head_width(width, heads), heads)
        self.query = nn.Linear(width, width, biases)
        self.key, self.value = (nn.Linear(width, key_width, biases) for _ in range(2))
        self.output = nn.Linear(width, width, biases)
        self.heads, self.rotate = heads, rotate

    def forward(self, x: Tensor, cache: Cache | None = None) -> Tensor:
        """Apply multi_head_attention to x: (..., tokens, width) -> (..., tokens, width)."""
        three = self.query(x), self.key(x), self.value(x)
        slices = _slices(*three, self.heads, self.groups, self.rotate, cache)
        return self.output(join_heads(fused_attention(*slices)))
