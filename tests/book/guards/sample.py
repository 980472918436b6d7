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

Both arrows point the same way. {shown}`above`

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

Doubling keeps the direction. {shown}`argument`

(sample-check)=
## Check what you learned

Choose an answer to each question.

```{quiz}
```

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
QUIZ = """\
[[question]]
id = "what-stays"
section = "doubling-by-hand"
ask = "What stays when a vector is doubled?"

[question.right]
text = "The direction in which it points"
why = "Every number grows by the same factor, so none gains on another."

[[question.wrong]]
text = "The sum of its numbers, as before"
why = "Then one number would have to shrink while another one grows."

[[question.wrong]]
text = "The place in which it ends"
why = "Then nothing would have been added to it at all."

[[question]]
id = "sum"
section = "doubling-by-hand"
kind = "predict"
ask = "What does the program print?"
code = '''
from groundup.lists.vector import add

vector = [1.0, 2.0]
print(sum(add(vector, vector)))
'''

[question.right]
why = "Both numbers are doubled, and so their sum is doubled too."

[[question.wrong]]
text = "3.0"
why = "That is the sum of the vector before it was doubled."

[[question.wrong]]
text = "9.0"
why = "That is a square, and nothing here was multiplied by itself."

[[question]]
id = "in-which-order"
section = "doubling-by-hand"
ask = "In which order are the numbers doubled?"

[question.right]
text = "In any order at all"
why = "No number needs another one, so the order makes no difference."

[[question.wrong]]
text = "From the first to the last"
why = "Then the second number would need the first to be done."

[[question.wrong]]
text = "From the last to the first"
why = "Then the first number would need the second to be done."

[[question]]
id = "two-steps"
section = "doubling"
ask = "Which of these does *not* double a vector?"

[question.right]
text = "`add(x, [2, 2])`"
why = "It moves the vector to another place, whatever its numbers were."

[[question.wrong]]
text = "`add(x, x)`"
why = "That is what doubling is: a vector added to itself once."

[[question.wrong]]
text = "`add(y, x)` with `y = x`"
why = "Here `y` is another name of the same vector, so it is doubled."

[[question]]
id = "width"
section = "doubling"
ask = "How many numbers has the doubled {term}`vector`?"

[question.right]
text = "As many as before"
why = "Each number gives one number, and so their count stays."

[[question.wrong]]
text = "Two for each that there was"
why = "Then doubling would put the vector behind itself and add nothing."

[[question.wrong]]
text = "Half as many, since two become one"
why = "Then two numbers of the vector would have been added to each other."
"""
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
    return parse(replaced(PART, old, new), quiz=QUIZ)


def quiz(old: str = "", new: str = "") -> Page:
    """Return the right page with its quiz, or with the quiz in which one thing is replaced."""
    return parse(PART, quiz=replaced(QUIZ, old, new))


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
