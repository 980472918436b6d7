"""The ways on from a page: each leads where it says, and none is there that leads nowhere."""

import subprocess
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup

HERE = "https://github.com/Owner/name"


def menu(book, page: str) -> dict[str, str]:
    """Return the links of a page's menu by their words."""
    soup = BeautifulSoup(book.html(page), "html.parser")
    return {link.text: link["href"] for link in soup.select("#more-menu a")}


@pytest.fixture(scope="module")
def cloned(published, tmp_path_factory):
    """A small book in a clone from GitHub, on the branch `next/one`."""
    book = published.copy(tmp_path_factory.mktemp("cloned") / "small")
    for command in (
        ["init", "--quiet", "--initial-branch=next/one"],
        ["remote", "add", "origin", "git@github.com:Owner/name.git"],
    ):
        subprocess.run(["git", *command], cwd=book.root, check=True)
    return book.built()


def test_a_page_with_cells_opens_on_binder_and_in_colab_and_is_downloaded(cloned):
    links = menu(cloned, "sample")
    binder = urlsplit(links["Run it on Binder"])
    assert binder.netloc == "mybinder.org"
    assert binder.path == "/v2/gh/Owner/name/next%2Fone"
    assert parse_qs(binder.query) == {"urlpath": ["lab/tree/notebooks/sample.ipynb"]}
    assert links["Run it in Google Colab"] == (
        "https://colab.research.google.com/github/Owner/name/blob/gh-pages/sample/sample.ipynb"
    )
    file = links["Download it as a notebook"]
    assert (cloned.root / "_build" / "html" / "sample" / file).is_file()


def test_a_page_is_edited_where_its_source_is(cloned):
    there = "https://github.com/Owner/name/edit/next/one/book/"
    assert menu(cloned, "sample")["Edit it on GitHub"] == there + "sample/index.md"
    assert menu(cloned, "vocabulary")["Edit it on GitHub"] == there + "vocabulary.md"
    assert (cloned.root / "book" / "sample" / "index.md").is_file()


def test_a_report_names_the_page(cloned):
    report = urlsplit(menu(cloned, "sample")["Report a mistake in it"])
    assert (report.netloc, report.path) == ("github.com", "/Owner/name/issues/new")
    said = {name: value for name, [value] in parse_qs(report.query).items()}
    assert said["title"] == "A mistake in “Doubling”"
    assert said["body"].startswith("Page: https://owner.github.io/name/sample/\n")


def test_a_page_without_cells_offers_no_notebook(cloned):
    assert menu(cloned, "vocabulary").keys() == {"Edit it on GitHub", "Report a mistake in it"}


def test_without_a_branch_there_is_no_link_to_edit_and_the_book_is_built(published):
    words = menu(published, "sample").keys()
    assert "Edit it on GitHub" not in words
    assert {"Run it on Binder", "Download it as a notebook", "Report a mistake in it"} <= words


def test_without_a_repository_a_page_offers_its_notebook_alone_and_the_build_says_why(small_book):
    small_book.part()
    done = small_book.build()
    assert done.returncode == 0
    assert "The pages have no links to Binder, Colab and GitHub: git knows no remote" in done.output
    assert menu(small_book, "sample") == {"Download it as a notebook": "sample.ipynb"}
    soup = BeautifulSoup(small_book.html("vocabulary"), "html.parser")
    assert not soup.select("[popovertarget=more-menu], #more-menu")
    for page in ("sample", "vocabulary", "index"):
        assert "github" not in small_book.html(page) and "binder" not in small_book.html(page)
