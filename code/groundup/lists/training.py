"""Training on plain lists: a loss, its gradient by trying, and one step downhill."""

from collections.abc import Callable
from math import exp, fsum, log

from groundup.lists.matrix import Matrix
from groundup.lists.require import at_least_one, known_ids, same_tokens, same_width
from groundup.lists.vector import Vector

Loss = Callable[[Vector], float]


def cross_entropy(logits: Matrix, targets: list[int]) -> float:
    """Compute the mean surprise at the right ids: minus the log of each one's softmax share.

    logits: (tokens, vocabulary), targets: (tokens,) ids -> one number, in nats.
    ValueError if the numbers of tokens differ or are 0, or for an unknown id.
    """
    same_tokens(logits=len(logits), targets=len(targets))
    surprises = []
    for row, target in zip(logits, targets, strict=True):
        same_width(logits=len(row))
        known_ids([target], len(row))
        largest = max(row)  # subtracted before exp and added back after log: no overflow
        surprises.append(largest + log(fsum(exp(x - largest) for x in row)) - row[target])
    return fsum(surprises) / len(surprises)


def perplexity(losses: Vector, counts: list[int]) -> float:
    """Compute exp of the mean loss of all tokens: the number of equally likely ids it amounts to.

    losses: (batches,), the mean loss of each batch; counts: (batches,), its number of tokens
    -> one number. A longer batch counts for more. ValueError if the two differ in width or are
    empty, or for a batch of no tokens.
    A mean loss above 709 is too large for exp: OverflowError here, infinity on tensors.
    """
    same_width(losses=len(losses), counts=len(counts))
    at_least_one(counts=min(counts))
    total = fsum(loss * count for loss, count in zip(losses, counts, strict=True))
    return exp(total / fsum(counts))


def gradient(loss: Loss, parameters: Vector) -> Vector:
    """Compute by central differences how fast the loss grows with each parameter.

    loss: takes the parameters, gives one number. parameters: (parameters,) -> (parameters,).
    Right to about ten digits for a smooth loss. ValueError if there are no parameters.
    """
    same_width(parameters=len(parameters))
    slopes = []
    for i, value in enumerate(parameters):
        # near the cube root of the rounding error, truncation and rounding cost about the same
        step = 1e-5 * max(1.0, abs(value))
        above = loss([*parameters[:i], value + step, *parameters[i + 1 :]])
        below = loss([*parameters[:i], value - step, *parameters[i + 1 :]])
        slopes.append((above - below) / (2 * step))
    return slopes


def training_step(loss: Loss, parameters: Vector, rate: float) -> Vector:
    """Take one step of plain gradient descent: return parameters - rate · gradient.

    parameters: (parameters,) -> (parameters,). ValueError if there are no parameters.
    """
    slopes = gradient(loss, parameters)
    return [value - rate * slope for value, slope in zip(parameters, slopes, strict=True)]
