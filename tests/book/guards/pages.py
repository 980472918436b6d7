"""The pages of the book, taken apart into headings, prose, cells and directives."""

import textwrap
from functools import cache
from pathlib import Path

import questions

from . import inline, options
from .inline import Part
from .page import Directive, Entry, Fence, Heading, Page, Text

BOOK = Path(__file__).parents[3] / "book"
VERBATIM = {
    "bibliography", "code", "code-block", "code-cell", "course-map", "image", "include",
    "literalinclude", "math", "quiz", "raw", "sourcecode", "toctree",
}  # fmt: skip
WITHOUT_TITLE = VERBATIM | {"figure", "glossary", "glue", "glue:figure", "list-table", "only"}
CLOSING = {"th_close", "td_close", "dt_close", "dd_close", "blockquote_close"}


@cache
def pages(book: Path = BOOK) -> tuple[Page, ...]:
    """Return every page of the book in a fixed order."""
    found = []
    for path in sorted(book.rglob("*.md")):
        quiz = path.with_name("quiz.toml")
        asked = quiz.read_text(encoding="utf-8", errors="replace") if quiz.exists() else None
        name = path.relative_to(book).with_suffix("").as_posix()
        found.append(parse(path.read_text(encoding="utf-8"), name, asked))
    return tuple(found)


def parse(source: str, name: str = "sample/index", quiz: str | None = None) -> Page:
    """Take a page's source apart, with the questions that it shows."""
    page = Page(name, source, quiz)
    Reader(page).read(source, line=1)
    return page


class Reader:
    """Walks through the blocks of a page and into the text of its directives."""

    def __init__(self, page: Page):
        self.page = page
        self.section = ""
        self.label: str | None = None

    def read(self, source: str, line: int, inside: tuple[str, ...] = ()) -> None:
        """Add what the source holds to the page; line is the page's line of its first line."""
        places = ["prose"]
        tokens = inline.PARSER.parse(source)
        for at, token in enumerate(tokens):
            here = line + token.map[0] if token.map else line
            if token.type in ("myst_target", "myst_line_comment"):
                self.target(token, here)
                continue
            if token.type == "heading_open":
                self.heading(token, tokens[at + 1], here, inside)
            elif token.type == "inline":
                place = "heading" if tokens[at - 1].type == "heading_open" else places[-1]
                self.text(inline.parts(token, here), here, place, inside)
            elif token.type in ("th_open", "td_open"):
                places.append("table")
            elif token.type in ("dt_open", "dd_open"):
                places.append("definition")
            elif token.type == "blockquote_open":
                places.append("quote")
            elif token.type in CLOSING:
                places.pop()
            elif token.type in ("math_block", "math_block_label"):
                self.text([Part("maths", token.content, here)], here, "equation", inside)
            elif token.type == "html_block":
                self.text(inline.html(token.content, here), here, places[-1], inside)
            elif token.type in ("fence", "colon_fence", "code_block"):
                self.fence(token, here, inside)
            self.label = None

    def target(self, token, line: int) -> None:
        if token.type == "myst_target":
            self.label = token.content
            self.page.labels.append((token.content, line))

    def heading(self, token, content, line: int, inside: tuple[str, ...]) -> None:
        heading = Heading(line, int(token.tag[1]), content.content, self.label)
        if not inside:
            self.page.items.append(heading)
            if heading.level <= 2:
                self.section = heading.text if heading.level == 2 else ""

    def text(self, parts: list[Part], line: int, place: str, inside: tuple[str, ...]) -> None:
        alts = [part for part in parts if part.kind == "alt"]
        rest = [part for part in parts if part.kind != "alt"]
        if rest:
            self.page.items.append(Text(line, rest, place, self.section, inside))
        for part in alts:
            alt = Part("text", part.text, part.line)
            self.page.items.append(Text(part.line, [alt], "alt", self.section, inside))

    def fence(self, token, line: int, inside: tuple[str, ...]) -> None:
        name, braced, argument = token.info.strip().partition("}")
        if not braced or not name.startswith("{"):
            self.page.items.append(Fence(line, token.info.strip(), token.content))
            return
        found, taken = options.split(token.content)
        body = "\n".join(token.content.splitlines()[taken:])
        below = line + 1 + taken
        directive = Directive(
            line, name[1:], argument.strip(), found, body, below, self.section, inside
        )
        self.page.items.append(directive)
        self.words_of(directive)
        within = (*inside, directive.name)
        if directive.name == "math":
            self.text([Part("maths", body, below)], below, "equation", within)
        elif directive.name == "glossary":
            self.glossary(body, below, within)
        elif directive.name == "course-map":
            self.course_map(body, below, within)
        elif directive.name == "quiz":
            self.quiz(within)
        elif directive.name not in VERBATIM:
            self.read(body, below, within)

    def words_of(self, directive: Directive) -> None:
        """Add the words that a directive carries outside its text: title, caption and alt text."""
        spoken = []
        if directive.argument and directive.name not in WITHOUT_TITLE:
            spoken.append(("title", directive.argument, directive.line))
        for key, (value, below) in directive.options.items():
            if key.split(".")[-1] in ("alt", "caption"):
                spoken.append((key.split(".")[-1], value, directive.line + below))
        for place, words, line in spoken:
            parts = inline.parse(words, line) if place != "alt" else [Part("text", words, line)]
            self.text(parts, line, place, (*directive.inside, directive.name))

    def course_map(self, body: str, line: int, inside: tuple[str, ...]) -> None:
        """Read the parts of the course, one a line: level | title or page | what it teaches."""
        for here, words in enumerate(body.splitlines(), line):
            _, _, rest = words.partition("|")
            title, _, teaches = rest.partition("|")
            if not title.strip().startswith("/"):
                self.text(inline.parse(title.strip(), here), here, "title", inside)
            self.text(inline.parse(teaches.strip(), here), here, "prose", inside)

    def quiz(self, inside: tuple[str, ...]) -> None:
        """Read the words of the questions; their lines count on where those of the page end."""
        end = len(self.page.source.splitlines())
        for question in questions.read(self.page.quiz or "")[0]:
            spoken = [(question.ask, question.line("ask"))]
            for option in question.options:
                if not question.code:  # else it is what a program prints
                    spoken.append((option.text, option.line("text")))
                spoken.append((option.why, option.line("why")))
            for words, line in spoken:
                self.text(inline.parse(words, end + line), end + line, "prose", inside)

    def glossary(self, body: str, line: int, inside: tuple[str, ...]) -> None:
        """Read entries: a term at the margin, what it means indented below it."""
        lines = body.splitlines()
        starts = [at for at, words in enumerate(lines) if words.strip() and words[0] != " "]
        for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
            text = textwrap.dedent("\n".join(lines[start + 1 : end]))
            term = lines[start].partition(" : ")[0].strip()
            self.page.entries.append(Entry(line + start, line + end - 1, term, text.strip()))
            self.read(text, line + start + 1, inside)
