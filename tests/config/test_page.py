"""What a page says of itself to search engines and other sites, and what the site has besides pages."""

import re
import sys
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from PIL import Image

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "_config"))

from extensions.page import picture  # noqa: E402  found through the line above

BASE = "https://books.example.org/ground-up/"
COURSE = """# Small

A book about numbers.

```{course-map}
Beginner | /page | What numbers are.
```
"""


@pytest.fixture(scope="module")
def addressed(built_once, tmp_path_factory):
    """A small book with one part, built for an address."""
    book = built_once.copy(tmp_path_factory.mktemp("addressed") / "small")
    book.write("index", COURSE)
    book.page("The answer is {glue:text}`answer`.\n", "answer = 6 * 7")
    text = (book.root / "book" / "page.md").read_text("utf-8")
    promise = "First sentence, with <b> and `code`. " + "A sentence that goes on. " * 20
    (book.root / "book" / "page.md").write_text(
        text.replace("# Page\n", f"# Page & `code`\n\n{promise}\n"), "utf-8"
    )
    done = book.build(BOOK_ADDRESS=BASE.rstrip("/"))
    assert done.returncode == 0, done.output
    return book


def head(html: str) -> dict[str, str]:
    """Return what the head of a page says, by name or property."""
    tags = BeautifulSoup(html, "html.parser").head.find_all("meta")
    return {tag.get("name") or tag.get("property"): tag.get("content") for tag in tags}


def site(book) -> Path:
    return book.root / "_build" / "html"


def test_a_page_is_described_by_whole_sentences_of_its_promise(addressed):
    said = head(addressed.html("page"))["description"]
    assert said.startswith("First sentence, with <b> and code. A sentence that goes on.")
    assert said.endswith(".") and 100 < len(said) < 200


def test_a_page_names_its_own_address_and_a_picture_of_its_own(addressed):
    html = addressed.html("page")
    link = BeautifulSoup(html, "html.parser").find("link", rel="canonical")
    assert link["href"] == head(html)["og:url"] == f"{BASE}page/"
    assert head(html)["og:title"] == "Page & code"
    assert head(html)["og:image"] == f"{BASE}_static/page/page.png"
    assert head(addressed.html("index"))["og:image"] == f"{BASE}_static/page/book.png"
    for name in ("page", "book"):
        image = Image.open(site(addressed) / "_static" / "page" / f"{name}.png")
        assert image.size == (picture.WIDTH, picture.HEIGHT)
        assert len(image.getcolors(picture.WIDTH * picture.HEIGHT)) > 20, "an empty picture"


def test_the_sitemap_lists_every_page_once(addressed):
    listed = re.findall(r"<loc>(.*?)</loc>", (site(addressed) / "sitemap.xml").read_text("utf-8"))
    assert listed == [BASE, f"{BASE}page/"]


def test_the_page_for_missing_addresses_can_be_shown_at_any_depth(addressed):
    html = (site(addressed) / "404.html").read_text("utf-8")
    page = BeautifulSoup(html, "html.parser")
    named = [tag.get("href") or tag.get("src") for tag in page.select("[href], [src]")]
    inside = [link for link in named if not link.startswith(("#", "https:"))]
    assert inside and all(link.startswith("/ground-up/") for link in inside)
    for link in inside:
        path = site(addressed) / link.removeprefix("/ground-up/").split("?")[0].split("#")[0]
        assert path.exists(), link
    assert head(html)["robots"] == "noindex"
    assert not (site(addressed) / "404").exists()


def test_a_book_without_an_address_claims_none(built_once):
    html = built_once.html("page")
    assert not [name for name in head(html) if name and name.startswith("og:")]
    assert 'rel="canonical"' not in html
    assert not (site(built_once) / "sitemap.xml").exists()
    assert not list(site(built_once).glob("_static/page/*.png"))


def test_every_page_names_its_icon_so_that_no_browser_looks_for_another(built_once):
    icon = BeautifulSoup(built_once.html("page"), "html.parser").find("link", rel="icon")
    assert (site(built_once) / "page" / icon["href"].split("?")[0]).resolve().exists()


def test_a_changed_address_is_built_anew(addressed, tmp_path):
    book = addressed.copy(tmp_path / "small")
    assert book.build(BOOK_ADDRESS="https://other.example.org").returncode == 0
    assert "https://other.example.org/page/" in book.html("page")
    assert BASE not in book.html("page")


def test_a_long_title_stays_inside_its_picture():
    face = picture.font(72, bold=True)
    lines = picture.lines("How a model learns the order of its tokens, and forgets it", face, 1000)
    assert len(lines) > 1
    assert all(face.getlength(line) <= 1000 for line in lines)
