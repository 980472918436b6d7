"""The training: it learns, goes on as if it had never stopped, and stops where there is no number."""

from statistics import fmean

import pytest
import torch
from torch import distributed

from groundup.course import checkpoint
from groundup.course.training import optimiser
from groundup.course.validation import bits_per_character, surprises
from groundup.tensors.optimiser import learning_rate
from groundup.tensors.training import cross_entropy


def same_weights(one, other):
    pairs = zip(one.state_dict().values(), other.state_dict().values(), strict=True)
    return all(torch.equal(*pair) for pair in pairs)


def test_it_learns(trainer):
    long = trainer(steps=150, validate=150, rate=0.02)
    before = long.bits()
    long.finish()
    (row,) = long.log
    assert row["bits"] < before - 0.5
    assert row["tokens"] == 150 * 4 * 16


def test_the_loss_is_the_one_of_the_book(trainer):
    made = trainer()
    text = made.texts.batch(0, 0, 4, 16)
    expected = cross_entropy(made.model(text[:, :-1]), text[:, 1:]).item()
    assert next(made.steps())[0] == pytest.approx(expected, rel=1e-6)


def test_a_look_reads_the_first_eighth_of_the_held_out_text(trainer):
    made = trainer(steps=1, warmup=0, context=2)
    made.finish()
    (row,) = made.log
    eighth = made.texts.held_out[: len(made.texts.held_out) // 8]
    losses = surprises(made.model, eighth, 2)
    assert row["bits"] == bits_per_character(losses, eighth, made.texts.tokenizer)
    assert row["bits"] != made.bits()


def test_the_rate_is_that_of_the_schedule(trainer):
    made = trainer()
    used = []
    for _ in made.steps():
        used.append(made.optimiser.param_groups[0]["lr"])
    assert used == [learning_rate(step, 12, 0.01, 3) for step in range(12)]
    assert [row["rate"] for row in made.log] == [used[step - 1] for step in (4, 8, 12)]


def test_a_look_tells_the_mean_loss_since_the_one_before(trainer):
    made = trainer(validate=5)
    losses = [loss for loss, _ in made.steps()]
    told = {row["step"]: row["loss"] for row in made.log}
    looks = {5: losses[:5], 10: losses[5:10], 12: losses[10:]}  # the last step is looked at too
    assert told == {step: pytest.approx(fmean(since)) for step, since in looks.items()}


@pytest.mark.parametrize("stop", [4, 8])
def test_a_training_that_was_stopped_ends_in_the_same_bits(trainer, tmp_path, stop):
    whole = trainer()
    whole.finish()
    first = trainer()
    for _ in first.steps():
        if first.step == stop:
            first.save(tmp_path / "c", seconds=1.0)
            break
    again = trainer(seed=0)
    state = checkpoint.load(tmp_path / "c", again.recipe)
    assert state["seconds"] == 1.0
    again.restore(state)
    assert again.step == stop and not same_weights(again.model, whole.model)
    again.finish()
    assert again.log == whole.log
    assert same_weights(again.model, whole.model)


def test_a_look_changes_nothing_of_what_follows(trainer):
    often, rarely = trainer(validate=1), trainer(validate=12)
    often.finish(), rarely.finish()
    assert same_weights(often.model, rarely.model)


def test_processes_that_cannot_share_a_batch_are_refused(trainer, monkeypatch):
    monkeypatch.setattr(distributed, "is_initialized", lambda: True)
    monkeypatch.setattr(distributed, "get_rank", lambda: 0)
    monkeypatch.setattr(distributed, "get_world_size", lambda: 3)
    with pytest.raises(ValueError, match="batch of 4 is not divisible by 3 processes: choose a"):
        trainer()


def test_another_seed_is_another_training(trainer):
    one, other = trainer(), trainer(seed=1)
    assert not same_weights(one.model, other.model)
    other.model.load_state_dict(one.model.state_dict())
    assert next(one.steps())[0] != next(other.steps())[0]  # it reads other stretches


def test_a_loss_that_is_no_number_never_reaches_the_weights(trainer):
    made = trainer()
    with torch.no_grad():
        made.model.embedding.weight[0] = float("inf")
        made.model.embedding.weight[1:] = float("nan")
    before = {name: weight.clone() for name, weight in made.model.state_dict().items()}
    with pytest.raises(FloatingPointError, match="the loss at step 0 is nan: lower the rate"):
        next(made.steps())
    after = made.model.state_dict()
    assert all(torch.equal(after[name], before[name]) for name in before if "embed" not in name)


def test_a_gradient_that_is_no_number_never_reaches_the_weights(trainer):
    """The loss before it may be one: a root has no slope at 0."""
    made = trainer()
    before = {name: weight.clone() for name, weight in made.model.state_dict().items()}
    made.model.final_norm.scale.register_hook(lambda slope: slope * float("inf"))
    with pytest.raises(FloatingPointError, match="the gradient's length at step 0 is (nan|inf)"):
        next(made.steps())
    assert all(torch.equal(made.model.state_dict()[name], before[name]) for name in before)


def test_scales_and_biases_do_not_decay(trainer):
    made = trainer(norm="layer", biases=True)
    decays = {
        id(weight): group["weight_decay"]
        for group in optimiser(made.model, made.recipe).param_groups
        for weight in group["params"]
    }
    for name, weight in made.model.named_parameters():
        vector = name.endswith(("scale", "shift", "bias"))
        assert decays[id(weight)] == (0 if vector else 0.1), name


def test_squares_of_gradients_are_averaged_over_about_a_hundred_steps(trainer):
    made = trainer()
    next(made.steps())
    for weight in made.model.parameters():
        kept = made.optimiser.state[weight]
        torch.testing.assert_close(kept["exp_avg"], weight.grad / 10)
        torch.testing.assert_close(kept["exp_avg_sq"], weight.grad.square() / 100)


def test_gradients_are_clipped(trainer):
    loose, tight = trainer(clip=1e9), trainer(clip=1e-3)
    next(loose.steps()), next(tight.steps())
    lengths = [
        torch.stack([w.grad.norm() for w in made.model.parameters()]).norm()
        for made in (loose, tight)
    ]
    assert lengths[0] > 0.01 and lengths[1] == pytest.approx(1e-3, rel=1e-3)


def test_half_precision_gives_about_the_same_loss(trainer):
    exact, rough = trainer(), trainer()
    rough.half = True
    assert [loss for loss, _ in rough.steps()] == pytest.approx(
        [loss for loss, _ in exact.steps()], rel=0.02
    )
    assert not same_weights(exact.model, rough.model)
