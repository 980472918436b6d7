"""Jane Austen's six novels, the real text that runs through the book.

The files lie in texts/, with their origin in PROVENANCE.md and their check sums in SHA256SUMS.
"""

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


def novel(name: str) -> str:
    """Return the text of one novel. ValueError for a name that is not in NOVELS."""
    if name not in NOVELS:
        raise ValueError(f"no novel is named {name!r}: choose one of {', '.join(NOVELS)}")
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8")


def novels() -> str:
    """Return all six novels as one text, in the order of NOVELS."""
    return "".join(novel(name) for name in NOVELS)
