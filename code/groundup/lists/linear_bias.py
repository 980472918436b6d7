"""Linear bias on plain lists: scores fall in a straight line with the distance of the key."""

from groundup.lists.matrix import Matrix
from groundup.lists.require import at_least_one
from groundup.lists.vector import Vector


def slopes(heads: int) -> Vector:
    """Give each head its slope: for a power of two n, the powers 2^(-8/n), 2^(-16/n), … 2^(-8).

    -> (heads,). Another number takes those of the power of two below it, and then the first,
    third, fifth, … of twice that power. ValueError below one head.
    Press et al. 2022, section 3, and the footnote there on other numbers of heads.
    """
    at_least_one(heads=heads)
    power = 2 ** (heads.bit_length() - 1)  # the largest power of two up to heads
    own = [2.0 ** (-8 * i / power) for i in range(1, power + 1)]
    between = [2.0 ** (-4 * i / power) for i in range(1, 2 * power, 2)]
    return own + between[: heads - power]


def linear_bias(heads: int, queries: int, keys: int) -> list[Matrix]:
    """Compute what to add to the scores: minus the slope of the head times the distance.

    -> (heads, queries, keys). The queries are the last ones of the keys' positions. A key later
    than its query gets 0: the causal mask hides it. ValueError below one head or query, or for
    more queries than keys. Press et al. 2022, section 3.
    """
    at_least_one(queries=queries)
    if queries > keys:
        raise ValueError(f"{queries} queries for {keys} keys: give each query its own key")
    places = range(keys - queries, keys)
    return [
        [[slope * min(key - place, 0) for key in range(keys)] for place in places]
        for slope in slopes(heads)
    ]
