"""A book of any number of pages, each holding what a page of the book holds, in small."""

import json
import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FRONT_MATTER = """\
---
file_format: mystnb
kernelspec: {name: python3, display_name: Python 3}
---

"""
PAGE = """\
(page-NUMBER)=
# Page NUMBER of many

Page NUMBER adds numbers to a {term}`vector`, and then to a {term}`matrix`.
What it says goes on for a while, so that there is something to read and to search for.

(page-NUMBER-sum)=
## A sum

A vector $x$ of width $d$ has a sum, $s_{NUMBER}$, and {ref}`the page before <page-BEFORE>` has one too.
{ref}`A page far away <page-FAR>` does the same with a {term}`matrix`.

$$
s_{NUMBER} = x_1 + x_2 + \\dots + x_d
$$

```{code-cell} python3
:tags: [run]
vector = [NUMBER, 2, 3]
for number in vector:
    print(number, number + NUMBER)
```

The sums stand in the last column, and none of them is smaller than the number before it.

(page-NUMBER-line)=
## A line

A line shows the same, and its legend says which is which.

```{code-cell} python3
---
mystnb:
  image:
    alt: The line of page NUMBER rises evenly.
---
from groundup.plots import axes

ax = axes(x="place", y="number")
ax.plot([NUMBER, NUMBER + 1, NUMBER + 3])
```

| here | there |
|---|---|
| `vector` | a list of numbers |
| `matrix` | a list of such lists |
"""
QUIZ = """
(page-NUMBER-check)=
## Check what you learned

Choose an answer.

```{quiz}
```
"""
QUESTION = """
[[question]]
id = "ID"
section = "page-NUMBER-sum"
ask = "What is added up here, and to what does it lead in the end?"

[question.right]
text = "The numbers of a vector"
why = "Each of them is added to the ones before, and so they make a sum."

[[question.wrong]]
text = "The widths of a vector"
why = "Then each vector would give one number, and nothing would be added."

[[question.wrong]]
text = "The pages of the book"
why = "Then the sum would be of pages, and no page can be added to another."
"""
GLOSSARY = """\
(vocabulary)=
# Vocabulary

```{glossary}
matrix
  Rows of numbers, all of one size, that together turn one {term}`vector` into another.

vector
  A list of numbers that belong together, such as the rows of a {term}`matrix`.
```
"""
QUIZ_EVERY = 5


class Book:
    """A book in a folder of its own, to be built with the repository's _config and code."""

    def __init__(self, root: Path, size: int):
        self.root = root
        skipped = shutil.ignore_patterns("__pycache__", "node_modules")
        for name in ("_config", "code"):
            shutil.copytree(ROOT / name, root / name, ignore=skipped)
        (root / "_build").mkdir()
        # what was fetched from npm, and the engine made of it, belong to the set-up
        for name in ("node", "engine"):
            (ROOT / "_build" / name).mkdir(parents=True, exist_ok=True)
            (root / "_build" / name).symlink_to(ROOT / "_build" / name)
        names = [f"page-{number}/index" for number in range(1, size + 1)]
        contents = "\n".join(["```{toctree}", ":hidden:", "", *names, "vocabulary", "```"])
        self.write("index", f"# A book of {size} pages\n\nIt has a promise.\n\n{contents}\n")
        self.write("vocabulary", GLOSSARY)
        for number, name in enumerate(names, 1):
            text = PAGE + (QUIZ if number % QUIZ_EVERY == 0 else "")
            places = {"NUMBER": number, "BEFORE": number - 1 or size, "FAR": size + 1 - number}
            for place, value in places.items():
                text = text.replace(place, str(value))
            self.write(name, text)
            if number % QUIZ_EVERY == 0:
                ids = ("first", "second", "third", "fourth", "fifth")
                asked = "".join(QUESTION.replace("ID", each) for each in ids)
                quiz = root / "book" / Path(name).with_name("quiz.toml")
                quiz.write_text(asked.replace("NUMBER", str(number)), encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """Write a page."""
        file = self.root / "book" / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(FRONT_MATTER + text, encoding="utf-8")

    def page(self, number: int) -> Path:
        """Return the file of a page that was built."""
        return self.root / "_build" / "html" / f"page-{number}" / "index.html"

    def cells_seconds(self) -> float:
        """Return the seconds that the pages took to execute, added up."""
        times = (self.root / "_build" / "execution.json").read_text(encoding="utf-8")
        return json.loads(times)["seconds"]
