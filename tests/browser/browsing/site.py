"""The pages of the site, as their sources say: nothing is built yet when tests are listed."""

from guards.pages import pages

ELSEWHERE = ("search/", "404.html")  # pages without a source


def addresses() -> list[str]:
    """Return the addresses of all pages; the first page's is empty."""
    return [address(page.name) for page in pages()] + list(ELSEWHERE)


def address(name: str) -> str:
    """Return the address of a page by its name."""
    place = name.removesuffix("index").rstrip("/")
    return f"{place}/" if place else ""
