"""What the course model reads: a text to learn from, one held out, both as ids."""

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor

from groundup import austen
from groundup.lists.tokenizer import Tokenizer, learn_merges


@dataclass(frozen=True)
class Texts:
    """A text to learn from and one held out, as ids, and the tokenizer that made them."""

    tokenizer: Tokenizer
    train: Tensor
    held_out: Tensor

    def batch(self, step: int, seed: int, rows: int, tokens: int) -> Tensor:
        """Cut the stretches of one step at random places: ids (rows, tokens + 1).

        They depend on seed and step alone, so that a training can go on at any step.
        """
        draw = torch.Generator().manual_seed(seed * 1_000_003 + step)
        starts = torch.randint(len(self.train) - tokens, (rows, 1), generator=draw)
        return self.train[starts + torch.arange(tokens + 1)]


def texts(source: str, merges: int, tokens: int) -> Texts:
    """Read the texts of a source, "austen" or a file, and learn merges from the one to learn from.

    tokens: the length of the stretches that will be cut.
    ValueError, with the file and the place, for a text that cannot be read or is too short.
    """
    split = austen.split_ends() if source == "austen" else _own(Path(source))
    tokenizer = Tokenizer(learn_merges(split.train, merges))
    ids = (torch.tensor(tokenizer.encode(part)) for part in (split.train, split.held_out))
    found = Texts(tokenizer, *ids)
    for name, ids in (("learn from", found.train), ("hold out", found.held_out)):
        if len(ids) <= tokens:
            raise ValueError(
                f"{source}: the text to {name} has {len(ids)} tokens, "
                f"but a stretch takes {tokens + 1}: give a longer text or a shorter context"
            )
    return found


def _own(path: Path) -> austen.Split:
    """Read a text file, clean it as the novels are cleaned, and hold its end out."""
    try:
        text = austen.clean(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ValueError(f"{path} cannot be read ({error.strerror}): name a text file") from error
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{path} is not UTF-8: its byte {error.start} is {error.object[error.start]:#04x}; "
            "save it as UTF-8"
        ) from error
    if not text:
        raise ValueError(f"{path} is empty: give a text to learn from")
    return austen.hold_out_end(text)
