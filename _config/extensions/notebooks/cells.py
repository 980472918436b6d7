"""The cells of a page's notebook: its words between its programs, in their order."""

import hashlib
import json
import re

import nbformat.v4 as v4
from docutils import nodes

from groundup.exercise import MAGIC

from .markdown import Writer, details, fenced

CHECK = "Change the program above, run it, then run the folded cell below: it checks what you did."
FETCH = (
    "raise ModuleNotFoundError(\"in the book's repository, run: pip install -e 'code[tensors]'\")"
)
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
BEYOND_LISTS = re.compile(
    r"^\s*(?:from|import) +(?:groundup\.(?!lists\b)|torch|numpy|matplotlib)", re.MULTILINE
)
PACKAGES = ("matplotlib", "numpy", "safetensors", "torch")


def origin(page: str, address: str, config) -> str:
    """Return the sentence that says which page a notebook is."""
    named = f"[{page}]({address})" if address else page
    book = "" if page == config.project else f" of *{config.project}*"
    return f"This notebook is the page {named}{book}: {config.copyright}."


class Notebook:
    """A notebook that is put together from top to bottom.

    executed: the page's own cells. origin: the sentence below its title. wheel: the address of the
    book's package, for who has not got it.
    """

    def __init__(self, executed: list, writer: Writer, origin: str, wheel: str):
        self.executed, self.writer = executed, writer
        self.origin, self.wheel = origin, wheel
        self.cells, self.words, self.depth = [], [], 1

    def setup(self) -> str:
        """Return the program that installs what the cells need and does not find; or nothing."""
        sources = "\n".join(cell.source for cell in self.cells if cell.cell_type == "code")
        beyond = BEYOND_LISTS.search(sources)
        checks = MAGIC in sources
        if not beyond and not checks and "groundup" not in sources:
            return ""
        needed = json.dumps(["groundup", *(PACKAGES if beyond else ())])
        package = "groundup[tensors]" if beyond else "groundup"
        install = f'%pip install --quiet "{package} @ {self.wheel}"' if self.wheel else FETCH
        lines = ["from importlib.util import find_spec", ""]
        lines += [f"if not all(map(find_spec, {needed})):", f"    {install}"]
        return "\n".join(lines + ["%load_ext groundup.exercise"] * checks)

    def section(self, section: nodes.section) -> None:
        """Add a section with all that is in it."""
        for node in section.children:
            if isinstance(node, nodes.section):
                self.depth += 1
                self.section(node)
                self.depth -= 1
            elif isinstance(node, nodes.title):
                self.flush()
                self.words.append(f"{'#' * self.depth} {self.writer.inline(node)}")
                if self.depth == 1:
                    self.words.append(self.origin)
                    self.flush()
            elif isinstance(node, nodes.container) and "cell_index" in node:
                self.program(node)
            elif "answer" in node.get("classes", ()):
                self.words.append(self.answer(node))
            else:
                self.words += self.writer.block(node)

    def program(self, node: nodes.container) -> None:
        """Add a cell of the page with what it printed, and behind the start of an exercise its check."""
        cell = self.cell_of(node)
        folded = any("predicted" in each.get("classes", ()) for each in node.children)
        metadata = {"jupyter": {"outputs_hidden": True}} if folded else {}
        made = v4.new_code_cell(cell.source, outputs=cell.outputs, metadata=metadata)
        made.execution_count = 1 + sum(bool(each.get("execution_count")) for each in self.cells)
        for output in made.outputs:
            if "execution_count" in output:
                output.execution_count = made.execution_count
        self.add(made)
        if alt := cell.metadata.get("mystnb", {}).get("image", {}).get("alt"):
            self.words.append(details("What the plot shows", [alt]))
        if "data-check" in node:
            self.words.append(CHECK)
            source = f"{MAGIC}\n{node['data-check'].rstrip()}"
            self.add(v4.new_code_cell(source, metadata={"jupyter": {"source_hidden": True}}))

    def answer(self, node: nodes.Element) -> str:
        """Return the folded answer: its program, and what it prints."""
        cell = self.cell_of(next(each for each in node.children if "cell_index" in each))
        printed = "".join(output.text for output in cell.outputs)
        blocks = [fenced(cell.source, "python"), "It prints", fenced(printed, "text")]
        return details(node["summary"], blocks)

    def cell_of(self, node: nodes.container):
        """Return the executed cell that a node of the page shows."""
        return self.executed[node["cell_index"]]

    def add(self, cell) -> None:
        """Add a cell behind the words that wait."""
        self.flush()
        self.cells.append(cell)

    def flush(self) -> None:
        """Make a cell of the words that wait."""
        if self.words:
            self.cells.append(v4.new_markdown_cell("\n\n".join(self.words)))
            self.words = []

    def whole(self):
        """Return the notebook. A cell's id is a digest of its text, so others may come and go."""
        self.flush()
        if setup := self.setup():
            self.cells[0].source += "\n\nThe first cell installs what is missing here."
            self.cells.insert(1, v4.new_code_cell(setup))
        seen: dict[str, int] = {}
        for cell in self.cells:
            digest = hashlib.sha256(f"{cell.cell_type} {cell.source}".encode()).hexdigest()[:12]
            seen[digest] = seen.get(digest, 0) + 1
            cell.id = digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"
        metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
        return v4.new_notebook(cells=self.cells, metadata=metadata)
