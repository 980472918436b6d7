"""The built pages are finished: filled, tied together, and the same wherever they were built."""

import pytest

pytest.importorskip("bs4", reason="reading built pages needs beautifulsoup4: nox -s tests")

from guards import fail_with, links
from guards import site as built
from guards.pages import pages


@pytest.mark.built
@pytest.mark.parametrize(
    "guard",
    (built.titles, built.pictures, built.unfilled, built.machine),
    ids=lambda guard: guard.__name__,
)
def test_every_built_page_is_finished(site, guard):
    fail_with([line for path in built.html_pages(site.html) for line in guard(path)])


@pytest.mark.built
def test_every_link_inside_the_site_leads_somewhere(site):
    fail_with(
        [line for path in built.html_pages(site.html) for line in links.broken(path, site.html)]
    )


@pytest.mark.built
def test_every_page_was_built(site):
    found = {path.parent.relative_to(site.html).as_posix() for path in built.html_pages(site.html)}
    names = {page.name.removesuffix("/index") if page.name != "index" else "." for page in pages()}
    assert names <= found


RIGHT = """\
<html><body><header><img src="logo.svg" alt=""></header><article>
<h1 id="top">Title</h1>
<p>It has <span class="pasted-text">148</span> parameters, written <code>{glue}`x` $5$ 0xffff</code>.</p>
<img src="logo.svg" alt="The loss falls from start to end">
<svg role="img" aria-label="The norm grows with the depth"><path/></svg>
<a href="#top">up</a> <a href="other/#place">over</a> <a href="https://example.org/x">out</a>
<a href="mailto:a@example.org">write</a> <a href="#">here</a>
</article></body></html>
"""


@pytest.fixture
def page(tmp_path):
    """Return a function that writes the right page, or the page with one thing replaced, and its path."""

    def write(old: str = "", new: str = ""):
        assert old in RIGHT
        other = tmp_path / "html" / "other"
        other.mkdir(parents=True)
        (other / "index.html").write_text(
            '<h1>Other</h1><p id="place"></p><a href="..">back</a>', "utf-8"
        )
        (tmp_path / "html" / "logo.svg").write_text("<svg/>", "utf-8")
        path = tmp_path / "html" / "index.html"
        path.write_text(RIGHT.replace(old, new, 1), "utf-8")
        return path

    return write


def test_a_right_page_passes(page):
    path = page()
    assert [
        built.titles(path),
        built.pictures(path),
        built.unfilled(path),
        built.machine(path),
    ] == [[]] * 4
    assert links.broken(path, path.parent) == []
    assert built.html_pages(path.parent) == [path, path.parent / "other" / "index.html"]


MISTAKES = [
    (built.titles, "</article>", "<h1>Again</h1></article>"),
    (built.titles, '<h1 id="top">Title</h1>', ""),
    (built.pictures, "The loss falls from start to end", ""),
    (built.pictures, "The loss falls from start to end", "the loss as it is in loss.svg"),
    (built.pictures, ' aria-label="The norm grows with the depth"', ""),
    (built.unfilled, "parameters", "{glue:text}`parameters`"),
    (built.unfilled, "parameters", "{term}`parameters`"),
    (built.unfilled, "parameters", "$d^2$"),
    (built.unfilled, ">148<", "><"),
    (built.machine, "parameters", "/home/someone/book"),
    (built.machine, "<p>", f'<p title="{built.PATHS[0]}/book">'),
    (built.machine, "parameters", "&lt;object at 0x7f3a5c0d1e20&gt;"),
]


@pytest.mark.parametrize(("guard", "old", "new"), MISTAKES)
def test_a_mistake_is_found(page, guard, old, new):
    assert len(guard(page(old, new))) == 1


BROKEN = [
    ("#top", "#bottom"),
    ("other/#place", "other/#nowhere"),
    ("other/#place", "another/"),
    ("other/#place", "../outside.html"),
    ('<img src="logo.svg" alt="The', '<img src="missing.svg" alt="The'),
]


@pytest.mark.parametrize(("old", "new"), BROKEN)
def test_a_broken_link_is_found(page, old, new):
    path = page(old, new)
    assert len(links.broken(path, path.parent)) == 1
