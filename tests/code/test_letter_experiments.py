"""The letter models with other blocks, other widths and one neuron less."""

import pytest
import torch
from torch import nn

from groundup.experiments.gated import KINDS, RECIPE, gains, model_of
from groundup.experiments.hidden_width import AttentionBlock, sized_model
from groundup.experiments.neuron_deletion import (
    all_neurons,
    changes,
    small,
    surprises,
    without,
)  # fmt: skip
from groundup.letters import held_out_loss, letters
from groundup.memory import parameters
from groundup.tensors.activation import gelu, relu
from groundup.tensors.swiglu import SwiGLU


@pytest.fixture
def model():
    model = sized_model(width=8, hidden=6, seed=0)
    for block in model.blocks:
        nn.init.normal_(block.feed_forward.contract.weight)  # so that a neuron matters
    return model


def test_hidden_width_zero_leaves_no_feed_forward_block():
    model = sized_model(8, 0, seed=0)
    assert all(isinstance(block, AttentionBlock) for block in model.blocks)
    assert not any("feed_forward" in name for name, _ in model.named_parameters())


def test_a_model_without_blocks_still_ends_in_a_norm():
    assert not isinstance(sized_model(8, 0, seed=0).final_norm, nn.Identity)


def test_a_seed_gives_one_start_and_another_seed_another():
    first, again, other = (sized_model(8, 8, seed).embedding.weight for seed in (3, 3, 4))
    assert torch.equal(first, again) and not torch.equal(first, other)


def test_each_kind_has_its_own_block_and_about_as_many_parameters():
    models = {kind: model_of(kind, RECIPE, 0) for kind in KINDS}
    blocks = {kind: model.blocks[0].feed_forward for kind, model in models.items()}
    assert blocks["ReLU"].activation is relu and blocks["GELU"].activation is gelu
    assert isinstance(blocks["SwiGLU"], SwiGLU)
    sizes = [parameters(model) for model in models.values()]
    assert max(sizes) < 1.01 * min(sizes)


def test_a_gain_is_positive_where_the_loss_is_lower():
    results = {"new": {"loss": [1.0, 3.0]}, "old": {"loss": [2.0, 2.5]}}
    assert gains(results, "new", "old") == [1.0, -0.5]


def test_the_mean_surprise_is_the_held_out_loss(model):
    assert surprises(model, rows=16, tokens=8).mean().item() == pytest.approx(
        held_out_loss(model, letters(), tokens=8, rows=16), rel=1e-5
    )


def test_taking_out_a_neuron_is_setting_its_number_behind_the_curve_to_zero(model):
    draw = torch.Generator().manual_seed(0)
    hidden = torch.randn(5, 6, generator=draw)
    contract = model.blocks[0].feed_forward.contract.weight
    silenced = hidden.clone()
    silenced[:, 2] = 0
    torch.testing.assert_close(hidden @ without(contract, torch.eye(6)[2]).T, silenced @ contract.T)


def test_taking_out_a_direction_twice_is_taking_it_out_once():
    draw = torch.Generator().manual_seed(0)
    contract, direction = torch.randn(3, 6, generator=draw), torch.randn(6, generator=draw)
    direction = direction / direction.norm()
    once = without(contract, direction)
    torch.testing.assert_close(without(once, direction), once)
    assert (once @ direction).abs().max() < 1e-6


def test_deleting_nothing_changes_nothing_and_deleting_something_changes_something(model):
    nothing, neuron = changes(model, 0, torch.stack([torch.zeros(6), torch.eye(6)[0]]), 16, 8)
    assert nothing == {"rise": 0, "better": 0, "worse": 0}
    assert neuron["rise"] != 0 and neuron["better"] + neuron["worse"] > 0.5


def test_every_deletion_is_undone(model):
    before = [each.clone() for each in model.parameters()]
    changes(model, 1, torch.eye(6), 16, 8)
    all_neurons(model, 1, 16, 8)
    assert all(map(torch.equal, before, model.parameters()))


def test_deleting_all_neurons_leaves_the_bias_alone(model):
    rise = all_neurons(model, 0, 16, 8)
    before = held_out_loss(model, letters(), tokens=8, rows=16)
    with torch.no_grad():
        model.blocks[0].feed_forward.contract.weight.zero_()
    after = held_out_loss(model, letters(), tokens=8, rows=16)
    assert rise == pytest.approx(after - before, abs=1e-5)


def test_small_is_one_part_in_a_hundred_of_what_the_weakest_seed_has_learned():
    results = {"frequency": 3.0, "seeds": [{"loss": 2.0}, {"loss": 1.5}]}
    assert small(results) == pytest.approx(0.01)
