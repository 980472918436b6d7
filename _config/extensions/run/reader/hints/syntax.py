"""Hints about programs that Python cannot read."""

import re

from .spot import Spot

CLAUSE = re.compile(
    r"\s*(?:if|elif|else|for|while|def|class|try|except|finally|with|match|case)\b.*[^:,\\([{\s]$"
)
OTHER_LANGUAGES = {
    r"\+\+|--\s*(?:;|$)": "Python counts up by `x += 1` and down by `x -= 1`.",
    r"&&": "Python writes `and` for `&&`.",
    r"\|\|": "Python writes `or` for `||`.",
    r"^\s*else\s+if\b": "Python writes `elif` for `else if`.",
    r"(?:^|\s|\()!\s*\w": "Python writes `not` for `!`.",
    r"^\s*(?:let|const|var)\s+\w+\s*=": (
        "Python needs no word before the name: write `name = value`."
    ),
    r"^\s*function\s+\w+": (
        "Python writes `def` for `function`, and a colon at the end of the line."
    ),
}
# What Python's messages begin with, the same ones from 3.11 to 3.14.
MESSAGES = {
    "unterminated triple-quoted": (
        "The text that begins here is never closed: end it with the same three quotation marks."
    ),
    "unterminated": (
        "The text that begins here is not closed on its line: end it with the quotation "
        "mark that it began with."
    ),
    "unmatched": (
        "This bracket closes none that is open: one closes too many, or one is missing before it."
    ),
    "closing parenthesis": (
        "Each kind of bracket closes with its own: `(` with `)`, `[` with `]`, `{` with `}`."
    ),
    "cannot assign to": (
        "A single `=` gives the name on its left a value, so a name has to stand there. "
        "To compare, write `==`."
    ),
    "cannot delete": "Only names, items and attributes can be deleted.",
    "invalid decimal literal": (
        "A name cannot begin with a digit, and between a number and a name stands an "
        "operator, such as `2 * x`."
    ),
    "leading zeros": "A whole number is written without zeros in front.",
    "invalid non-printable character": (
        "An invisible character got into this line, perhaps by copying: delete the space "
        "and type it again."
    ),
    "unexpected character after line continuation": (
        "A backslash continues a line and has to be its last character. A division is written `/`."
    ),
    "'return' outside": "`return` belongs inside a function. A program shows a value by `print`.",
    "'break' outside": "`break` belongs inside a loop.",
    "'continue' not": "`continue` belongs inside a loop.",
    "'yield' outside": "`yield` belongs inside a function.",
    "'await' outside": (
        "`await` belongs inside an `async def` function; `asyncio.run(…)` starts one."
    ),
    "positional argument follows": (
        "Arguments without a name come first, those with a name after them."
    ),
    "expected 'except' or 'finally'": "`try` needs an `except` or a `finally` behind it.",
    "invalid syntax. Perhaps you forgot a comma": (
        "A comma may be missing between two values on this line."
    ),
    "f-string": (
        "Look at the curly brackets of this f-string: each `{` needs its `}` and an "
        "expression between them; a bracket that is meant as text is written twice."
    ),
    "duplicate argument": "Each argument of a function needs a name of its own.",
    "from __future__": "A line `from __future__ import …` has to be the first of the program.",
}


def syntax_error(spot: Spot) -> str:
    """Say what keeps Python from reading the line."""
    line, message = spot.text, spot.error.msg or ""
    code = re.sub(r"(['\"]).*?\1", "''", line).partition("#")[0].rstrip()  # without its texts
    if re.search("[“”„‟«»‘’‚‛]", code):
        return (
            "Quotation marks of printed text are not those of Python: use straight ones, \" or '."
        )
    if isinstance(spot.error, IndentationError):
        return _indentation(spot, message)
    if re.match(r"[%!]", code):
        return "Lines that begin with `%` or `!` are for notebooks; a program here is plain Python."
    if re.match(r"\s*print\s+[^\s(=.,\[]", line):
        return "`print` needs round brackets: `print(value)`."
    for pattern, sentence in OTHER_LANGUAGES.items():
        if re.search(pattern, code):
            return sentence
    if "was never closed" in message:
        return (
            f"The bracket `{message[1:2]}` on this line is never closed. Look for where "
            "it should end."
        )
    if re.match(r"\s*(?:if|elif|while)\b[^=!<>:]*[^=!<>:]=[^=]", code):
        return "A single `=` gives a name a value. To compare, write `==`."
    if message == "expected ':'" or (CLAUSE.match(code) and message.startswith("invalid syntax")):
        return (
            "A colon is missing: lines that begin with a word such as `if`, `for` or "
            "`def` end in `:`."
        )
    if "'='" in message or "'=='" in message:
        return "A single `=` gives a name a value. To compare, write `==`."
    for start, sentence in MESSAGES.items():
        if message.startswith(start):
            return sentence
    return ""


def _indentation(spot: Spot, message: str) -> str:
    if isinstance(spot.error, TabError):
        return "Some lines are indented by tabs and some by spaces: use four spaces throughout."
    if message.startswith("expected an indented block"):
        return (
            "What belongs to the line with the colon is indented below it: begin this "
            "line with four spaces more."
        )
    if message.startswith("unexpected indent"):
        return (
            "This line is indented further than the one above it, with no colon that asks for it."
        )
    return (
        "This line is indented less than the one above, but as far as no line before it: "
        "line it up with one of them."
    )
