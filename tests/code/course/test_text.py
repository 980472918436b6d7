"""What is read: the split of the book, or a text of one's own, and the same stretches each time."""

import pytest
import torch

from groundup import austen
from groundup.course.text import texts


@pytest.fixture
def found(own_text):
    return texts(str(own_text), 60, 16)


def test_the_ids_are_the_text(found, own_text):
    train, held_out = (
        found.tokenizer.decode(ids.tolist()) for ids in (found.train, found.held_out)
    )
    assert austen.Split(train, held_out) == austen.hold_out_end(own_text.read_text())


def test_the_merges_know_nothing_of_the_held_out_text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("ab " * 90 + "xy " * 10)
    merged = texts(str(path), 100, 2).tokenizer.tokens[256:]
    assert merged and not any(b"x" in token for token in merged)


def test_austen_is_the_split_of_the_book(monkeypatch):
    split = austen.Split("the sea, the sand, the sun " * 9, "the salt " * 9)
    monkeypatch.setattr(austen, "split_ends", lambda: split)
    found = texts("austen", 5, 8)
    assert found.tokenizer.decode(found.train.tolist()) == split.train
    assert found.tokenizer.decode(found.held_out.tolist()) == split.held_out


def test_a_stretch_is_a_piece_of_the_text_and_one_token_longer_than_the_context(found):
    rows = found.batch(step=3, seed=0, rows=5, tokens=16)
    windows = found.train.unfold(0, 17, 1)
    assert rows.shape == (5, 17)
    assert all((windows == row).all(dim=1).any() for row in rows)


def test_stretches_depend_on_the_seed_and_the_step_alone(found):
    first = found.batch(3, 0, 5, 16)
    found.batch(9, 1, 5, 16)
    assert torch.equal(found.batch(3, 0, 5, 16), first)
    assert not torch.equal(found.batch(4, 0, 5, 16), first)
    assert not torch.equal(found.batch(3, 1, 5, 16), first)
    assert not torch.equal(found.batch(2, 1, 5, 16), first)


def test_every_place_of_the_text_can_be_drawn(own_text):
    """The last token too: a stretch may end where the text ends."""
    short = texts(str(own_text), 60, 16)
    short = type(short)(short.tokenizer, short.train[:19], short.held_out)
    drawn = torch.cat([short.batch(step, 0, 8, 16) for step in range(20)])
    starts = {tuple(row.tolist()) for row in drawn}
    assert starts == {tuple(short.train[start : start + 17].tolist()) for start in (0, 1, 2)}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "text.txt is empty: give a text to learn from"),
        (b" \n\t ", "text.txt is empty"),
        (b"plain \xff", "text.txt is not UTF-8: its byte 6 is 0xff; save it as UTF-8"),
        (b"a few words", "the text to learn from has .* tokens, but a stretch takes 17"),
    ],
)
def test_a_text_that_cannot_be_used_is_refused(tmp_path, content, told):
    path = tmp_path / "text.txt"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=told):
        texts(str(path), 5, 16)


def test_either_text_has_to_be_longer_than_a_stretch(own_text, found):
    for ids, name in ((found.train, "learn from"), (found.held_out, "hold out")):
        with pytest.raises(ValueError, match=f"the text to {name} has {len(ids)} tokens"):
            texts(str(own_text), 60, len(ids))
    texts(str(own_text), 60, len(found.held_out) - 1)


def test_a_text_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ValueError, match="nothing.txt cannot be read .* name a text file"):
        texts(str(tmp_path / "nothing.txt"), 5, 16)
