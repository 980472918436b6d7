"""Checks of arguments, shared by lists and tensors: each error names the value and the remedy.

They take sizes rather than vectors, because a size is an int on both sides.
"""

from collections.abc import Iterable


def same_width(**widths: int) -> None:
    """Raise ValueError unless all named widths are equal and at least 1."""
    (first, expected), *others = widths.items()
    if expected < 1:
        raise ValueError(f"{first} is empty: give it at least one number")
    for name, width in others:
        if width != expected:
            raise ValueError(
                f"{first} has width {expected} but {name} has width {width}: make the two equal"
            )


def same_tokens(**counts: int) -> None:
    """Raise ValueError unless all named counts of tokens are equal and at least 1."""
    (first, expected), *others = counts.items()
    if expected < 1:
        raise ValueError(f"{first} has no tokens: give it at least one")
    for name, count in others:
        if count != expected:
            raise ValueError(
                f"{first} has {expected} tokens but {name} has {count}: make the two equal"
            )


def keys_reach(queries: int, keys: int) -> None:
    """Raise ValueError unless there are queries, and a key for the position of each of them."""
    if queries < 1:
        raise ValueError("queries has no tokens: give it at least one")
    if keys < queries:
        raise ValueError(
            f"queries has {queries} tokens but keys has {keys}: give a key for each position"
        )


def at_least_one(**values: int) -> None:
    """Raise ValueError for a named value below 1."""
    for name, value in values.items():
        if value < 1:
            raise ValueError(f"{name} is {value}: choose 1 or more")


def known_ids(ids: Iterable[int], vocabulary: int) -> None:
    """Raise ValueError for an id outside 0 … vocabulary - 1."""
    for number in ids:
        if not 0 <= number < vocabulary:
            raise ValueError(
                f"id {number} is outside a vocabulary of {vocabulary}: "
                f"use ids from 0 to {vocabulary - 1}"
            )
