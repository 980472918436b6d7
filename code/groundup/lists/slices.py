"""How a width is cut into heads: sizes alone, for lists and tensors. Errors name the remedy."""

from groundup.lists.require import at_least_one


def head_width(width: int, heads: int) -> int:
    """Return the width of each head. ValueError unless the heads divide the width."""
    at_least_one(heads=heads)
    if width % heads:
        raise ValueError(
            f"width {width} is not divisible by {heads} heads: "
            "choose a number of heads that divides the width"
        )
    return width // heads


def shared_slices(key_width: int, head_width: int, heads: int) -> int:
    """Return how many slices of a head's width the keys have, for the heads to share equally.

    ValueError if the slices are not whole, or their number does not divide the heads.
    """
    if key_width < 1 or key_width % head_width or heads % (key_width // head_width):
        raise ValueError(
            f"keys of width {key_width} do not serve {heads} heads of width {head_width}: "
            "choose the width of as many heads as share them equally"
        )
    return key_width // head_width
