"""The policy of each page, and the headers of the site's files."""

import re
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace

import pytest
from bs4 import BeautifulSoup

from guards import site as built

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "_config"))
from extensions import policy

RULED = "script style link noscript img svg iframe object embed base form".split()
HEAD = '<!DOCTYPE html>\n<html>\n  <head>\n    <meta charset="utf-8" />\n'
SCRIPT = "seen = '<b>Größe</b> &amp; more';\n"
TEXT = f"""The {{glue:text}}`answer`.

```{{raw}} html
<script>{SCRIPT}</script>
<script type="application/json">{{"never": "run"}}</script>
```
"""


def policies(page: BeautifulSoup) -> list:
    """Return the elements of a page that hold a policy."""
    return page.find_all("meta", attrs={"http-equiv": re.compile("content-security-policy", re.I)})


def directives(page: BeautifulSoup) -> dict[str, list[str]]:
    """Return the sources of each directive of the one policy of a page."""
    (found,) = policies(page)
    parts = [part.split() for part in found["content"].split(";")]
    assert len({name for name, *_ in parts}) == len(parts)
    return {name: sources for name, *sources in parts}


def named(script: str) -> str:
    """Return how a policy names a script."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


def inline(page: BeautifulSoup) -> set[str]:
    """Return the names of the inline scripts of a page."""
    scripts = page.find_all("script", src=False)
    return {named(script.string) for script in scripts if "json" not in script.get("type", "")}


def rules(text: str) -> dict[str, dict[str, str]]:
    """Return the headers that a _headers file gives each path."""
    blocks = [block.splitlines() for block in text.strip().split("\n\n")]
    assert all(line.startswith("  ") for _, *lines in blocks for line in lines)
    return {path: dict(line.strip().split(": ", 1) for line in lines) for path, *lines in blocks}


@pytest.fixture(scope="module")
def book(built_once, tmp_path_factory):
    """A small book whose page holds a script and a block of data."""
    book = built_once.copy(tmp_path_factory.mktemp("policy") / "small")
    book.page(TEXT, "answer = 6 * 7")
    return book.built()


@pytest.fixture(params=["book", pytest.param("site", marks=pytest.mark.built)])
def html(request):
    """The folder of a built site: a small book's, then the real one's."""
    made = request.getfixturevalue(request.param)
    return made.html if request.param == "site" else made.root / "_build" / "html"


def test_every_page_has_one_policy_before_all_that_it_rules(html):
    pages = built.html_pages(html)
    assert {html / "search" / "index.html", html / "404.html"} <= {*pages}
    for page in pages:
        source = page.read_text("utf-8")
        (found,) = policies(built.soup(page))
        assert found.parent.name == "head"
        assert found.find_all_previous(RULED) == []
        assert len(source[: source.index("utf-8")].encode()) < 1024  # where browsers look for it


def test_a_policy_names_the_inline_scripts_of_its_page_and_no_others(html):
    for page in built.html_pages(html):
        found = inline(built.soup(page))
        sources = set(directives(built.soup(page))["script-src"])
        assert sources == found | {"'self'", "'wasm-unsafe-eval'"}, page


def test_a_policy_admits_the_site_alone(html):
    for page in built.html_pages(html):
        allowed = directives(built.soup(page))
        assert allowed.pop("script-src")
        assert set(allowed.pop("style-src")) == {"'self'", "'unsafe-inline'"}
        assert set(allowed.pop("img-src")) == {"'self'", "data:"}
        assert allowed.pop("object-src") == allowed.pop("base-uri") == ["'none'"]
        assert {"default-src", "connect-src", "worker-src", "form-action"} <= allowed.keys()
        assert all(sources == ["'self'"] for sources in allowed.values())


def test_no_page_holds_what_its_policy_forbids(html):
    for page in built.html_pages(html):
        for tag in built.soup(page).find_all(True):
            assert not [name for name in tag.attrs if name.startswith("on")], (page, tag)
            assert not str(tag.get("href", "")).startswith("javascript:"), (page, tag)
            assert not re.match("(https?:)?//", str(tag.get("src", ""))), (page, tag)


def test_no_piece_of_a_page_lies_in_the_site_without_a_policy(html):
    assert list((html / "_static").rglob("*.html")) == []


def test_data_in_a_page_needs_no_name(book):
    page = BeautifulSoup(book.html("page"), "html.parser")
    assert named(SCRIPT) in directives(page)["script-src"]
    assert named('{"never": "run"}') not in directives(page)["script-src"]


def test_a_changed_script_changes_its_name_and_nothing_else(book, tmp_path):
    other = book.copy(tmp_path / "small")
    other.page(TEXT.replace("more", "less"), "answer = 6 * 7")
    before, after = (
        directives(BeautifulSoup(made.html("page"), "html.parser"))
        for made in (book, other.built())
    )
    changed = set(before.pop("script-src")) ^ set(after.pop("script-src"))
    assert changed == {named(SCRIPT), named(SCRIPT.replace("more", "less"))}
    assert before == after


def test_a_site_that_is_written_again_has_the_same_bytes_and_one_policy_a_page(book, tmp_path):
    again = book.copy(tmp_path / "small")
    (again.root / "_build" / "made.json").unlink()
    assert "build succeeded" in again.build().output  # Sphinx wrote every page into its old folder
    assert again.digest() == book.digest()
    assert again.html("page").count("Content-Security-Policy") == 1


def test_what_a_policy_forbids_stops_the_build_and_is_named_with_its_file(small_book):
    before = small_book.digest()
    lines = ['<button onclick="go()">Go</button>', '<a href="javascript:go()">Go</a>']
    text = "The {glue:text}`answer`.\n\n```{raw} html\n" + "\n".join(lines) + "\n```\n"
    small_book.page(text, "answer = 6 * 7")
    done = small_book.build()
    assert done.returncode == 1
    warnings = [line for line in done.output.splitlines() if "[policy]" in line]
    assert all(str(small_book.root / "book" / "page.md") in line for line in warnings)
    assert ["onclick='go()'" in warnings[0], "href='javascript:go()'" in warnings[1]] == [True] * 2
    assert len(warnings) == 2
    assert small_book.digest() == before


FORBIDDEN = [
    '<body onload="go()">',
    '<svg><path onmouseover="go()" /></svg>',
    '<a href=" JavaScript:go()">go</a>',
    '<form action="javascript:go()"></form>',
    '<script src="https://example.org/x.js"></script>',
    '<img src="//example.org/x.png">',
    '<link rel="preload stylesheet" href="http://example.org/x.css">',
    '<object data="drawing.svg"></object>',
    '<embed src="drawing.svg">',
    '<meta http-equiv="content-security-policy" content="script-src \'none\'">',
]


@pytest.mark.parametrize("element", FORBIDDEN)
def test_an_element_that_the_policy_forbids_is_told(element):
    assert len(policy.Scripts(HEAD + element).problems) == 1


FINE = [
    '<a href="https://example.org/">out</a> <a href="#on">here</a>',
    '<link rel="canonical" href="https://example.org/"><link rel="next" href="on/">',
    '<img src="data:image/png;base64,AA=="> <img src="on.png" alt="javascript: a word">',
    "<pre>&lt;button onclick=\"go()\"&gt;</pre><p>one on = 'javascript:'</p>",
    '<!-- <button onclick="go()"> --><script>"<button onclick=go()>"</script>',
    '<meta http-equiv="refresh" content="3">',
]


@pytest.mark.parametrize("element", FINE)
def test_an_element_that_the_policy_lets_be_is_not_told(element):
    assert policy.Scripts(HEAD + element).problems == []


def test_a_script_is_named_as_the_standard_names_it():
    expected = "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"
    assert policy.digest("alert('Hello, world.');") == expected


def test_a_script_is_named_by_its_newlines_as_a_browser_reads_them():
    assert policy.digest("one;\r\ntwo;\rthree;") == named("one;\ntwo;\nthree;")


def test_every_kind_of_script_that_runs_is_named():
    text = (
        "<!-- <script>in a comment</script> -->"
        "<script>a < b && c > d;</script><SCRIPT type=module>import '&amp;';</SCRIPT>"
        '<script type="importmap">{}</script><script src="x.js">unused</script>'
        '<script type="application/ld+json">{"data": 1}</script><noscript>words</noscript>'
        "<script>a < b && c > d;</script><script></script>"
    )
    scripts = ["a < b && c > d;", "import '&amp;';", "{}", ""]
    page = BeautifulSoup(policy.with_policy(HEAD + text, "page"), "html.parser")
    names = [source for source in directives(page)["script-src"] if "sha256" in source]
    assert names == [named(script) for script in scripts]


def loader(folder: Path, builder: str, *tags: str):
    """Return what renders templates of a folder for a builder."""
    (folder / "page.html").write_text(HEAD + "{{ pagename }}", "utf-8")
    (folder / "part.html").write_text("<p>{{ pagename }}</p>", "utf-8")
    found = policy.PagesWithPolicy()
    config = SimpleNamespace(templates_path=[])
    found.init(
        SimpleNamespace(name=builder, tags=tags, config=config, _translator=None), dirs=[folder]
    )
    return found


@pytest.mark.parametrize(
    ("made", "count"),
    [(("dirhtml",), 1), (("epub",), 0), (("singlehtml",), 0), (("dirhtml", "write"), 0)],
    ids=str,
)
def test_pages_of_the_site_alone_get_a_policy_and_none_while_they_are_written(
    tmp_path, made, count
):
    page = loader(tmp_path, *made).render("page.html", {"pagename": "x"})
    assert page.count("Content-Security-Policy") == count


def test_a_part_of_a_page_gets_no_policy(tmp_path):
    part = loader(tmp_path, "dirhtml").render("part.html", {"pagename": "x"})
    assert part == "<p>x</p>"


def test_headers_keep_for_good_what_has_a_digest_in_its_name_and_rule_the_worker(tmp_path):
    names = (
        "index.html",
        "facade/page-0123456789.html",
        "_static/book.css",
        "_static/style.0123456789abcdef.css",
        "_static/fonts/fa-solid-900.woff2",
        "_static/run/run.js",
        "_static/run/worker-0123456789.js",
        "_static/run/groundup-abcdef0123.zip",
        "_static/run/engine-0a1b2c3d/pyodide.mjs",
        "_static/run/engine-0a1b2c3d/library-0123456789.zip",
    )
    for name in names:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    for_good = {"Cache-Control": "public, max-age=31536000, immutable"}
    worker = (
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
        "connect-src 'self'; worker-src 'none'"
    )
    assert rules(policy.headers(tmp_path)) == {
        "/*": {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin"},
        "/_static/run/engine-0a1b2c3d/*": for_good,
        "/_static/run/groundup-abcdef0123.zip": for_good,
        "/_static/run/worker-0123456789.js": for_good | {"Content-Security-Policy": worker},
        "/_static/style.0123456789abcdef.css": for_good,
    }


def test_the_headers_of_a_site_name_what_is_there(html):
    given = rules((html / "_headers").read_text("utf-8"))
    assert given.pop("/*")["X-Content-Type-Options"] == "nosniff"
    for path, fields in given.items():
        place = html / path.removeprefix("/").removesuffix("/*")
        assert place.is_dir() if path.endswith("/*") else place.is_file()
        assert re.search("[0-9a-f]{8}", place.name)
        assert "immutable" in fields["Cache-Control"]


@pytest.mark.built
def test_the_headers_reach_all_that_programs_on_the_pages_need(site):
    given = rules((site.html / "_headers").read_text("utf-8"))
    run = site.html / "_static" / "run"
    kept = {path.split("/")[3] for path in given if path.startswith("/_static/run/")}
    kinds = ("engine-*", "groundup-*", "worker-*")
    found = [path.name for kind in kinds for path in run.glob(kind)]
    assert len(found) == len(kinds)
    assert kept == set(found)
    ruled = [path for path, fields in given.items() if "Content-Security-Policy" in fields]
    assert [path.split("/")[3] for path in ruled] == [found[-1]]
