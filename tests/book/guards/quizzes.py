"""Quizzes: five questions that keep the rules, with programs as readers can run them, all on one page."""

import questions

from . import cells, contents
from .page import Directive, Heading, Page
from .pages import parse

ALL = "questions"  # the page that shows every quiz once more


def rules(part: Page) -> list[str]:
    """Complain about each rule of questions/ that the quiz of a part breaks."""
    sections = {heading.label for heading in part.all(Heading) if heading.label}
    _, complaints = questions.checked(part.quiz or "", sections)
    return [f"book/{part.folder}/quiz.toml:{told.line}: {told}" for told in complaints]


def programs(part: Page) -> list[str]:
    """Complain about programs to be predicted that break the rules of a cell that readers run."""
    complaints = []
    for question in questions.read(part.quiz or "")[0]:
        if question.code:
            source = f"```{{code-cell}} python3\n:tags: [run]\n{question.code.strip()}\n```\n"
            program = parse(source, part.name)
            for guard in (cells.readable, cells.lengths, cells.alone):
                if found := guard(program):
                    complaints += [said(part, question, complaint) for complaint in found]
                    break  # what is not Python cannot be asked further
    return complaints


def said(part: Page, question: questions.Question, complaint: str) -> str:
    """Return a complaint about a cell as one about the program of a question."""
    _, _, words = complaint.split(":", 2)
    return f"book/{part.folder}/quiz.toml:{question.line('code')}: “{question.id}”:{words}"


def collected(pages: list[Page]) -> list[str]:
    """Complain unless the page of all questions has each written part, in order, under its title."""
    page = find(pages, ALL)
    named = {part.name: part for part in pages}
    order = [
        part.page for part in contents.parts(find(pages, contents.INDEX)) if part.page in named
    ]
    wanted = [(2, named[name].all(Heading)[0].text, f"/{name}") for name in order]
    found = []
    for item in page.items:
        if isinstance(item, Heading) and item.level > 1:
            found.append((item.level, item.text, ""))
        elif isinstance(item, Directive) and item.name == "quiz" and found:
            found[-1] = (*found[-1][:2], item.argument)
    if found == wanted:
        return []
    shape = "; ".join(f"## {title}, {{quiz}} {name}" for _, title, name in wanted)
    return [page.says(1, "the quizzes differ from the parts.", f"Write in this order: {shape}.")]


def find(pages: list[Page], name: str) -> Page:
    """Return the page of a name."""
    return next(page for page in pages if page.name == name)
