"""The right answer of a question with a program: what that program prints."""

import os
import subprocess
import sys
from functools import cache

from .question import Complaint, Question, told

SECONDS = 10  # that a program may take
RUN = "import sys; from groundup.exercise import run; run(sys.stdin.read(), show=sys.stdout)"


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
