"""A causal language model on plain lists: one forward pass, from ids to logits."""

from collections.abc import Sequence
from typing import Any

from groundup.lists.block import pre_norm_block
from groundup.lists.cache import Cache
from groundup.lists.feed_forward import feed_forward
from groundup.lists.heads import multi_head_attention
from groundup.lists.layer_norm import layer_norm
from groundup.lists.matrix import Matrix, linear
from groundup.lists.require import known_ids, same_tokens
from groundup.lists.rms_norm import rms_norm
from groundup.lists.rotary import rotate_halves
from groundup.lists.swiglu import swiglu
from groundup.lists.vector import Vector, add

Weights = dict[str, Any]


def language_model(
    tokens: list[int], weights: Weights, heads: int, caches: Sequence[Cache] = ()
) -> Matrix:
    """Compute the logits of the next token after each token, each from the tokens up to it.

    tokens: ids -> (tokens, vocabulary). weights: "embedding" (vocabulary, width), "blocks" (a
    list), "final_norm" (scale and, for layer norm, shift), and where the model has them "positions"
    (context, width), without which positions are rotary, and "head" (vocabulary, width), without
    which the head is the embedding once more. Each block: "attention_norm" and "feed_forward_norm";
    "query", "key", "value", "output" and either "expand" and "contract" or "gate", "up" and "down",
    all of them (weights, bias or None).
    caches: one for each block, with what it has kept of the tokens before these.
    ValueError for an unknown id, no tokens, more tokens than positions, heads that do not fit.
    Radford et al. 2019, section 2.3, with the exact GELU; Touvron et al. 2023, section 2.2.
    """
    start = caches[0].tokens if caches else 0
    stream = _enter(tokens, weights, start)  # (tokens, width)
    for number, block in enumerate(weights["blocks"]):
        rotate = None if "positions" in weights else rotate_halves
        cache = caches[number] if caches else None
        stream = _through(stream, block, heads, rotate, cache)
    final = [_norm(token, weights["final_norm"]) for token in stream]
    head = weights.get("head", weights["embedding"])
    return [linear(token, head) for token in final]  # (tokens, vocabulary)


def _enter(tokens: list[int], weights: Weights, start: int) -> Matrix:
    """Look up the row of each token and, where there is a table, add the row of its position."""
    same_tokens(tokens=len(tokens))
    embedding = weights["embedding"]
    known_ids(tokens, len(embedding))
    if "positions" not in weights:
        return [embedding[number] for number in tokens]
    positions = weights["positions"]
    if start + len(tokens) > len(positions):
        raise ValueError(
            f"{start + len(tokens)} tokens exceed the context of {len(positions)}: give fewer"
        )
    return [add(embedding[number], positions[start + i]) for i, number in enumerate(tokens)]


def _norm(token: Vector, norm: Sequence[Vector]) -> Vector:
    """Normalise by layer norm where there is a scale and a shift, by RMSNorm where only a scale."""
    return layer_norm(token, *norm) if len(norm) == 2 else rms_norm(token, *norm)


def _through(stream: Matrix, block: Weights, heads: int, rotate: Any, cache: Any) -> Matrix:
    """Send the stream through one block."""

    def attend(tokens: Matrix) -> Matrix:
        four = (block["query"], block["key"], block["value"], block["output"])
        return multi_head_attention(tokens, *four, heads, rotate, cache)

    def feed(token: Vector) -> Vector:
        if "gate" in block:
            return swiglu(token, *(block[name][0] for name in ("gate", "up", "down")))
        return feed_forward(token, *block["expand"], *block["contract"])

    def first_norm(token: Vector) -> Vector:
        return _norm(token, block["attention_norm"])

    def second_norm(token: Vector) -> Vector:
        return _norm(token, block["feed_forward_norm"])

    return pre_norm_block(stream, attend, feed, first_norm, second_norm)
