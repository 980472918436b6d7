"""The feed-forward block on plain lists: expand, activate, contract, one token at a time."""

from collections.abc import Callable

from groundup.lists.activation import gelu
from groundup.lists.matrix import Matrix, linear
from groundup.lists.vector import Vector


def feed_forward(
    x: Vector,
    expand: Matrix,
    expand_bias: Vector | None,
    contract: Matrix,
    contract_bias: Vector | None,
    activation: Callable[[float], float] = gelu,
) -> Vector:
    """Expand one token, activate each number alone, and contract to the token's width again.

    x: (width,), expand: (hidden, width), expand_bias: (hidden,), contract: (width, hidden),
    contract_bias: (width,), or None for no bias -> (width,). ValueError if the widths do not fit.
    Vaswani et al. 2017, section 3.3, there with ReLU.
    """
    hidden = linear(x, expand, expand_bias)  # (hidden,)
    active = [activation(value) for value in hidden]  # (hidden,)
    return linear(active, contract, contract_bias)  # (width,)
