"""Jane Austen's six novels, the real text that runs through the book.

The files lie in texts/, with their origin in PROVENANCE.md and their check sums in SHA256SUMS.
Two splits are made here, and no other. The letter models train on five novels and are judged by the
sixth. The course model reads the beginning of each novel and is judged by its end: it meets the
people of a novel before it is asked about them, and no sentence twice.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

TEXTS = Path(__file__).parent / "texts"

# in the order in which they were published
NOVELS = (
    "sensesensibility",
    "prideprejudice",
    "mansfieldpark",
    "emma",
    "northangerabbey",
    "persuasion",
)

# held out as a whole, so that no sentence of it can be learned by heart
HELD_OUT = "persuasion"
END = 0.1  # the share of a text that is held out where its end is


@dataclass(frozen=True)
class Split:
    """A text to train on, and one held out to be judged by."""

    train: str
    held_out: str


def novel(name: str) -> str:
    """Return the text of one novel. ValueError for a name that is not in NOVELS."""
    if name not in NOVELS:
        raise ValueError(f"no novel is named {name!r}: choose one of {', '.join(NOVELS)}")
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def novels() -> str:
    """Return all six novels as one text, in the order of NOVELS."""
    return "".join(novel(name) for name in NOVELS)


def clean(text: str) -> str:
    """Make every run of spaces and line ends one space, with none at either end; case is kept."""
    return " ".join(text.split())


@cache
def split() -> Split:
    """Clean the novels and hold one out; the five others are joined by a space, oldest first."""
    train = " ".join(clean(novel(name)) for name in NOVELS if name != HELD_OUT)
    return Split(train, clean(novel(HELD_OUT)))


@cache
def split_ends() -> Split:
    """Clean the novels and hold out the end of each; the parts are joined by a space."""
    parts = [hold_out_end(clean(novel(name))) for name in NOVELS]
    return Split(" ".join(part.train for part in parts), " ".join(part.held_out for part in parts))


def hold_out_end(text: str) -> Split:
    """Hold out the last tenth of a text, and the word that it begins in."""
    cut = round(len(text) * (1 - END))
    space = text.rfind(" ", 0, cut)
    return Split(text[:cut], text[cut:]) if space < 0 else Split(text[:space], text[space + 1 :])
