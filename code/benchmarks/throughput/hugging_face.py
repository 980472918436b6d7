"""GPT-2 as Hugging Face's transformers has it."""

from contestant import Contestant, Generate, Weights, fill, greedy, joined
from torch import Tensor
from transformers import DynamicCache, GPT2Config, GPT2LMHeadModel

from groundup.lists.configuration import Configuration


class HuggingFace(Contestant):
    """GPT2LMHeadModel with exact GELU, no dropout and PyTorch's fused attention."""

    name = "Hugging Face GPT-2"

    def __init__(self, configuration: Configuration) -> None:
        c = configuration
        self.model = GPT2LMHeadModel(
            GPT2Config(
                vocab_size=c.vocabulary, n_positions=c.context, n_embd=c.width, n_layer=c.layers,
                n_head=c.heads, n_inner=c.hidden, activation_function="gelu",
                resid_pdrop=0.0, embd_pdrop=0.0, attn_pdrop=0.0, layer_norm_epsilon=1e-5,
                bos_token_id=None, eos_token_id=None, pad_token_id=None,
                attn_implementation="sdpa",
            )
        )  # fmt: skip
        self.model.train()

    def take(self, weights: Weights) -> None:
        """Copy the weights into the model."""
        inner = self.model.transformer
        fill(inner.wte, weights["embedding"])
        fill(inner.wpe, weights["positions"])
        fill(inner.ln_f, *weights["final_norm"])
        for block, given in zip(inner.h, weights["blocks"], strict=True):
            fill(block.ln_1, *given["attention_norm"])
            fill(block.ln_2, *given["feed_forward_norm"])
            fill(block.attn.c_attn, *joined(given), turned=True)
            fill(block.attn.c_proj, *given["output"], turned=True)
            fill(block.mlp.c_fc, *given["expand"], turned=True)
            fill(block.mlp.c_proj, *given["contract"], turned=True)

    def logits(self, tokens: Tensor) -> Tensor:
        """Compute the logits: ids (batch, tokens) -> (batch, tokens, vocabulary)."""
        return self.model(tokens, use_cache=False).logits

    def generates(self) -> dict[str, dict[str, Generate]]:
        """Return the ways to go on with ids: its generate(), and the bare model called in a loop."""
        loop = f"{self.name}, model in a loop"
        return {
            "without cache": {self.name: self.generate_all, loop: self.reading_all},
            "with cache": {self.name: self.generate_new, loop: self.reading_new},
        }

    def generate_all(self, tokens: Tensor, count: int) -> Tensor:
        """Go on by generate(), reading the whole text again for each new token."""
        return self.model.generate(
            tokens, min_new_tokens=count, max_new_tokens=count, do_sample=False, use_cache=False
        )

    def generate_new(self, tokens: Tensor, count: int) -> Tensor:
        """Go on by generate(), reading each token once."""
        return self.model.generate(
            tokens, min_new_tokens=count, max_new_tokens=count, do_sample=False, use_cache=True
        )

    def reading_all(self, tokens: Tensor, count: int) -> Tensor:
        """Go on in a plain loop, reading the whole text again for each new token."""

        def last_logits(text: Tensor) -> Tensor:
            return self.model(text, use_cache=False, logits_to_keep=1).logits[:, -1]

        return greedy(last_logits, tokens, count)

    def reading_new(self, tokens: Tensor, count: int) -> Tensor:
        """Go on in a plain loop, reading each token once."""
        cache = DynamicCache()

        def last_logits(text: Tensor) -> Tensor:
            unread = text[:, cache.get_seq_length() :]
            found = self.model(unread, cache=cache, use_cache=True, logits_to_keep=1)
            return found.logits[:, -1]

        return greedy(last_logits, tokens, count)
