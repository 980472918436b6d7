"""The key-value cache on plain lists: what attention keeps of the tokens that it has read."""

from groundup.lists.matrix import Matrix
from groundup.lists.require import same_tokens


class Cache:
    """Keep the keys and values of every token that one attention has read, head by head.

    A causal model never changes them, so that a new token costs one query instead of a whole text.
    Shazeer 2019, section 2.4.1 (incremental decoding).
    """

    def __init__(self) -> None:
        self.keys: list[Matrix] = []  # (heads, tokens, head width)
        self.values: list[Matrix] = []

    @property
    def tokens(self) -> int:
        """Return how many tokens have been read."""
        return len(self.keys[0]) if self.keys else 0

    def extend(self, keys: list[Matrix], values: list[Matrix]) -> tuple[list[Matrix], list[Matrix]]:
        """Add the keys and values of new tokens, and return those of all tokens.

        keys and values: (heads, tokens, head width). ValueError if their shapes do not fit.
        """
        same_tokens(keys=len(keys[0]), values=len(values[0]))
        if self.keys and len(keys) != len(self.keys):
            raise ValueError(
                f"the cache has {len(self.keys)} heads but the keys have {len(keys)}: "
                "use one cache for one attention"
            )
        before = (self.keys, self.values) if self.keys else ([[]] * len(keys), [[]] * len(keys))
        self.keys, self.values = (
            [old + new for old, new in zip(kept, added, strict=True)]
            for kept, added in zip(before, (keys, values), strict=True)
        )
        return self.keys, self.values
