"""SwiGLU on plain lists: a feed-forward block in which one projection gates another."""

from groundup.lists.activation import silu
from groundup.lists.matrix import Matrix, linear
from groundup.lists.require import at_least_one
from groundup.lists.vector import Vector


def swiglu(x: Vector, gate: Matrix, up: Matrix, down: Matrix) -> Vector:
    """Project one token twice, multiply SiLU of the gate by the other, and project back.

    x: (width,), gate and up: (hidden, width), down: (width, hidden) -> (width,).
    ValueError if the widths do not fit; OverflowError where silu has one.
    Shazeer 2020, section 2 (FFN_SwiGLU: no biases).
    """
    opened = [silu(value) for value in linear(x, gate)]  # (hidden,)
    hidden = linear(x, up)  # (hidden,)
    if len(opened) != len(hidden):
        raise ValueError(
            f"gate has {len(opened)} rows but up has {len(hidden)}: make the two equal"
        )
    return linear([g * u for g, u in zip(opened, hidden, strict=True)], down)  # (width,)


def swiglu_width(width: int, multiple: int = 1) -> int:
    """Return 8·width/3 rounded up to a multiple: about the weights of a block with hidden 4·width.

    ValueError if width or multiple is below 1. Shazeer 2020, section 2 (the cut to 2/3);
    the released code of Llama rounds to a multiple of 256.
    """
    at_least_one(width=width, multiple=multiple)
    return -(-8 * width // (3 * multiple)) * multiple  # -(-a // b) is a / b rounded up
