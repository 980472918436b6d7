"""The quiz of a part: questions from `quiz.toml` beside the page, each answer with its reason.

    ```{quiz}
    ```

Every question is plain HTML: its words, its answers in a fixed shuffled order, and under each
answer a folded part that says whether it is right, and why. Nothing of it needs a script. What
quiz.toml may hold, and what each rule asks of it, is in questions/; a mistake is a warning at
its line of quiz.toml, and so fails the build.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from extensions.exercise import folded

from . import questions

LOGGER = logging.getLogger(__name__)

SECTION = re.compile(r"^\(([^()\n]+)\)=\s*\n#+ ", re.MULTILINE)
LETTERS = "ABCD"


class question(nodes.General, nodes.Element):
    """One question: a group that is named by its first paragraph."""


class Quiz(SphinxDirective):
    """Show the questions that stand in quiz.toml beside the page."""

    def run(self):
        page = Path(self.env.doc2path(self.env.docname))
        self.file = page.with_name("quiz.toml")
        self.env.note_dependency(self.file)
        sections = set(SECTION.findall(page.read_text(encoding="utf-8")))
        asked, complaints = questions.of_file(self.file, sections)
        for complaint in complaints:
            self.tell(complaint.rule, complaint.line, str(complaint))
        if complaints:
            return []
        return [self.question(number, one, len(asked)) for number, one in enumerate(asked, 1)]

    def question(self, number, asked, count):
        """Return one question with everything that belongs to it."""
        box = question("", ids=[f"quiz-{asked.id}"])
        place = nodes.strong("", f"Question {number} of {count}.", classes=["place"])
        words = self.words(asked.ask, asked.line("ask"), asked.id)
        box += nodes.paragraph("", "", place, nodes.Text(" "), *words, ids=[f"quiz-{asked.id}-ask"])
        if asked.code:
            code = asked.code.strip("\n")
            box += nodes.literal_block(code, code, language="python3")
        options = nodes.enumerated_list("", enumtype="upperalpha", prefix="", suffix=".")
        for letter, option in zip(LETTERS, asked.shuffled, strict=False):
            options += self.option(letter, option, asked)
        box += options
        where = f"Where this is explained: {{ref}}`{asked.section}`."
        box += nodes.paragraph("", "", *self.words(where, asked.line("section"), asked.id))
        return box

    def option(self, letter, option, asked):
        """Return one answer, and folded under it whether it is right, and why."""
        if asked.code:
            said = nodes.literal_block(option.text, option.text, language="text")
        else:
            said = nodes.paragraph("", "", *self.words(option.text, option.line("text"), asked.id))
        verdict = nodes.strong("", "Right." if option.right else "Not this.")
        why = self.words(option.why, option.line("why"), asked.id)
        why = nodes.paragraph("", "", verdict, nodes.Text(" "), *why)
        return nodes.list_item(
            "", said, folded("", why, summary=f"Is it {letter}?", classes=["why"])
        )

    def words(self, text, line, asked):
        """Return one paragraph of MyST without the paragraph around it.

        parse_inline fails on {term}. What is still to be resolved, such as a term or a label, is
        told with its line of quiz.toml.
        """
        parsed = self.parse_text_to_nodes(text)
        if len(parsed) != 1 or not isinstance(parsed[0], nodes.paragraph):
            self.tell(
                "words", line, f"question “{asked}”: not one paragraph. Write plain sentences."
            )
            return []
        for node in parsed[0].findall(nodes.Element):
            node.source, node.line = str(self.file), line
        return parsed[0].children

    def tell(self, rule, line, words):
        """Warn of a mistake in quiz.toml; if there is none, the page is the place to look at."""
        there = f"{self.file}:{line}" if self.file.exists() else self.get_location()
        LOGGER.warning(words, location=there, type="quiz", subtype=rule)


def open_question(writer, node):
    name = node["ids"][0]
    writer.body.append(
        f'<div class="quiz-question" id="{name}" role="group" aria-labelledby="{name}-ask">\n'
    )


def close_question(writer, node):
    writer.body.append("</div>\n")


def setup(app):
    app.setup_extension("extensions.exercise")  # it writes what is folded
    app.add_directive("quiz", Quiz)
    app.add_node(question, html=(open_question, close_question))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
