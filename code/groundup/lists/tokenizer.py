"""Byte-pair encoding: text becomes bytes, and the pairs of bytes met most often become tokens.

Gage 1994; for words, Sennrich, Haddow and Birch 2016, section 3.2; on bytes, Radford et al. 2019,
section 2.2. As every text is bytes, no text is unknown.
"""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from heapq import heapify, heappop, heappush
from pathlib import Path

from groundup.lists.require import known_ids

Pair = tuple[int, int]

BYTES = 256
# A run of letters and digits, or of other signs, with the space before it; or one white space.
# No token crosses from one piece to the next.
PIECE = re.compile(r" ?[^\W_]+| ?(?:[^\w\s]|_)+|\s")


def learn_merges(text: str, count: int) -> list[Pair]:
    """Find count merges, one after the other: each joins the pair of tokens met most often.

    Of pairs met equally often the one with the smaller ids comes first, its first id before its
    second. The ids 0 … 255 are the bytes, and merge i makes the id 256 + i. The list is shorter
    where the text has no pair left. Only pieces that hold a pair are counted again for its merge: time
    grows with the different pieces and, ever more slowly, with the merges (benchmarks/merges.json).
    """
    pieces = [(list(piece.encode()), n) for piece, n in Counter(PIECE.findall(text)).items()]
    counts: Counter[Pair] = Counter()
    holders = defaultdict(set)  # for each pair, the pieces that may hold it
    for number, (ids, n) in enumerate(pieces):
        for pair in zip(ids, ids[1:], strict=False):
            counts[pair] += n
            holders[pair].add(number)
    queue = [(-n, pair) for pair, n in counts.items()]
    heapify(queue)
    merges: list[Pair] = []
    while len(merges) < count and queue:
        n, best = heappop(queue)
        if not n or counts[best] != -n:
            continue  # counted before another merge changed it: it stands in the queue once more
        changed = set()
        for number in holders.pop(best):
            ids, times = pieces[number]
            joined = merge(ids, best, BYTES + len(merges))
            for sign, row in ((-1, ids), (1, joined)):
                for pair in zip(row, row[1:], strict=False):
                    counts[pair] += sign * times
                    changed.add(pair)
                    holders[pair].add(number)
            pieces[number] = joined, times
        merges.append(best)
        for pair in changed:
            heappush(queue, (-counts[pair], pair))
    return merges


def merge(ids: list[int], pair: Pair, new: int) -> list[int]:
    """Put the id new in place of every pair, from left to right: of three equal ids the first two."""
    merged, place = [], 0
    while place < len(ids):
        found = tuple(ids[place : place + 2]) == pair
        merged.append(new if found else ids[place])
        place += 2 if found else 1
    return merged


class Tokenizer:
    """Turn text into ids and back, by merges in the order in which they were learned.

    ValueError for a merge of an id that does not exist yet.
    """

    def __init__(self, merges: Iterable[Pair]) -> None:
        self.merges = [tuple(pair) for pair in merges]
        self.tokens = [bytes([byte]) for byte in range(BYTES)]  # what each id stands for
        for first, second in self.merges:
            if not 0 <= min(first, second) <= max(first, second) < len(self.tokens):
                raise ValueError(
                    f"merge {len(self.tokens) - BYTES} joins {first} and {second}: "
                    f"only ids below {len(self.tokens)} exist by then"
                )
            self.tokens.append(self.tokens[first] + self.tokens[second])
        self._ranks = {pair: rank for rank, pair in enumerate(self.merges)}
        self._piece = lru_cache(maxsize=None)(self._merged)  # few pieces make up most of a text

    def __len__(self) -> int:
        """Return how many tokens there are."""
        return len(self.tokens)

    def encode(self, text: str) -> list[int]:
        """Turn text into ids. UnicodeEncodeError for half a surrogate pair, which is no character."""
        return [number for piece in PIECE.findall(text) for number in self._piece(piece)]

    def decode(self, ids: Iterable[int]) -> str:
        """Turn ids into text; bytes that are no whole character become the sign �.

        ValueError for an unknown id.
        """
        ids = list(ids)
        known_ids(ids, len(self))
        return b"".join(self.tokens[number] for number in ids).decode(errors="replace")

    def save(self, path: Path) -> None:
        """Write the merges, with their check sum, to a file that load reads."""
        saved = {"sha256": _check_sum(self.merges), "merges": self.merges}
        path.write_text(json.dumps(saved) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> "Tokenizer":
        """Read what save has written. ValueError for a file that is not, or is no longer, that."""
        try:
            saved = json.loads(path.read_text(encoding="utf-8"))
            merges = [(int(first), int(second)) for first, second in saved["merges"]]
            if saved["sha256"] != _check_sum(merges):
                raise ValueError("its merges do not give its check sum")
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(
                f"{path} is no whole vocabulary ({error}): take it from the repository again, "
                "or learn it anew"
            ) from error
        return cls(merges)

    def _merged(self, piece: str) -> list[int]:
        """Apply to one piece the earliest merge that fits, until none does."""
        ids = list(piece.encode())
        while len(ids) > 1:
            pair = min(
                zip(ids, ids[1:], strict=False), key=lambda each: self._ranks.get(each, len(self))
            )
            if pair not in self._ranks:
                break
            ids = merge(ids, pair, BYTES + self._ranks[pair])
        return ids


def _check_sum(merges: Iterable[Pair]) -> str:
    """Return the SHA-256 of the merges as text, one to a line."""
    return sha256("".join(f"{a} {b}\n" for a, b in merges).encode()).hexdigest()
