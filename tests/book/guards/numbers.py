"""No figure is typed: whatever a computation could change comes from a cell of the page."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from .inline import Part
from .page import Page

ALLOWED = Path(__file__).parents[1] / "allowed_numbers.toml"
EXEMPT_SECTIONS = {"Sources"}
REMEDY = "Hand the number over from a cell with glue(), or say it without a number."

DIGIT = re.compile(r"[\w.,+−-]*[\d²³¹⁰-⁹₀-₉½⅓⅔¼¾⅐-⅞][\w.,·×/%-]*")
UNIT = r"(?:%|k|M|G|T|B|[kMGT]i?B|[mµn]?s|min|h|x|×|nats?|bits?|bytes?|tokens?|parameters?|FLOPs?)"
NUMBER = r"[+−-]?(?:\d[\d,._ ]*(?:e[+-]?\d+)?|\.\d+)"
BARE_CODE = re.compile(rf"[≈~=<>≤≥± ]*{NUMBER}\s*{UNIT}?", re.IGNORECASE)
UPRIGHT = re.compile(
    r"\\(?:text|textrm|mathrm|operatorname|unit|si)\s*\{[^}]*\}(?!\s*(?:\(|\\left|_))"
)
# TeX that arranges, compares or multiplies, and so leaves a bare number bare
ARRANGING = re.compile(
    r"\\(?:approx|sim|simeq|times|cdot|div|pm|mp|to|rightarrow|leq?|geq?|ll|gg|frac|dfrac|tfrac|"
    r"sqrt|left|right|quad|qquad|ldots|dots|infty|boldsymbol|mathbf|bf|%|,|;|:|!| )"
)
EXPONENT = re.compile(r"(?<=\d)e[+-]?(?=\d)", re.IGNORECASE)
MEASURED = re.compile(r"(?:\\approx|\\simeq|\\sim|≈|∼)\s*[-−]?\s*\d")
TENS = r"(?:twen|thir|for|fif|six|seven|eigh|nine)t(?:y|ies|ieths?)"
TEENS = r"(?:thir|four|fif|six|seven|eigh|nine)teen(?:s|ths?)?"
PARTS = r"(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth|hundredth|thousandth|millionth)"
SPELLED = re.compile(
    rf"\b(?:eleven(?:ths?)?|twel(?:ve|fths?)|{TEENS}|{TENS}(?:-\w+)?|hundred\w*|thousand\w*|"
    rf"[mbtr]illion\w*|dozens?|per\s?cent|{PARTS}s|(?:one|a)[ -]quarter|one[ -]{PARTS}|"
    rf"an? {PARTS}(?=\s+(?:of|as|right|wrong|less|more|smaller|larger|fewer)\b|\s*[.,;:!?)]|\s*$))\b",
    re.IGNORECASE,
)


@dataclass
class Allowed:
    """A typed number that may stand, with its reason; page "*" means every page."""

    page: str
    text: str
    reason: str

    def covers(self, page: Page) -> bool:
        return self.page in ("*", page.name)


def allowed(path: Path = ALLOWED) -> list[Allowed]:
    """Read the list of exceptions."""
    return [Allowed(**entry) for entry in tomllib.loads(path.read_text("utf-8")).get("allowed", [])]


def typed_numbers(page: Page, exceptions: list[Allowed] = ()) -> list[str]:
    """Complain about each figure that somebody typed."""
    passed = [exception.text for exception in exceptions if exception.covers(page)]
    complaints = []
    for text in page.texts:
        if text.section not in EXEMPT_SECTIONS:
            for part in text.parts:
                for wrong in typed_in(part, passed):
                    where = "" if text.place == "prose" else f" in the {text.place}"
                    complaints.append(
                        page.says(part.line, f"typed figure “{wrong}”{where}.", REMEDY)
                    )
    return complaints


def typed_in(part: Part, passed: list[str]) -> list[str]:
    """Return the typed figures in one stretch of a page."""
    words = part.text
    for text in passed:
        words = words.replace(text, " " * len(text))
    if part.kind == "code":
        bare = BARE_CODE.fullmatch(words.strip()) or not re.search(r"[^\W\d]", words)
        return [f"`{words}`"] if bare and re.search(r"\d", words) else []
    if part.kind == "maths":
        symbols = ARRANGING.sub(" ", UPRIGHT.sub(" ", EXPONENT.sub(" ", words)))
        bare = re.search(r"\d", words) and not re.search(r"[^\W\d_]", symbols)
        return [f"${words.strip()}$"] if bare or MEASURED.search(words) else []
    if part.kind in ("text", "link", "term"):
        digits = [found[0].strip(".,-") for found in DIGIT.finditer(words)]
        return digits + [found[0] for found in SPELLED.finditer(words)]
    return []


def stale(pages: list[Page], exceptions: list[Allowed]) -> list[str]:
    """Complain about exceptions that change nothing, or that give no reason."""
    complaints = []
    for exception in exceptions:
        concerned = [page for page in pages if exception.covers(page)]
        if not any(typed_numbers(page, [exception]) != typed_numbers(page) for page in concerned):
            complaints.append(
                f"{ALLOWED.name}: “{exception.text}” on page {exception.page} is not needed. Remove it."
            )
        if len(exception.reason.split()) < 3:
            complaints.append(
                f"{ALLOWED.name}: “{exception.text}” has no reason. Say why it may be typed."
            )
    return complaints
