"""The form of quiz.toml: its fields, and the line on which each of them stands."""

import re
import tomllib
from collections.abc import Iterator

from .question import Complaint, Option, Question

COUNT = 5  # questions in a part
WRONG = (2, 3)  # wrong answers of a question

FIELDS = 'Its fields are id, section, ask, right, wrong, and code where kind = "predict".'
HEADER = re.compile(r"\s*\[+\s*question(?:\.(right|wrong))?\s*\]+")
KEY = re.compile(r"\s*(\w+)\s*=")


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
