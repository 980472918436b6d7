"""The tales: every choice can be read in the text, so counting finds the entropy of the formula."""

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import chain, product
from math import fsum, inf, log
from random import Random

import pytest

from groundup.lists.training import cross_entropy
from groundup.tales import (
    COLOURS,
    FOODS,
    NAMES,
    PLACES,
    PLOT,
    THINGS,
    WEATHERS,
    World,
    entropy_per_token,
    tale,
    tales,
    vocabulary,
)  # fmt: skip

SMALL = World(
    names={"ida": "she", "leon": "he", "kate": "she"},
    foods={"cat": "fish", "dog": "ham"},
    places={key: PLACES[key] for key in product(("cat", "dog"), ("rain", "snow"))},
    colours=("blue", "red"),
    things=("bell", "drum"),
)
SAMPLE = tales(2000, seed=3)


class Replay:
    """Stands in for random.Random: makes given choices, and the first of the options from then on.

    path: [place, number of options] of each choice.
    """

    def __init__(self, path):
        self.path, self.made = path, 0

    def choice(self, options):
        if self.made == len(self.path):
            self.path.append([0, len(options)])
        self.made += 1
        return options[self.path[self.made - 1][0]]


def every_tale(world):
    """Yield each tale that the choices can lead to, with its chance."""
    path = []
    while True:
        told = tale(Replay(path), world)
        chance = Fraction(1)
        for _, options in path:
            chance /= options
        yield told, chance
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return
        path[-1][0] += 1


def counted(world):
    """Yield each tale, its chance, and the surprises of its tokens found from the texts alone.

    The chance of a token is that of all texts that go on with it, as a share of all texts that
    begin like this one.
    """
    every = list(every_tale(world))
    begins = Counter()  # how likely a text begins so
    for told, chance in every:
        for end in range(len(told.tokens) + 1):
            begins[told.tokens[:end]] += chance
    for told, chance in every:
        ends = range(1, len(told.tokens) + 1)
        shares = [begins[told.tokens[:end]] / begins[told.tokens[: end - 1]] for end in ends]
        yield told, chance, tuple(-log(share) for share in shares)


def hidden(world):
    """Return how many tales have a token whose surprise is not the one that counting finds."""
    return sum(told.surprises != pytest.approx(found) for told, _, found in counted(world))


def test_counting_the_next_tokens_of_all_tales_finds_the_surprise_of_every_token():
    assert hidden(SMALL) == 0


def test_counting_the_next_tokens_of_all_tales_finds_the_entropy_of_the_formula():
    every = list(counted(SMALL))
    assert sum(chance for _, chance, _ in every) == 1
    assert len({told.tokens for told, _, _ in every}) == len(every) == 3 * 2 * 2 * (1 + 2 + 8) * 3
    surprise = fsum(chance * fsum(found) for _, chance, found in every)
    tokens = sum(chance * len(told.tokens) for told, chance, _ in every)
    assert entropy_per_token(SMALL) == pytest.approx(surprise / tokens, abs=1e-14)
    ratios = fsum(chance * fsum(found) / len(told.tokens) for told, chance, found in every)
    assert entropy_per_token(SMALL) != pytest.approx(ratios, abs=1e-5)


@pytest.mark.parametrize(
    "part",
    [
        ("so all was well .", "so all was well ."),  # one text for two choices
        ("so all was well .", "so all was fine ."),  # seen at another token than the first
        ("so all was well .", "so all was well . good night ."),  # seen only when the text ends
    ],
)
def test_counting_would_notice_a_choice_that_the_text_hides(part):
    world = replace(SMALL, plot=(*PLOT[:2], part))
    assert hidden(world) == sum(1 for _ in every_tale(world))


def test_a_model_that_shares_out_evenly_among_what_can_follow_has_the_loss_of_the_formula():
    words = vocabulary(SMALL)
    every = list(every_tale(SMALL))
    follow = {}
    for told, _ in every:
        for end, token in enumerate(told.tokens):
            follow.setdefault(told.tokens[:end], set()).add(token)
    surprise = tokens = 0
    for told, chance in every:
        can = [follow[told.tokens[:end]] for end in range(len(told.tokens))]
        logits = [[0.0 if word in options else -inf for word in words] for options in can]
        loss = cross_entropy(logits, [words.index(token) for token in told.tokens])
        assert loss == pytest.approx(fsum(told.surprises) / len(told.tokens))
        surprise += chance * loss * len(told.tokens)
        tokens += chance * len(told.tokens)
    assert entropy_per_token(SMALL) == pytest.approx(surprise / tokens, abs=1e-12)


def test_the_mean_surprise_of_many_tales_is_near_the_formula():
    surprise = fsum(fsum(told.surprises) for told in SAMPLE)
    mean = surprise / sum(len(told.tokens) for told in SAMPLE)
    assert mean == pytest.approx(entropy_per_token(), abs=0.002)


def test_the_formula_by_hand():
    names, others, animals, weathers, colours, things = map(log, (12, 11, 8, 4, 6, 8))
    surprise = names + animals + weathers + log(3) + log(3)
    surprise += others / 3 + (others + colours + things) / 3
    tokens = 27 + (10 + 14 + 24) / 3 + (5 + 9 + 6) / 3
    assert entropy_per_token() == pytest.approx(surprise / tokens, abs=1e-14)


def test_tales_have_several_lengths():
    assert {len(told.tokens) for told in SAMPLE} == {
        27 + middle + end for middle in (10, 14, 24) for end in (5, 9, 6)
    }


def test_there_are_five_labels():
    labels = {label for told in SAMPLE for label in told.labels}
    assert labels == {"fixed", "copied", "agreeing", "stored fact", "free"}
    for told in SAMPLE:
        assert len(told.tokens) == len(told.labels) == len(told.surprises)


def labelled(*labels):
    """Yield tale, place and token of every token with one of the labels."""
    for told in SAMPLE:
        for place, (token, label) in enumerate(zip(told.tokens, told.labels, strict=True)):
            if label in labels:
                yield told, place, token


def last(words, told, place):
    """Return the last of the tale's tokens before a place that is one of the words."""
    return next(token for token in reversed(told.tokens[:place]) if token in words)


def test_a_copied_token_was_said_before():
    for told, place, token in labelled("copied"):
        assert token in told.tokens[:place]


def test_a_word_of_the_tables_is_copied_wherever_it_was_said_before():
    words = {*NAMES, *FOODS, *FOODS.values(), *WEATHERS, *PLACES.values(), *COLOURS, *THINGS}
    for told, place, token in labelled("fixed", "stored fact", "free"):
        assert token not in words or token not in told.tokens[:place]


def test_a_pronoun_agrees_with_the_name_before():
    seen = Counter()
    for told, place, token in labelled("agreeing"):
        assert token == NAMES[last(NAMES, told, place)]
        seen[token] += 1
    assert min(seen["she"], seen["he"]) > 1000
    assert not any(token in ("she", "he") for _, _, token in labelled("fixed", "copied", "free"))


def test_a_stored_fact_follows_from_the_words_before_by_a_table():
    keys = Counter()
    for told, place, token in labelled("stored fact"):
        animal = last(FOODS, told, place)
        if token in FOODS.values():
            assert token == FOODS[animal]
            keys[animal] += 1
        else:
            key = animal, last(WEATHERS, told, place)
            assert token == PLACES[key]
            keys[key] += 1
    assert set(keys) == {*FOODS, *PLACES}


def test_in_the_table_with_two_keys_neither_is_enough():
    assert set(PLACES) == set(product(FOODS, WEATHERS))
    for animal in FOODS:
        assert len({PLACES[animal, weather] for weather in WEATHERS}) == len(WEATHERS)
    for weather in WEATHERS:
        assert len({PLACES[animal, weather] for animal in FOODS}) == len(FOODS)


def test_only_free_tokens_surprise():
    for told in SAMPLE:
        for label, surprise in zip(told.labels, told.surprises, strict=True):
            assert (surprise > 0) == (label == "free")


def test_a_free_token_is_each_of_its_options_about_equally_often():
    openings = [[words.split()[0] for words in alternatives] for alternatives in PLOT[1:]]
    tables = {"owner": NAMES, "visitor": NAMES, "animal": FOODS, "weather": WEATHERS}
    tables |= {"colour": COLOURS, "thing": THINGS, "middle": openings[0], "end": openings[1]}
    seen = {slot: Counter() for slot in tables}
    for told, place, token in labelled("free"):
        slots = [slot for slot, words in tables.items() if token in words]
        slot = slots[place > 1] if len(slots) > 1 else slots[0]  # the owner is the second token
        seen[slot][token] += 1
        assert told.surprises[place] == log(len(tables[slot]) - (slot == "visitor"))
    for slot, words in tables.items():
        even = sum(seen[slot].values()) / len(words)
        assert [seen[slot][word] for word in words] == pytest.approx([even] * len(words), rel=0.3)


def test_the_visitor_has_another_name_than_the_owner():
    for told in SAMPLE:
        for mark in ("soon", "then"):
            if mark in told.tokens:
                assert told.tokens[told.tokens.index(mark) + 1] != told.tokens[1]


def test_a_world_with_a_single_name_is_refused():
    with pytest.raises(ValueError, match="there are 1 names: give the world two or more"):
        World(names={"ida": "she"})


def test_no_two_alternatives_begin_with_the_same_word():
    for alternatives in PLOT:
        first = [words.split()[0] for words in alternatives]
        assert len(set(first)) == len(first) and all(word.islower() for word in first)


def test_no_word_has_two_meanings():
    words = [*NAMES, *FOODS, *FOODS.values(), *WEATHERS, *set(PLACES.values()), *COLOURS, *THINGS]
    frame = {word for word in " ".join(chain(*PLOT)).split() if not word.isupper()}
    assert len(set(words)) == len(words) and frame.isdisjoint(words)


def test_the_vocabulary_is_the_set_of_all_words_that_are_told():
    assert vocabulary() == sorted({token for told in SAMPLE for token in told.tokens})
    small = {token for told, _ in every_tale(SMALL) for token in told.tokens}
    assert vocabulary(SMALL) == sorted(small)


def test_one_seed_tells_the_same_tales_and_another_others():
    assert tales(20, seed=1) == tales(20, seed=1) != tales(20, seed=2)
    assert tales(20, seed=1)[:5] == tales(5, seed=1)
    assert tale(Random(1)) == tales(1, seed=1)[0] != tales(2, seed=1)[1]


def test_the_tales_do_not_depend_on_how_a_run_of_python_orders_sets():
    program = "from groundup.tales import *\nprint(tales(9, 4), vocabulary(), entropy_per_token())"
    expected = f"{tales(9, 4)} {vocabulary()} {entropy_per_token()}\n"
    for seed in ("0", "1", "2"):
        setting = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", program], env=setting, capture_output=True, text=True
        )
        assert (done.stdout, done.stderr) == (expected, "")


def test_the_first_tale_of_seed_0_stays_the_same():
    assert " ".join(tales(1, seed=0)[0].tokens) == (
        "once ada had a mouse . she always kept cheese for the mouse ."
        " one day rain came , and the mouse hid in the cellar ."
        " then clara brought a yellow rope . she gave the yellow rope to ada ,"
        " and the mouse came out of the cellar . now ada was happy again ."
    )
