"""Every figure says in words what it shows."""

import pytest

from guards import fail_with, figures, sample
from guards.pages import pages

GUARDS = (figures.alt_texts, figures.quiet_ends, figures.sliders)


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_the_figures_of_a_page_keep_the_rules(page, guard):
    fail_with(guard(page))


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
def test_a_right_page_passes(guard):
    assert guard(sample.part()) == []


ALT = '    alt: "The doubled vector points the same way and is twice as long."'
MISTAKES = [
    (figures.alt_texts, ALT, "    align: center"),
    (figures.alt_texts, ALT, '    alt: "The doubled vector as it is drawn in doubled-vector.png"'),
    (figures.alt_texts, ALT, '    alt: "Plot of it."'),
    (figures.alt_texts, "print(steps)", "plt.plot(steps)"),
    (figures.alt_texts, "Doubling keeps", "![](doubled.svg)\n\nDoubling keeps"),
    (figures.alt_texts, "Doubling keeps", "```{figure} doubled.svg\n```\n\nDoubling keeps"),
    (figures.quiet_ends, "[0, 2]);", "[0, 2])"),
]


@pytest.mark.parametrize(("guard", "old", "new"), MISTAKES)
def test_a_mistake_is_found(guard, old, new):
    assert len(guard(sample.part(old, new))) == 1


DRAWN = f"""```{{code-cell}} python3
---
mystnb:
  image:
{ALT}
---
ax = axes(x="first", y="second")
ax.plot([0, 1], [0, 2]);
"""
MOVED = DRAWN.replace("ax.plot([0, 1], [0, 2])", 'movable("Double it", stops, marks, reads)')
TOLD = "Follow the arrow, by eye, or with the slider where the page shows one.\n\n"


def test_a_slider_of_which_the_text_right_before_says_nothing_is_found():
    (complaint,) = figures.sliders(sample.part(DRAWN, MOVED))
    assert "says nothing of its slider" in complaint
    (complaint,) = figures.sliders(sample.part(DRAWN, TOLD + DRAWN + "```\n\n" + MOVED))
    assert "says nothing of its slider" in complaint, "what is said of another figure doesn't count"


def test_a_slider_of_which_the_text_tells_passes():
    assert figures.sliders(sample.part(DRAWN, TOLD + MOVED)) == []


def test_a_moved_figure_that_was_begun_in_another_cell_needs_words_too():
    bare = DRAWN.replace(ALT, "    align: center").replace("ax = axes", "moved = movable")
    assert len(figures.alt_texts(sample.part(DRAWN, bare))) == 1
    assert len(figures.quiet_ends(sample.part(DRAWN, MOVED.replace(";", "")))) == 1


def test_a_picture_with_words_passes():
    picture = "```{figure} doubled.svg\n:alt: The doubled vector is twice as long as before\n```\n"
    assert figures.alt_texts(sample.part("Doubling keeps", picture + "\nDoubling keeps")) == []


def test_a_drawing_cell_may_end_in_a_loop():
    loop = "for end in (2, 4):\n    ax.plot([0, 1], [0, end])"
    assert figures.quiet_ends(sample.part("ax.plot([0, 1], [0, 2]);", loop)) == []
