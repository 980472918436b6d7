"""One spelling, and none of the words that belittle a reader or speak as one person."""

import ast
import io
import re
import tokenize

from .page import Directive, Page

# places where others are quoted: titles of papers, and the names that papers use
OTHERS_WORDS = {"Sources", "Names elsewhere"}
BANNED = {
    r"simply|just|obviously": "Leave the word out: it tells a lost reader that the fault is theirs.",
    r"of course": "Leave it out: what goes without saying needs no words.",
    r"I|I'm|I've|I'll|I'd|me|my|mine|myself": "Say “we” for reader and book, or leave the person out.",
}
WITH_IZE = r"\w+(?:iz(?:e[sdr]?|ers|ing|ations?)|yz(?:e[sdr]?|ing))"
NO_ENDING = (
    r"(?:over|re|up|down|mid|under|out|cap)?siz(?:e[sdr]?|ing)|(?:pri|sei)z(?:e[sd]?|ing)|maize"
)
AMERICAN = {
    WITH_IZE: "-ise and -yse",
    r"(?:behavi|col|fav|flav|hon|lab|neighb|harb)or\w*": "-our",
    r"cent(?:er|ers|ered|ering)|meters?|fibers?": "-re",
    r"gray\w*": "grey",
    r"(?:mode|labe|cance|trave|signa)l(?:ed|ing|er|ers)": "-lled and -lling",
    r"artifacts?": "artefact",
    r"(?:def|off)ense|licenses?": "-ence",
    r"fulfill?ment|fulfills?|skillful|enrollment": "a single l",
    r"toward|afterward|learnt": "the form that the other pages use: towards, afterwards, learned",
    r"analog|catalog|dialog": "-ogue",
    r"percent|aging|acknowledgment|judgment": "the British form",
}


def bad_words(page: Page) -> list[str]:
    """Complain about words that the book does not use; in italics or quotes a word is mentioned, not used."""
    complaints = []
    for text in page.texts:
        if text.section not in OTHERS_WORDS:
            for part in text.parts:
                if part.kind in ("text", "link", "term"):
                    complaints += wrong_words(page, part.line, part.text, part.emphasised)
    for cell in page.cells:
        for line, words in spoken(cell):
            complaints += american(page, line, words)
    return complaints


def wrong_words(page: Page, line: int, words: str, mentioned: bool) -> list[str]:
    """Complain about banned words and American spelling in a stretch of text."""
    complaints = []
    for pattern, remedy in BANNED.items():
        for found in re.finditer(
            rf"(?<![\w'’])(?:{pattern})(?![\w'’])", words.replace("’", "'"), flag(pattern)
        ):
            quoted = words[: found.start()].endswith("“") and words[found.end() :].startswith("”")
            if not quoted and not (mentioned and found[0].lower() == words.strip(" .,").lower()):
                complaints.append(page.says(line, f"the word “{found[0]}”.", remedy))
    return complaints + american(page, line, words)


def flag(pattern: str) -> int:
    """Return how to match a pattern: only “I” depends on capitals."""
    return 0 if pattern.startswith("I|") else re.IGNORECASE


def american(page: Page, line: int, words: str) -> list[str]:
    """Complain about American spelling."""
    complaints = []
    for pattern, british in AMERICAN.items():
        for found in re.finditer(rf"\b(?:{pattern})\b", words, re.IGNORECASE):
            if not re.fullmatch(NO_ENDING, found[0], re.IGNORECASE):
                complaints.append(
                    page.says(line, f"American spelling “{found[0]}”.", f"Write {british}.")
                )
    return complaints


def spoken(cell: Directive) -> list[tuple[int, str]]:
    """Return what a cell says in words, with lines: its comments, and its texts of more than one word."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(cell.body).readline):
        if token.type == tokenize.COMMENT:
            found.append((cell.body_line + token.start[0] - 1, token.string))
    for node in ast.walk(ast.parse(cell.body)):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and " " in node.value.strip()
        ):
            found.append((cell.body_line + node.lineno - 1, node.value))
    return found
