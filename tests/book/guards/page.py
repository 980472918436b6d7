"""What a page is made of, each piece with its line."""

from dataclasses import dataclass, field

from .inline import Part
from .options import Option, words


@dataclass
class Heading:
    """A heading and the label that stands right before it."""

    line: int
    level: int
    text: str
    label: str | None


@dataclass
class Text:
    """Words in one place: prose, quote, table, definition, heading, title, caption, alt, equation."""

    line: int
    parts: list[Part]
    place: str
    section: str
    inside: tuple[str, ...]

    @property
    def plain(self) -> str:
        return "".join(part.text for part in self.parts)

    @property
    def shown_wrong(self) -> bool:
        return self.place == "quote" and self.plain.startswith("Before:")


@dataclass
class Directive:
    """A directive: its name, the words behind it, its options and its text."""

    line: int
    name: str
    argument: str
    options: dict[str, Option]
    body: str
    body_line: int
    section: str
    inside: tuple[str, ...]

    @property
    def tags(self) -> tuple[str, ...]:
        return words(self.options["tags"].value) if "tags" in self.options else ()


@dataclass
class Fence:
    """Code that is shown but belongs to no directive."""

    line: int
    language: str
    body: str


@dataclass
class Entry:
    """A term of the glossary and what is said about it."""

    line: int
    last_line: int
    term: str
    definition: str


@dataclass
class Page:
    """One page in reading order; quiz is the text of the quiz.toml beside it, if there is one."""

    name: str
    source: str
    quiz: str | None = None
    items: list = field(default_factory=list)
    labels: list[tuple[str, int]] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    def all(self, kind: type) -> list:
        return [item for item in self.items if isinstance(item, kind)]

    @property
    def folder(self) -> str:
        return self.name.rpartition("/")[0]

    @property
    def texts(self) -> list[Text]:
        """Return the words that the book stands behind: all but wrong examples, shown as such."""
        about = self.name.startswith("about/")
        return [text for text in self.all(Text) if not (about and text.shown_wrong)]

    @property
    def cells(self) -> list[Directive]:
        return [item for item in self.all(Directive) if item.name == "code-cell"]

    def says(self, line: int, wrong: str, remedy: str) -> str:
        """Return one complaint: where it is, what is wrong, and what to do.

        The lines of the quiz count on where those of the page end.
        """
        beyond = line - len(self.source.splitlines())
        if self.quiz and beyond > 0:
            return f"book/{self.folder}/quiz.toml:{beyond}: {wrong} {remedy}"
        return f"book/{self.name}.md:{line}: {wrong} {remedy}"
