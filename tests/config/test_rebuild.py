"""What a build executes again, and what it does not."""

import json
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
    assert executed(small_book.build()) == []
    assert small_book.digest() == before


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
    assert "s in all, 0 of 1 pages executed now" in " ".join(done.stdout.split())
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
