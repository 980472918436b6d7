"""Reference lines for a curve of losses: how well do mere counts predict the next character?

A predictor of order n looks at the n - 1 characters before. Order 0 gives every character the same
share, 1 / the size of the alphabet; order 1 knows how frequent each is; orders 2 and 3 also look
at the one or two before. The share of a character c in a context of n - 1 characters is

    P_n(c | context) = (times the context was followed by c + WEIGHT · P_{n-1}(c | shorter context))
                       / (times the context was followed by anything + WEIGHT)

where the shorter context lacks the first character. So the shares add up to 1 in any context, and
none is 0. Where a context was never seen, P_{n-1} stays as it is; where it was seen often, P_{n-1}
hardly matters. MacKay and Peto 1995.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from math import fsum, log2

from groundup.austen import Split, split_ends

# The shorter context counts as much as this many characters seen. Of 1, 2, 5, 10, 20, 40, ... it
# predicts Northanger Abbey best from the four novels before: the held-out novel had no say.
WEIGHT = 20


class Predictor:
    """What was counted in a text, for predictors of all orders up to the one given.

    characters: the size of the alphabet, which holds every character that may be asked for.
    """

    def __init__(self, train: str, characters: int, order: int) -> None:
        self.characters, self.order = characters, order
        self.seen: Counter[str] = Counter()  # every stretch of 1 to order characters
        for length in range(1, order + 1):
            shifted = [train[start:] for start in range(length)]
            self.seen.update(map("".join, zip(*shifted, strict=False)))
        # not how often the context occurs: the one that ends the text is followed by nothing
        self.followed: Counter[str] = Counter()
        for stretch, times in self.seen.items():
            self.followed[stretch[:-1]] += times

    def share(self, character: str, context: str = "") -> float:
        """Compute the share of a character after a context: P_n for n - 1 characters of context."""
        share = 1 / self.characters
        for start in range(len(context), -1, -1):
            near = context[start:]  # "" first, then a character more each time
            share = self.seen[near + character] + WEIGHT * share
            share /= self.followed[near] + WEIGHT
        return share

    def bits(self, text: str, order: int) -> float:
        """Compute the bits per character that a text costs.

        At its start, where fewer than order - 1 characters come before, those are the context.
        ValueError if the text is empty, or for an order that was not counted.
        """
        if not text:
            raise ValueError("the text is empty: give it at least one character")
        if not 0 <= order <= self.order:
            raise ValueError(f"order is {order}: choose one from 0 to {self.order}")
        if order == 0:
            return log2(self.characters)
        stretches = Counter(text[max(0, at + 1 - order) : at + 1] for at in range(len(text)))
        surprises = [
            -log2(self.share(stretch[-1], stretch[:-1])) * times
            for stretch, times in stretches.items()
        ]
        return fsum(surprises) / len(text)


def bits_per_character(train: str, held_out: str, order: int) -> float:
    """Count in one text, and compute the bits per character that the other costs.

    The alphabet is that of both. ValueError if held_out is empty or order is below 0.
    """
    return Predictor(train, len({*train, *held_out}), order).bits(held_out, order)


@cache
def reference_lines(split: Callable[[], Split] = split_ends) -> dict[str, float]:
    """Compute the bits per character of each predictor on the text that a split holds out, by name.

    split: one of those of groundup.austen; without one, that of the course model.
    """
    texts = split()
    counted = Predictor(texts.train, len({*texts.train, *texts.held_out}), order=3)
    names = ("uniform", "frequencies", "bigrams", "trigrams")
    return {name: counted.bits(texts.held_out, order) for order, name in enumerate(names)}
