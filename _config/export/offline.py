"""The book to read without a network: the site as a zip that is unpacked and opened from disk.

Opened from disk a folder shows a list of its files instead of its page, so each link to a folder is
made to end in `index.html`. What only a host reads is left out, and a link to what is left out
becomes plain words. The engine of the programs stays, 6.5 of 7 MB: a page opened from disk can't
use it, and says so; but whoever serves the unpacked folder, as that sentence tells, can run them.
"""

import re
import zipfile
from pathlib import Path, PurePosixPath
from posixpath import normpath
from urllib.parse import unquote, urlsplit

FOLDER = "transformers-from-the-ground-up"
# What lies at the root of the site for hosts, for search engines and for who checks the site.
FOR_A_HOST = {"404.html", "_headers", "objects.inv", "robots.txt", "sitemap.xml"}
OF_THE_SITE = {"SHA256SUMS", "build.json", "package-lock.json", "requirements.txt"}

SCRIPT = re.compile(r"(<script\b.*?</script>)", re.DOTALL)  # the policy names its bytes
LINK = re.compile(r'(<a\b[^>]*?\shref=")([^"]*)("[^>]*>)(.*?)(</a>)', re.DOTALL)
WITHOUT_WORDS = re.compile(r'(<(?:form|link)\b[^>]*?\s(?:action|href)=")([^"]*)(")')


def write(site: Path, file: Path) -> None:
    """Write the site into a zip: the same bytes for the same site, whenever and wherever."""
    carried = {path.relative_to(site).as_posix(): path for path in found(site, file)}
    with zipfile.ZipFile(file, "w") as archive:
        for name, path in sorted(carried.items()):
            data = path.read_bytes()
            if name.endswith(".html"):
                page = PurePosixPath(name).parent
                data = from_disk(data.decode("utf-8"), page, carried.keys()).encode()
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}")  # dated 1980, as all are
            entry.create_system = (
                3  # Unix, wherever it is made: the line below is read as its rights
            )
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)


def found(site: Path, file: Path) -> list[Path]:
    """Return the files of the site that readers need, without the book in its other forms."""
    return [
        path
        for path in site.rglob("*")
        if path.is_file() and not (path.parent == site and left_out(path.name, file.stem))
    ]


def left_out(name: str, book: str) -> bool:
    """Return whether a file at the root of the site stays there."""
    forms = {book + suffix for suffix in (".epub", ".pdf", ".zip")}
    return name.startswith(".") or name in FOR_A_HOST | OF_THE_SITE | forms


def from_disk(text: str, page: PurePosixPath, carried) -> str:
    """Return a page whose links lead to files. page: its folder. carried: the names of all files."""

    def link(match: re.Match) -> str:
        before, address, after, words, end = match.groups()
        leads_to = led(address, page, carried)
        return words if leads_to is None else before + leads_to + after + words + end

    def without_words(match: re.Match) -> str:
        before, address, after = match.groups()
        return before + (led(address, page, carried) or address) + after

    pieces = SCRIPT.split(text)
    pieces[::2] = [WITHOUT_WORDS.sub(without_words, LINK.sub(link, piece)) for piece in pieces[::2]]
    return "".join(pieces)


def led(address: str, page: PurePosixPath, carried) -> str | None:
    """Return an address that leads to a file; None where the file is not there."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc or not parts.path:
        return address
    target = normpath((page / unquote(parts.path)).as_posix())
    if target in carried:
        return address
    if normpath(f"{target}/index.html") in carried:
        return parts._replace(path=parts.path.rstrip("/") + "/index.html").geturl()
    return None
