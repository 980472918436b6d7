"""Links inside the site: every file that a page names is there, and so is every place in it."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from .site import soup

NAMING = (
    ("a", "href"),
    ("link", "href"),
    ("img", "src"),
    ("script", "src"),
    ("source", "src"),
    ("object", "data"),
)


def broken(path: Path, html: Path) -> list[str]:
    """Complain about links of one built page that lead nowhere."""
    complaints = []
    for tag, attribute in NAMING:
        for element in soup(path).find_all(tag, attrs={attribute: True}):
            link = element[attribute]
            if reason := wrong_with(link, path, html):
                complaints.append(
                    f"{path}: <{tag} {attribute}=“{link}”> {reason}. Mend the link or its target."
                )
    return complaints


def wrong_with(link: str, path: Path, html: Path) -> str:
    """Say why a link leads nowhere; an empty text for a good one and for one that leaves the site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return ""
    start = html if parts.path.startswith("/") else path.parent
    target = (start / unquote(parts.path).lstrip("/")).resolve() if parts.path else path.resolve()
    if not target.is_relative_to(html.resolve()):
        return "leaves the site's folder"
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return "names no file"
    place = unquote(parts.fragment)
    if place and target.suffix == ".html" and not has(target, place):
        return "names no place on its page"
    return ""


def has(path: Path, place: str) -> bool:
    """Tell whether a built page has a place of this name."""
    page = soup(path)
    return bool(page.find(id=place) or page.find("a", attrs={"name": place}))
