"""One question with its answers, and what is said about a mistake in it."""

import hashlib
from dataclasses import dataclass
from typing import NamedTuple


class Complaint(NamedTuple):
    """A broken rule: its name, the line of quiz.toml, the question, what is wrong, what to do."""

    rule: str
    line: int
    question: str
    wrong: str
    remedy: str

    def __str__(self) -> str:
        asked = f"question “{self.question}”: " if self.question else ""
        return f"{asked}{self.wrong} {self.remedy}"


@dataclass
class Option:
    """One answer; the text of a right one is empty until its program has run."""

    text: str
    why: str
    right: bool
    lines: dict[str, int]

    def line(self, key: str) -> int:
        return self.lines.get(key, self.lines[""])


@dataclass
class Question:
    """One question; its options stand as in the file, the right one first."""

    id: str
    section: str
    ask: str
    code: str
    options: list[Option]
    lines: dict[str, int]

    def line(self, key: str) -> int:
        return self.lines.get(key, self.lines[""])

    @property
    def shuffled(self) -> list[Option]:
        """The options as readers see them: the order depends on the id and on nothing else."""
        places = range(len(self.options))
        return [self.options[place] for place in sorted(places, key=self._draw)]

    def _draw(self, place: int) -> bytes:
        return hashlib.sha256(f"{self.id} {place}".encode()).digest()


def told(rule: str, question: Question, wrong: str, remedy: str, key: str = "") -> Complaint:
    """Return a complaint about a question, at the line of one of its keys."""
    return Complaint(rule, question.line(key), question.id, wrong, remedy)
