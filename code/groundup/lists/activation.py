"""Activations on plain numbers: one number in, one number out."""

from math import erf, exp, pi, sqrt, tanh


def relu(x: float) -> float:
    """Keep x where it is positive and give 0 elsewhere (Nair and Hinton 2010)."""
    return max(x, 0.0)


def gelu(x: float) -> float:
    """Compute x·Φ(x): x times the chance that a standard normal draw lies below it.

    The exact form of Hendrycks and Gimpel 2016, section 2; PyTorch's nn.GELU().
    x = -inf gives NaN, here and on tensors.
    """
    return x * 0.5 * (1 + erf(x / sqrt(2)))


def gelu_tanh(x: float) -> float:
    """Approximate GELU by a tanh, a different function with its own values.

    Hendrycks and Gimpel 2016, section 2; what GPT-2 was trained with; nn.GELU("tanh").
    """
    cube = x * x * x  # x**3 would raise OverflowError where the tensors go on with infinity
    return x * 0.5 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * cube)))


def silu(x: float) -> float:
    """Compute x·σ(x), where σ(x) = 1 / (1 + exp(-x)) (Hendrycks and Gimpel 2016; also Swish).

    Below about -709.78 exp(-x) is too large for a float: OverflowError here, -0.0 on tensors.
    """
    return x / (1 + exp(-x))
