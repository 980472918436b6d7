"""Embeddings: the twins agree, and a lookup is a one-hot row times the table, exactly."""

import pytest
import torch
from torch.nn import functional

from groundup.lists import embedding as lists
from groundup.lists.matrix import matmul
from groundup.tensors import embedding as tensors

VOCABULARY, WIDTH = 5, 3
IDS = [4, 0, 0, 2]


def test_a_one_hot_row_has_its_one_at_the_id():
    expected = [[0, 0, 1], [1, 0, 0]]
    assert lists.one_hot([2, 0], 3) == expected
    assert tensors.one_hot(torch.tensor([2, 0]), 3).tolist() == expected


def test_lists_and_tensors_agree(draw):
    table = draw(VOCABULARY, WIDTH)
    assert tensors.embed(torch.tensor(IDS), table).tolist() == lists.embed(IDS, table.tolist())
    assert tensors.one_hot(torch.tensor(IDS), VOCABULARY).tolist() == lists.one_hot(IDS, VOCABULARY)


def test_matches_pytorch(draw):
    table, ids = draw(VOCABULARY, WIDTH), torch.tensor([IDS, IDS[::-1]])
    assert torch.equal(tensors.embed(ids, table), functional.embedding(ids, table))
    assert torch.equal(
        tensors.one_hot(ids, VOCABULARY), functional.one_hot(ids, VOCABULARY).float()
    )
    assert tensors.one_hot(ids, VOCABULARY).dtype == torch.get_default_dtype()


def test_a_lookup_is_a_one_hot_row_times_the_table_exactly(draw):
    table, ids = draw(VOCABULARY, WIDTH), torch.tensor([IDS, IDS[::-1]])
    product = tensors.one_hot(ids, VOCABULARY).double() @ table
    assert torch.equal(tensors.embed(ids, table), product)
    plain = table.tolist()
    assert lists.embed(IDS, plain) == matmul(lists.one_hot(IDS, VOCABULARY), plain)


def test_only_the_rows_that_were_looked_up_get_a_gradient_once_for_each_use():
    table = torch.ones(VOCABULARY, WIDTH, requires_grad=True)
    tensors.embed(torch.tensor(IDS), table).sum().backward()
    assert table.grad[:, 0].tolist() == [2, 0, 1, 0, 1]


def test_changing_a_row_that_was_looked_up_leaves_the_table_alone():
    table = [[1.0, 2.0]]
    lists.embed([0], table)[0][0] = 9.0
    assert table == [[1.0, 2.0]]
    table = torch.ones(1, 2)
    tensors.embed(torch.tensor([0]), table)[0, 0] = 9.0
    assert table.tolist() == [[1.0, 1.0]]


def test_without_ids_there_are_still_shapes():
    ids = torch.empty(2, 4, dtype=torch.long, device="meta")
    assert tensors.embed(ids, torch.empty(5, 3, device="meta")).shape == (2, 4, 3)


@pytest.mark.parametrize("number", [-1, 5])
def test_an_unknown_id_is_refused(number):
    message = f"id {number} is outside a vocabulary of 5: use ids from 0 to 4"
    ids, table = [0, number, 1], torch.ones(5, 2)
    for call in (
        lambda: lists.one_hot(ids, 5),
        lambda: lists.embed(ids, table.tolist()),
        lambda: tensors.one_hot(torch.tensor(ids), 5),
        lambda: tensors.embed(torch.tensor(ids), table),
    ):
        with pytest.raises(ValueError, match=message):
            call()


def test_no_tokens_are_refused():
    none, table = torch.empty(0, dtype=torch.long), torch.ones(5, 2)
    for call in (
        lambda: lists.one_hot([], 5),
        lambda: lists.embed([], table.tolist()),
        lambda: tensors.one_hot(none, 5),
        lambda: tensors.embed(none, table),
    ):
        with pytest.raises(ValueError, match="ids has no tokens"):
            call()
