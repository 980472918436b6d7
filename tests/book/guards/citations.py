"""Papers and published models that a page calls on: each with a proof, and named under Sources."""

import re

from .claims import MARK, SOURCES, TASKS, lines
from .page import Page, Text
from .results import SETS_UP

WITHOUT_CLAIMS = {"Names elsewhere", SOURCES, "Next", "Check what you learned"}
MODELS = r"GPT-\d|Llama\b|Pythia\b|Gemma\b|BERT\b|[Ff]irst (?:published )?\S*transformer\b"
FIRST = r"[A-Z](?:\.|[\w’'-]+)"
NAME = re.compile(rf"{FIRST}(?: (?:(?:van|von|der|de|da|di) )*{FIRST})+")
TITLE = re.compile(r'"[^"]*"|“[^”]*”')


def authors(page: Page) -> set[str]:
    """Return the last names of those whom the page cites."""
    found = set()
    for text in page.all(Text):
        if text.section == SOURCES and text.place == "prose":
            words = "".join("," if part.emphasised else part.text for part in text.parts)
            found |= {name.split()[-1] for name in NAME.findall(TITLE.sub(",", words))}
    return found


def reported(part: Page) -> list[str]:
    """Complain about sentences that call on a paper or a published model and name no proof."""
    cited = "|".join(map(re.escape, sorted(authors(part)))) or "(?!)"
    named = re.compile(rf"\b(?:{cited})\b|\b(?:{MODELS})")
    complaints = []
    for line in lines(part):
        if (
            line.place != "prose"
            or line.claims
            or line.section in WITHOUT_CLAIMS
            or TASKS & set(line.inside)
        ):
            continue
        found = named.search(line.words)
        if found and not SETS_UP.match(line.words) and not line.words.endswith("?"):
            wrong = f"“{found[0]}” is called on without a proof."
            complaints.append(part.says(line.line, wrong, MARK))
    return complaints


SURNAME = r"[A-Z][\w’'-]+"
CITED = re.compile(rf"\b({SURNAME}(?:, {SURNAME})*) and (others|{SURNAME})\b")


def missing(part: Page) -> list[str]:
    """Complain about sentences that name authors whom the page's Sources leave out."""
    listed = authors(part)
    complaints = []
    for line in lines(part):
        if "source" in line.marks:
            for first, last in CITED.findall(line.words):
                for name in [*first.split(", "), *([] if last == "others" else [last])]:
                    if name not in listed:
                        wrong = f"{SOURCES} does not name {name}."
                        complaints.append(part.says(line.line, wrong, "Add the paper there."))
    return complaints
