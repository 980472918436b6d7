"""Byte-pair encoding: the merges are those that the rule names, and every text comes back."""

import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundup.austen import novel
from groundup.lists.tokenizer import BYTES, PIECE, Tokenizer, learn_merges, merge

SAMPLE = " ".join(novel("persuasion").split())[:6_000]


def counted_anew(text, count):
    """Learn merges the slow way: count every pair again before each of them."""
    pieces = [list(piece.encode()) for piece in PIECE.findall(text)]
    merges = []
    for _ in range(count):
        counts = Counter(pair for ids in pieces for pair in zip(ids, ids[1:], strict=False))
        if not counts:
            break
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        pieces = [merge(ids, best, BYTES + len(merges)) for ids in pieces]
        merges.append(best)
    return merges


@pytest.fixture(scope="module")
def tokenizer():
    return Tokenizer(learn_merges(SAMPLE, 100))


def test_the_first_merge_joins_the_pair_met_most_often():
    assert learn_merges("mug hug hugs", 2) == [(ord("u"), ord("g")), (ord(" "), ord("h"))]


def test_of_pairs_met_equally_often_the_smaller_ids_come_first():
    assert learn_merges("dcba", 1) == [(ord("b"), ord("a"))]
    assert learn_merges("acab", 1) == [(ord("a"), ord("b"))]
    assert learn_merges("ba ab", 1) == [(ord(" "), ord("a"))]


def test_counting_what_changed_gives_the_merges_of_counting_all():
    assert learn_merges(SAMPLE, 100) == counted_anew(SAMPLE, 100)


@given(st.text(alphabet="ab ", max_size=40), st.integers(0, 12))
def test_counting_what_changed_is_right_where_pairs_overlap(text, count):
    """Runs of one letter hold pairs that share a letter: a merge of one takes the next away."""
    assert learn_merges(text, count) == counted_anew(text, count)


def test_more_merges_begin_with_the_fewer():
    assert learn_merges(SAMPLE, 100)[:30] == learn_merges(SAMPLE, 30)


def test_a_text_without_pairs_gives_no_merges():
    assert learn_merges("", 5) == learn_merges("a", 5) == []
    assert len(learn_merges("abab", 5)) == 2


def test_of_three_equal_ids_the_first_two_are_merged():
    assert merge([1, 1, 1], (1, 1), 9) == [9, 1]
    assert merge([1, 2, 1, 2, 1], (1, 2), 9) == [9, 9, 1]


@given(st.text())
def test_every_text_comes_back(tokenizer, text):
    assert tokenizer.decode(tokenizer.encode(text)) == text


@given(st.text())
def test_the_pieces_are_the_whole_text(text):
    assert "".join(PIECE.findall(text)) == text


def test_what_was_never_met_becomes_bytes(tokenizer):
    assert tokenizer.encode("猫") == list("猫".encode())


def test_signs_and_words_are_pieces_of_their_own_and_so_is_each_white_space():
    """The novels put what is printed in italics between two _."""
    text = " I _am_ well,\n\n  Anne."
    assert PIECE.findall(text) == [
        " I", " _", "am", "_", " well", ",", "\n", "\n", " ", " Anne", "."
    ]  # fmt: skip


def test_no_token_crosses_from_word_to_word(tokenizer):
    for token in tokenizer.tokens[BYTES:]:
        assert len(PIECE.findall(token.decode())) == 1, token


def test_encoding_applies_the_earliest_merge_first():
    """By the first pair from the left, "abc" would be "ab" and "c"."""
    tokenizer = Tokenizer([(ord("b"), ord("c")), (ord("a"), ord("b"))])
    assert tokenizer.encode("abc") == [ord("a"), BYTES]


def test_encoding_the_text_it_was_learned_from_is_what_learning_saw(tokenizer):
    ids = tokenizer.encode(SAMPLE)
    assert ids == counted_ids(SAMPLE, tokenizer.merges)
    assert len(ids) < 0.6 * len(SAMPLE)


def counted_ids(text, merges):
    """Apply all merges in turn to the whole text, piece by piece, as learning does."""
    pieces = [list(piece.encode()) for piece in PIECE.findall(text)]
    for number, pair in enumerate(merges):
        pieces = [merge(ids, pair, BYTES + number) for ids in pieces]
    return [number for ids in pieces for number in ids]


def test_each_token_is_its_two_parts_joined(tokenizer):
    assert len(tokenizer) == BYTES + 100 == len(tokenizer.tokens)
    for number, (first, second) in enumerate(tokenizer.merges):
        joined = tokenizer.tokens[first] + tokenizer.tokens[second]
        assert tokenizer.tokens[BYTES + number] == joined


def test_bytes_that_are_no_character_are_shown_as_such(tokenizer):
    assert tokenizer.decode(list("猫".encode())[:2]) == "�"


def test_what_does_not_fit_is_refused(tokenizer):
    with pytest.raises(ValueError, match="id 356 is outside a vocabulary of 356"):
        tokenizer.decode([356])
    with pytest.raises(ValueError, match="merge 1 joins 3 and 257: only ids below 257 exist"):
        Tokenizer([(1, 2), (3, 257)])
    with pytest.raises(ValueError, match="merge 0 joins 3 and -1: only ids below 256 exist"):
        Tokenizer([(3, -1)])
    with pytest.raises(UnicodeEncodeError):
        tokenizer.encode("\ud800")


def test_a_vocabulary_is_read_as_it_was_saved(tokenizer, tmp_path):
    tokenizer.save(tmp_path / "vocabulary.json")
    assert Tokenizer.load(tmp_path / "vocabulary.json").merges == tokenizer.merges


@pytest.mark.parametrize("damage", ["merge", "cut", "empty", "other", "unsigned"])
def test_a_damaged_vocabulary_is_refused_with_its_name(tokenizer, tmp_path, damage):
    path = tmp_path / "vocabulary.json"
    tokenizer.save(path)
    saved = json.loads(path.read_text())
    saved["merges"][7][0] += 1
    path.write_text(
        {
            "merge": json.dumps(saved), "cut": path.read_text()[:200],
            "empty": "", "other": '{"merges": [1]}',
            "unsigned": '{"merges": []}',
        }[damage]
    )  # fmt: skip
    with pytest.raises(ValueError, match="vocabulary.json is no whole vocabulary"):
        Tokenizer.load(path)
