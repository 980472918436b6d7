"""What the neurons of the course model answer to: places, features, names, responses, readings."""

from types import SimpleNamespace

import pytest
import torch

from groundup.course import course_model
from groundup.experiments import course_neurons, recorded
from groundup.experiments.course_deletion import hidden_numbers
from groundup.experiments.course_neurons import (
    Places,
    hidden,
    named,
    reading,
    responses,
    share,
    shuffled,
    single,
    strongest,
)  # fmt: skip


def draw(*shape):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0))


@pytest.fixture(scope="module")
def places():
    return Places(tokens=16, windows=6, met=1)


def features(text):
    """Say which tokens of a text have which features: {name: pieces of the text}."""
    places = Places(tokens=16, windows=2)
    places.ids = places.tokens = torch.tensor(places.tokenizer.encode(text))
    places.at = torch.arange(len(places.ids))
    pieces = [places.tokenizer.decode([each]) for each in places.ids.tolist()]
    return {
        name: [piece for piece, here in zip(pieces, holds.tolist(), strict=True) if here]
        for name, holds in places.features().items()
    }


def test_every_place_has_half_a_window_before_it_and_is_looked_at_once():
    places = Places(tokens=16)
    assert places.at.tolist() == list(range(8, 8 + len(places.at)))
    assert len(places.ids) - len(places.at) < 8 + 16
    assert torch.equal(places.windows[:, 8:].flatten(), places.tokens)


def test_the_halves_are_the_first_and_the_last_windows(places):
    assert places.half == 3 * 8 and len(places.tokens) == 6 * 8
    assert places.at[places.half - 1] < len(places.ids) / 2 < places.at[places.half]


def test_a_token_that_is_met_is_met_in_both_halves(places):
    first, second = places.tokens[: places.half], places.tokens[places.half :]
    assert set(places.met.tolist()) == set(first.tolist()) & set(second.tolist())


def test_a_feature_holds_where_the_text_says_so():
    found = features('She was sorry, but Mr Elliot did not go. "No," said Anne.')
    assert found["a form of be"] == [" was"]
    assert found["a title"] == [" Mr"]
    assert found["but, or, if, as, than"] == [" but"]
    assert found["a negation"] == [" not", "No"]
    assert found["a verb of saying"] == [" said"]
    assert "".join(found["the word after a title"]).endswith("t")
    assert found["the word after a negation"] == [" go"]
    assert [piece for piece in found["reads a comma"] if "," not in piece] == []
    assert found["before a quotation mark"]


def test_a_word_counts_where_it_ends_and_not_within_a_longer_one():
    assert features("I went to town, into it")["to"] == [" to"]
    assert features("He and handsome")["and"] == [" and"]


def test_hidden_computes_what_each_block_reads_and_what_its_neurons_answer(places):
    model, seen = course_model(), []
    for block in model.blocks:
        block.feed_forward.register_forward_hook(lambda _, given, out: seen.append((given[0], out)))
    found = list(hidden(model, places))
    assert len(found) == len(model.blocks)
    for block, (x, numbers), (given, out) in zip(model.blocks, found, seen, strict=False):
        torch.testing.assert_close(x, given[:, 8:].flatten(0, 1).detach())
        torch.testing.assert_close(numbers, hidden_numbers(block.feed_forward, x).detach())
        torch.testing.assert_close(
            block.feed_forward.down(numbers).detach(), out[:, 8:].flatten(0, 1).detach()
        )


def test_the_side_of_a_neuron_is_that_of_its_strongest_places_in_the_first_half():
    numbers = torch.tensor([[0.0, 0], [3, -3], [1, -1], [-2, 2], [-9, 9], [5, -5]])
    first, second = strongest(numbers, half=3, count=1)
    assert first.tolist() == [[1, 1]] and second.tolist() == [[5, 5]]


def test_a_neuron_that_follows_a_feature_has_its_name():
    holds = torch.rand(400, 6, generator=torch.Generator().manual_seed(1)) < 0.15
    numbers = draw(400, 3)
    numbers[:, 1] -= 9 * holds[:, 4]
    best, again = named(numbers, holds, half=200, count=10)
    assert best[1] == 4 and again[1] == 1
    assert again[0] < 0.8 and again[2] < 0.8


def test_a_name_that_holds_in_the_first_half_alone_is_not_found_again():
    holds = torch.zeros(40, 2, dtype=torch.bool)
    holds[:5, 0] = holds[20:25, 1] = True
    numbers = torch.zeros(40, 1)
    numbers[:5] = numbers[20:25] = 1
    best, again = named(numbers, holds, half=20, count=5)
    assert best.tolist() == [0] and again.tolist() == [0]


def test_of_features_that_fit_alike_the_rarer_one_gives_the_name():
    holds = torch.zeros(40, 2, dtype=torch.bool)
    holds[:20, 0] = holds[:5, 1] = holds[25, 1] = True
    assert named(torch.arange(40.0).flip(0)[:, None], holds, 20, 5)[0].tolist() == [1]


@pytest.fixture
def toy():
    """Make places at which thirty tokens are read, each a direction of six numbers."""
    ids = torch.arange(1200) % 30
    places = SimpleNamespace(tokens=ids, half=600, met=torch.arange(30), tokenizer=range(30))
    directions = draw(30, 6)
    directions = directions / directions.norm(dim=1, keepdim=True)
    return places, directions[ids] + 0.01 * draw(1200, 6)


def test_more_tokens_than_neurons_can_be_read_by_linear_maps(toy):
    places, numbers = toy
    assert share(reading(numbers, places, places.tokens[:600])) > 0.8
    assert share(single(numbers, places)) < 0.5


def test_a_map_fitted_to_shuffled_tokens_reads_none(toy):
    places, numbers = toy
    labels = places.tokens[torch.randperm(600, generator=torch.Generator().manual_seed(0))]
    assert reading(numbers, places, labels).mean() < 0.5


@pytest.mark.parametrize("strength", [5, -5])
def test_a_neuron_of_its_own_finds_its_token_on_either_side(toy, strength):
    places, numbers = toy
    own = torch.cat([numbers, strength * (places.tokens == 7)[:, None]], dim=1)
    assert single(own, places)[7] == 1


def test_the_best_neuron_is_chosen_in_the_first_half_alone():
    ids = torch.arange(400) % 4
    places = SimpleNamespace(tokens=ids, half=200, met=torch.arange(4), tokenizer=range(4))
    numbers = 0.1 * draw(400, 2)
    numbers[:200, 0] += ids[:200] == 2
    numbers[200:, 1] += ids[200:] == 2
    assert single(numbers, places)[2] < 0.8


def test_a_response_is_a_standard_deviation_to_one_side_in_both_halves():
    ids = torch.arange(800) % 8
    places = SimpleNamespace(tokens=ids, half=400, met=torch.arange(8))
    numbers = draw(800, 4)
    numbers[:, 1] += 9 * (ids == 3)
    numbers[:400, 2] += 9 * (ids[:400] == 3)
    numbers[:, 3] += torch.where(torch.arange(800) < 400, 9, -9) * (ids == 3)
    found = responses(numbers, places)
    assert found[3].tolist() == [False, True, False, False]
    assert found.sum() == 1


def test_shuffling_keeps_the_numbers_of_each_column_in_their_half():
    numbers = draw(40, 3)
    mixed = shuffled(numbers, 20, torch.Generator().manual_seed(0))
    for part in (slice(20), slice(20, None)):
        assert torch.equal(mixed[part].sort(dim=0).values, numbers[part].sort(dim=0).values)
    assert not torch.equal(mixed, numbers)
    assert not torch.equal(mixed[:, 0].argsort(), mixed[:, 1].argsort())


def test_every_feature_of_the_list_holds_somewhere_in_the_text():
    lists = (course_neurons.TOKEN, course_neurons.WORD, course_neurons.PLACE)
    found = recorded("course_neurons")["features"]
    assert len(found) == sum(map(len, lists)) and all(found.values())
