"""Results that are told below a cell: which words tell one, and whether it names its proof."""

import re

from .claims import MARK, TASKS, Claim, lines, seen, shows
from .page import Directive, Heading, Page, Text

# Words by which a sentence states a result, in groups that say what they tell.
RESULT_WORDS = """
# one thing is compared with another
than more less fewer most least larger largest smaller smallest higher highest lower lowest deeper
longer shorter nearer closer further faster slower weaker stronger louder better worse sooner
cheap cheaper dear dearer same equal equals equally alike differ differs different twice double
half times
# something moves or stays
grow grows grew grown rise rises rose fall falls fell drop drops dropped shrink shrinks shrank
increase increases decrease decreases vanish vanishes vanished explode explodes exploded
fade fades faded saturates weaken weakens weakened drowned blown tame become becomes became
stay stays stayed still remains keep keeps kept change changes changed unchanged untouched
move moves moved lose loses lost gone back coupled spreads buys
# how much, how many, how near
all none no neither nothing nobody every only always never whatever however zero exactly nearly
almost close flat straight level slowly quickly
# results agree
agree agrees agreed follow follows match matches cancel cancels
"""
RESULT = re.compile(rf"\b(?:{'|'.join(re.sub(r'#.*', '', RESULT_WORDS).split())})\b", re.IGNORECASE)
# How a line begins that asks, sets up or announces, and so states nothing yet.
ASKS = """
add before build choose compare count draw find follow give go guess look multiply note put replace
run say see set subtract suppose take test think train try turn watch write
"""
ANNOUNCES = r"""
(in )?the (next |first |second |last )?(cell|program|function|plot|table|exercise)\b(?! shows that)
here (is|are)\b
in the code\b
the same in numbers\b
now\b
we\b
for this we\b
our\b
"""
DEFINES = re.compile(r"\b(?:counts? as|(?:is|are) (?:then )?called)\b")
SETS_UP = re.compile(
    rf"\W*(?:{'|'.join([*ASKS.split(), *ANNOUNCES.split(chr(10))[1:-1]])})\b"
    r"|.*: (?:look|watch|compare)\b|.*, (?:watch|look)\b",
    re.IGNORECASE,
)


def unmarked(part: Page) -> list[str]:
    """Complain about results that are stated below a cell, before the next one, without a proof.

    Questions, instructions, announcements and definitions of words state none.
    """
    result_below: set[int] = set()
    after = False
    for item in part.items:
        if isinstance(item, Heading):
            after = False
        elif isinstance(item, Directive) and item in seen(part):
            after = shows(item)
        elif isinstance(item, Text) and after and not TASKS & set(item.inside):
            result_below |= {piece.line for piece in item.parts}
    return [
        part.says(line.line, f"“{line.words[:40]}…” states a result without a proof.", MARK)
        for line in lines(part)
        if line.line in result_below and not line.claims and states(line)
    ]


def states(line: Claim) -> bool:
    """Tell whether a line of prose states a result."""
    defines = DEFINES.search(line.words) or any(part.kind == "term" for part in line.parts)
    asks = line.words.endswith("?") or SETS_UP.match(line.words)
    return bool(line.place == "prose" and RESULT.search(line.words) and not defines and not asks)
