"""The key-value cache on tensors: the steps of groundup.lists.cache, for whole batches."""

import torch
from torch import Tensor

from groundup.lists.require import same_tokens


class Cache:
    """Keep the keys and values of every token that one attention has read, head by head.

    A causal model never changes them, so that a new token costs one query instead of a whole text.
    Shazeer 2019, section 2.4.1 (incremental decoding).
    """

    def __init__(self) -> None:
        self.keys: Tensor | None = None  # (..., heads, tokens, head width)
        self.values: Tensor | None = None

    @property
    def tokens(self) -> int:
        """Return how many tokens have been read."""
        return 0 if self.keys is None else self.keys.shape[-2]

    def extend(self, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """Add the keys and values of new tokens, and return those of all tokens.

        keys and values: (..., heads, tokens, head width). ValueError if their shapes do not fit.
        """
        same_tokens(keys=keys.shape[-2], values=values.shape[-2])
        if self.keys is not None and keys.shape[:-2] != self.keys.shape[:-2]:
            before, now = tuple(self.keys.shape[:-2]), tuple(keys.shape[:-2])
            raise ValueError(
                f"the cache has batch and heads {before} but the keys have {now}: "
                "use one cache for one attention and one batch"
            )
        if self.keys is None:
            self.keys, self.values = keys, values
        else:
            self.keys = torch.cat([self.keys, keys], dim=-2)
            self.values = torch.cat([self.values, values], dim=-2)
        return self.keys, self.values
