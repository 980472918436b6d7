"""The zip to read offline: whole, with links that lead to files, and the same bytes every time."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.parse import unquote

import pytest

from guards import site as built

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "_config"))
from export import offline

PAGE = """<!DOCTYPE html>
<html><head><link rel="next" href="../part/"><script>x = '<a href="../part/">';</script></head>
<body><form action="../search/"></form><article id="top">
<a class="one" href="../">first</a> <a href="../part/#a%20b" title="t">part</a> <a href="..">up</a>
<a href="#top">here</a> <a href="../file.txt">file</a> <a href="https://example.org/x/">out</a>
<a id="anchor"></a> <a class="two" href="../build.json"><span>the <em>record</em></span></a>
</article></body></html>
"""


@pytest.fixture
def small_site(tmp_path):
    """A site of three pages and a file, with all that lies beside them for hosts."""
    site = tmp_path / "site"
    pages = {"index.html": "<html></html>", "about/index.html": PAGE, "part/index.html": "<i></i>"}
    rest = ["file.txt", "_static/look.css", "_static/build.json"]
    for_a_host = [*offline.FOR_A_HOST, *offline.OF_THE_SITE, ".nojekyll", "book.pdf", "book.epub"]
    for name, text in pages.items() | dict.fromkeys(rest + for_a_host, "words").items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_text(text, "utf-8")
    return site


def packed(site: Path) -> dict[str, str]:
    """Return the texts of the zip of a site, by their names below its one folder."""
    offline.write(site, site / "book.zip")
    with zipfile.ZipFile(site / "book.zip") as archive:
        names = archive.namelist()
        assert names == sorted(set(names))
        assert {name.partition("/")[0] for name in names} == {"transformers-from-the-ground-up"}
        return {name.partition("/")[2]: archive.read(name).decode() for name in names}


def test_the_zip_holds_the_pages_and_what_they_load_and_nothing_for_a_host(small_site):
    pages = {"index.html", "about/index.html", "part/index.html"}
    assert packed(small_site).keys() == pages | {
        "file.txt",
        "_static/look.css",
        "_static/build.json",
    }


def test_a_link_to_a_folder_leads_to_its_page_and_the_rest_stays(small_site):
    page = packed(small_site)["about/index.html"]
    assert re.findall('(?:href|action)="([^"]*)"', page) == [
        "../part/index.html",
        "../part/",  # in a script
        "../search/",  # there is no such page
        "../index.html",
        "../part/index.html#a%20b",
        "../index.html",
        "#top",
        "../file.txt",
        "https://example.org/x/",
    ]


def test_a_link_to_what_is_left_out_becomes_its_words(small_site):
    page = packed(small_site)["about/index.html"]
    assert '<a id="anchor"></a> <span>the <em>record</em></span>\n' in page


def test_the_same_site_gives_the_same_bytes_at_another_time_and_in_another_folder(small_site):
    packed(small_site)
    first = (small_site / "book.zip").read_bytes()
    twin = shutil.copytree(small_site, small_site.with_name("twin"))
    for path in twin.rglob("*"):
        os.utime(path, (1e9, 1e9))
        path.chmod(0o700)
    packed(twin)  # where the first zip lies already
    assert (twin / "book.zip").read_bytes() == first


def test_what_is_unpacked_may_be_read(small_site, tmp_path):
    packed(small_site)
    if not shutil.which("unzip"):
        pytest.skip("no unzip, and Python's own ignores the rights of files")
    subprocess.run(["unzip", "-q", small_site / "book.zip", "-d", tmp_path / "disk"], check=True)
    file = tmp_path / "disk" / offline.FOLDER / "index.html"
    assert file.stat().st_mode & 0o777 == 0o644


@pytest.mark.built
def test_in_the_zip_of_the_book_every_address_inside_is_a_file(site, tmp_path):
    offline.write(site.html, tmp_path / "book.zip")
    zipfile.ZipFile(tmp_path / "book.zip").extractall(tmp_path)
    pages = built.html_pages(tmp_path / offline.FOLDER)
    assert len(pages) > 5
    inside = re.compile(r'<\w[^<>]*\s(?:href|action|src)="(?![a-z]+:|#)([^"#?]+)')
    leading = {
        page.parent / unquote(address)
        for page in pages
        for address in inside.findall(page.read_text("utf-8"))
    }
    assert len(leading) > 100
    assert not [path for path in leading if not path.is_file()]
