"""The toy model of superposition."""

import pytest
import torch

from groundup.experiments.superposition import FEATURES, Toy


def arranged(directions, bend=torch.relu):
    """Make a toy of one model with the directions given: {name of a quantity: its value}."""
    toy = Toy([directions.shape[1]], [0.1], seeds=1, bend=bend)
    toy.directions, toy.biases = directions[None], torch.zeros(1, 1, FEATURES)
    return {name: each[0] for name, each in toy.results()[directions.shape[1], 0.1].items()}


def test_a_hidden_number_for_each_feature_keeps_all_without_interference():
    result = arranged(torch.eye(FEATURES))
    assert result == {"kept": FEATURES, "interference": 0, "lost": 0}


def test_features_back_to_back_interfere_by_their_own_reading():
    half = torch.eye(FEATURES // 2)
    result = arranged(torch.cat([half, -half]))
    assert result["kept"] == FEATURES and result["interference"] == 1


def test_what_has_no_hidden_number_is_not_kept():
    some = torch.eye(FEATURES)
    some[7:] = 0
    assert arranged(some)["kept"] == 7


def test_a_feature_read_at_less_than_half_is_not_kept():
    assert arranged(torch.eye(FEATURES) * 0.7)["kept"] == 0  # 0.7 squared is below a half
    assert arranged(torch.eye(FEATURES) * 0.72)["kept"] == FEATURES


def test_interference_is_measured_against_the_own_reading():
    half = torch.eye(FEATURES // 2)
    assert arranged(torch.cat([half, -half]) * 3)["interference"] == pytest.approx(1)


def test_the_best_constant_guess_loses_everything():
    toy = Toy([2], [0.5], seeds=1, bend=None)
    toy.directions = torch.zeros(1, FEATURES, 2)
    assert toy.results()[2, 0.5]["lost"][0] == pytest.approx(1, abs=0.01)


def test_a_model_never_gets_hidden_numbers_that_it_should_lack():
    toy = Toy([2, 5], [0.1], seeds=1).train(steps=5)
    assert (toy.directions[0, :, 2:] == 0).all() and (toy.directions[1, :, 2:] != 0).any()


def test_a_feature_is_present_as_often_as_its_chance_says():
    toy = Toy([2], [1.0, 0.1], seeds=1)
    present = (toy.inputs(4000, torch.Generator().manual_seed(0)) > 0).float().mean(dim=(1, 2))
    assert present.tolist() == pytest.approx([1, 0.1], abs=0.01)


def test_fixed_directions_keep_where_they_point():
    toy = Toy([5], [0.1], seeds=1)
    before = toy.directions.clone()
    after = toy.train(steps=20, fixed=True).directions
    assert not torch.allclose(before, after)
    torch.testing.assert_close(
        torch.nn.functional.normalize(before, dim=-1), torch.nn.functional.normalize(after, dim=-1)
    )
