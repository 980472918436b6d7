"""Every page has the shape that readers have learned from the first one."""

import pytest

from guards import anatomy, contents, fail_with, sample
from guards.pages import pages, parse

OF_ALL = (anatomy.front_matter, anatomy.headings)
OF_PARTS = (anatomy.opening, anatomy.sections, anatomy.quiz, anatomy.callout, anatomy.pasted)


@pytest.mark.parametrize("guard", OF_ALL, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_a_page_has_the_shape_of_a_page(page, guard):
    fail_with(guard(page))


@pytest.mark.parametrize("guard", OF_PARTS, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("part", contents.written(pages()), ids=lambda part: part.name)
def test_a_part_has_the_shape_of_a_part(part, guard):
    fail_with(guard(part))


def test_every_label_names_one_place():
    fail_with(anatomy.labels(pages()))


@pytest.mark.parametrize("guard", OF_ALL + OF_PARTS, ids=lambda guard: guard.__name__)
def test_a_right_part_passes(guard):
    assert guard(sample.part()) == []
    assert anatomy.labels([sample.part()]) == []


MISTAKES = [
    (anatomy.front_matter, "display_name: Python 3", "display_name: Python"),
    (anatomy.headings, "(doubling)=\n", ""),
    (anatomy.headings, "## Next", "# Next"),
    (anatomy.headings, "## By hand", "### By hand"),
    (anatomy.headings, "# Doubling\n", "Doubling\n"),
    (anatomy.opening, "You will see what stays the same.", ""),
    (anatomy.opening, "You will see", "It is short. You will see"),
    (anatomy.opening, "What you need first: lists.", ""),
    (anatomy.sections, "(doubling-by-hand)=\n", ""),
    (anatomy.sections, "## What to remember", "(more)=\n## What to keep"),
    (anatomy.sections, "## Sources", "(sources)=\n## Where from"),
    (anatomy.sections, "## Check what you learned", "## Check yourself"),
    (anatomy.sections, "## What to remember\n\n", ""),
    (anatomy.sections, "That was all.", "That was all.\n\n(more)=\n## More\n\nWords."),
    (anatomy.quiz, "(sample-check)=\n", ""),
    (anatomy.quiz, "(sample-check)=", "(sample-quiz)="),
    (anatomy.quiz, "```{quiz}\n```\n", ""),
    (anatomy.quiz, "```{quiz}\n```\n", "```{quiz}\n```\n\n```{quiz}\n```\n"),
    (anatomy.quiz, "## Check what you learned", "## Check yourself"),
    (anatomy.callout, "```{admonition} Two steps are not one\n:class: warning", "```text"),
    (anatomy.pasted, "That was all.", "```python\nx = 1\n```"),
    (anatomy.pasted, "That was all.", "```{code-block} python\nx = 1\n```"),
]


@pytest.mark.parametrize(("guard", "old", "new"), MISTAKES)
def test_a_mistake_is_found(guard, old, new):
    assert guard(sample.part(old, new))


def test_a_label_of_two_places_is_found():
    other = parse("(doubling)=\n# Other\n", "other/index")
    assert len(anatomy.labels([sample.part(), other])) == 1


def test_a_label_with_capitals_is_found():
    assert len(anatomy.labels([sample.part("(doubling)=", "(Doubling)=")])) == 1


def test_a_part_without_a_quiz_file_is_found():
    (complaint,) = anatomy.quiz(parse(sample.PART))
    assert "sample/index.md" in complaint and "quiz.toml" in complaint


def test_other_languages_may_be_pasted():
    assert anatomy.pasted(sample.part("That was all.", "```bash\nls\n```")) == []
