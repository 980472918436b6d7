"""The rules of a good question, and of the questions of a page together."""

import re
from collections import Counter

from .question import Complaint, Question, told

MOST_PREDICT = 2
WHY_WORDS = 8  # fewer hardly explain anything
LONGER = 1.3  # a right answer longer than this times every other gives itself away

NAME = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
ROLE = re.compile(r"\{[\w:-]+\}`([^`<]*?)(?:\s*<[^`>]*>)?`")
NOT_READ = re.compile(r"`[^`]*`|\$[^$]*\$|\*+[^*]+\*+")  # code, maths and emphasised words
NEGATIVE = re.compile(
    r"\b(?:not|never|nor|neither|none|cannot|except|wrong|false|incorrect|untrue|\w+n['’]t)\b",
    re.IGNORECASE,
)
ABOVE = re.compile(
    r"\bthe above\b|^(?:all|both|none|neither|any) of (?:these|the (?:other )?(?:answers|options))\b"
    r"|\b(?:both|neither|either) [A-D] (?:and|n?or) [A-D]\b",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """Return MyST as a reader sees its words, near enough to count them."""
    return ROLE.sub(r"\1", text).replace("`", "").replace("*", "")


def name(question: Question) -> list[Complaint]:
    """Complain about an id that is not words joined by hyphens."""
    if NAME.fullmatch(question.id):
        return []
    return [told("id", question, "its id is not a name.", "Write words-with-hyphens.", "id")]


def negative(question: Question) -> list[Complaint]:
    """Complain about a question that turns on a small word which readers may miss."""
    found = NEGATIVE.search(NOT_READ.sub(" ", question.ask))
    remedy = "Ask for what is true, or emphasise the word: *not*."
    return (
        [told("negative", question, f"it asks with “{found[0]}”.", remedy, "ask")] if found else []
    )


def whys(question: Question) -> list[Complaint]:
    """Complain about answers that hardly say why they are right or wrong."""
    return [
        Complaint(
            "why",
            option.line("why"),
            question.id,
            f"the why of “{plain(option.text)}” says too little.",
            "Say why it is right, or what would follow if it were true.",
        )
        for option in question.options
        if len(option.why.split()) < WHY_WORDS
    ]


def longest(question: Question) -> list[Complaint]:
    """Complain about a right answer that is the longest by far."""
    right, *others = [len(plain(option.text)) for option in question.options]
    if question.code or right <= LONGER * max(others):
        return []
    wrong = f"the right answer is {right / max(others):.1f} times as long as the next."
    return [told("longest", question, wrong, f"Keep it below {LONGER} times.")]


def above(question: Question) -> list[Complaint]:
    """Complain about answers that lean on the others, which come in another order."""
    return [
        Complaint("above", option.line("text"), question.id, wrong, "Say what the answer says.")
        for option in question.options
        if not question.code and ABOVE.search(plain(option.text))
        for wrong in [f"“{option.text}” leans on the other answers."]
    ]


def alike(question: Question) -> list[Complaint]:
    """Complain about two answers that say the same."""
    words = Counter(" ".join(option.text.casefold().split()) for option in question.options)
    if max(words.values()) == 1:
        return []
    wrong = f"two answers say “{words.most_common(1)[0][0]}”."
    return [told("alike", question, wrong, "Let each say something else.")]


RULES = (name, negative, whys, longest, above, alike)


def over_the_page(questions: list[Question]) -> list[Complaint]:
    """Complain about what only shows when the questions of a page are seen together."""
    complaints = []
    times = Counter(question.id for question in questions)
    for question in questions:
        if times[question.id] > 1:
            wrong = "another question has the same id."
            complaints.append(told("id", question, wrong, "Give each its own.", "id"))
    programs = [question for question in questions if question.code]
    for question in programs[MOST_PREDICT:]:
        wrong = f"it is program {programs.index(question) + 1} of this page."
        complaints.append(told("predict", question, wrong, f"Keep at most {MOST_PREDICT}.", "kind"))
    places = {[option.right for option in question.shuffled].index(True) for question in questions}
    if len(questions) > 1 and len(places) == 1:
        wrong = f"the right answer stands in place {min(places) + 1} of every question."
        remedy = "Rename a question that readers have not seen yet: its id decides the order."
        complaints.append(Complaint("place", 1, "", wrong, remedy))
    return complaints
