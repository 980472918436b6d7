"""The stream of the course model: what is measured is the stream that the model itself computes."""

from copy import deepcopy
from math import log

import pytest
import torch
from torch.nn import functional

from groundup import austen
from groundup.course import course_model, course_tokenizer
from groundup.course.recipe import read
from groundup.experiments import recorded
from groundup.experiments.course_stream import (
    Chain,
    bits,
    claims,
    course_texts,
    frequency_bits,
    look,
    short_trainer,
    streams,
    variety,
    windows,
)

SETTINGS = {"steps": 2, "warmup": 1}


def model():
    """Return a model as it is before training."""
    return short_trainer(0, 20_000, **SETTINGS).model


def test_the_last_stream_gives_the_model_s_own_logits():
    with torch.no_grad():
        trained, text = course_model(), windows(2)[:, :-1]
        found, logits = streams(trained, text)
        assert len(found) == 1 + 2 * read().model.layers
        torch.testing.assert_close(
            trained.final_norm(found[-1]) @ trained.embedding.weight.T, logits
        )
        assert torch.equal(trained(text), logits)


def test_each_stream_is_the_one_before_it_and_one_update():
    with torch.no_grad():
        trained = course_model()
        found, _ = streams(trained, windows(2)[:, :-1])
        assert torch.equal(found[0], trained.embedding(windows(2)[:, :-1]))
        update = trained.blocks[0].feed_forward(trained.blocks[0].feed_forward_norm(found[1]))
        torch.testing.assert_close(found[2] - found[1], update)


def test_looking_leaves_no_hook_behind():
    trained = course_model()
    first, _ = streams(trained, windows(1)[:, :-1])
    trained(windows(1)[:, :-1])
    assert len(first) == 1 + 2 * read().model.layers


def test_a_course_chain_hands_on_nothing_but_what_its_steps_put_out():
    block = model().blocks[0]
    chain, stream = Chain(block), torch.randn(1, 5, 128)
    attended = block.attention(block.attention_norm(stream))
    expected = block.feed_forward(block.feed_forward_norm(attended))
    torch.testing.assert_close(chain(stream), expected)
    assert {id(weight) for weight in chain.parameters()} == {id(w) for w in block.parameters()}


def test_the_gradient_is_that_of_the_loss_with_respect_to_the_stream():
    trained, text = course_model(), windows(2)
    gradients = look(trained, text)["gradient"]
    ends = []
    trained.final_norm.register_forward_pre_hook(lambda _, given: ends.append(given[0]))
    logits = trained(text[:, :-1])
    loss = functional.cross_entropy(logits.flatten(0, 1), text[:, 1:].flatten())
    # row by row, the gradients of a token's embedding add up: give each place a row of its own
    own = trained.embedding(text[:, :-1]).detach().requires_grad_()
    stream = own
    for block in trained.blocks:
        stream = block(stream)
    again = functional.linear(trained.final_norm(stream), trained.embedding.weight)
    start = functional.cross_entropy(again.flatten(0, 1), text[:, 1:].flatten())
    (first,) = torch.autograd.grad(start, own)
    (last,) = torch.autograd.grad(loss, ends[0])
    assert gradients[0] == pytest.approx((first.norm() / last.norm()).item(), rel=1e-4)
    assert gradients[-1] == 1


def test_windows_come_from_the_held_out_text_at_equal_distances():
    text, tokenizer = austen.split_ends().held_out, course_tokenizer()
    rows = windows(3)
    assert rows.shape == (3, read().model.context + 1)
    places = [text.index(tokenizer.decode(row.tolist())) for row in rows]
    assert places[0] == 0
    assert places[2] - places[1] == pytest.approx(places[1], abs=1)
    assert places[2] > 0.99 * len(text)


def test_bits_are_those_of_every_token_but_the_first_of_each_window():
    trained, text = course_model(), windows(3)
    with torch.no_grad():
        logits = trained(text[:, :-1])
    loss = functional.cross_entropy(logits.flatten(0, 1), text[:, 1:].flatten(), reduction="sum")
    characters = sum(len(course_tokenizer().decode(row[1:].tolist())) for row in text)
    assert bits(trained, text) == pytest.approx(loss.item() / log(2) / characters, rel=1e-5)


def test_frequencies_are_those_of_the_text_that_is_learned_from():
    ids = course_texts(20_000).train
    once = torch.full((1, 3), int(ids[5]))  # two tokens to predict, and both are that one
    share = ((ids == ids[5]).sum() + 1) / (len(ids) + len(course_tokenizer()))
    characters = len(course_tokenizer().decode(once[0].tolist())) * 2 / 3
    expected = -2 * log(share) / log(2) / characters
    assert frequency_bits(once, 20_000) == pytest.approx(expected, rel=1e-5)


def test_a_short_training_is_that_of_the_course_but_for_what_is_given():
    recipe = short_trainer(1, 20_000, context=16, **SETTINGS).recipe
    course = read()
    assert (recipe.training.steps, recipe.training.warmup, recipe.training.seed) == (2, 1, 1)
    assert recipe.model.context == 16
    assert recipe.training.rate == course.training.rate
    assert recipe.training.batch == course.training.batch
    assert short_trainer(1, 20_000, **SETTINGS).recipe.model == course.model


@pytest.mark.parametrize(
    ("kind", "look", "entry", "value", "denied"),
    [
        ("chain", 1, "gradient", [0.02, 1.0], "and vanishes without"),
        ("chain", 1, "bits", 2.7, "the chain is stuck at the frequencies of the tokens"),
        ("chain", 1, "bits", 1.0, "in every seed the additions put a model ahead"),
        ("with addition", 1, "gradient", [0.05, 1.0], "after it the gradient arrives with the additions"),
        ("with addition", 0, "rms", [1.0, 2.0], "before training it has not"),
        ("with addition", 0, "bits", 2.0, "it is not as bad as before training"),
    ],
)  # fmt: skip
def test_one_seed_of_the_course_that_differs_denies_the_claim(kind, look, entry, value, denied):
    results = deepcopy(recorded("course_stream"))
    assert claims(results)[denied]
    results["short training"][kind][1][look][entry] = value
    assert not claims(results)[denied]


@pytest.mark.parametrize(
    ("end", "entry", "value", "denied"),
    [
        ("without", "bits", 0.0, "leaving the final norm out harms"),
        ("without", "spread", 0.0, "leaving the final norm out spreads the logits"),
        ("course", "rms", [1.0, 1.0, 1.5], "the stream of the course model has grown"),
        ("course", "rms", [1.0, 1.0, 4.0, 9.0],
         "the second step adds more than twice as much to its size as any other"),
    ],
)  # fmt: skip
def test_a_course_model_that_differs_denies_the_claim(end, entry, value, denied):
    results = deepcopy(recorded("course_stream"))
    assert claims(results)[denied]
    results[end][entry] = value
    assert not claims(results)[denied]


def test_a_seed_that_writes_more_words_without_the_norm_denies_the_claim():
    results = deepcopy(recorded("course_stream"))
    denied = "and it writes with fewer different words, on every seed"
    assert claims(results)[denied]
    results["writes"][1]["without"] = "no word comes twice here"
    assert not claims(results)[denied]


def test_variety_counts_each_word_once_whatever_its_case_and_its_neighbours():
    assert variety("Very, very good; good.") == 0.5
