"""The list of all pages beside each page: in a nested book it marks, opens and links what it should."""

import hashlib
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup

BELOW = {
    "page": [],
    "deep/index": ["deep/first", "deep/second"],
    "deep/first": [],
    "deep/second": ["deep/lower/index", "deep/beside"],
    "deep/lower/index": ["deep/lower/lowest"],
    "deep/lower/lowest": ["deep/lower/beyond"],
    "deep/lower/beyond": [],
    "deep/beside": [],
    "last": [],
}
TITLES = {"deep/index": 'Deep & `code` "said"', "deep/beside": "Beside $x$ *there*"}


def toctree(pages: list[str]) -> str:
    """Return a list of pages, each from the top of the book."""
    lines = "".join(f"/{page}\n" for page in pages)
    return f"\n```{{toctree}}\n:hidden:\n\n{lines}```\n" if pages else ""


def nested(book) -> None:
    """Write a book whose first page holds two lists, and some of whose pages hold lists again."""
    (book.root / "book" / "deep" / "lower").mkdir(parents=True)
    for name, below in BELOW.items():
        if name != "page":
            title = TITLES.get(name, name.title())
            lists = toctree(below[:1]) + toctree(below[1:])
            book.write(name, f"# {title}\n\nA promise.\n\n## A section\n\nWords.\n{lists}")
    lists = toctree(["page", "deep/index"]) + toctree(["last"])
    book.write("index", f"# Small\n\nA book.\n{lists}")


@pytest.fixture(scope="module")
def book(module_book):
    """The nested book, built."""
    nested(module_book)
    return module_book.built()


def shown(book, name: str):
    """Return the list of all pages as a page shows it, parsed."""
    page = BeautifulSoup(book.html(name.removesuffix("/index")), "html.parser")
    return page.select_one("nav.bd-links")


def address(name: str) -> str:
    return f"/{name.removesuffix('/index')}/"


@pytest.mark.parametrize("name", BELOW)
def test_a_page_marks_itself_and_what_leads_to_it(book, name):
    above = {page: parent for parent, pages in BELOW.items() for page in pages}
    branch = [name]
    while branch[-1] in above:
        branch.append(above[branch[-1]])
    marked = [
        urljoin(address(name), item.a["href"]).removesuffix("#")
        for item in shown(book, name).select("li.current.active")
    ]
    deepest = branch[::-1][:4]  # the theme shows four levels
    assert marked == [address(page) for page in deepest]
    own = [link["href"] for link in shown(book, name).select("a.current")]
    assert own == (["#"] if len(branch) <= 4 else [])


@pytest.mark.parametrize("name", ["index", "page", "deep/index", "deep/second", "deep/beside"])
def test_a_page_links_the_first_level_and_opens_its_own_branch(book, name):
    here = "/" if name == "index" else address(name)
    links = [
        urljoin(here, link["href"]).removesuffix("#") for link in shown(book, name).select("a")
    ]
    opened = {
        "deep/index": ["deep/first", "deep/second"],
        "deep/second": ["deep/first", "deep/second", "deep/lower/index", "deep/beside"],
    }
    opened["deep/beside"] = opened["deep/second"]
    pages = ["page", "deep/index", *opened.get(name, []), "last"]
    assert links == [address(page) for page in pages]
    for link in links:
        assert (book.root / "_build" / "html" / link[1:] / "index.html").exists()


def bytes_of(book) -> dict[str, str]:
    """Return a digest of every page of the site."""
    site = book.root / "_build" / "html"
    return {
        f"{file.relative_to(site)}": hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(site.rglob("*.html"))
    }


def test_the_list_is_to_the_byte_what_the_theme_writes(book, tmp_path):
    twin = book.copy(tmp_path / "twin")
    conf = twin.root / "_config" / "conf.py"
    ours = '    "extensions.navigation",\n'
    assert ours in conf.read_text("utf-8")
    conf.write_text(conf.read_text("utf-8").replace(ours, ""), "utf-8")
    assert bytes_of(twin.built()) == bytes_of(book)


def test_a_list_with_a_caption_is_left_to_the_theme(small_book):
    small_book.write(
        "index", "# Small\n\nA book.\n\n```{toctree}\n:hidden:\n:caption: The pages\n\npage\n```\n"
    )
    navigation = shown(small_book.built(), "page")
    assert navigation.select_one("p.caption").text == "The pages"
    assert [link.text for link in navigation.select("a")] == ["Page"]
