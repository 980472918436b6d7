"""A small book in which everything is right, to be spoilt one thing at a time."""

from .page import Page
from .pages import parse

FRONT_MATTER = """\
---
file_format: mystnb
kernelspec: {name: python3, display_name: Python 3}
---

"""
PART = (
    FRONT_MATTER
    + """\
(doubling)=
# Doubling

You will double a {term}`vector`.
You will see what stays the same.

What you need first: lists.

(doubling-by-hand)=
## By hand

A vector is doubled number by number, in {glue:text}`steps` steps.
Its width $d = 4$ stays, and so does `len(x)`.

```{code-cell} python3
steps = len([1.0, 2.0])
print(steps)
```

```{code-cell} python3
:tags: [remove-cell]
from groundup.glue import glue

glue("steps", steps)
```

```{code-cell} python3
---
mystnb:
  image:
    alt: "The doubled vector points the same way and is twice as long."
---
ax = axes(x="first", y="second")
ax.plot([0, 1], [0, 2]);
```

```{admonition} Two steps are not one
:class: warning
Adding a vector to itself doubles it; adding one to it does not.
```

```{exercise} Double the numbers
Double both numbers.
What happens to their sum?
```

```{code-cell} python3
:tags: [run]
vector = [1.0, 2.0]
print(f"sum: {sum(vector):z.1f}")
```

```{hint}
Change the first line.
```

```{code-cell} python3
:tags: [answer]
vector = [2.0, 4.0]
print(f"sum: {sum(vector):z.1f}")
```

```{code-cell} python3
:tags: [check]
assert vector == [2.0, 4.0], f"Both numbers should be doubled, and they are {vector}."
```

## What to remember

Doubling keeps the direction.

## Names elsewhere

| here | PyTorch |
|---|---|
| doubling | `torch.mul` |

## Sources

A. Author, *Doubling 148 vectors, simply*, 2017, section 3.2.

## Next

That was all.
"""
)
GLOSSARY = (
    FRONT_MATTER
    + """\
(vocabulary)=
# Vocabulary

```{glossary}
matrix
  Rows of numbers, all of one size, that together turn one {term}`vector` into another.

vector
  A list of numbers that belong together, such as the rows of a {term}`matrix`.
```
"""
)
INDEX = (
    FRONT_MATTER
    + """\
(index)=
# A small book

```{course-map}
"""
    + "Beginner | Counting | How to tell one thing from another by counting.\n" * 9
    + """\
Advanced | /sample/index | How to double a list of numbers by hand.
```

```{toctree}
:hidden:

vocabulary
```
"""
)


def part(old: str = "", new: str = "") -> Page:
    """Return the right page, or the page with one thing replaced."""
    return parse(replaced(PART, old, new))


def glossary(old: str = "", new: str = "") -> Page:
    """Return the right glossary, or the glossary with one thing replaced."""
    return parse(replaced(GLOSSARY, old, new), "vocabulary")


def index(old: str = "", new: str = "") -> Page:
    """Return the right first page, or the page with one thing replaced."""
    return parse(replaced(INDEX, old, new), "index")


def replaced(source: str, old: str, new: str) -> str:
    """Replace the first place of old; it must be there, or the test would prove nothing."""
    assert old in source, f"the sample has no {old!r}"
    return source.replace(old, new, 1)


def line(page: Page, words: str) -> int:
    """Return the line on which the words stand."""
    return next(at for at, text in enumerate(page.source.splitlines(), 1) if words in text)
