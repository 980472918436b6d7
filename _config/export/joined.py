"""The pages of the built site as one page, for paper.

The pages follow each other in the order of the contents. An id gets the name of its page in front,
`feed-forward:position-wise`, so that no two are the same, and a link from page to page becomes a
link inside the one page. What only works on a screen is left out, and what is folded is open.
"""

import copy
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin, urlsplit

from bs4 import BeautifulSoup, Tag

LEFT_OUT = {
    "questions",  # the quizzes of the parts once more
    "about/claims",  # sentences of the parts, and the names of tests
}
FIRST = "index"
SITE = "http://book.invalid/"  # where the pages stand for the browser that prints them
SCREEN = {"script", "button", "dialog", "template", "input"}
SCREEN_CLASSES = {"headerlink", "read-off", "begin"}
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
NAMING = ("for", "aria-labelledby", "aria-describedby", "aria-details")


@dataclass
class Heading:
    """A line of the contents: the words of a heading, and the id of its place."""

    id: str
    words: str  # as HTML: a heading may hold code and formulas
    plain: str  # without them
    sections: list["Heading"] = field(default_factory=list)


@dataclass
class Book:
    """All pages, one after another."""

    language: str
    address: str  # of the site, empty where it is not known
    summary: str
    sheets: list[str]
    pages: list[Heading]
    articles: str

    def headings(self) -> list[Heading]:
        """Return the lines of the contents in their order."""
        return [line for page in self.pages for line in (page, *page.sections)]


def book(site: Path) -> Book:
    """Return the pages of a site as one."""
    pages = {name: page for name, page in in_order(site) if name not in LEFT_OUT}
    first = pages[FIRST]
    canonical = first.select_one('link[rel="canonical"]')
    address = canonical["href"] if canonical else ""
    headings, articles = [], []
    for name, page in pages.items():
        article = page.article
        for each in article.find_all(on_screen):
            each.decompose()
        name_apart(article, name)
        link(article, name, pages.keys(), address)
        speak(article)
        headings.append(contents(article, name))
        articles.append(str(article))
    sheets = [
        urljoin(SITE + folder(name), each["href"])
        for name, page in pages.items()
        for each in page.select('link[rel="stylesheet"]')
    ]
    return Book(
        language=first.html["lang"],
        address=address,
        summary=first.select_one('meta[name="description"]')["content"],
        sheets=list(dict.fromkeys(sheets)),
        pages=headings,
        articles="\n".join(articles),
    )


def in_order(site: Path):
    """Yield name and content of each page, as each names the one that follows it."""
    name = FIRST
    while name:
        page = BeautifulSoup((site / folder(name) / "index.html").read_text("utf-8"), "html.parser")
        yield name, page
        following = page.select_one('link[rel="next"]')
        name = following and page_of(urljoin(SITE + folder(name), following["href"]))


def folder(name: str) -> str:
    """Return the folder of a page in the site."""
    return "" if name == FIRST else f"{name}/"


def page_of(address: str) -> str:
    """Return the name of the page at an address of the site."""
    return urlsplit(address).path.strip("/") or FIRST


def on_screen(each: Tag) -> bool:
    """Tell whether an element does its work on a screen only."""
    classes = each.get("class", ())
    return each.name in SCREEN or "popover" in each.attrs or not SCREEN_CLASSES.isdisjoint(classes)


def name_apart(article: Tag, page: str) -> None:
    """Put the name of the page before each id, and wherever an id is named on the page itself."""
    for each in article.find_all(True):
        if each.name == "details":
            each["open"] = ""
        for name, value in each.attrs.items():
            if name == "id":
                each[name] = f"{page}:{value}"
            elif name in NAMING:
                each[name] = " ".join(f"{page}:{id}" for id in value.split())
            elif name == "href" and each.name != "a":  # a letter of a drawing
                each[name] = value.replace("#", f"#{page}:")
            elif isinstance(value, str) and "url(#" in value:
                each[name] = value.replace("url(#", f"url(#{page}:")
    article["id"] = page


def link(article: Tag, page: str, pages, address: str) -> None:
    """Lead each link to its place in the one page, else to the site, else nowhere."""
    here = SITE + folder(page)
    for image in article.find_all("img"):
        image["src"] = urljoin(here, image["src"])
    for each in article.find_all("a", href=True):
        there = urljoin(here, each["href"])
        if not there.startswith(SITE):
            continue
        target = page_of(there)
        if target in pages:
            place = urlsplit(there).fragment
            each["href"] = f"#{target}:{place}".removesuffix(":")
        elif address:
            each["href"] = urljoin(address, there.removeprefix(SITE))
        else:
            each.unwrap()


def speak(article: Tag) -> None:
    """Name each formula by its TeX source, which is what is read aloud in its place."""
    for formula in article.find_all(class_="katex"):
        if not formula.find_parent(HEADINGS):  # a bookmark is made of letters
            formula["role"] = "img"
            formula["aria-label"] = f"Formula: {formula.select_one('annotation').text}"
        formula.select_one(".katex-mathml").decompose()
        del formula.select_one(".katex-html")["aria-hidden"]  # else no one is told of its letters


def contents(article: Tag, page: str) -> Heading:
    """Return the title of a page and those of its sections."""
    sections = [
        line(each["id"], each.h2)
        for each in article.find_all("section")
        if each.find("h2", recursive=False)
    ]
    return line(page, article.h1, sections)


def line(id: str, heading: Tag, sections=()) -> Heading:
    """Return what the contents say of a heading, without its links and ids."""
    words = copy.copy(heading)
    for each in words.select("a"):
        each.unwrap()
    for each in words.select("[id]"):
        del each["id"]
    return Heading(
        id, words.decode_contents().strip(), " ".join(words.text.split()), list(sections)
    )
