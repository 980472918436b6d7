"""A directive's options: the lines above its text, either `:key: value` or a block between two `---`."""

import re
from typing import NamedTuple

KEY = re.compile(r"(?P<indent> *)(?P<key>[\w-]+):(?: +(?P<value>.*))?$")
FOLDED = re.compile(r"[>|][+-]?$")


class Option(NamedTuple):
    """One value and how many lines below the directive's first line it stands."""

    value: str
    below: int


def split(body: str) -> tuple[dict[str, Option], int]:
    """Return the options, nested ones under dotted names, and the number of lines that they take."""
    lines = body.splitlines()
    if lines and lines[0].startswith("---"):
        end = next(
            (at for at, line in enumerate(lines) if at and line.startswith("---")), len(lines)
        )
        return read(lines[1:end], first=2), min(end + 1, len(lines))
    count = 0
    while count < len(lines) and re.match(r":[\w-]+:", lines[count]):
        count += 1
    return read([line[1:] for line in lines[:count]], first=1), count


def read(lines: list[str], first: int) -> dict[str, Option]:
    """Read the small part of YAML that pages use: nested keys, words, quoted and folded text."""
    options: dict[str, Option] = {}
    above: list[tuple[int, str]] = []
    last = ""
    for below, line in enumerate(lines, first):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = KEY.match(line)
        indent = len(line) - len(line.lstrip())
        if last and indent > above[-1][0] and options[last].value:
            text = options[last].value
            joined = line.strip() if FOLDED.match(text) else f"{text} {line.strip()}"
            options[last] = Option(joined, options[last].below)
        elif found:
            above = [(depth, key) for depth, key in above if depth < indent] + [
                (indent, found["key"])
            ]
            last = ".".join(key for _, key in above)
            options[last] = Option(found["value"] or "", below)
    return {key: Option(unquote(value), below) for key, (value, below) in options.items() if value}


def unquote(value: str) -> str:
    """Return a value without the quotes around it."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        return value[1:-1].replace('\\"', '"').replace("''", "'")
    return value


def words(value: str) -> tuple[str, ...]:
    """Return the members of a list written as [one, two] or as one, two."""
    return tuple(unquote(word) for word in value.strip("[] ").split(",") if word.strip())
