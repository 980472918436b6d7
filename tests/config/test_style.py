"""One stylesheet and cut fonts: nothing that a page shows is missing, and what nothing uses is gone."""

import hashlib
import re
import sys
import tomllib
from pathlib import Path

import pydata_sphinx_theme
import pytest
import sphinx_book_theme
from bs4 import BeautifulSoup
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "_config"))

from extensions import style  # noqa: E402  found through the line above

TEMPLATES = ROOT / "_config" / "templates"
THEMES = {
    theme.__name__: Path(theme.__file__).parent / "theme" / theme.__name__
    for theme in (pydata_sphinx_theme, sphinx_book_theme)
}
KNOWN = tomllib.loads((HERE / "shadowed_templates.toml").read_text("utf-8"))


def shadowed() -> dict[str, Path]:
    """Return the theme's templates that have the name of one of ours."""
    return {
        f"{theme}/{ours.relative_to(TEMPLATES).as_posix()}": folder / ours.relative_to(TEMPLATES)
        for ours in sorted(TEMPLATES.rglob("*.html"))
        for theme, folder in THEMES.items()
        if (folder / ours.relative_to(TEMPLATES)).exists()
    }


def test_every_shadowed_template_is_known():
    assert shadowed().keys() == KNOWN.keys()


@pytest.mark.parametrize("name", KNOWN)
def test_a_shadowed_template_is_as_it_was_when_ours_was_written(name):
    digest = hashlib.sha256(shadowed()[name].read_bytes()).hexdigest()
    assert digest == KNOWN[name], f"{name} has changed upstream: shadowed_templates.toml says more"


def test_stylesheets_are_joined_in_an_order_that_every_page_agrees_with():
    lists = [["theme", "run", "own"], ["theme", "quiz", "own"], ["theme", "quiz", "run", "own"]]
    assert style.in_order(lists) == ["theme", "quiz", "run", "own"]


def test_two_pages_with_contrary_orders_are_told():
    with pytest.raises(style.ExtensionError, match="different orders: give them priorities"):
        style.in_order([["a", "b"], ["b", "a"]])


@pytest.mark.parametrize(
    ("written", "moved"),
    [
        ("url(../fonts/a.woff2?v=1)", 'url("fonts/a.woff2")'),
        ("url('a.png')", 'url("styles/a.png")'),
        ("url(data:image/png;base64,x)", "url(data:image/png;base64,x)"),
        ("url(#clip)", "url(#clip)"),
    ],
)
def test_addresses_in_a_joined_stylesheet_lead_where_they_led(written, moved):
    assert style.moved(written, "styles/theme.css") == moved


PAGE = '<html data-theme="auto"><body class="seen"><p>unseen words</p><div id="here"></div></body></html>'
SHEET = """
@media print { .seen { color: black } .unseen { color: white } }
.seen, .unseen { margin: 0 }
.unseen { padding: 0 }
#here .made { border: 0 }
html[data-theme="dark"] .seen { color: white }
html[data-theme=light] .seen { color: black }
"""


@pytest.fixture(scope="module")
def purged():
    return re.sub(
        r"\s+",
        " ",
        style.purged({"theme.css": SHEET}, [PAGE], ["x.className = 'made'; 'dark light'"])[
            "theme.css"
        ],
    )


def test_rules_for_what_no_page_holds_are_gone(purged):
    assert "unseen" not in purged
    assert "@media print { .seen { color: black }" in purged


def test_rules_for_what_a_script_makes_stay(purged):
    assert "#here .made" in purged


def test_each_theme_is_said_again_for_readers_without_script(purged):
    for mode, colour in (("dark", "white"), ("light", "black")):
        rule = f"html[data-theme=auto] .seen {{ color: {colour} }}"
        assert f"@media (prefers-color-scheme: {mode}) {{ {rule} }}" in purged


def test_a_stylesheet_of_our_own_stays_whole():
    css = (ROOT / "_config" / "static" / "print.css").read_text("utf-8")
    assert "::details-content" in style.purged({"print.css": css}, [PAGE], [])["print.css"]


def test_a_stylesheet_that_cannot_be_read_is_told():
    with pytest.raises(style.ExtensionError, match="a stylesheet can't be read"):
        style.purged({"theme.css": ".open { color: red"}, [PAGE], [])


@pytest.mark.built
def test_every_page_links_the_one_stylesheet_and_that_of_maths_where_there_is_some(site):
    [shared] = site.html.glob("_static/book-*.css")
    assert hashlib.sha256(shared.read_bytes()).hexdigest().startswith(shared.stem[5:])
    for file in site.html.rglob("*.html"):
        page = BeautifulSoup(file.read_text("utf-8"), "html.parser")
        names = [
            link["href"].split("?")[0].rpartition("/")[2]
            for link in page.select("link[rel=stylesheet]")
        ]
        assert names[0] == shared.name
        assert names[1:] == (["katex.css"] if page.select(".katex-html") else []), file


@pytest.mark.built
def test_every_letter_of_a_formula_is_in_a_font_of_formulas(site):
    folder = site.html / "_static" / "katex" / "fonts"
    known = set().union(*(TTFont(font).getBestCmap() for font in folder.glob("*.woff2")))
    for file in site.html.rglob("index.html"):
        page = BeautifulSoup(file.read_text("utf-8"), "html.parser")
        letters = set("".join(part.get_text() for part in page.select(".katex-html")))
        missing = {letter for letter in letters if ord(letter) not in known} - {"\u200b"}
        assert not missing, f"{file}: {missing}"


@pytest.mark.built
def test_every_icon_that_a_page_uses_is_in_the_font_of_icons(site):
    [sheet] = site.html.glob("_static/book-*.css")
    icons = dict(
        re.findall(r'\.(fa-[\w-]+)\s*\{\s*--fa:\s*"\\([0-9a-f]+)"', sheet.read_text("utf-8"))
    )
    font = TTFont(
        site.html / "_static/vendor/fontawesome/webfonts/fa-solid-900.woff2"
    ).getBestCmap()
    used = set()
    for file in site.html.rglob("*.html"):
        used |= set(re.findall(r"\bfa-(?!solid|lg|fw)[\w-]+", file.read_text("utf-8")))
    assert len(used) >= 6
    assert all(int(icons[name], 16) in font for name in used)


@pytest.mark.built
def test_what_the_theme_brings_and_nothing_uses_is_not_in_the_site(site):
    names = {file.name for file in (site.html / "_static").rglob("*") if file.is_file()}
    assert not names & {"fontawesome.js", "bootstrap.js", "pydata-sphinx-theme.css", "basic.css"}
    assert not [name for name in names if name.endswith((".map", ".po", ".mo"))]
