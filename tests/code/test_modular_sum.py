"""The layers that learn (a + b) mod 11."""

import pytest
import torch

from groundup.experiments.modular_sum import (
    MODULUS,
    Adder,
    pairs,
    parameters,
    right,
    shuffled,
    sums,
    trained,
)  # fmt: skip


def test_every_pair_of_numbers_occurs_once():
    assert len({tuple(pair) for pair in pairs()[:, :2].tolist()}) == MODULUS**2 == len(pairs())


def test_the_answers_are_remainders_of_the_sums():
    assert [(a + b) % MODULUS for a, b, _ in pairs().tolist()] == sums().tolist()


def test_shuffled_answers_are_the_same_ones_in_another_order():
    assert sorted(shuffled().tolist()) == sorted(sums().tolist())
    assert (shuffled() == sums()).float().mean() < 0.3


def test_always_the_same_answer_is_right_for_one_pair_in_eleven():
    model = Adder(4, 1, 0)
    torch.nn.init.zeros_(model.head.weight)
    assert right(model) == pytest.approx(1 / MODULUS)


def test_four_heads_hold_as_many_parameters_as_one():
    assert parameters(Adder(16, 4, 0)) == parameters(Adder(16, 1, 0))


def test_seeds_trained_together_come_out_as_if_each_were_trained_alone():
    together, alone = (trained(8, 1, 4, seeds=seeds, steps=5)[0] for seeds in (2, 1))
    weights = dict(alone.named_parameters())
    for name, weight in together.named_parameters():
        # a bias of the keys changes no share: its gradient is rounding, which Adam makes large
        if name != "attention.key.bias":
            torch.testing.assert_close(weight, weights[name], rtol=1e-3, atol=1e-4)
    answers = (model(pairs()) for model in (together, alone))  # so that bias too changes nothing
    torch.testing.assert_close(*answers, rtol=1e-3, atol=1e-4)


def test_one_head_read_at_the_sign_scores_each_answer_by_a_part_from_a_plus_a_part_from_b():
    # times what the shares are divided by, the logits have no part that depends on both
    torch.manual_seed(0)
    model = Adder(8, 1, 0).double()
    stream = model.embedding(pairs()) + model.positions.weight
    scores = model.attention.key(stream) @ model.attention.query(stream[0, -1]) / 8**0.5
    total = scores.exp().sum(dim=-1, keepdim=True)  # (pairs, 1)
    table = (model(pairs()) * total).unflatten(0, (MODULUS, MODULUS))  # (a, b, answers)
    both = table - table.mean(0, keepdim=True) - table.mean(1, keepdim=True) + table.mean((0, 1))
    assert both.abs().max() < 1e-9 < table.std()


def test_with_a_block_or_with_several_heads_a_part_depends_on_both():
    torch.manual_seed(0)
    for model in (Adder(8, 1, 8), Adder(8, 2, 0)):
        table = model.double()(pairs()).unflatten(0, (MODULUS, MODULUS))
        both = table - table.mean(0, True) - table.mean(1, True) + table.mean((0, 1))
        assert both.abs().max() > 1e-3


def test_no_sum_of_parts_is_right_for_every_pair():
    # over all pairs the right answer and the one after it get the same in all
    draw = torch.Generator().manual_seed(0)
    of_a, of_b = torch.randn(2, MODULUS, MODULUS, generator=draw, dtype=torch.float64)
    a, b, _ = pairs().T
    scores = of_a[a] + of_b[b]  # (pairs, answers)
    won, next_one = (scores.gather(1, ((sums() + k) % MODULUS)[:, None]).sum() for k in (0, 1))
    assert won.item() == pytest.approx(next_one.item())


def test_a_model_that_is_read_at_b_never_sees_the_sign():
    model = trained(8, seeds=1, steps=2, read=2)[0]
    changed = pairs()
    changed[:, 2] = 0
    torch.testing.assert_close(model(pairs()[:, :2]), model(changed[:, :2]))
