"""Jane Austen's six novels, the real text that runs through the book.

The files lie in texts/, with their origin in PROVENANCE.md and their check sums in SHA256SUMS.
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


@dataclass(frozen=True)
class Split:
    """The cleaned novels: five of them to train on, and one held out to be judged by."""

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
