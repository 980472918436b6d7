"""The quiz of a part: questions from `quiz.toml` beside the page, each answer with its reason.

    ```{quiz}
    ```

Another page shows the same quiz, with the same tries, when it names the part's page:

    ```{quiz} /feed-forward/index
    ```

Every question is plain HTML: its words, its answers in a fixed shuffled order, and under each
answer a folded part that says whether it is right, and why. Nothing of it needs a script; quiz.js
asks one question at a time, checks what is chosen and keeps the tries. What quiz.toml may hold,
and what each rule asks of it, is in questions/; a mistake is a warning at its line of quiz.toml,
and so fails the build. The course map tells in `data-questions` which questions each written part
has, each with what stands for its right answer.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from extensions import assets
from extensions.course import written_part

from . import markup, questions

LOGGER = logging.getLogger(__name__)

HERE = Path(__file__).parent
SECTION = re.compile(r"^\(([^()\n]+)\)=\s*\n#+ ", re.MULTILINE)
GLUED = re.compile(r"\{glue:text\}`([^`:]+)(:[^`]+)?`")
LETTERS = "ABCD"


class Quiz(SphinxDirective):
    """Show the questions that stand in quiz.toml beside a page."""

    optional_arguments = 1

    def run(self):
        named = self.arguments[0].lstrip("/") if self.arguments else self.env.docname
        page = Path(self.env.doc2path(named))
        if not page.exists():
            raise self.error(f"there is no page {named}. Name a part's page, as in /part/index.")
        self.origin = f"/{named}{page.suffix}" if self.arguments else ""
        self.file = page.with_name("quiz.toml")
        self.env.note_dependency(self.file)
        self.env.note_dependency(page)
        sections = set(SECTION.findall(page.read_text(encoding="utf-8")))
        asked, complaints = questions.of_file(self.file, sections)
        for complaint in complaints:
            self.tell(complaint.rule, complaint.line, str(complaint))
        if complaints:
            return []
        # Where several parts stand on one page, two of them may give a question the same id.
        prefix = f"quiz-{nodes.make_id(page.parent.name)}-" if self.arguments else "quiz-"
        box = markup.quiz("", page=named)
        for number, one in enumerate(asked, 1):
            place = f"Question {number} of {len(asked)}"
            box += self.question(prefix + one.id, place, one)
        return [box]

    def question(self, name, place, asked):
        """Return one question with everything that belongs to it; name is its place on the page."""
        box = markup.question("", ids=[name], named=asked.id)
        box += markup.ask("", "", nodes.inline("", place, classes=["place"]), nodes.Text(" "))
        box[0] += self.words(asked.ask, asked.line("ask"), asked.id)
        if asked.code:
            code = asked.code.strip("\n")
            box += nodes.literal_block(code, code, language="python3")
        answers = nodes.enumerated_list(
            "", enumtype="upperalpha", prefix="", suffix=".", classes=["answers"]
        )
        for letter, option in zip(LETTERS, asked.shuffled, strict=False):
            answers += self.answer(name, letter, option, asked)
        box += answers
        where = f"Where this is explained: {{ref}}`{asked.section}`."
        where = self.words(where, asked.line("section"), asked.id)
        box += nodes.paragraph("", "", *where, classes=["where"])
        return box

    def answer(self, name, letter, option, asked):
        """Return one answer, and folded under it whether it is right, and why."""
        said = markup.choice("", ids=[f"{name}-{letter.lower()}"], group=name)
        said["value"] = markup.digest(option.text)
        if asked.code:
            said += markup.printed(option.text, option.text)
        else:
            said += self.words(option.text, option.line("text"), asked.id)
        kind, verdict = ("right", "✓ Right.") if option.right else ("wrong", "✗ Not this.")
        why = markup.why("", classes=["why", kind], summary=f"Is it {letter}?")
        words = self.words(option.why, option.line("why"), asked.id)
        why += nodes.paragraph("", "", nodes.strong("", verdict), nodes.Text(" "), *words)
        return nodes.list_item("", said, why)

    def words(self, text, line, asked):
        """Return one paragraph of MyST without the paragraph around it.

        parse_inline fails on {term}. What is still to be resolved, such as a term or a label, is
        told with its line of quiz.toml.
        """
        if self.origin:  # what a cell of the part's page handed over has that page's name elsewhere
            text = GLUED.sub(rf"{{glue:text}}`{self.origin}::\1:s`", text)
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


def tell_map(app, doctree):
    """Tell the page's script through the course map which questions each written part has."""
    for item in doctree.findall(written_part):
        file = Path(app.env.doc2path(item["data-page"])).with_name("quiz.toml")
        app.env.note_dependency(file)
        asked, _ = questions.of_file(file, set())  # what is wrong in it, its own page tells
        if asked:
            rights = [f"{one.id}:{markup.digest(one.options[0].text)}" for one in asked]
            item["data-questions"] = " ".join(rights)


def write_files(app):
    """Write the script and the style into the site, before the pages that name them are written."""
    assets.write(app, HERE, "quiz.js", "quiz.css")


def add_files(app, pagename, templatename, context, doctree):
    """Load the script and the style on pages with a quiz."""
    if doctree and any(doctree.findall(markup.quiz)):
        app.add_css_file("quiz/quiz.css")
        if app.builder.name != "epub":
            app.add_js_file("quiz/quiz.js", loading_method="defer")


def setup(app):
    app.setup_extension("extensions.course")  # it writes the parts of the map
    app.add_directive("quiz", Quiz)
    for node, visitors in markup.WRITERS.items():
        app.add_node(node, html=visitors)
    app.connect("builder-inited", write_files)
    app.connect("doctree-read", tell_map)
    app.connect("html-page-context", add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
