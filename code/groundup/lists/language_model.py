"""A small causal language model on plain lists: one forward pass, from ids to logits."""

from typing import Any

from groundup.lists.block import pre_norm_block
from groundup.lists.feed_forward import feed_forward
from groundup.lists.heads import multi_head_attention
from groundup.lists.layer_norm import layer_norm
from groundup.lists.matrix import Matrix, linear
from groundup.lists.require import known_ids
from groundup.lists.vector import Vector, add

Weights = dict[str, Any]


def language_model(tokens: list[int], weights: Weights, heads: int) -> Matrix:
    """Compute the logits of the next token after each token, each from the tokens up to it.

    tokens: ids -> (tokens, vocabulary). weights: "embedding" (vocabulary, width), "positions"
    (context, width), "blocks" (a list), "final_norm" (scale, shift). Each block: "attention_norm"
    and "feed_forward_norm" (scale, shift); "query", "key", "value", "output", "expand" and
    "contract" (weights, bias). The head is the embedding once more.
    ValueError for an unknown id, no tokens, more tokens than positions, heads that do not fit.
    Radford et al. 2019, section 2.3, with the exact GELU.
    """
    stream = _enter(tokens, weights["embedding"], weights["positions"])  # (tokens, width)
    for block in weights["blocks"]:
        stream = _through(stream, block, heads)
    final = [layer_norm(token, *weights["final_norm"]) for token in stream]
    return [linear(token, weights["embedding"]) for token in final]  # (tokens, vocabulary)


def _enter(tokens: list[int], embedding: Matrix, positions: Matrix) -> Matrix:
    """Look up the row of each token and add the row of its position."""
    if not 1 <= len(tokens) <= len(positions):
        raise ValueError(
            f"{len(tokens)} tokens for a context of {len(positions)}: give 1 to {len(positions)}"
        )
    known_ids(tokens, len(embedding))
    return [add(embedding[number], positions[place]) for place, number in enumerate(tokens)]


def _through(stream: Matrix, block: Weights, heads: int) -> Matrix:
    """Send the stream through one block."""

    def attend(tokens: Matrix) -> Matrix:
        four = (block["query"], block["key"], block["value"], block["output"])
        return multi_head_attention(tokens, *four, heads)

    def feed(token: Vector) -> Vector:
        return feed_forward(token, *block["expand"], *block["contract"])

    def first_norm(token: Vector) -> Vector:
        return layer_norm(token, *block["attention_norm"])

    def second_norm(token: Vector) -> Vector:
        return layer_norm(token, *block["feed_forward_norm"])

    return pre_norm_block(stream, attend, feed, first_norm, second_norm)
