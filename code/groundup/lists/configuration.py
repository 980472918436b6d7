"""The sizes of a language model, and the published ones that the book counts."""

from dataclasses import dataclass

from groundup.lists.require import at_least_one
from groundup.lists.slices import head_width


@dataclass(frozen=True)
class Configuration:
    """Hold the sizes of one language model; dataclasses.replace changes one of them.

    key_value_heads None means as many as heads. gated: SwiGLU, which has no biases, in place of
    expand and contract. biases: in attention and in an ungated feed-forward block. tied: the head
    is the embedding, counted once. norm: "layer" (scale and shift) or "rms" (scale). positions:
    "learned" (a table of context rows) or "rotary" (no parameters).
    ValueError for sizes that fit no model.
    """

    name: str
    width: int
    layers: int
    heads: int
    hidden: int
    vocabulary: int
    context: int
    key_value_heads: int | None = None
    gated: bool = False
    biases: bool = True
    tied: bool = True
    norm: str = "layer"
    positions: str = "learned"

    def __post_init__(self) -> None:
        at_least_one(
            width=self.width, layers=self.layers, hidden=self.hidden,
            vocabulary=self.vocabulary, context=self.context,
        )  # fmt: skip
        size = head_width(self.width, self.heads)
        groups = self.heads if self.key_value_heads is None else self.key_value_heads
        at_least_one(key_value_heads=groups)
        if self.heads % groups:
            raise ValueError(
                f"{self.heads} heads cannot share {groups} key_value_heads equally: "
                "choose a number that divides the heads"
            )
        if self.positions == "rotary" and size % 2:
            raise ValueError(
                f"rotary positions turn pairs of features, but a head has width {size}: "
                "choose an even one"
            )
        if self.norm not in ("layer", "rms"):
            raise ValueError(f'norm is {self.norm!r}: choose "layer" or "rms"')
        if self.positions not in ("learned", "rotary"):
            raise ValueError(f'positions is {self.positions!r}: choose "learned" or "rotary"')

    def accept(self, tokens: int) -> None:
        """Raise ValueError for a number of tokens that the model cannot take at once."""
        at_least_one(tokens=tokens)
        if self.positions == "learned" and tokens > self.context:
            raise ValueError(
                f"{tokens} tokens exceed the context of {self.context}: "
                "give fewer, or choose a longer context"
            )

    @property
    def key_width(self) -> int:
        """Return the width of all keys (or values) of one token: narrower where heads share."""
        groups = self.heads if self.key_value_heads is None else self.key_value_heads
        return self.width // self.heads * groups


def _gpt2(name: str, width: int, layers: int, heads: int) -> Configuration:
    return Configuration(name, width, layers, heads, 4 * width, vocabulary=50257, context=1024)


def _llama(name: str, hidden: int, vocabulary: int, context: int, groups: int) -> Configuration:
    return Configuration(
        name, 4096, 32, 32, hidden, vocabulary, context, key_value_heads=groups,
        gated=True, biases=False, tied=False, norm="rms", positions="rotary",
    )  # fmt: skip


# Radford et al. 2019, table 2 (its parameter column is wrong; the released weights decide);
# Touvron et al. 2023, table 2 of LLaMA, kept by Llama 2 (section 2.2);
# Grattafiori et al. 2024, table 3 (Llama 3; its weights hold 256 tokens more than the table).
CONFIGURATIONS = {
    configuration.name: configuration
    for configuration in [
        _gpt2("GPT-2 small", 768, 12, 12),
        _gpt2("GPT-2 medium", 1024, 24, 16),
        _gpt2("GPT-2 large", 1280, 36, 20),
        _gpt2("GPT-2 XL", 1600, 48, 25),
        _llama("Llama-2-7B", 11008, 32000, 4096, groups=32),
        _llama("Llama-3-8B", 14336, 128256, 8192, groups=8),
    ]
}
