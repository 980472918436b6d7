"""Norms along the wrong axis: three readings tell a model that sees later tokens from others."""

from copy import deepcopy

import pytest
import torch
from torch.nn import functional

from groundup.experiments import recorded
from groundup.experiments.course_axis import (
    RIGHT,
    WRONG,
    OverTokens,
    claims,
    losses,
    moved,
    select,
    turn,
)
from groundup.experiments.course_stream import short_trainer, windows
from groundup.tensors.rms_norm import RMSNorm

TEXT = torch.arange(12).reshape(2, 6)  # no token occurs twice


def peeps(tokens):
    """Predict, for sure, the token that comes next in what was read."""
    return 50.0 * functional.one_hot(tokens.roll(-1, dims=-1), 12)


def counts(tokens):
    """Predict, for sure, the id above each: the right one, from no other token."""
    return 50.0 * functional.one_hot((tokens + 1) % 12, 12)


def test_a_model_that_sees_the_next_token_is_found_out_by_both_other_readings():
    found = losses(peeps, TEXT, later=[0, 1, 3])
    assert found["at once"] == pytest.approx([50.0, 0.0, 0.0])
    assert found["cut off"] == pytest.approx([50.0, 50.0, 50.0])
    assert found["another future"] == pytest.approx([50.0, 50.0, 50.0])


def test_a_model_that_does_not_look_ahead_loses_nothing_in_any_reading():
    assert set(map(tuple, losses(counts, TEXT, later=[0, 2]).values())) == {(0.0, 0.0)}


def test_only_what_moves_before_the_last_token_counts():
    assert moved(counts, TEXT) == 0
    assert moved(peeps, TEXT) == 50


def test_over_the_tokens_every_feature_has_size_one():
    x = 7 * torch.randn(2, 5, 8, generator=torch.Generator().manual_seed(0))
    out = OverTokens(RMSNorm(8))(x)
    torch.testing.assert_close(out.square().mean(dim=-2), torch.ones(2, 8), rtol=1e-4, atol=0)
    torch.testing.assert_close(out / x, (out / x)[:, :1].expand_as(x))


def test_every_norm_is_turned_and_keeps_its_scale():
    model = short_trainer(0, 20_000, steps=2, warmup=1).model
    before = {name: id(weight) for name, weight in model.named_parameters()}
    turn(model)
    norms = [part for name, part in model.named_modules() if name.endswith("norm")]
    assert len(norms) == 9 and all(isinstance(norm, OverTokens) for norm in norms)
    assert {name: id(weight) for name, weight in model.named_parameters()} == before


@torch.no_grad()
def test_a_course_model_with_turned_norms_lets_a_later_token_move_earlier_logits():
    model, text = short_trainer(0, 20_000, steps=2, warmup=1).model, windows(2)[:, :9]
    assert moved(model, text) < 1e-6
    turn(model)
    assert moved(model, text) > 1e-3


@pytest.mark.parametrize(
    ("norm", "context", "denied"),
    [
        (WRONG, 16, "the wrong norm leaks in short texts"),
        (RIGHT, 16, "the right norm does not leak"),
        (WRONG, 128, "in long texts, after as many tokens, the wrong norm does not leak yet"),
    ],
)
def test_one_seed_of_the_axis_that_differs_denies_the_claim(norm, context, denied):
    results = deepcopy(recorded("course_axis"))
    assert claims(results)[denied]
    seed = select(results, norm, context)[1]
    at_once = seed["losses"]["at once"]
    change = 0.0 if (norm, context) == (WRONG, 16) else -0.1
    for name in ("cut off", "another future"):
        seed["losses"][name] = [loss - change for loss in at_once]
    assert not claims(results)[denied]
