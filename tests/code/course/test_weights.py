"""Weights in few bytes: as small as promised, and no further off than promised."""

import pytest
import torch

from groundup.course.weights import load, save, save_int8


@pytest.fixture
def weights(draw):
    matrix = draw(5, 7).float()
    matrix[2] = 0
    return {"norm.scale": draw(7).float(), "map.weight": matrix}


def test_sixteen_bits_keep_three_digits(weights, tmp_path):
    save(tmp_path / "w.safetensors", weights)
    found = load(tmp_path / "w.safetensors")
    assert found.keys() == weights.keys()
    for name, weight in weights.items():
        torch.testing.assert_close(found[name], weight, rtol=2**-11, atol=1e-7)
        assert found[name].dtype == torch.float32


def test_eight_bits_are_off_by_no_more_than_half_a_step_of_the_row(weights, tmp_path):
    save_int8(tmp_path / "w.safetensors", weights)
    found = load(tmp_path / "w.safetensors")
    assert found.keys() == weights.keys()
    step = weights["map.weight"].abs().amax(dim=1, keepdim=True) / 127
    off = (found["map.weight"] - weights["map.weight"]).abs()
    assert (off <= step * 0.501).all()
    assert off.max() > 0.25 * step.min()
    torch.testing.assert_close(found["norm.scale"], weights["norm.scale"], rtol=2**-11, atol=0)


def test_a_row_of_zeros_stays_zero(weights, tmp_path):
    save_int8(tmp_path / "w.safetensors", weights)
    assert (load(tmp_path / "w.safetensors")["map.weight"][2] == 0).all()


def test_each_row_has_a_scale_of_its_own(tmp_path):
    """With one scale for the matrix the small row would become zero."""
    matrix = torch.tensor([[1000.0, -500.0], [0.001, 0.0005]])
    save_int8(tmp_path / "w.safetensors", {"m": matrix})
    torch.testing.assert_close(load(tmp_path / "w.safetensors")["m"], matrix, rtol=0.01, atol=0)


def test_the_files_hold_two_bytes_or_one_for_each_number(tmp_path):
    weights = {"m": torch.randn(200, 100)}
    save(tmp_path / "two", weights)
    save_int8(tmp_path / "one", weights)
    assert (tmp_path / "two").stat().st_size == pytest.approx(2 * 20_000, abs=200)
    assert (tmp_path / "one").stat().st_size == pytest.approx(20_000 + 4 * 200, abs=200)


def test_the_same_weights_give_the_same_bytes(weights, tmp_path):
    for write in (save, save_int8):
        for name in ("a", "b"):
            write(tmp_path / name, weights)
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
