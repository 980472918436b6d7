"""How the PDF is made: with what browser, in how many prints, and what is said where none can be."""

import os
import re
import shutil
import stat
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup

import browser
from export import joined, pdf


@pytest.fixture
def site(built_once):
    return built_once.root / "_build" / "html"


@pytest.mark.parametrize(
    ("address", "wanted"),
    [("", None), ("https://example.net/book/", "https://example.net/book/questions/")],
)
def test_what_is_not_printed_is_linked_where_the_address_is_known(site, tmp_path, address, wanted):
    shutil.copytree(site, tmp_path / "site")
    first = tmp_path / "site" / "index.html"
    page = first.read_text("utf-8").replace("<p>A book", '<p><a href="questions/">All</a>')
    if address:
        page = page.replace("</head>", f'<link rel="canonical" href="{address}"></head>', 1)
    first.write_text(page, "utf-8")
    book = joined.book(tmp_path / "site")
    assert book.address == address
    words = BeautifulSoup(book.articles, "html.parser").find(string=re.compile("All"))
    assert (words.parent.get("href") if words.parent.name == "a" else None) == wanted


def test_where_no_browser_is_to_be_had_the_sentence_says_so(site, apart, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(browser, "ON_A_MAC", ())
    monkeypatch.setattr(browser, "FETCHED", tmp_path)
    monkeypatch.setattr(browser, "DOWNLOAD", ("no-such-command",))
    with pytest.raises(pdf.NotMade, match="install Chromium, Chrome or Edge, or let"):
        apart(pdf.write, site, tmp_path / "book.pdf")
    assert not (tmp_path / "book.pdf").exists()


def test_a_browser_that_ends_at_once_is_told_in_a_sentence(site, apart, tmp_path, monkeypatch):
    stub = tmp_path / "chromium"
    stub.write_text('#!/bin/sh\n[ "$1" = --version ] && exit 0\nexit 1\n')
    stub.chmod(stub.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(pdf.NotMade, match="did not print the book .*: install a newer") as told:
        apart(pdf.write, site, tmp_path / "book.pdf")
    assert "\n" not in str(told.value)


def test_numbers_that_moved_are_printed_again(monkeypatch):
    moves = iter([{"a": 3}, {"a": 4}, {"a": 4}])
    monkeypatch.setattr(pdf, "found", lambda printed, book: next(moves))
    told = []
    page = SimpleNamespace(
        pdf=lambda **_: b"%d" % len(told), evaluate=lambda _, numbers: told.append(numbers)
    )
    assert pdf.numbered(page, None) == b"2"
    assert told == [{"a": 3}, {"a": 4}]


def test_numbers_that_never_rest_end_in_an_error(monkeypatch):
    moves = iter({"a": number} for number in range(9))
    monkeypatch.setattr(pdf, "found", lambda printed, book: next(moves))
    page = SimpleNamespace(pdf=lambda **_: b"", evaluate=lambda *_: None)
    with pytest.raises(pdf.BrowserError, match="moved at each print"):
        pdf.numbered(page, None)


def test_what_is_no_pdf_is_told_in_a_sentence(site, apart, tmp_path, monkeypatch):
    monkeypatch.setattr(pdf, "numbered", lambda page, book: b"no PDF at all")
    with pytest.raises(pdf.NotMade, match="did not print the book .*: install a newer"):
        apart(pdf.write, site, tmp_path / "book.pdf")
    assert not (tmp_path / "book.pdf").exists()
