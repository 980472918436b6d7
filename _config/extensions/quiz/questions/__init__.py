"""The questions of a quiz: read from TOML, held to the rules, and put in the order that readers see.

    [[question]]
    id = "which-numbers"      # words with hyphens; not changed once readers have seen the question
    section = "layer-norm"    # the label of the section that explains it
    ask = "Which numbers does layer norm average to find the mean?"

    [question.right]          # first in the file; readers get the answers shuffled
    text = "The numbers of one token"
    why = "Each token is moved and divided by its own mean and spread alone."

    [[question.wrong]]        # two or three of these, each a belief that a careful reader may hold
    text = "The same feature of all tokens"
    why = "That would tie every token to the others, and a later one could change an earlier one."

With `kind = "predict"` the question has a program in `code`, and the right answer is what that
program prints; [question.right] has no text then. Nothing of Sphinx is needed here: the build and
the checks that take seconds share these files.
"""

from pathlib import Path

from .form import read
from .prediction import predicted
from .question import Complaint, Option, Question, told
from .rules import RULES, over_the_page, plain

__all__ = ["Complaint", "Option", "Question", "checked", "of_file", "plain", "read"]


def of_file(path: Path, sections: set[str]) -> tuple[list[Question], list[Complaint]]:
    """Read a quiz.toml and check it; see checked."""
    try:
        return checked(path.read_text(encoding="utf-8"), sections)
    except FileNotFoundError:
        wrong, remedy = "the page has no quiz.toml beside it.", "Write its questions."
    except UnicodeDecodeError:
        wrong, remedy = "the file is not UTF-8.", "Save it as UTF-8."
    return [], [Complaint("file", 1, "", wrong, remedy)]


def checked(source: str, sections: set[str]) -> tuple[list[Question], list[Complaint]]:
    """Return the questions of a quiz, and a complaint for each broken rule.

    sections: the labels of the page's sections. Right answers that programs print are filled in.
    """
    questions, complaints = read(source)
    for question in questions:
        complaints += predicted(question)
        for rule in RULES:
            complaints += rule(question)
        if question.section not in sections:
            wrong = f"the page has no section “{question.section}”."
            remedy = "Name the label above the heading of the section that explains it."
            complaints.append(told("section", question, wrong, remedy, "section"))
    complaints += over_the_page(questions)
    return questions, sorted(complaints, key=lambda complaint: complaint.line)
