"""The order of the parts, and what follows from it.

    ```{course-map}
    Beginner | Tokens and embeddings | Text becomes numbers.
    Advanced | /feed-forward/index | What each token is worked on with.
    ```

One line a part: its level, its page (or its title while the page is not written) and a sentence.
The directive draws the map, puts the written parts into the contents, and tells each part's page
which part it is: "Contents · Part 2 of 2 · Advanced · 12 min read" below the promise. In the map,
the item of a written part names its page in `data-page`, for progress.js, which counts what a
reader has solved; other extensions add `data-` attributes that say what there is to solve.

    ```{begin}
    ```

leads from the first page to the first part that is written, and to the map.
"""

from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from extensions import assets

LOGGER = logging.getLogger(__name__)

HERE = Path(__file__).parent
LEVELS = ("Beginner", "Intermediate", "Advanced")
WORDS_A_MINUTE = 200
CODE_LINES_A_MINUTE = 20


class written_part(nodes.list_item):
    """A written part in the map. Its attributes whose names begin with data- go into the HTML.

    Builders that know nothing of it write it as the list item that it is.
    """


class CourseMap(SphinxDirective):
    """Draw the course map and put its written parts into the contents."""

    has_content = True

    def run(self):
        parts = [self.part(text, line) for line, text in enumerate(self.content, 1)]
        self.env.course = {"page": self.env.docname, "parts": parts}
        course = nodes.enumerated_list(
            "", *map(self.item, parts), classes=["course-map"], enumtype="arabic"
        )
        return [course, *self.contents([part["page"] for part in parts if part["page"]])]

    def part(self, text, line):
        fields = [field.strip() for field in text.split("|")]
        if len(fields) != 3 or fields[0] not in LEVELS or not all(fields):
            wanted = f"level ({', '.join(LEVELS)}) | title or /page | sentence"
            raise self.error(f"line {line} of the map: {text!r} is not a part; write {wanted}")
        level, title, sentence = fields
        page = title.lstrip("/") if title.startswith("/") else None
        return {"level": level, "title": title, "page": page, "sentence": sentence}

    def item(self, part):
        if part["page"]:
            title = addnodes.pending_xref(
                "",
                nodes.inline(),
                refdomain="std",
                reftype="doc",
                refexplicit=False,
                reftarget="/" + part["page"],
                refdoc=self.env.docname,
                refwarn=True,
            )
        else:
            title = nodes.inline("", part["title"])
        level = nodes.inline("", part["level"], classes=["level"])
        heading = nodes.paragraph("", "", title, nodes.Text(" "), level, classes=["part"])
        sentence = self.parse_text_to_nodes(part["sentence"])
        if part["page"]:
            return written_part("", heading, *sentence, **{"data-page": part["page"]})
        heading += [nodes.Text(" "), nodes.inline("", "not written yet", classes=["unwritten"])]
        return nodes.list_item("", heading, *sentence)

    def contents(self, pages):
        lines = StringList(
            ["```{toctree}", ":hidden:", "", *("/" + page for page in pages), "```"],
            self.env.docname,
        )
        box = nodes.container()
        self.state.nested_parse(lines, self.content_offset, box)
        return box.children


class begin(nodes.General, nodes.Element):
    """The place of the links with which a reader begins."""


class Begin(SphinxDirective):
    """Lead to the first written part, and to the map of all."""

    def run(self):
        return [begin()]


def link_to_begin(app, doctree, docname):
    """Put the links into their place, now that all titles are known."""
    for place in list(doctree.findall(begin)):
        first = next((part["page"] for part in app.env.course["parts"] if part["page"]), None)
        line = nodes.paragraph(classes=["begin"])
        if first:
            title = app.env.titles[first].astext()
            link = nodes.reference(
                "", f"Begin with {lowered(title)}", internal=True, classes=["action", "main"]
            )
            link["refuri"] = app.builder.get_relative_uri(docname, first)
            line += link
        course_map = next(
            doctree.findall(
                lambda node: "course-map" in getattr(node, "attributes", {}).get("classes", ())
            )
        )
        section = course_map.parent
        line += [
            nodes.Text(" "),
            nodes.reference(
                "", "See the course", internal=True, refid=section["ids"][0], classes=["action"]
            ),
        ]
        place.replace_self(line)


def lowered(title: str) -> str:
    """Return a title as it stands inside a sentence."""
    return title[:1].lower() + title[1:]


def merge(app, env, docnames, other):
    """Take over the course when another process has read the page that holds it."""
    course = getattr(other, "course", None)
    if course and course["page"] in docnames:
        env.course = course


def place(env, docname):
    """Return the number of the part that the page is, its level and the number of all parts, or None."""
    parts = getattr(env, "course", {"parts": []})["parts"]
    for number, part in enumerate(parts, 1):
        if part["page"] == docname:
            return number, part["level"], len(parts)
    return None


def minutes(doctree) -> int:
    """Return the minutes that reading takes: words of prose and lines of code, each at its pace."""
    words = lines = 0
    for text in doctree.findall(nodes.Text):
        block = text.parent
        while block and not isinstance(block, (nodes.literal_block, nodes.raw)):
            block = block.parent
        if isinstance(block, nodes.raw):
            continue  # a drawing is looked at, not read
        if block:
            lines += len(text.splitlines())
        else:
            words += len(text.split())
    return max(1, round(words / WORDS_A_MINUTE + lines / CODE_LINES_A_MINUTE))


def add_meta_line(app, doctree, docname):
    """Put contents, part, level and reading time below the promise of a part's page."""
    found = place(app.env, docname)
    if not found or app.builder.format != "html":
        return
    number, level, count = found
    link = nodes.reference("", "Contents", internal=True)
    link["refuri"] = app.builder.get_relative_uri(docname, app.env.course["page"])
    text = f" · Part {number} of {count} · {level} · {minutes(doctree)} min read"
    line = nodes.paragraph("", "", link, nodes.Text(text), classes=["meta-line"])
    promise = next(doctree.findall(nodes.paragraph), None)
    if promise is None:
        LOGGER.warning("a part without a promise below its title", location=docname, type="course")
        return
    promise.parent.insert(promise.parent.index(promise) + 1, line)


def write_files(app):
    """Write the script and its style into the site, before the page that names them is written."""
    assets.write(app, HERE, "progress.js", "progress.css")


def add_files(app, pagename, templatename, context, doctree):
    """Load the script that counts, and its style, on the page with the course map."""
    if app.builder.name != "epub" and pagename == getattr(app.env, "course", {}).get("page"):
        app.add_js_file("course/progress.js", loading_method="defer")
        app.add_css_file("course/progress.css")


def open_part(writer, node):
    data = {name: value for name, value in node.attributes.items() if name.startswith("data-")}
    writer.body.append(writer.starttag(node, "li", "", **data))


def close_part(writer, node):
    writer.body.append("</li>\n")


def setup(app):
    app.add_directive("course-map", CourseMap)
    app.add_directive("begin", Begin)
    app.add_node(begin)
    app.add_node(written_part, html=(open_part, close_part))
    app.connect("builder-inited", write_files)
    app.connect("env-merge-info", merge)
    app.connect("doctree-resolved", add_meta_line)
    app.connect("doctree-resolved", link_to_begin)
    app.connect("html-page-context", add_files)
    return {
        "version": "1",
        "env_version": 1,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
