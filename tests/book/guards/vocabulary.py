"""Words with a meaning of their own: defined once, in order, and linked where a page first uses them."""

import re
from bisect import bisect_right
from pathlib import Path

from .page import Entry, Page, Text

ORDINARY = Path(__file__).parents[1] / "ordinary_words.txt"
GLOSSARY = "vocabulary"
OUTSIDE = {"heading", "title", "caption", "alt", "equation"}  # places where a link is not asked for
EXEMPT_SECTIONS = {"Sources"}  # titles of others' work
EXPLAINED = re.compile(r"\n\{explained\}`[^`\n]+`$")  # the build holds it to the parts
ENOUGH_WORDS = 12
REQUIRED = """
attention, attention map, causal mask, dimension, distribution, dot product, embedding, GPU,
gradient, hard pointer, head, key, key axis, layer, layer norm, logits, matrix, negative
infinity, one-hot, output projection, parameter, positional encoding, projection, query,
residual stream, retrieval layer, saturating, scale, score matrix, soft alignment, softmax,
token, value, variance, vector, weighted sum, weights
"""


def required() -> list[str]:
    """Return the terms that the course promises to define."""
    return [" ".join(term.split()) for term in REQUIRED.split(",")]


def ordinary(path: Path = ORDINARY) -> list[str]:
    """Return the terms that are also plain English, which only an author can tell apart."""
    lines = (line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines())
    return [line for line in lines if line]


def forms(term: str) -> set[str]:
    """Return a term and its simple plural; of a term in the plural, its singular."""
    if re.search(r"[^aeiou]y$", term):
        return {term, f"{term[:-1]}ies"}
    if re.search(r"ix$", term):
        return {term, f"{term[:-2]}ices", f"{term}es"}
    if re.search(r"(s|x|sh|ch)$", term):
        return {term, f"{term}es"} | ({term[:-1]} if re.search(r"[^su]s$", term) else set())
    return {term, f"{term}s"}


def links(page: Page) -> list[tuple[str, int]]:
    """Return every linked term of a page with its line."""
    parts = (part for text in page.all(Text) for part in text.parts)
    return [(part.target, part.line) for part in parts if part.kind == "term"]


def first_uses(page: Page, entries: list[Entry], plain_english: list[str]) -> list[str]:
    """Complain about each term whose first use on the page is not a link."""
    if page.name == GLOSSARY:
        return []
    names = {form.lower(): entry.term for entry in entries for form in forms(entry.term)}
    longest_first = sorted(names, key=len, reverse=True)
    spelled = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in longest_first)
    pattern = re.compile(rf"(?<![\w-])(?:{spelled})(?![\w-])", re.IGNORECASE)
    settled = {term.lower() for term in plain_english}
    complaints = []
    for text in page.texts:
        if text.place not in OUTSIDE and text.section not in EXEMPT_SECTIONS:
            for line, used, linked in uses(text, pattern):
                term = names.get(used.lower(), used)
                if not linked and term.lower() not in settled:
                    role = f"{{term}}`{used}`" if used == term else f"{{term}}`{used} <{term}>`"
                    complaints.append(
                        page.says(
                            line, f"“{used}” is not linked at its first use.", f"Write {role}."
                        )
                    )
                settled.add(term.lower())
    return complaints


def uses(text: Text, pattern: re.Pattern) -> list[tuple[int, str, bool]]:
    """Return the terms in a text as (line, words, whether it is a link), in reading order."""
    found, words, starts = [], "", []
    for part in text.parts:
        starts.append(len(words))
        if part.kind == "term":
            found.append((len(words), part.line, part.target, True))
        words += part.text if part.kind == "text" else "\0"
    for match in pattern.finditer(words):
        part = text.parts[bisect_right(starts, match.start()) - 1]
        found.append((match.start(), part.line, " ".join(match[0].split()), False))
    return [(line, used, linked) for _, line, used, linked in sorted(found)]


def undefined(page: Page, entries: list[Entry]) -> list[str]:
    """Complain about links to terms that nobody defined."""
    names = {form.lower(): entry.term for entry in entries for form in forms(entry.term)}
    defined = {entry.term.lower() for entry in entries}
    complaints = []
    for target, line in links(page):
        if target.lower() not in defined:
            near = names.get(target.lower())
            remedy = (
                f"Write {{term}}`{target} <{near}>`."
                if near
                else f"Define it in book/{GLOSSARY}.md."
            )
            complaints.append(
                page.says(line, f"the linked term “{target}” is not defined.", remedy)
            )
    return complaints


def unused(pages: list[Page], glossary: Page) -> list[str]:
    """Complain about terms that nothing links to but their own definition."""
    used = {
        target.lower() for page in pages if page.name != glossary.name for target, _ in links(page)
    }
    complaints = []
    for entry in glossary.entries:
        own = range(entry.line, entry.last_line + 1)
        elsewhere = {target.lower() for target, line in links(glossary) if line not in own}
        if entry.term.lower() not in used | elsewhere:
            complaints.append(
                glossary.says(
                    entry.line,
                    f"nothing links to “{entry.term}”.",
                    "Link it where it is used, or remove it.",
                )
            )
    return complaints


def missing(glossary: Page) -> list[str]:
    """Complain about terms that the course promises and the glossary lacks."""
    defined = {entry.term.lower() for entry in glossary.entries}
    return [
        glossary.says(1, f"the term “{term}” is missing.", "Define it: the course promises it.")
        for term in required()
        if term.lower() not in defined
    ]


def faults(glossary: Page) -> list[str]:
    """Complain about terms that are repeated or out of order, and about definitions that say little."""
    complaints = []
    terms = [entry.term.lower() for entry in glossary.entries]
    for at, entry in enumerate(glossary.entries):
        if terms[at] in terms[:at]:
            complaints.append(
                glossary.says(
                    entry.line, f"“{entry.term}” is defined twice.", "Keep one definition."
                )
            )
        elif terms[at] > min(terms[at + 1 :], default=terms[at]):
            wrong = f"“{entry.term}” comes too early."
            complaints.append(
                glossary.says(entry.line, wrong, "Sort the terms, capitals as small letters.")
            )
        words = EXPLAINED.sub("", entry.definition)
        if len(words.split()) < ENOUGH_WORDS or not words.endswith("."):
            wrong = f"“{entry.term}” is hardly defined."
            complaints.append(
                glossary.says(entry.line, wrong, "Say in sentences what it is and why it matters.")
            )
    return complaints


def stale_ordinary(words: list[str], entries: list[Entry]) -> list[str]:
    """Complain about ordinary words that are no terms, or are listed twice."""
    defined = {entry.term.lower() for entry in entries}
    complaints = [
        f"{ORDINARY.name}: “{word}” is no term of the glossary. Remove it."
        for word in words
        if word.lower() not in defined
    ]
    twice = {word for word in words if words.count(word) > 1}
    return complaints + [
        f"{ORDINARY.name}: “{word}” is listed twice. Keep one." for word in sorted(twice)
    ]
