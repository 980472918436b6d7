"""The novels: the texts are those whose check sums lie beside them, and the split leaks nothing."""

import hashlib
import re

import pytest

from groundup.austen import (
    HELD_OUT,
    NOVELS,
    TEXTS,
    Split,
    clean,
    hold_out_end,
    novel,
    novels,
    split,
    split_ends,
)

SUMS = dict(
    reversed(line.split()) for line in (TEXTS / "SHA256SUMS").read_text("utf-8").splitlines()
)


def test_every_novel_has_a_check_sum_and_there_is_no_other_file():
    assert {f"{name}.txt" for name in NOVELS} == set(SUMS)
    assert {path.name for path in TEXTS.iterdir()} == {*SUMS, "SHA256SUMS", "PROVENANCE.md"}


@pytest.mark.parametrize("name", NOVELS)
def test_the_file_and_the_text_that_is_read_match_the_check_sum(name):
    expected = SUMS[f"{name}.txt"]
    assert hashlib.sha256((TEXTS / f"{name}.txt").read_bytes()).hexdigest() == expected
    assert hashlib.sha256(novel(name).encode()).hexdigest() == expected


def test_the_corpus_has_the_size_that_its_provenance_states():
    text = novels()
    assert f"{len(text):,} characters" in (TEXTS / "PROVENANCE.md").read_text("utf-8")
    assert f"{len(set(text))} are distinct" in (TEXTS / "PROVENANCE.md").read_text("utf-8")
    assert text.startswith(novel("sensesensibility")) and text.endswith(novel("persuasion"))
    assert {sign for sign in text if ord(sign) > 127} == {"£"}


def test_an_unknown_novel_is_refused_with_the_names_that_exist():
    with pytest.raises(ValueError, match="no novel is named 'Emma': choose one of .*emma"):
        novel("Emma")


def test_cleaning_leaves_one_space_between_words_and_keeps_the_case():
    assert clean("\n\nPersuasion\r\n\tby  Jane_Austen ,\n") == "Persuasion by Jane_Austen ,"


@pytest.mark.parametrize("name", NOVELS)
def test_cleaning_takes_nothing_but_white_space(name):
    text = clean(novel(name))
    assert re.sub(r"\s+", "", text) == re.sub(r"\s+", "", novel(name))
    assert len(text.split(" ")) == len(re.findall(r"\S+", novel(name)))
    assert not re.search(r"\s\s|^\s|\s$|[^\S ]", text)


def test_the_split_holds_every_novel_once_and_in_order():
    kept = [clean(novel(name)) for name in NOVELS if name != HELD_OUT]
    assert len(kept) == 5 and [split().train.count(text) for text in kept] == [1] * 5
    starts = [split().train.index(text) for text in kept]
    assert starts == sorted(starts)
    assert len(split().train) == sum(map(len, kept)) + 4  # the spaces between
    assert split().held_out == clean(novel(HELD_OUT))


def shares_a_stretch(held_out, train, length):
    """Return False only if no stretch of that many characters is in both.

    Any such stretch of held_out has within it a whole one of its blocks of half that length.
    """
    half = length // 2
    blocks = {held_out[at : at + half] for at in range(0, len(held_out) - half + 1, half)}
    return not blocks.isdisjoint(train[at : at + half] for at in range(len(train) - half + 1))


@pytest.mark.parametrize("made", [split, split_ends])
def test_what_is_held_out_shares_no_stretch_of_100_characters_with_what_is_read(made):
    assert not shares_a_stretch(made().held_out, made().train, 100)


def test_the_other_split_holds_out_the_end_of_every_novel_and_loses_nothing():
    train, held_out = split_ends().train, split_ends().held_out
    for name in NOVELS:
        text = clean(novel(name))
        kept = hold_out_end(text)
        assert f"{kept.train} {kept.held_out}" == text
        assert len(kept.held_out) / len(text) == pytest.approx(0.1, abs=1e-4)
        assert train.count(kept.train) == held_out.count(kept.held_out) == 1
    # at each of the six cuts a space is lost, and five join the parts of either
    assert len(train) + len(held_out) + 6 == sum(len(clean(novel(name))) for name in NOVELS) + 10


def test_an_end_begins_with_a_whole_word_where_there_are_words():
    assert hold_out_end("one two three four fiveseven") == Split("one two three four", "fiveseven")
    assert hold_out_end("0123456789") == Split("012345678", "9")


def test_a_stretch_of_100_characters_would_be_noticed():
    held_out = split().held_out
    for start in (0, 1234, len(held_out) - 100):
        leak = f"It is a truth {held_out[start : start + 100]} universally"
        assert shares_a_stretch(held_out, leak, 100)
        assert not shares_a_stretch(held_out, leak.replace(held_out[start + 50], "#"), 100)
