"""The language model: the twins agree, start as promised, and never look ahead."""

from dataclasses import replace
from functools import partial
from math import log, sqrt

import pytest
import torch
from torch import nn

from groundup.lists.cache import Cache as CacheOfLists
from groundup.lists.configuration import Configuration
from groundup.lists.language_model import language_model
from groundup.tensors.block import PostNormBlock, PreNormBlock
from groundup.tensors.cache import Cache
from groundup.tensors.language_model import LanguageModel, weights_of
from groundup.tensors.training import cross_entropy

TINY = Configuration("tiny", width=8, layers=2, heads=4, hidden=12, vocabulary=11, context=6)
LLAMA = replace(
    TINY, key_value_heads=2, gated=True, biases=False, tied=False, norm="rms", positions="rotary"
)
IDS = [3, 1, 4, 1, 5]


def drawn(configuration):
    """A model whose every parameter is drawn anew, so that no start value hides a slip."""
    torch.manual_seed(0)
    model = LanguageModel(configuration).double()
    with torch.no_grad():
        for weight in model.parameters():
            weight.normal_()
    return model


@pytest.fixture
def model():
    return drawn(TINY)


# both styles, and every mixture that one change makes of the first
STYLES = {
    "GPT-2": TINY,
    "Llama": LLAMA,
    **{
        f"{name} {value}": replace(TINY, **{name: value})
        for name, value in [
            ("key_value_heads", 1), ("gated", True), ("biases", False), ("tied", False),
            ("norm", "rms"), ("positions", "rotary"),
        ]
    },
}  # fmt: skip


@pytest.mark.parametrize("style", STYLES)
def test_lists_and_tensors_agree(style, agree):
    model = drawn(STYLES[style])
    agree(language_model(IDS, weights_of(model), TINY.heads), model(torch.tensor([IDS]))[0])


@pytest.mark.parametrize("style", STYLES)
def test_reading_with_caches_is_reading_at_once(style, agree):
    """A position that starts at 0 again, or a mask that starts at the first key, fails here."""
    model = drawn(STYLES[style])
    whole, weights = model(torch.tensor([IDS]))[0], weights_of(model)
    caches, plain = ([make() for _ in model.blocks] for make in (Cache, CacheOfLists))
    for start, end in ((0, 2), (2, 3), (3, 5)):
        agree(model(torch.tensor([IDS[start:end]]), caches)[0], whole[start:end])
        agree(language_model(IDS[start:end], weights, TINY.heads, plain), whole[start:end])


def looks_back_alone(model):
    """Hold that another token changes no logits before it, and those of every token from it on."""
    before = model(torch.tensor([IDS]))
    for token in range(1, len(IDS)):
        changed = torch.tensor([IDS])
        changed[0, token] = 9
        after = model(changed)
        assert torch.equal(after[:, :token], before[:, :token])
        assert (after[:, token:] != before[:, token:]).any(dim=-1).all()


@pytest.mark.parametrize("style", STYLES)
def test_in_every_style_a_later_token_changes_no_earlier_logits(style):
    looks_back_alone(drawn(STYLES[style]))


def test_logits_have_a_row_for_each_token(model):
    assert model(torch.tensor([IDS, IDS])).shape == (2, 5, 11)


@pytest.mark.parametrize("style", ["GPT-2", "Llama"])
def test_in_single_precision_and_over_many_tokens_nothing_looks_ahead_either(style):
    """PyTorch's attention works in blocks of tokens; a leak of a rounding error would show here."""
    model = drawn(replace(STYLES[style], context=150)).float()
    draw = torch.Generator().manual_seed(0)
    before = torch.randint(11, (2, 150), generator=draw)
    for token in (1, 33, 64, 100, 149):
        after = before.clone()
        after[:, token:] = torch.randint(11, (2, 150 - token), generator=draw)
        assert torch.equal(model(after)[:, :token], model(before)[:, :token])


@pytest.mark.parametrize("block", [None, PreNormBlock, PostNormBlock])
def test_a_later_token_changes_no_earlier_logits(block):
    torch.manual_seed(0)
    looks_back_alone(LanguageModel(TINY, block).double())


def test_a_later_token_changes_no_earlier_logits_on_lists(model):
    weights = weights_of(model)
    before = language_model(IDS, weights, TINY.heads)
    assert language_model([*IDS[:-1], 9], weights, TINY.heads)[:-1] == before[:-1]


def test_equal_tokens_at_other_positions_get_other_logits(model):
    first, second = model(torch.tensor([[1, 1]]))[0]
    assert not torch.allclose(first, second)


def test_other_rows_of_the_batch_change_nothing(model, agree):
    """Up to rounding: a product over more rows may add in another order."""
    together = model(torch.tensor([IDS, [9, 9, 9, 9, 9]]))
    agree(together[:1], model(torch.tensor([IDS])))


def test_the_head_is_the_embedding_and_is_counted_once(model):
    assert model.head is None
    names = [name for name, _ in model.named_parameters()]
    assert names.count("embedding.weight") == 1
    before = model(torch.tensor([IDS]))[..., 9]
    with torch.no_grad():
        model.embedding.weight[9] += 1.0  # id 9 is not in the text: only the head can notice
    assert not torch.allclose(model(torch.tensor([IDS]))[..., 9], before)


def test_a_pre_norm_stack_ends_in_a_norm_and_others_do_not():
    assert type(LanguageModel(TINY).final_norm).__name__ == "LayerNorm"
    assert type(LanguageModel(LLAMA).final_norm).__name__ == "RMSNorm"
    assert type(LanguageModel(TINY, PreNormBlock).final_norm).__name__ == "LayerNorm"
    assert isinstance(LanguageModel(TINY, PostNormBlock).final_norm, nn.Identity)
    assert isinstance(LanguageModel(TINY, lambda *sizes: nn.Identity()).final_norm, nn.Identity)


def test_any_way_to_make_a_block_will_do():
    class Wide(PreNormBlock):
        def __init__(self, width, heads, hidden, times=1):
            super().__init__(width, heads, times * hidden)

    model = LanguageModel(TINY, partial(Wide, times=2))
    assert model.blocks[0].feed_forward.expand.out_features == 24
    assert type(model.final_norm).__name__ == "LayerNorm"


def test_weights_start_as_the_docstring_says():
    torch.manual_seed(0)
    wide = replace(TINY, width=64, hidden=256, layers=8, vocabulary=500, context=64)
    model = LanguageModel(wide)
    attention, feed_forward = model.blocks[3].attention, model.blocks[3].feed_forward
    parts = [model.embedding, model.positions, attention.query, feed_forward.expand]
    for part in parts:
        assert part.weight.std().item() == pytest.approx(0.02, rel=0.05)
    for part in (attention.output, feed_forward.contract):
        assert part.weight.std().item() == pytest.approx(0.02 / sqrt(2 * 8), rel=0.05)
    gated = LanguageModel(replace(wide, gated=True, biases=False))
    gated_block = gated.blocks[3].feed_forward
    assert gated_block.gate.weight.std().item() == pytest.approx(0.02, rel=0.05)
    assert gated_block.down.weight.std().item() == pytest.approx(0.02 / sqrt(2 * 8), rel=0.05)
    for name, weight in model.named_parameters():
        if name.endswith(("bias", "shift")):
            assert weight.count_nonzero() == 0, name
        if name.endswith("scale"):
            assert (weight == 1).all(), name


def test_the_loss_starts_near_the_log_of_the_vocabulary():
    torch.manual_seed(0)
    wide = replace(TINY, width=64, hidden=256, vocabulary=500, context=64)
    tokens, targets = torch.randint(500, (2, 4, 64))
    assert cross_entropy(LanguageModel(wide)(tokens), targets).item() == pytest.approx(
        log(500), rel=0.01
    )


def test_ids_and_lengths_that_do_not_fit_are_refused(model):
    weights = weights_of(model)
    for number in (11, -1):
        for call in (
            lambda ids: language_model(ids, weights, TINY.heads),
            lambda ids: model(torch.tensor([ids])),
        ):
            with pytest.raises(ValueError, match=f"id {number} is outside a vocabulary of 11"):
                call([3, number])
    with pytest.raises(ValueError, match="tokens has no tokens"):
        language_model([], weights, TINY.heads)
    with pytest.raises(ValueError, match="7 tokens exceed the context of 6: give fewer"):
        language_model([0] * 7, weights, TINY.heads)
    caches = [[make() for _ in model.blocks] for make in (Cache, CacheOfLists)]
    model(torch.tensor([IDS]), caches[0]), language_model(IDS, weights, TINY.heads, caches[1])
    with pytest.raises(ValueError, match="7 tokens exceed the context of 6"):
        model(torch.tensor([[0, 0]]), caches[0])
    with pytest.raises(ValueError, match="7 tokens exceed the context of 6"):
        language_model([0, 0], weights, TINY.heads, caches[1])
    with pytest.raises(ValueError, match="7 tokens exceed the context of 6"):
        model(torch.tensor([[0] * 7]))
    with pytest.raises(ValueError, match="tokens is 0"):
        model(torch.empty(1, 0, dtype=torch.long))
    with pytest.raises(ValueError, match="width 8 is not divisible by 3 heads"):
        language_model(IDS, weights, 3)


@pytest.mark.parametrize(
    "change",
    [
        {"gated": True}, {"biases": False}, {"tied": False}, {"norm": "rms"},
        {"positions": "rotary"}, {"key_value_heads": 1},
    ],
    ids=str,
)  # fmt: skip
def test_a_configuration_of_another_style_is_refused(change):
    with pytest.raises(ValueError, match="tiny is not in the style of GPT-2"):
        LanguageModel(replace(TINY, **change), PreNormBlock)


def test_a_model_without_a_twin_gives_no_weights():
    with pytest.raises(ValueError, match="only a PreNormBlock stack has a twin on lists"):
        weights_of(LanguageModel(TINY, PostNormBlock))
