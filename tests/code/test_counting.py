"""Counting: formula = model = published totals."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundup.lists import counting as formula
from groundup.lists.counting import CONFIGURATIONS, Configuration
from groundup.lists.swiglu import swiglu_width
from groundup.tensors import counting as model

SMALL = CONFIGURATIONS["GPT-2 small"]
TINY = Configuration("tiny", width=8, layers=2, heads=4, hidden=16, vocabulary=11, context=6)

PUBLISHED = {
    "GPT-2 small": 124_439_808,
    "GPT-2 medium": 354_823_168,
    "GPT-2 large": 774_030_080,
    "GPT-2 XL": 1_557_611_200,
    "Llama-2-7B": 6_738_415_616,
    "Llama-3-8B": 8_030_261_248,
}

# every style that a configuration can have, at sizes that run in milliseconds
ANY = st.builds(
    lambda size, heads, share, **rest: Configuration(
        "any", size * heads, heads=heads, key_value_heads=heads // share, **rest
    ),
    size=st.sampled_from([2, 4]),  # even: rotary positions turn pairs
    heads=st.sampled_from([2, 4]),
    share=st.sampled_from([1, 2]),
    layers=st.integers(1, 2),
    hidden=st.integers(1, 9),
    vocabulary=st.integers(1, 12),
    context=st.integers(5, 9),
    gated=st.booleans(),
    biases=st.booleans(),
    tied=st.booleans(),
    norm=st.sampled_from(["layer", "rms"]),
    positions=st.sampled_from(["learned", "rotary"]),
)


def total(parts):
    return sum(parts.values())


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_formula_gives_the_published_total(name):
    assert total(formula.parameters(CONFIGURATIONS[name])) == PUBLISHED[name]


@pytest.mark.parametrize("name", PUBLISHED)
def test_formula_and_model_have_the_same_parameters_at_published_sizes(name):
    configuration = CONFIGURATIONS[name]
    assert formula.parameters(configuration) == model.parameters(configuration)


@pytest.mark.parametrize("name", ["GPT-2 small", "Llama-3-8B"])
def test_formula_and_model_do_the_same_operations_at_published_sizes(name):
    configuration = CONFIGURATIONS[name]
    assert formula.operations(configuration, 100) == model.operations(configuration, 100)


@settings(max_examples=30)
@given(ANY, st.integers(1, 5))
def test_formula_and_model_agree_for_every_style(configuration, tokens):
    assert formula.parameters(configuration) == model.parameters(configuration)
    assert formula.operations(configuration, tokens) == model.operations(configuration, tokens)


def test_a_tied_head_counts_once():
    assert total(formula.parameters(replace(SMALL, tied=False))) == 163_037_184
    assert formula.parameters(SMALL)["head"] == 0


def test_rotary_positions_have_no_table():
    assert total(formula.parameters(replace(SMALL, positions="rotary"))) == 123_653_376


def test_the_embedding_of_gpt2_small():
    assert formula.parameters(SMALL)["embedding"] == 50_257 * 768 == 38_597_376


def test_the_feed_forward_block_is_two_thirds_of_a_block_and_less_of_a_small_model():
    def share(name, of):
        parts = formula.parameters(CONFIGURATIONS[name])
        return parts["feed_forward"] / sum(parts[part] for part in of or parts)

    block = ["attention", "feed_forward", "norms"]
    assert share("GPT-2 small", block) == pytest.approx(2 / 3, abs=1e-3)
    assert share("GPT-2 small", None) == pytest.approx(0.455, abs=5e-4)
    assert share("GPT-2 XL", None) == pytest.approx(0.631, abs=5e-4)


def test_a_gated_block_at_two_thirds_weighs_as_much():
    plain = replace(SMALL, biases=False)
    gated = replace(plain, gated=True, hidden=swiglu_width(SMALL.width))
    assert formula.parameters(gated) == formula.parameters(plain)


def test_scores_cost_as_much_as_the_feed_forward_block_at_four_widths_of_tokens():
    at = formula.operations(replace(SMALL, context=4096), 4 * SMALL.width)
    assert at["scores"] == at["feed_forward"]


def test_scores_cost_as_much_as_all_other_products_of_a_block_at_six_widths_of_tokens():
    at = formula.operations(replace(SMALL, context=8192), 6 * SMALL.width)
    assert at["scores"] == at["feed_forward"] + at["projections"]


def test_only_the_scores_grow_with_the_square_of_the_tokens():
    once, twice = formula.operations(SMALL, 100), formula.operations(SMALL, 200)
    growth = {part: twice[part] / once[part] for part in once}
    assert growth == {"projections": 2, "scores": 4, "feed_forward": 2, "head": 2}


def test_a_multiply_add_is_two_operations():
    one = Configuration("one", 1, 1, 1, 1, 1, 1)
    assert formula.operations(one, 1) == {
        "projections": 8, "scores": 4, "feed_forward": 4, "head": 2,
    }  # fmt: skip


def test_shared_heads_save_parameters_and_no_scores():
    shared = replace(TINY, key_value_heads=1)
    assert formula.parameters(shared)["attention"] < formula.parameters(TINY)["attention"]
    assert formula.operations(shared, 5)["scores"] == formula.operations(TINY, 5)["scores"]


@pytest.mark.parametrize("count", [formula.operations, model.operations])
def test_tokens_that_do_not_fit_are_refused(count):
    with pytest.raises(ValueError, match="7 tokens exceed the context of 6"):
        count(TINY, 7)
    with pytest.raises(ValueError, match="tokens is 0"):
        count(TINY, 0)
