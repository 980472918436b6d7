"""The shape of a page: the same front matter everywhere, the same sections in every part."""

import re
from collections import Counter

from .page import Directive, Fence, Heading, Page, Text

FRONT_MATTER = """\
---
file_format: mystnb
kernelspec: {name: python3, display_name: Python 3}
---
"""
NEEDS = "What you need first"
QUIZ = "Check what you learned"
CLOSING = ["What to remember", QUIZ, "Names elsewhere", "Sources", "Next"]
CALLOUTS = {
    "admonition",
    "attention",
    "caution",
    "danger",
    "error",
    "important",
    "note",
    "tip",
    "warning",
}
PYTHON = re.compile(r"(?:\{(?:code-block|code|sourcecode)\}\s*)?(?:python3?|py|ipython3?|pycon)\b")
SENTENCE_END = re.compile(r"[.?!][”\"’)]*(?=\s|$)")


def front_matter(page: Page) -> list[str]:
    """Complain unless the page begins with the four lines that every page begins with."""
    if page.source.startswith(FRONT_MATTER):
        return []
    return [page.says(1, "the front matter differs.", f"Begin the page with\n{FRONT_MATTER}")]


def headings(page: Page) -> list[str]:
    """Complain about missing, repeated or skipped levels of headings, and a title without a label."""
    complaints = []
    found = page.all(Heading)
    titles = [heading for heading in found if heading.level == 1]
    if len(titles) != 1:
        complaints.append(
            page.says(
                1, f"the page has {len(titles)} titles.", "Write one heading with a single #."
            )
        )
    if titles and not titles[0].label:
        complaints.append(
            page.says(
                titles[0].line, "the title has no label.", "Write (name)= on the line above it."
            )
        )
    for before, heading in zip([None, *found], found, strict=False):
        deepest = before.level + 1 if before else 1
        if heading.level > deepest:
            wrong = f"“{heading.text}” skips a level."
            complaints.append(page.says(heading.line, wrong, f"Use {'#' * deepest}."))
    return complaints


def labels(pages: list[Page]) -> list[str]:
    """Complain about labels that two places share, or that are not words joined by hyphens."""
    complaints = []
    where: dict[str, str] = {}
    for page in pages:
        for label, line in page.labels:
            if label in where:
                complaints.append(
                    page.says(
                        line, f"{where[label]} has the label “{label}” too.", "Give each its own."
                    )
                )
            if not re.fullmatch(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", label):
                complaints.append(
                    page.says(line, f"the label “{label}”.", "Use small letters and hyphens.")
                )
            where[label] = f"book/{page.name}.md:{line}"
    return complaints


def opening(part: Page) -> list[str]:
    """Complain unless a part begins with a promise of two sentences and what a reader needs first."""
    before_sections = [
        text
        for text in part.all(Text)
        if not text.section and text.place == "prose" and not text.inside
    ]
    if not before_sections:
        return [
            part.says(
                1,
                "the part begins without a promise.",
                "Say in two sentences what a reader will be able to do.",
            )
        ]
    complaints = []
    promise = before_sections[0]
    count = len(SENTENCE_END.findall(promise.plain))
    if count != 2:
        complaints.append(
            part.says(promise.line, f"the promise has {count} sentences.", "Make it two.")
        )
    if not any(text.plain.lstrip("* ").startswith(NEEDS) for text in before_sections[1:]):
        complaints.append(
            part.says(
                promise.line, f"no paragraph begins with “{NEEDS}”.", "Add it after the promise."
            )
        )
    return complaints


def sections(part: Page) -> list[str]:
    """Complain unless a part's sections are labelled, and it closes as every part closes."""
    complaints = []
    found = [heading for heading in part.all(Heading) if heading.level == 2]
    texts = [heading.text for heading in found]
    if texts[-len(CLOSING) :] != CLOSING:
        complaints.append(
            part.says(
                1, "the part does not close as every part does.", f"End with {', '.join(CLOSING)}."
            )
        )
    if len(texts) <= len(CLOSING):
        complaints.append(
            part.says(1, "the part has no section of its own.", "Add the sections of the argument.")
        )
    for heading in found:
        if not heading.label and heading.text not in CLOSING:  # the quiz has a rule of its own
            complaints.append(
                part.says(
                    heading.line,
                    f"“{heading.text}” has no label.",
                    "Write (name)= on the line above.",
                )
            )
    for heading, count in Counter(texts).items():
        if count > 1:
            complaints.append(
                part.says(1, f"{count} sections are called “{heading}”.", "Keep one.")
            )
    return complaints


def quiz(part: Page) -> list[str]:
    """Complain unless a part asks its questions in the section that is there for them."""
    complaints = []
    label = f"{part.folder}-check"
    for heading in part.all(Heading):
        if heading.text == QUIZ and heading.label != label:
            wrong = f"the label of “{QUIZ}” is another one."
            complaints.append(
                part.says(heading.line, wrong, f"Write ({label})= on the line above.")
            )
    shown = [directive.section for directive in part.all(Directive) if directive.name == "quiz"]
    if shown != [QUIZ]:
        wrong = f"{{quiz}} stands {len(shown)} times on the page."
        if len(shown) == 1:
            wrong = f"{{quiz}} stands in “{shown[0]}”."
        complaints.append(part.says(1, wrong, f"Write it once, in “{QUIZ}”."))
    if part.quiz is None:
        remedy = "Write one beside the page."
        complaints.append(part.says(1, "the part has no quiz.toml.", remedy))
    return complaints


def callout(part: Page) -> list[str]:
    """Complain about a part that warns of no trap."""
    if any(directive.name in CALLOUTS for directive in part.all(Directive)):
        return []
    return [part.says(1, "the part has no callout.", "Warn of the trap in an {admonition}.")]


def pasted(part: Page) -> list[str]:
    """Complain about Python that is pasted instead of executed or cut from a tested file."""
    remedy = "Make it a cell, or show the tested function with literalinclude."
    fences = [fence for fence in part.all(Fence) if PYTHON.match(fence.language.strip("{}"))]
    blocks = [
        directive
        for directive in part.all(Directive)
        if PYTHON.match(f"{{{directive.name}}} {directive.argument}")
        and directive.name != "code-cell"
    ]
    return [part.says(code.line, "pasted Python.", remedy) for code in (*fences, *blocks)]
