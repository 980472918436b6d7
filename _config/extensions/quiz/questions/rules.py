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
the checks that take seconds share this file.
"""

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

COUNT = 5  # questions in a part
MOST_PREDICT = 2
WRONG = (2, 3)  # wrong answers of a question
WHY_WORDS = 8  # fewer hardly explain anything
LONGER = 1.3  # a right answer longer than this times every other gives itself away
SECONDS = 10  # that a program may take

FIELDS = 'Its fields are id, section, ask, right, wrong, and code where kind = "predict".'
HEADER = re.compile(r"\s*\[+\s*question(?:\.(right|wrong))?\s*\]+")
KEY = re.compile(r"\s*(\w+)\s*=")
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
RUN = "import sys; from groundup.exercise import run; run(sys.stdin.read(), show=sys.stdout)"


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


def told(rule: str, question: Question, wrong: str, remedy: str, key: str = "") -> Complaint:
    """Return a complaint about a question, at the line of one of its keys."""
    return Complaint(rule, question.line(key), question.id, wrong, remedy)


# The form of the file


def read(source: str) -> tuple[list[Question], list[Complaint]]:
    """Return the questions that are of the right form, and what is wrong with the form."""
    try:
        asked = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else max(1, len(source.splitlines()))
        remedy = "Mend it; text with a backslash stands between single quotes."
        return [], [Complaint("toml", line, "", f"this is not TOML: {error}.", remedy)]
    listed = asked.get("question", [])
    if asked.keys() - {"question"} or not isinstance(listed, list):
        wrong = "there is more here than questions."
        return [], [Complaint("fields", 1, "", wrong, "Begin each question with [[question]].")]
    questions, complaints = [], []
    if len(listed) != COUNT:
        wrong = f"the quiz has {len(listed)} questions."
        complaints.append(Complaint("count", 1, "", wrong, f"A part has {COUNT} of them."))
    for number, one in enumerate(listed):
        lines = lines_of(source, number)
        faults = list(form(one, lines)) if isinstance(one, dict) else []
        complaints += faults
        if isinstance(one, dict) and not faults:
            questions.append(made(one, lines))
    return questions, complaints


def lines_of(source: str, number: int) -> dict[str, dict[str, int]]:
    """Return the lines of a question's tables and of their keys: TOML's own reader tells none.

    The tables are called "", "right", "wrong 0", "wrong 1" …; the key "" is a table's first line.
    """
    found: dict[str, dict[str, int]] = {"": {"": 1}}
    asked, wrong, table = -1, -1, ""
    for line, words in enumerate(source.splitlines(), 1):
        header, key = HEADER.match(words), KEY.match(words)
        if header:
            asked, wrong = (asked, wrong) if header[1] else (asked + 1, -1)
            wrong += header[1] == "wrong"
            table = f"wrong {wrong}" if header[1] == "wrong" else header[1] or ""
        if asked == number and header:
            found[table] = {"": line}
        elif asked == number and key:
            found[table].setdefault(key[1], line)
    return found


def form(asked: dict, lines: dict[str, dict[str, int]]) -> Iterator[Complaint]:
    """Yield a complaint for each field that is missing, unknown or no text."""
    named = asked["id"] if isinstance(asked.get("id"), str) else "without an id"

    def says(rule: str, wrong: str, remedy: str, table: str = "", key: str = "") -> Complaint:
        known = lines.get(table, lines[""])
        return Complaint(rule, known.get(key, known[""]), named, wrong, remedy)

    predicts = asked.get("kind") == "predict"
    own = {key: value for key, value in asked.items() if key not in ("right", "wrong")}
    needed = ["id", "section", "ask"] + (["kind", "code"] if predicts else [])
    tables = [("", "a question", own, needed)]
    right, wrong = asked.get("right"), asked.get("wrong", [])
    if isinstance(right, dict):
        given = ["why"] if predicts else ["text", "why"]  # the program gives the text
        tables.append(("right", "its right answer", right, given))
    else:
        count = len(right) if isinstance(right, list) else "no"
        yield says("right", f"right answers: {count}.", "Write one, under [question.right].")
    if isinstance(wrong, list) and len(wrong) in WRONG and all(isinstance(o, dict) for o in wrong):
        for place, option in enumerate(wrong):
            tables.append((f"wrong {place}", "a wrong answer", option, ["text", "why"]))
    else:
        count = len(wrong) if isinstance(wrong, list) else 1
        wanted = " or ".join(map(str, WRONG))
        yield says("wrong", f"wrong answers: {count}.", f"Write {wanted}, each [[question.wrong]].")
    if isinstance(right, dict) and list(asked).index("right") > [*asked, "wrong"].index("wrong"):
        yield says("order", "a wrong answer stands first.", "Put the right one first.", "right")
    if "kind" in asked and not predicts:
        wanted = 'Leave it out, or write kind = "predict".'
        yield says("kind", f"there is no kind “{asked['kind']}”.", wanted, "", "kind")
    for table, what, fields, names in tables:
        for key in names:
            if key not in fields:
                yield says("fields", f"{what} lacks “{key}”.", "Write it.", table)
        for key, value in fields.items():
            if key == "kind":
                continue
            if key not in names:
                fields_are = f"Its fields are {', '.join(names)}."
                remedy = fields_are if table else FIELDS
                yield says("fields", f"{what} has no field “{key}” here.", remedy, table, key)
            elif not isinstance(value, str) or not value.strip():
                yield says("fields", f"“{key}” is no text.", "Write words.", table, key)


def made(asked: dict, lines: dict[str, dict[str, int]]) -> Question:
    """Return a question of the right form as an object."""
    given = [("right", asked["right"])]
    given += [(f"wrong {place}", option) for place, option in enumerate(asked["wrong"])]
    options = [
        Option(option.get("text", ""), option["why"], table == "right", lines.get(table, lines[""]))
        for table, option in given
    ]
    code = asked.get("code", "")
    return Question(asked["id"], asked["section"], asked["ask"], code, options, lines[""])


# The right answer of a program


def predicted(question: Question) -> list[Complaint]:
    """Fill in what the program of a question prints, and say what keeps it from being an answer."""
    if not question.code:
        return []
    text, failure = printed(question.code)
    for option in question.options[1:]:
        option.text = tidy(option.text)
    question.options[0].text = tidy(text)
    if failure:
        return [told("predict", question, f"its program {failure}.", "Mend the program.", "code")]
    if not tidy(text):
        return [told("predict", question, "its program prints nothing.", "Print.", "code")]
    return [
        told("predict", question, f"the program does print “{option.text}”.", "It is not wrong.")
        for option in question.options[1:]
        if option.text == tidy(text)
    ]


@cache
def printed(code: str) -> tuple[str, str]:
    """Return what a program prints, and how it failed; in a process of its own, for a short time."""
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", RUN],
            input=code,
            capture_output=True,
            encoding="utf-8",
            env=os.environ | {"PYTHONIOENCODING": "utf-8"},
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return "", f"ran past its limit of {SECONDS} s"
    said = done.stderr.strip().splitlines()
    if done.returncode:
        return "", f"failed: {said[-1] if said else f'it ended with status {done.returncode}'}"
    if said:
        return "", f"printed to stderr: {said[0]}"
    return done.stdout, ""


def tidy(text: str) -> str:
    """Return printed text without spaces at the ends of lines and empty lines at its ends."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


# The rules of a good question


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
