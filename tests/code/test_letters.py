"""Austen's novels letter by letter."""

from math import log

import pytest
import torch

from groundup.austen import split
from groundup.letters import (
    Letters,
    frequency_loss,
    held_out_loss,
    held_out_windows,
    letters,
    training,
    windows,
    write,
)  # fmt: skip
from groundup.lists.configuration import Configuration
from groundup.tensors.language_model import LanguageModel

DATA = letters()


def small_model(seed=0):
    torch.manual_seed(seed)
    sizes = Configuration("small", 8, 1, 2, 16, vocabulary=len(DATA.alphabet), context=8)
    return LanguageModel(sizes)


def test_ids_give_the_text_back():
    text = 'She said: "It was [not] £9, nor _9_!" & so on;'
    assert DATA.text(DATA.ids(text)) == text


def test_a_letter_that_the_novels_lack_is_named():
    with pytest.raises(ValueError, match="'ß' is not in the novels"):
        DATA.ids("Gruß")


def test_the_ids_are_those_of_the_split_novels():
    assert DATA.text(DATA.train) == split().train
    assert DATA.text(DATA.held_out) == split().held_out


def test_the_alphabet_holds_each_letter_of_both_texts_once_in_the_order_of_their_codes():
    assert list(DATA.alphabet) == sorted(set(split().train + split().held_out))


def test_the_frequency_loss_is_counted_on_the_training_text_and_paid_on_the_other():
    data = Letters("ab", torch.tensor([0, 0, 0, 1]), torch.tensor([0, 1]))
    # one more of each: 4 of 6 and 2 of 6
    assert frequency_loss(data) == pytest.approx(-(log(4 / 6) + log(2 / 6)) / 2)


def test_a_model_that_knows_nothing_has_the_loss_of_an_even_guess():
    uniform = small_model()
    torch.nn.init.zeros_(uniform.embedding.weight)
    assert held_out_loss(uniform, DATA, tokens=8, rows=4) == pytest.approx(log(len(DATA.alphabet)))


def test_windows_are_stretches_of_the_text():
    text = DATA.text(DATA.train)
    for row in windows(DATA.train, 40, 3, torch.Generator().manual_seed(0)):
        assert DATA.text(row) in text


def test_windows_reach_both_ends_of_the_text():
    rows = windows(torch.arange(5), 3, 200, torch.Generator().manual_seed(0))
    assert rows.min() == 0 and rows.max() == 4


def test_the_held_out_stretches_reach_from_the_first_letter_to_the_last():
    rows = held_out_windows(DATA, tokens=20, rows=3)
    text = DATA.text(DATA.held_out)
    assert DATA.text(rows[0]) == text[:20] and DATA.text(rows[2]) == text[-20:]


def test_two_models_trained_with_one_seed_are_equal_and_another_seed_sees_other_text():
    def losses(seed):
        run = training(small_model(), DATA, steps=3, batch=2, tokens=8, rate=1e-2, seed=seed)
        return [loss for loss, _ in run]

    assert losses(1) == losses(1)
    assert losses(1)[0] != losses(2)[0]


def test_training_lowers_the_loss():
    model = small_model()
    before = held_out_loss(model, DATA, tokens=8)
    list(training(model, DATA, steps=60, batch=16, tokens=8, rate=1e-2))
    assert held_out_loss(model, DATA, tokens=8) < before - 0.5


def test_warmup_raises_the_rate_in_a_straight_line_and_never_from_zero():
    # Adam's first step has the size of the rate, whatever the gradient
    moved = []
    for warmup in (0, 4):
        model = small_model()
        before = model.embedding.weight.detach().clone()
        list(training(model, DATA, steps=1, batch=2, tokens=8, rate=0.01, warmup=warmup))
        moved.append((model.embedding.weight - before).abs().max().item())
    assert moved == pytest.approx([0.01, 0.0025], rel=1e-3)


def test_the_gradient_norm_is_the_length_of_all_gradients_together():
    model = small_model()
    [(_, norm)] = training(model, DATA, steps=1, batch=2, tokens=8, rate=0.0)
    together = torch.cat([each.grad.flatten() for each in model.parameters()])
    assert norm == pytest.approx(together.norm().item(), rel=1e-5)


def test_writing_continues_the_start_and_depends_on_the_seed():
    first, again, other = (
        write(small_model(), DATA, "It was ", count=30, tokens=8, seed=seed) for seed in (0, 0, 1)
    )
    assert first.startswith("It was ") and len(first) == len("It was ") + 30
    assert first == again != other
