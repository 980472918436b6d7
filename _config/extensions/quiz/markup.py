"""What a quiz is made of on a page, and how it is written as HTML.

    <div class="quiz" data-page="feed-forward/index">
      <form class="quiz-question" id="quiz-no-curve" data-question="no-curve">
        <fieldset>
          <legend><span class="place">Question 2 of 5</span> Leave the …</legend>
          <ol class="answers upperalpha">
            <li>
              <div class="answer"><input type="radio" value="3f0c…" hidden> <label>Nothing …</label></div>
              <details class="why right"><summary>Is it A?</summary> … </details>

The radio buttons choose an answer for quiz.js, which shows them; without it an answer is read and
unfolded. A value is a digest of the answer as it was written, so that a try is remembered for
these words alone. Builders that cannot fold or choose write paragraphs and a list.
"""

import hashlib
import html

from docutils import nodes


class quiz(nodes.container):
    """The questions of one part, `page`."""


class question(nodes.container):
    """One question with its answers; `named` is its id in quiz.toml."""


class ask(nodes.paragraph):
    """The words of a question."""


class choice(nodes.paragraph):
    """The words of an answer; `group`, `ids` and `value` are those of its radio button."""


class printed(nodes.literal):
    """What a program prints, as an answer: a label may hold no block."""


class why(nodes.container):
    """Whether an answer is right, and why; `summary` is the line that is always seen."""


def digest(text: str) -> str:
    """Return what stands for an answer where tries are kept."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def plain(writer) -> bool:
    """Tell whether the pages are read where nothing can be folded or chosen."""
    return writer.builder.name == "epub"


def open_quiz(writer, node):
    writer.body.append(f'<div class="quiz" data-page="{html.escape(node["page"])}">\n')


def close_quiz(writer, node):
    writer.body.append("</div>\n")


def open_question(writer, node):
    [name] = node["ids"]
    if plain(writer):
        writer.body.append(f'<div class="quiz-question" id="{name}">\n')
    else:
        writer.body.append(
            f'<form class="quiz-question" id="{name}" data-question="{node["named"]}"'
            ' autocomplete="off">\n<fieldset>\n'
        )


def close_question(writer, node):
    writer.body.append("</div>\n" if plain(writer) else "</fieldset>\n</form>\n")


def open_ask(writer, node):
    writer.body.append("<p>" if plain(writer) else "<legend>")


def close_ask(writer, node):
    writer.body.append("</p>\n" if plain(writer) else "</legend>\n")


def open_choice(writer, node):
    if plain(writer):
        writer.body.append("<p>")
    else:
        [name] = node["ids"]
        writer.body.append(
            f'<div class="answer"><input type="radio" name="{node["group"]}" id="{name}"'
            f' value="{node["value"]}" hidden>\n<label for="{name}">'
        )


def close_choice(writer, node):
    writer.body.append("</p>\n" if plain(writer) else "</label></div>\n")


def write_printed(writer, node):
    writer.body.append(f'<code class="printed">{html.escape(node.astext())}</code>')
    raise nodes.SkipNode


def open_why(writer, node):
    kind = " ".join(node["classes"])
    writer.body.append(f'<details class="{kind}"><summary>{node["summary"]}</summary>\n')


def close_why(writer, node):
    writer.body.append("</details>\n")


WRITERS = {
    quiz: (open_quiz, close_quiz),
    question: (open_question, close_question),
    ask: (open_ask, close_ask),
    choice: (open_choice, close_choice),
    printed: (write_printed, None),
    why: (open_why, close_why),
}
