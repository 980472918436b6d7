"""Bad input: one clear message that names the place, status not 0, and the last good site stays."""

import re

import pytest

QUICK = """---
file_format: mystnb
kernelspec: {name: python3, display_name: Python 3}
mystnb: {execution_timeout: 1}
---

"""


@pytest.fixture
def refused(small_book):
    """Build the small book, whose site is good, with a mistake in it; return what the author reads."""

    class Refused:
        def again(self):
            """Take the site as it now is for the last good one."""
            self.before = small_book.digest()

        def __call__(self):
            done = small_book.build()
            assert done.returncode == 1, done.output
            assert "The last good site is still in _build/html." in done.output
            assert "Traceback" not in done.output
            assert small_book.digest() == self.before
            return done.output

    refused = Refused()
    refused.again()
    return refused


def test_a_cell_that_raises_is_named_with_its_line(small_book, refused):
    small_book.page("", "answer = 1\n\n\nanswer / 0")
    said = refused()
    assert "book/page.md:13: this cell raised ZeroDivisionError: division by zero" in said


def test_a_cell_that_raises_inside_a_function_is_named_at_the_call(small_book, refused):
    small_book.page("", "from groundup.lists.softmax import softmax\n\nsoftmax([])")
    assert "book/page.md:12: this cell raised ValueError" in refused()


def test_a_cell_that_does_not_parse_is_named_with_its_line(small_book, refused):
    small_book.page("", "answer = 1\nanswer = = 2")
    assert "book/page.md:11: this cell raised SyntaxError" in refused()


def test_a_cell_that_prints_to_stderr_is_named_with_what_it_printed(small_book, refused):
    small_book.page("", 'import warnings\n\nwarnings.warn("old habit")\nanswer = 1')
    said = refused()
    assert "book/page.md:10: this cell printed to stderr" in said
    assert "old habit" in said


def test_a_cell_past_its_time_limit_is_named_with_the_limit(small_book, refused):
    small_book.page("", "while True:\n    pass", front_matter=QUICK)
    assert "book/page.md:11: this cell ran past its limit of 1 s" in refused()


def test_a_cell_that_ends_its_python_is_named(small_book, refused):
    small_book.page("", "import os\n\nos._exit(3)")
    assert "book/page.md:10: the Python that ran this cell ended" in refused()


@pytest.mark.parametrize("given", [["--notebooks"], ["--exprot"], ["--export", "--watch"]])
def test_an_option_that_is_none_is_told_with_those_that_are(small_book, given):
    done = small_book.build(*given)
    assert done.returncode == 2
    assert "[--export | --notebooks FOLDER | --watch]" in done.stderr
    assert f"error: argument {given[-1]}" in done.stderr or "unrecognized" in done.stderr


def test_every_failing_page_is_named_in_one_build(small_book, refused):
    small_book.page("", "answer = 1 / 0")
    small_book.write("other", "# Other\n\n```{code-cell} python3\nmissing\n```\n")
    said = refused()
    assert "book/page.md:10: this cell raised ZeroDivisionError" in said
    assert "book/other.md:9: this cell raised NameError" in said


def test_an_undefined_term_is_named_with_its_line(small_book, refused):
    small_book.page("A {term}`flux capacitor` helps.\n", "answer = 1")
    said = refused()
    assert "page.md:20: WARNING: term not in glossary: 'flux capacitor'" in said


def test_an_undefined_reference_is_named_with_its_line(small_book, refused):
    small_book.page("See {ref}`nowhere`.\n", "answer = 1")
    said = refused()
    assert "page.md:20: WARNING: undefined label: 'nowhere'" in said


def test_an_undefined_glue_key_is_named_with_its_line(small_book, refused):
    small_book.page("It is {glue:text}`question`.\n", "answer = 1")
    said = refused()
    assert "page.md:20: WARNING: " in said
    assert "'question'" in said


def test_a_duplicate_label_is_named_with_both_pages(small_book, refused):
    small_book.write("index", "(page)=\n# Small\n\nA book.\n\n```{toctree}\npage\n```\n")
    said = refused()
    # the processes that read the two pages may end in either order
    told = re.search(
        r"(\w+)\.md: WARNING: duplicate label page, other instance in \S+?(\w+)\.md", said
    )
    assert {told[1], told[2]} == {"index", "page"}


def test_a_formula_that_cannot_be_set_is_named_with_its_line(small_book, refused):
    small_book.page("A formula: $\\frac{1}$.\n", "answer = 1")
    said = refused()
    assert "page.md:20: WARNING: the formula '\\\\frac{1}' can't be set" in said


def test_a_figure_without_alt_text_is_named_with_its_line(small_book, refused):
    draw = "from groundup.plots import axes\n\naxes(x='x', y='y').plot([1, 2])\nanswer = 1"
    small_book.page("", draw)
    said = refused()
    assert "page.md:11: WARNING: a figure without alt text" in said


def test_a_page_without_front_matter_is_told_what_to_begin_with(small_book, refused):
    small_book.page("", "answer = 1", front_matter="")
    said = refused()
    assert "book/page.md:1: no front matter that says how to execute it" in said
    assert "kernelspec: {name: python3, display_name: Python 3}" in said


def test_a_page_that_is_not_utf8_is_named_with_its_line(small_book, refused):
    page = small_book.root / "book" / "page.md"
    text = page.read_bytes()
    page.write_bytes(text + "caf\u00e9\n".encode("latin-1"))
    line = text.count(b"\n") + 1
    assert f"book/page.md:{line}: not UTF-8 here" in refused()


def test_cell_options_that_cannot_be_read_are_named_with_their_line(small_book, refused):
    small_book.page("", ":tags: [run\nanswer = 1")
    said = refused()
    assert "book/page.md:9: Code cell 1 at line 9 could not be read" in said


def test_tags_that_are_no_list_are_named_with_their_line(small_book, refused):
    small_book.page("", ":tags: run\nanswer = 1")
    assert "book/page.md:10: tags must be a list: write `:tags: [run]`" in refused()


@pytest.mark.parametrize("options", ["", "{execution_timeout: long}", "[1]"])
def test_front_matter_options_that_are_none_are_named(small_book, refused, options):
    small_book.page("", "answer = 1", QUICK.replace("{execution_timeout: 1}", options))
    assert "book/page.md:1: in the front matter, `mystnb` takes options" in refused()


def test_a_label_that_another_page_has_lost_is_named_where_it_is_used(small_book, refused):
    index = "# Small\n\nSee {ref}`page`.\n\n```{toctree}\npage\n```\n"
    small_book.write("index", index)
    assert small_book.build().returncode == 0
    page = small_book.root / "book" / "page.md"
    page.write_text(page.read_text(encoding="utf-8").replace("(page)=\n", ""), encoding="utf-8")
    refused.again()
    assert "index.md:8: WARNING: undefined label: 'page'" in refused()


def test_a_part_without_a_promise_is_named(small_book, refused):
    small_book.write("index", "# Small\n\nA book.\n\n```{course-map}\nBeginner | /page | A.\n```\n")
    small_book.write("page", "# Page\n")
    assert "page.md: WARNING: a part without a promise below its title" in refused()


def test_a_page_missing_from_the_contents_is_named(small_book, refused):
    small_book.write("stray", "# Stray\n\nNobody links here.\n")
    said = refused()
    assert "stray.md" in said
    assert "document isn't included in any toctree" in said


def test_a_course_map_line_that_is_no_part_is_named_with_its_line(small_book, refused):
    index = "# Small\n\nA book.\n\n```{course-map}\nSimple | /page | A sentence.\n```\n"
    small_book.write("index", index)
    said = refused()
    assert "index.md:10: ERROR: line 1 of the map" in said
    assert "'Simple | /page | A sentence.' is not a part" in said


def test_a_mistake_is_still_told_by_the_next_build(small_book, refused):
    small_book.page("See {ref}`nowhere`.\n", "answer = 1")
    refused()
    assert "undefined label: 'nowhere'" in refused()


def test_a_page_without_its_quiz_toml_is_named_with_its_line(small_book, refused):
    small_book.quiz()
    (small_book.root / "book" / "quiz.toml").unlink()
    assert "page.md:30: WARNING: the page has no quiz.toml beside it" in refused()


def test_a_quiz_that_is_not_toml_is_named_with_its_line(small_book, refused):
    small_book.quiz('ask = "What stays', "ask = What stays")
    said = refused()
    assert "book/quiz.toml:4: WARNING: this is not TOML: Invalid value" in said
    assert "[quiz.toml]" in said


def test_every_broken_rule_of_a_quiz_is_named_with_its_question(small_book, refused):
    small_book.quiz()
    quiz = small_book.root / "book" / "quiz.toml"
    text = quiz.read_text(encoding="utf-8")
    text = text.replace('section = "doubling"', 'section = "halving"', 1)
    text = text.replace("print(sum(add(vector, vector)))", "print(1 / 0)")
    quiz.write_text(text, encoding="utf-8")
    said = refused()
    assert re.search(
        r"quiz.toml:\d+: WARNING: question “two-steps”: the page has no section “halving”", said
    )
    assert re.search(
        r"question “sum”: its program failed: ZeroDivisionError: division by zero", said
    )


def test_what_a_quiz_links_to_in_vain_is_named_with_its_line(small_book, refused):
    small_book.quiz("{term}`vector`", "{term}`tensor`")
    assert re.search(r"book/quiz.toml:\d+: WARNING: term not in glossary: 'tensor'", refused())


def test_a_quiz_text_that_is_not_one_paragraph_is_named(small_book, refused):
    small_book.quiz('"As many as before"', '"- As many as before"')
    said = refused()
    assert re.search(r"quiz.toml:\d+: WARNING: question “width”: not one paragraph", said)
