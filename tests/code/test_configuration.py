"""Configurations: sizes that fit, errors for those that do not, and the published ones."""

from dataclasses import FrozenInstanceError, replace

import pytest

from groundup.lists.configuration import CONFIGURATIONS, Configuration

TINY = Configuration("tiny", width=8, layers=2, heads=4, hidden=16, vocabulary=11, context=6)


def test_a_configuration_cannot_be_changed_in_place():
    with pytest.raises(FrozenInstanceError):
        TINY.width = 16


def test_shared_heads_narrow_the_keys():
    assert TINY.key_width == 8
    assert replace(TINY, key_value_heads=2).key_width == 4
    assert replace(TINY, key_value_heads=1).key_width == 2


@pytest.mark.parametrize(
    "change, message",
    [
        ({"heads": 3}, "width 8 is not divisible by 3 heads"),
        ({"hidden": 0}, "hidden is 0: choose 1 or more"),
        ({"layers": 0}, "layers is 0"),
        ({"vocabulary": 0}, "vocabulary is 0"),
        ({"context": -1}, "context is -1"),
        ({"width": 0}, "width is 0"),
        ({"key_value_heads": 3}, "4 heads cannot share 3 key_value_heads equally"),
        ({"key_value_heads": 0}, "key_value_heads is 0"),
        ({"norm": "batch"}, 'norm is \'batch\': choose "layer" or "rms"'),
        ({"positions": "none"}, 'positions is \'none\': choose "learned" or "rotary"'),
    ],
    ids=str,
)
def test_sizes_that_fit_no_model_are_refused(change, message):
    with pytest.raises(ValueError, match=message):
        replace(TINY, **change)


def test_the_context_limits_learned_positions_only():
    TINY.accept(6)
    with pytest.raises(ValueError, match="7 tokens exceed the context of 6: give fewer"):
        TINY.accept(7)
    with pytest.raises(ValueError, match="tokens is 0"):
        TINY.accept(0)
    replace(TINY, positions="rotary").accept(7)


def test_published_configurations_are_kept_by_their_names():
    assert list(CONFIGURATIONS) == [
        "GPT-2 small", "GPT-2 medium", "GPT-2 large", "GPT-2 XL", "Llama-2-7B", "Llama-3-8B",
    ]  # fmt: skip
    assert all(name == configuration.name for name, configuration in CONFIGURATIONS.items())
