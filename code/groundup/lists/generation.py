"""Generating text on plain lists: predict, choose a token, add it to the text, and again."""

from collections.abc import Callable, Sequence
from typing import Any

from groundup.lists.cache import Cache
from groundup.lists.matrix import Matrix
from groundup.lists.vector import Vector

Model = Callable[..., Matrix]


def generate(
    model: Model,
    tokens: list[int],
    count: int,
    choose: Callable[[Vector], Any],
    caches: Sequence[Cache] = (),
) -> list[int]:
    """Continue the tokens by count more, each chosen from the logits behind all before it.

    model: takes ids and caches, gives logits (tokens, vocabulary). tokens: ids, at least one.
    choose: takes logits (vocabulary,), gives an id. Without caches the model reads the whole text
    again for each new token; with caches, one for each block, it reads each token once.
    -> (tokens + count,) ids.
    """
    text = unread = list(tokens)
    for _ in range(count):
        logits = model(unread, caches)[-1]  # (vocabulary,)
        text = [*text, choose(logits)]
        unread = text[-1:] if caches else text
    return text
