"""Residual blocks on plain lists: two ways to put a norm beside the addition.

The stream is a list of tokens. A norm and a feed-forward block take one token;
an update (attention, for one) takes the whole stream, because tokens may meet there.
"""

from collections.abc import Callable

from groundup.lists.matrix import Matrix
from groundup.lists.require import same_tokens
from groundup.lists.vector import Vector, add

OnToken = Callable[[Vector], Vector]
OnStream = Callable[[Matrix], Matrix]


def pre_norm(stream: Matrix, norm: OnToken, update: OnStream) -> Matrix:
    """Add to the stream an update computed from the normalised stream: x + update(norm(x)).

    stream: (tokens, width) -> (tokens, width). ValueError if the update changes the shape.
    Xiong et al. 2020, table 1, right.
    """
    changes = update([norm(token) for token in stream])
    same_tokens(stream=len(stream), update=len(changes))
    return [add(token, change) for token, change in zip(stream, changes, strict=True)]


def post_norm(stream: Matrix, norm: OnToken, update: OnStream) -> Matrix:
    """Add an update computed from the stream itself, then normalise the sum: norm(x + update(x)).

    stream: (tokens, width) -> (tokens, width). ValueError if the update changes the shape.
    Vaswani et al. 2017, section 3.1.
    """
    changes = update(stream)
    same_tokens(stream=len(stream), update=len(changes))
    return [norm(add(token, change)) for token, change in zip(stream, changes, strict=True)]


def pre_norm_block(
    stream: Matrix, attend: OnStream, feed: OnToken, first_norm: OnToken, second_norm: OnToken
) -> Matrix:
    """Let the tokens attend, then feed each one forward; each update reads a normalised stream.

    stream: (tokens, width) -> (tokens, width). attend takes the stream, feed one token.
    """
    stream = pre_norm(stream, first_norm, attend)
    return pre_norm(stream, second_norm, lambda tokens: [feed(token) for token in tokens])


def post_norm_block(
    stream: Matrix, attend: OnStream, feed: OnToken, first_norm: OnToken, second_norm: OnToken
) -> Matrix:
    """Let the tokens attend, then feed each one forward; each sum is normalised.

    stream: (tokens, width) -> (tokens, width). attend takes the stream, feed one token.
    """
    stream = post_norm(stream, first_norm, attend)
    return post_norm(stream, second_norm, lambda tokens: [feed(token) for token in tokens])
