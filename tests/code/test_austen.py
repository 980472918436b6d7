"""The novels: the texts are those whose check sums lie beside them."""

import hashlib

import pytest

from groundup.austen import NOVELS, TEXTS, novel, novels

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
