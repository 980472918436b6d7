"""The course model with one neuron less: what is deleted, what follows, and what it costs."""

from math import log

import pytest
import torch
from torch import nn
from torch.nn import functional

from groundup.austen import split_ends
from groundup.course import course_tokenizer
from groundup.experiments.course_deletion import Deletion, hidden_numbers, stretches
from groundup.lists.configuration import Configuration
from groundup.tensors.language_model import LanguageModel

TEXT = stretches(rows=12, tokens=10)


@pytest.fixture
def model():
    torch.manual_seed(0)
    sizes = Configuration(
        "small", width=8, layers=3, heads=2, hidden=5, vocabulary=len(course_tokenizer()),
        context=16, gated=True, biases=False, norm="rms", positions="rotary",
    )  # fmt: skip
    model = LanguageModel(sizes)
    for weight in model.parameters():
        nn.init.normal_(weight)  # so that a neuron matters
    return model


@torch.no_grad()
def losses(model):
    return functional.cross_entropy(model(TEXT[:, :-1]).mT, TEXT[:, 1:], reduction="none")


@torch.no_grad()
def losses_without(model, layer, neurons):
    weight = model.blocks[layer].feed_forward.down.weight
    kept = weight.clone()
    weight[:, neurons] = 0
    found = losses(model)
    weight.copy_(kept)
    return found


def test_stretches_lie_at_equal_distances_from_the_first_token_to_the_last():
    ids = torch.tensor(course_tokenizer().encode(split_ends().held_out))
    found = stretches(rows=3, tokens=4)
    middle = (len(ids) - 5) // 2
    for row, start in zip(found, (0, middle, len(ids) - 5), strict=True):
        assert torch.equal(row, ids[start : start + 5])


def test_the_hidden_numbers_are_what_the_down_matrix_reads(model):
    feed, x = model.blocks[0].feed_forward, torch.randn(7, 8)
    torch.testing.assert_close(feed.down(hidden_numbers(feed, x)), feed(x))


def test_the_loss_is_in_bits_for_each_character(model):
    characters = sum(len(course_tokenizer().decode(row[1:].tolist())) for row in TEXT)
    wanted = losses(model).sum().item() / log(2) / characters
    assert Deletion(model, TEXT).loss() == pytest.approx(wanted, rel=1e-5)


@pytest.mark.parametrize("layer", [0, 1, 2])
def test_a_deletion_is_felt_as_if_the_whole_model_had_run_without_the_neuron(model, layer):
    deletion = Deletion(model, TEXT)
    neurons = torch.eye(5)[[1, 3]]
    for neuron, found in zip((1, 3), deletion.changes(layer, neurons), strict=True):
        change = losses_without(model, layer, [neuron]) - losses(model)
        assert found["rise"] == pytest.approx(change.mean().item() * deletion.bits, abs=1e-5)
        assert found["better"] == pytest.approx((change < 0).float().mean().item(), abs=0.02)
        assert found["worse"] == pytest.approx((change > 0).float().mean().item(), abs=0.02)
        assert change.abs().mean() > 1e-3


@pytest.mark.parametrize("layer", [0, 2])
def test_all_neurons_of_a_layer_are_deleted_together(model, layer):
    deletion = Deletion(model, TEXT)
    change = losses_without(model, layer, range(5)) - losses(model)
    assert deletion.all_neurons(layer) == pytest.approx(
        change.mean().item() * deletion.bits, abs=1e-5
    )


def test_deleting_nothing_changes_nothing(model):
    nothing = Deletion(model, TEXT).changes(1, torch.zeros(1, 5))
    assert nothing == [{"rise": 0, "better": 0, "worse": 0}]


def test_rows_read_a_few_at_a_time_give_what_they_give_together(model):
    """There are more rows here than are read at once, and the last ones fill no such group."""
    found = Deletion(model, TEXT).surprises(0, model.blocks[0].feed_forward.down.weight)
    torch.testing.assert_close(found, losses(model))


def test_a_deletion_leaves_the_model_as_it_was(model):
    before = [each.clone() for each in model.parameters()]
    deletion = Deletion(model, TEXT)
    deletion.changes(1, torch.eye(5))
    deletion.all_neurons(1)
    assert all(map(torch.equal, before, model.parameters()))
