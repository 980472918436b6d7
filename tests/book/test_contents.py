"""The first page leads to every other page, and names all ten parts with their levels."""

import pytest

from guards import contents, fail_with, sample
from guards.pages import pages


def test_the_course_map_names_ten_parts_with_levels():
    fail_with(contents.course_map(pages()))


def test_every_page_is_named_once():
    fail_with(contents.reachable(pages()))


def book(old: str = "", new: str = "") -> list:
    return [sample.index(old, new), sample.part(), sample.glossary()]


def test_a_right_book_passes():
    assert contents.course_map(book()) == []
    assert contents.reachable(book()) == []
    assert [part.name for part in contents.written(book())] == ["sample/index"]


MISTAKES = [
    (
        contents.course_map,
        "Beginner | Counting | How to tell one thing from another by counting.\n",
        "",
    ),
    (contents.course_map, "Beginner |", "Novice |"),
    (contents.course_map, "/sample/index", "/other/index"),
    (contents.course_map, "| How to double a list of numbers by hand.", ""),
    (contents.course_map, "Counting |", "|"),
    (contents.reachable, "/sample/index", "Doubling"),
    (contents.reachable, "\nvocabulary\n", "\n"),
    (contents.reachable, "\nvocabulary\n", "\nvocabulary\nsample/index\n"),
]


@pytest.mark.parametrize(("guard", "old", "new"), MISTAKES)
def test_a_mistake_is_found(guard, old, new):
    assert len(guard(book(old, new))) == 1
