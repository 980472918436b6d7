"""What a language model holds and what it computes, counted from its sizes alone."""

from groundup.lists.configuration import CONFIGURATIONS, Configuration

__all__ = ["CONFIGURATIONS", "Configuration", "operations", "parameters"]


def parameters(configuration: Configuration) -> dict[str, int]:
    """Count the parameters by part; their sum is the model's total.

    Parts: embedding, positions, attention, feed_forward, norms, head (0 where it is tied).
    """
    c = configuration
    attention = 2 * c.width * c.width + 2 * c.width * c.key_width  # query, output; key, value
    feed_forward = (3 if c.gated else 2) * c.width * c.hidden
    if c.biases:
        attention += 2 * c.width + 2 * c.key_width
    if c.biases and not c.gated:
        feed_forward += c.width + c.hidden
    norm = c.width if c.norm == "rms" else 2 * c.width
    return {
        "embedding": c.vocabulary * c.width,
        "positions": c.context * c.width if c.positions == "learned" else 0,
        "attention": c.layers * attention,
        "feed_forward": c.layers * feed_forward,
        "norms": (2 * c.layers + 1) * norm,  # two in each block and the final one
        "head": 0 if c.tied else c.vocabulary * c.width,
    }


def operations(configuration: Configuration, tokens: int) -> dict[str, int]:
    """Count the operations of all matrix products in one forward pass; a multiply-add is two.

    Parts: projections (query, key, value, output), scores (queries times keys, and shares times
    values), feed_forward, head. The scores are counted in full: code that skips the half that the
    causal mask hides does about half of them. ValueError if tokens is below 1 or, with learned
    positions, beyond the context.
    """
    c = configuration
    c.accept(tokens)
    projections = 2 * c.width * c.width + 2 * c.width * c.key_width
    feed_forward = (3 if c.gated else 2) * c.width * c.hidden
    return {
        "projections": 2 * c.layers * tokens * projections,
        "scores": 2 * c.layers * tokens * tokens * 2 * c.width,
        "feed_forward": 2 * c.layers * tokens * feed_forward,
        "head": 2 * tokens * c.width * c.vocabulary,
    }
