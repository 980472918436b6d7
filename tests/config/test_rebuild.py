"""What a build executes again, and what it does not."""

import json
import re
import shutil

COUNT = (
    "from groundup.lists.vector import dot\n\nanswer = dot([1.0, 2.0], [3.0, 4.0])\nprint(answer)"
)


def executed(done) -> list[str]:
    """Return the pages that a build executed."""
    assert done.returncode == 0, done.output
    return [line.split()[1] for line in done.output.splitlines() if line.startswith("executed ")]


def test_a_build_without_a_change_executes_nothing_and_gives_the_same_bytes(small_book):
    before = small_book.digest()
    assert small_book.build().returncode == 0  # in the copy's own folder
    done = small_book.build()
    assert executed(done) == []
    assert "Nothing has changed since the last build." in done.output
    assert small_book.digest() == before


def test_a_change_of_the_style_is_seen_on_every_page(small_book):
    style = small_book.root / "_config" / "static" / "text.css"
    changed = "body { margin-block-end: 1.234px }"
    style.write_text(f"{style.read_text(encoding='utf-8')}\n{changed}\n", encoding="utf-8")
    old = small_book.html("page")
    assert executed(small_book.build()) == []
    links = [re.search(r"book-\w+\.css", page)[0] for page in (old, small_book.html("page"))]
    assert links[0] != links[1]
    [sheet] = (small_book.root / "_build" / "html" / "_static").glob("book-*.css")
    assert sheet.name == links[1]
    assert changed in sheet.read_text(encoding="utf-8")


def test_a_changed_title_is_seen_on_pages_that_did_not_change(small_book):
    page = small_book.root / "book" / "page.md"
    page.write_text(page.read_text(encoding="utf-8").replace("# Page", "# Leaf"), encoding="utf-8")
    assert executed(small_book.build()) == []
    assert "Leaf" in small_book.html("index")
    assert ">Page<" not in small_book.html("index")


def test_a_change_and_back_gives_the_bytes_of_a_cold_build(small_book):
    draw = "from groundup.plots import axes\n\naxes(x='in', y='out').plot([1, 2]);\nanswer = 1"
    alt = "---\nmystnb:\n  image:\n    alt: A line that goes up.\n---\n"
    small_book.page("A formula: $x^2$, and {glue:text}`answer`.\n", alt + draw)
    assert small_book.build().returncode == 0
    page = small_book.root / "book" / "page.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(text + "\nMore, and $y$.\n", encoding="utf-8")
    assert small_book.build().returncode == 0
    page.write_text(text, encoding="utf-8")
    assert small_book.build().returncode == 0
    warm = small_book.digest()
    for name in ("sphinx", "cells", "made.json"):
        remove(small_book.root / "_build" / name)
    assert small_book.build().returncode == 0
    assert small_book.digest() == warm


def remove(path):
    """Remove a file or a folder."""
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def test_a_change_in_prose_executes_nothing_and_is_seen(small_book):
    small_book.page("Other words: {glue:text}`answer`.\n", "answer = 6 * 7\nprint(answer)")
    assert executed(small_book.build()) == []
    assert "Other words: 42." in small_book.seen()


def test_a_change_in_a_cell_executes_its_page_alone(small_book):
    small_book.write("index", "# Small\n\nA book.\n\n```{toctree}\npage\nother\n```\n")
    small_book.write("other", "# Other\n\n```{code-cell} python3\nprint(1)\n```\n")
    assert executed(small_book.build()) == ["book/other.md"]
    small_book.page("The answer is {glue:text}`answer`.\n", "answer = 6 * 9\nprint(answer)")
    assert executed(small_book.build()) == ["book/page.md"]
    assert "The answer is 54." in small_book.seen()


def test_a_change_in_code_executes_the_pages_and_changes_the_baked_number(small_book):
    small_book.page("The answer is {glue:text}`answer`.\n", COUNT)
    assert executed(small_book.build()) == ["book/page.md"]
    assert "The answer is 11.0." in small_book.seen()
    module = small_book.root / "code" / "groundup" / "lists" / "vector.py"
    code = module.read_text(encoding="utf-8")
    module.write_text(code + "\n\ndef dot(x, y):\n    return 12.5\n", encoding="utf-8")
    assert executed(small_book.build()) == ["book/page.md"]
    assert "The answer is 12.5." in small_book.seen()
    module.write_text(code, encoding="utf-8")
    assert executed(small_book.build()) == []  # the cells of that state are still kept
    assert "The answer is 11.0." in small_book.seen()


def test_a_print_that_arrives_in_pieces_is_baked_as_it_was_printed(small_book):
    pieces = 'print("one", end="", flush=True)\nprint(flush=True)\nprint("two")\nanswer = 2'
    small_book.page("{glue:text}`answer`\n", pieces)
    assert small_book.build().returncode == 0
    assert "one\ntwo\n" in re.sub(r"<[^>]*>", "", small_book.html("page"))


def test_a_page_taken_out_of_the_book_leaves_the_site(small_book):
    small_book.write("index", "# Small\n\nA book.\n\n```{toctree}\npage\nother\n```\n")
    small_book.write("other", "# Other\n\nA page.\n")
    assert small_book.build().returncode == 0
    assert (small_book.root / "_build" / "html" / "other").exists()
    (small_book.root / "book" / "other.md").unlink()
    small_book.write("index", "# Small\n\nA book.\n\n```{toctree}\npage\n```\n")
    assert small_book.build().returncode == 0
    assert not (small_book.root / "_build" / "html" / "other").exists()


def test_two_cold_builds_in_two_folders_give_the_same_bytes(small_book, built_once):
    shutil.rmtree(small_book.root / "_build")
    assert executed(small_book.build()) == ["book/page.md"]
    assert small_book.digest() == built_once.digest()


def test_the_times_are_printed_and_kept_beside_the_site(small_book):
    done = small_book.build()
    assert "s in all; 0 of 1 pages executed now" in " ".join(done.stdout.split())
    times = json.loads((small_book.root / "_build" / "execution.json").read_text())
    assert times["pages"]["page"]["seconds"] == times["seconds"] > 0
    assert not list((small_book.root / "_build" / "html").rglob("execution.json"))


def test_a_page_starts_in_a_process_that_has_torch_already(small_book):
    there = "import sys\n\nanswer = 'torch' in sys.modules"
    small_book.page("Torch is there: {glue:text}`answer`.\n", there)
    assert small_book.build().returncode == 0
    assert "Torch is there: True." in small_book.seen()


def test_pages_do_not_share_variables(small_book):
    small_book.write("index", "# Small\n\nA book.\n\n```{toctree}\npage\nother\n```\n")
    small_book.write(
        "other", "# Other\n\n```{code-cell} python3\nprint('answer' in globals())\n```\n"
    )
    assert small_book.build().returncode == 0
    other = small_book.root / "_build" / "html" / "other" / "index.html"
    assert "False" in other.read_text(encoding="utf-8")
