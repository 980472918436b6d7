"""A small book in a folder of its own, built as the real one is."""

import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from guards import sample

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "_config"))

import node  # noqa: E402  found through the line above

FRONT_MATTER = """---
file_format: mystnb
kernelspec: {name: python3, display_name: Python 3}
---

"""
MORE = """\
## What to remember

Prices of \\$5 and \\$6, a\\*b, \\<b>, [not a link], snake_case and `` `ticks` `` stay, and so does
1\\. at the start of a line. See {ref}`the start <doubling>`, {doc}`/page` and
[a page elsewhere](https://example.org/a).

$$
x^2
$$

- one
- two

  and more of it

1. first
2. second

a word
: What it means.

```{predict}
What is printed?
```

```{code-cell} python3
:tags: [run]
print("it is this")
```

````{admonition} You may have read this
:class: belief
It has two paragraphs.

```python
and = "code"
```
````
"""


class SmallBook:
    """A book with an index, one page, and the real _config and code."""

    REPOSITORY = "https://github.com/Owner/name"

    def __init__(self, root: Path):
        self.root = root
        skipped = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(ROOT / "_config", root / "_config", ignore=skipped)
        shutil.copytree(ROOT / "code", root / "code", ignore=skipped)
        (root / "_build").mkdir()
        # what the real book has fetched from npm, and the engine that it has made
        node.package("katex")
        for name in ("node", "engine"):
            (ROOT / "_build" / name).mkdir(parents=True, exist_ok=True)
            (root / "_build" / name).symlink_to(ROOT / "_build" / name)
        self.write("index", "# Small\n\nA book.\n\n```{toctree}\npage\n```\n")
        self.page("The answer is {glue:text}`answer`.\n", "answer = 6 * 7\nprint(answer)")

    def write(self, name: str, text: str, front_matter: str = FRONT_MATTER) -> None:
        """Write a page of the book."""
        (self.root / "book").mkdir(exist_ok=True)
        (self.root / "book" / f"{name}.md").write_text(front_matter + text, encoding="utf-8")

    def page(self, text: str, code: str, front_matter: str = FRONT_MATTER) -> None:
        """Write the one page: a cell with the code, a cell that hands on `answer`, and text."""
        cells = f"```{{code-cell}} python3\n{code}\n```\n\n"
        cells += "```{code-cell} python3\n:tags: [remove-cell]\nfrom groundup.glue import glue\n\n"
        cells += 'glue("answer", answer)\n```\n\n'
        self.write("page", "(page)=\n# Page\n\n" + cells + text, front_matter)

    def quiz(self, old: str = "", new: str = "") -> None:
        """Write the one page with a right quiz, or with the quiz in which one thing is replaced."""
        text = (
            "(doubling)=\n## Doubling\n\nWords.\n\n(doubling-by-hand)=\n### By hand\n\nWords.\n\n"
        )
        self.page(text + "```{quiz}\n```\n\nThe {glue:text}`answer`.\n", "answer = 6 * 7")
        questions = sample.replaced(sample.QUIZ, old, new)
        (self.root / "book" / "quiz.toml").write_text(questions, encoding="utf-8")
        self.write("vocabulary", sample.GLOSSARY, front_matter="")
        self.write("index", "# Small\n\nA book.\n\n```{toctree}\npage\nvocabulary\n```\n")

    def part(self, old: str = "", new: str = "") -> None:
        """Write a part in which there is one of each thing, with its quiz and its vocabulary."""
        imported = "from groundup.plots import axes\n\nax = axes("  # a sample is not run elsewhere
        text = sample.replaced(sample.PART, "ax = axes(", imported)
        (self.root / "book" / "sample").mkdir(exist_ok=True)
        self.write("sample/index", sample.replaced(text, old, new), front_matter="")
        (self.root / "book" / "sample" / "quiz.toml").write_text(sample.QUIZ, encoding="utf-8")
        self.write("vocabulary", sample.GLOSSARY, front_matter="")
        self.write("index", sample.INDEX.replace("vocabulary\n```", "vocabulary\npage\n```"), "")

    def build(self, *options: str, **environment: str) -> subprocess.CompletedProcess:
        """Build the book and return how that ended, `output` holding all it said."""
        done = subprocess.run(
            [*self.command(), *options],
            cwd=self.root,
            capture_output=True,
            text=True,
            env=os.environ | environment,
        )
        done.output = done.stdout + done.stderr
        return done

    def built(self, *options: str, **environment: str) -> "SmallBook":
        """Build the book, which has to succeed, and return it."""
        done = self.build(*options, **environment)
        assert done.returncode == 0, done.output
        return self

    def command(self) -> list[str]:
        return [sys.executable, str(self.root / "_config" / "build.py")]

    def seen(self) -> str:
        """Return the text of the page that a reader sees."""
        return BeautifulSoup(self.html("page"), "html.parser").article.text

    def html(self, name: str) -> str:
        """Return the HTML of a page as it was written."""
        site = self.root / "_build" / "html"
        page = site / "index.html" if name == "index" else site / name / "index.html"
        return page.read_text(encoding="utf-8")

    def digest(self) -> str:
        """Return a digest of every byte of the site that is the same in every build."""
        site = self.root / "_build" / "html"
        digest = hashlib.sha256()
        for file in sorted(path for path in site.rglob("*") if path.is_file()):
            if file == site / "build.json":
                continue  # it tells when
            digest.update(str(file.relative_to(site)).encode() + b"\0" + file.read_bytes())
        return digest.hexdigest()

    def copy(self, root: Path) -> "SmallBook":
        """Return a copy of the book with all it has built, in another folder."""
        shutil.copytree(self.root, root, symlinks=True, dirs_exist_ok=True)
        twin = object.__new__(SmallBook)
        twin.root = root
        return twin


@pytest.fixture(scope="session")
def apart():
    """Call a function in a thread of its own: Playwright starts once in each, and for the tests of
    tests/browser it has started in this one."""
    with ThreadPoolExecutor(1) as thread:
        yield lambda function, *given: thread.submit(function, *given).result()


@pytest.fixture(scope="session")
def built_once(tmp_path_factory):
    """A small book that has been built well. Not to be changed: take `small_book`."""
    book = SmallBook(tmp_path_factory.mktemp("book") / "small")
    return book.built()


@pytest.fixture(scope="session")
def published(built_once, tmp_path_factory):
    """A small book with one of each thing, exported for a repository. Not to be changed: take a copy."""
    book = built_once.copy(tmp_path_factory.mktemp("published") / "small")
    book.part("## What to remember\n", MORE)
    return book.built("--export", BOOK_REPOSITORY=SmallBook.REPOSITORY)


@pytest.fixture
def small_book(built_once, tmp_path):
    """A small book with a good site already in place."""
    return built_once.copy(tmp_path / "small")


@pytest.fixture(scope="module")
def module_book(built_once, tmp_path_factory):
    """A small book for the tests of one file, which write it once and build it."""
    return built_once.copy(tmp_path_factory.mktemp("module") / "small")
