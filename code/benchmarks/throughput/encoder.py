"""PyTorch's own TransformerEncoder, made a language model by its causal mask."""

from contestant import Contestant, Generate, TiedHead, Weights, copy, fill, joined
from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.configuration import Configuration


class Model(TiedHead):
    """Embedding, positions, an encoder that cannot look ahead, and the embedding as head."""

    def __init__(self, c: Configuration) -> None:
        super().__init__()
        self.embedding = nn.Embedding(c.vocabulary, c.width)
        self.positions = nn.Embedding(c.context, c.width)
        layer = nn.TransformerEncoderLayer(
            c.width, c.heads, c.hidden, dropout=0, activation=functional.gelu,
            batch_first=True, norm_first=True,
        )  # fmt: skip
        self.encoder = nn.TransformerEncoder(
            layer, c.layers, nn.LayerNorm(c.width), enable_nested_tensor=False
        )
        mask = nn.Transformer.generate_square_subsequent_mask(c.context)
        self.register_buffer("mask", mask, persistent=False)

    def stream(self, tokens: Tensor) -> Tensor:
        """Compute what the head reads: ids (batch, tokens) -> (batch, tokens, width)."""
        end = tokens.shape[1]
        stream = self.embedding(tokens) + self.positions.weight[:end]
        return self.encoder(stream, mask=self.mask[:end, :end], is_causal=True)


class Encoder(Contestant):
    """The model above. It has no cache; in generation only the last token meets the head."""

    name = "TransformerEncoder"

    def __init__(self, configuration: Configuration) -> None:
        self.model = Model(configuration)

    def take(self, weights: Weights) -> None:
        """Copy the weights into the model."""
        model = self.model
        fill(model.embedding, weights["embedding"])
        fill(model.positions, weights["positions"])
        fill(model.encoder.norm, *weights["final_norm"])
        for layer, given in zip(model.encoder.layers, weights["blocks"], strict=True):
            three, bias = joined(given)
            copy(layer.self_attn.in_proj_weight, three)
            copy(layer.self_attn.in_proj_bias, bias)
            fill(layer.self_attn.out_proj, *given["output"])
            fill(layer.norm1, *given["attention_norm"])
            fill(layer.norm2, *given["feed_forward_norm"])
            fill(layer.linear1, *given["expand"])
            fill(layer.linear2, *given["contract"])

    def generates(self) -> dict[str, dict[str, Generate]]:
        """Return the ways to go on with ids (batch, tokens): with a cache or without, by name."""
        # dropout is 0 either way; evaluation opens PyTorch's fast path
        return {"without cache": {self.name: self.model.eval().reading_all}}
