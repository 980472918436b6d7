"""The feed-forward block on tensors: the steps of groundup.lists.feed_forward, every token at once."""

from collections.abc import Callable

from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.require import at_least_one
from groundup.tensors.activation import gelu
from groundup.tensors.matrix import linear


def feed_forward(
    x: Tensor,
    expand: Tensor,
    expand_bias: Tensor | None,
    contract: Tensor,
    contract_bias: Tensor | None,
    activation: Callable[[Tensor], Tensor] = gelu,
) -> Tensor:
    """Expand every token, activate each number alone, and contract to the token's width again.

    x: (..., width), expand: (hidden, width), expand_bias: (hidden,), contract: (width, hidden),
    contract_bias: (width,), or None for no bias -> (..., width). ValueError if the widths do not fit.
    Vaswani et al. 2017, section 3.3, there with ReLU.
    """
    hidden = linear(x, expand, expand_bias)  # (..., hidden)
    active = activation(hidden)  # (..., hidden)
    return linear(active, contract, contract_bias)  # (..., width)


class FeedForward(nn.Module):
    """Hold the two linear maps of feed_forward, started as PyTorch starts nn.Linear.

    ValueError if width or hidden is below 1.
    """

    def __init__(
        self,
        width: int,
        hidden: int,
        activation: Callable[[Tensor], Tensor] = functional.gelu,
        biases: bool = True,
    ) -> None:
        super().__init__()
        at_least_one(width=width, hidden=hidden)
        self.expand = nn.Linear(width, hidden, biases)
        self.contract = nn.Linear(hidden, width, biases)
        self.activation = activation

    def forward(self, x: Tensor) -> Tensor:
        """Apply feed_forward to x: (..., width) -> (..., width)."""
        return self.contract(self.activation(self.expand(x)))
