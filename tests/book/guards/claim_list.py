"""The list of claims as it was built: what it holds, and where its links lead."""

import re
from pathlib import Path

from . import claims
from .page import Page
from .site import soup

PAGE = Path("about") / "claims" / "index.html"
KINDS = {"cell": "Shown by", "test": "Held by", "argument": "Follows", "source": "Reported by"}


def listed(html: Path) -> dict[str, list]:
    """Return the items of the list below the address of the page that each leads to."""
    found: dict[str, list] = {}
    for item in soup(html / PAGE).select("ul.claims > li"):
        address = item.find("a")["href"].partition("#")[0]
        found.setdefault(address.removeprefix("../../").strip("/"), []).append(item)
    return found


def differences(pages: list[Page], html: Path) -> list[str]:
    """Complain about claims that the list lacks, adds or words otherwise than the page."""
    items = listed(html)
    complaints = []
    for page in pages:
        built = [said(item.find("a")) for item in items.pop(address(page), [])]
        found = claims.claims(page)
        written = [plain(claim) for claim in found]
        if built == written:
            continue
        first = next(
            (at for at, pair in enumerate(zip(written, built, strict=False)) if pair[0] != pair[1]),
            min(len(written), len(built)),
        )
        line = found[first].line if first < len(found) else 1
        wrong = (
            f"{len(written)} claims here, {len(built)} in the list; they part at claim {first + 1}."
        )
        complaints.append(page.says(line, wrong, "Look at both."))
    return complaints + [f"{PAGE}: lists claims of {name}, which is no page." for name in items]


def address(page: Page) -> str:
    return page.name.removesuffix("index").strip("/")


def plain(claim: claims.Claim) -> str:
    """Return the words of a claim that read the same in the source and on the page."""
    parts = [part.text for part in claim.parts if part.kind in ("text", "link", "term")]
    return levelled("".join(parts))


def said(sentence) -> str:
    """Return the same words of a claim in the list."""
    kept = [
        text
        for text in sentence.find_all(string=True)
        if not text.find_parent(["code", "math"])
        and not any(
            "katex" in name or name == "pasted-text"
            for parent in text.parents
            for name in parent.get("class", [])
        )
    ]
    return levelled("".join(kept))


def levelled(words: str) -> str:
    """Return words without what typesetting changes: the form of quotes and dashes, and blanks."""
    return re.sub(r"[\W_]+", " ", words).strip()


def unproved(html: Path) -> list[str]:
    """Complain about items that lead to no claim, have no proof, or a proof that leads nowhere."""
    complaints = []
    for name, items in listed(html).items():
        page = soup(html / name / "index.html")
        for item in items:
            links = [link["href"].partition("#")[2] for link in item.find_all("a")]
            proofs = [proof.get_text() for proof in item.select(".proof")]
            places = [page.find(id=link) for link in links]
            words = f"{PAGE}: “{said(item.find('a'))[:40]}…”"
            if not places[0] or "claim" not in places[0].get("class", []):
                complaints.append(f"{words} leads to no claim. Look at the link.")
            if not proofs or not all(proof.startswith(tuple(KINDS.values())) for proof in proofs):
                complaints.append(f"{words} names no proof. Mark the sentence.")
            if not all(places):
                complaints.append(f"{words} leads to no proof. Look at the link.")
    return complaints
