"""PyTorch's own TransformerEncoder, made a language model by its causal mask."""

from contestant import Contestant, Generate, Weights, copy, fill, greedy, joined
from torch import Tensor, nn
from torch.nn import functional

from groundup.lists.configuration import Configuration


class Model(nn.Module):
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

    def head(self, stream: Tensor) -> Tensor:
        """Compare with every row of the embedding."""
        return functional.linear(stream, self.embedding.weight)

    def forward(self, tokens: Tensor) -> Tensor:
        """Compute the logits: ids (batch, tokens) -> (batch, tokens, vocabulary)."""
        return self.head(self.stream(tokens))


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
        return {"without cache": {self.name: self.reading_all}}

    def reading_all(self, tokens: Tensor, count: int) -> Tensor:
        """Go on, reading the whole text again for each new token."""
        self.model.eval()  # dropout is 0 either way; this opens PyTorch's fast path
        return greedy(lambda text: self.model.head(self.model.stream(text)[:, -1]), tokens, count)
