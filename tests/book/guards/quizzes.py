"""Quizzes: five questions that keep the rules, with programs as readers can run them."""

import questions

from . import cells
from .page import Heading, Page
from .pages import parse


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
