"""The reference lines: what counting characters in five novels says about the sixth."""

from math import fsum, log, log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundup import reference_lines as module
from groundup.austen import HELD_OUT, NOVELS, clean, novel, split, split_ends
from groundup.letters import frequency_loss, letters
from groundup.reference_lines import Predictor, bits_per_character, reference_lines

LETTERS = st.text("abc", min_size=1, max_size=12)


@given(LETTERS, st.text("abcd", max_size=4))
def test_the_shares_add_up_to_one_in_any_context_and_none_is_zero(train, context):
    counted = Predictor(train, len("abcd"), order=3)
    shares = [counted.share(character, context) for character in "abcd"]
    assert fsum(shares) == pytest.approx(1, abs=1e-12) and min(shares) > 0


def test_each_order_leans_on_the_one_below():
    # aab: a twice, b once; after an a once a, once b; after aa once b; the weight is 20
    counted = Predictor("aab", 2, order=3)
    frequent = (1 + 20 * 1 / 2) / (3 + 20)
    after_a = (1 + 20 * frequent) / (2 + 20)
    after_aa = (1 + 20 * after_a) / (1 + 20)
    shares = [counted.share("b", context) for context in ("", "a", "aa")]
    assert shares == pytest.approx([frequent, after_a, after_aa], abs=1e-15)
    assert shares[0] == pytest.approx(11 / 23)


def test_a_context_that_was_never_followed_leaves_the_shorter_one():
    counted = Predictor("aab", 2, order=3)
    assert counted.share("a", "b") == counted.share("a")  # b only ends the text
    assert counted.share("a", "ba") == counted.share("a", "a") != counted.share("a")


def test_bits_are_paid_for_each_character_in_the_context_that_there_is():
    counted = Predictor("aab", 2, order=3)
    shares = [counted.share(*each) for each in (("a", ""), ("a", "a"), ("b", "aa"), ("b", "ab"))]
    paid = -fsum(log2(share) for share in shares) / 4
    assert counted.bits("aabb", order=3) == pytest.approx(paid, abs=1e-15)
    assert bits_per_character("aab", "aabb", 3) == counted.bits("aabb", order=3)


@given(LETTERS, LETTERS, st.integers(0, 3))
def test_a_lower_order_costs_the_same_whatever_was_counted_besides(train, text, order):
    assert Predictor(train, 3, 3).bits(text, order) == Predictor(train, 3, order).bits(text, order)


def test_the_alphabet_is_that_of_both_texts():
    assert bits_per_character("ab", "acd", 0) == 2
    assert bits_per_character("a", "z", 1) == pytest.approx(-log2(20 / 2 / (1 + 20)))


def test_what_cannot_be_computed_is_refused():
    with pytest.raises(ValueError, match="the text is empty: give it at least one character"):
        bits_per_character("abc", "", 2)
    with pytest.raises(ValueError, match="order is -1: choose one from 0 to"):
        bits_per_character("abc", "abc", -1)
    with pytest.raises(ValueError, match="order is 3: choose one from 0 to 2"):
        Predictor("abc", 3, order=2).bits("abc", order=3)


@pytest.fixture(scope="module")
def counted():
    return Predictor(split().train, len(letters().alphabet), order=3)


def test_the_more_characters_are_looked_at_the_lower_the_line():
    lines = list(reference_lines(split).items())
    assert [name for name, _ in lines] == ["uniform", "frequencies", "bigrams", "trigrams"]
    for (_, higher), (_, lower) in zip(lines, lines[1:], strict=False):
        assert lower < higher - 0.5


def test_each_line_is_the_order_that_its_name_says(counted):
    held_out = split().held_out
    uniform, *counts = reference_lines(split).values()
    assert uniform == log2(len(letters().alphabet))
    assert counts == [counted.bits(held_out, order) for order in (1, 2, 3)]


def test_the_line_of_frequencies_is_the_frequency_loss_in_bits():
    # that one adds 1 to each of 80 counts, this one 20 / 80: next to nothing in millions
    expected = frequency_loss(letters()) / log(2)
    assert reference_lines(split)["frequencies"] == pytest.approx(expected, abs=1e-4)


def test_a_text_costs_less_by_its_own_counts_than_by_those_of_others():
    held_out = split().held_out
    for order, name in enumerate(("frequencies", "bigrams", "trigrams"), start=1):
        assert bits_per_character(held_out, held_out, order) < reference_lines(split)[name] - 0.003


def test_only_trigrams_make_the_counted_novels_cheaper_than_the_one_held_out(counted):
    """By its letters and pairs of letters the held-out novel is the easier one by chance."""
    lines, train = reference_lines(split), split().train
    assert counted.bits(train, 1) > lines["frequencies"]
    assert counted.bits(train, 2) > lines["bigrams"]
    assert counted.bits(train, 3) < lines["trigrams"] - 0.05


def test_the_lines_of_the_course_model_are_those_of_its_own_split():
    texts = split_ends()
    lines = reference_lines()
    assert lines != reference_lines(split)
    assert lines["trigrams"] == bits_per_character(texts.train, texts.held_out, 3)


def test_the_weight_predicts_the_novel_before_the_held_out_one_best(monkeypatch):
    *before, last = (clean(novel(name)) for name in NOVELS if name != HELD_OUT)
    counted = Predictor(" ".join(before), len(letters().alphabet), order=3)
    bits = {}
    for weight in (1, 2, 5, 10, 20, 40, 80):
        monkeypatch.setattr(module, "WEIGHT", weight)
        bits[weight] = [counted.bits(last, order) for order in (2, 3)]
    monkeypatch.undo()
    for order in (0, 1):
        assert min(bits, key=lambda weight: bits[weight][order]) == module.WEIGHT
