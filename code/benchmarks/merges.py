"""Measures how long it takes to learn merges, by how many merges and by how much text.

python code/benchmarks/merges.py    run by `nox -s benchmarks`

Each figure is the least CPU time of three runs. Beside it stands the time of counting every pair
anew before each merge, on a short text, since that takes long.
"""

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from build import write
from groundup.austen import NOVELS, clean, novel
from groundup.lists.tokenizer import BYTES, PIECE, learn_merges, merge

RESULTS = Path(__file__).with_suffix(".json")
COUNTS, ONE, SHORT, FEW = [250, 500, 1000, 2000, 4000], "emma", 100_000, 200


def main() -> None:
    """Time all of them, print a table and write the results beside this file."""
    texts = [clean(novel(name)) for name in NOVELS]
    one = clean(novel(ONE))
    rows = [row(one, count, learn_merges) for count in COUNTS]
    rows += [row(" ".join(texts[:many]), 1000, learn_merges) for many in (1, 2, 4, 6)]
    rows += [row(one[:SHORT], FEW, learn) for learn in (learn_merges, counted_anew)]
    for each in rows:
        print(
            f"{each['characters']:9,} characters, {each['pieces']:6,} different pieces, "
            f"{each['merges']:5,} merges: {each['cpu_seconds']:6.2f} CPU s  {each['by']}"
        )
    write(RESULTS, {"merges": rows})


def row(text: str, count: int, learn: Callable) -> dict:
    """Time how one way learns so many merges from a text."""
    seconds = []
    for _ in range(3):
        start = time.process_time()
        learn(text, count)
        seconds.append(time.process_time() - start)
    return {
        "characters": len(text),
        "pieces": len(set(PIECE.findall(text))),
        "merges": count,
        "by": learn.__name__,
        "cpu_seconds": round(min(seconds), 3),
    }


def counted_anew(text: str, count: int) -> list[tuple[int, int]]:
    """Learn merges the slow way: count every pair again before each of them."""
    pieces = [(list(piece.encode()), n) for piece, n in Counter(PIECE.findall(text)).items()]
    merges = []
    for number in range(count):
        counts: Counter = Counter()
        for ids, n in pieces:
            for pair in zip(ids, ids[1:], strict=False):
                counts[pair] += n
        best = min(counts, key=lambda pair: (-counts[pair], pair))
        pieces = [(merge(ids, best, BYTES + number), n) for ids, n in pieces]
        merges.append(best)
    return merges


if __name__ == "__main__":
    main()
