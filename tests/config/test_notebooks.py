"""A page as a notebook: valid, in plain Markdown, with its cells and what they printed."""

import json
import re
import subprocess
import sys
import zipfile

import nbformat
import pytest

SITE = "https://owner.github.io/name/"


@pytest.fixture(scope="module")
def notebook(published):
    """The notebook of its part."""
    return nbformat.read(site(published) / "sample" / "sample.ipynb", as_version=4)


def site(book):
    return book.root / "_build" / "html"


def words(notebook) -> str:
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


def code(notebook) -> list:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def test_the_notebook_is_valid_and_says_which_python_runs_it(notebook):
    nbformat.validate(notebook)
    assert notebook.metadata.kernelspec.name == "python3"


def test_no_markup_of_the_book_is_left(notebook):
    text = words(notebook)
    assert not re.search(r"\{[a-z:-]+\}`|^:::|^\([\w-]+\)=|```\{", text, re.MULTILINE)
    assert "glue" not in text and "shown" not in text


def test_words_keep_their_meaning_in_markdown(notebook):
    text = words(notebook)
    assert (
        r"Prices of \$5 and \$6, a\*b, \<b\>, \[not a link\], snake\_case and `` `ticks` ``" in text
    )
    assert "\n\n- one\n- two\n\n  and more of it\n\n1. first\n2. second\n\n" in text
    assert "\n\n**a word**\n\nWhat it means.\n\n" in text
    assert "Its width $d = 4$ stays, and so does `len(x)`." in text
    assert "\n\n$$\nx^2\n$$\n\n" in text
    assert "| here | PyTorch |\n| --- | --- |\n| doubling | `torch.mul` |" in text
    assert "> **You may have read this**\n>\n> It has two paragraphs.\n>\n> ```python\n" in text


def test_numbers_of_the_page_are_filled_in(notebook):
    assert "doubled number by number, in 2 steps." in words(notebook)


def test_links_lead_to_the_site_from_anywhere(notebook):
    links = re.findall(r"\]\(([^)]*)\)", words(notebook))
    assert f"{SITE}vocabulary/#term-vector" in links
    assert f"{SITE}sample/#doubling" in links
    assert f"{SITE}page/" in links
    assert f"{SITE}sample/" in links  # the page that the notebook is
    assert all(link.startswith(SITE) or link == "https://example.org/a" for link in links)


def test_each_cell_has_what_the_page_shows_and_cells_of_the_build_are_left_out(notebook):
    sources = [cell.source for cell in code(notebook)]
    assert not [source for source in sources if "groundup.glue" in source]
    [steps] = [cell for cell in code(notebook) if cell.source.startswith("steps")]
    assert steps.outputs[0].text == "2\n"
    [figure] = [cell for cell in code(notebook) if "axes(" in cell.source]
    assert "<svg" in figure.outputs[0].data["image/svg+xml"]
    assert "<summary>What the plot shows</summary>\n\nThe doubled vector points" in words(notebook)


def test_an_exercise_has_its_task_its_start_a_folded_check_and_folded_help(notebook):
    kinds = [cell.source.split("\n")[0] for cell in notebook.cells]
    start = kinds.index("vector = [1.0, 2.0]")
    assert "**Exercise 10.1 · Double the numbers**" in notebook.cells[start - 1].source
    check = notebook.cells[start + 2]
    assert check.source.startswith("%%check\nassert vector == [2.0, 4.0], ")
    assert check.metadata.jupyter.source_hidden
    helped = notebook.cells[start + 3].source
    assert helped.startswith("<details>\n<summary>Hint</summary>\n\nChange the first line.")
    answer = "<summary>Answer</summary>\n\n```python\nvector = [2.0, 4.0]\n"
    assert answer in helped and "```text\nsum: 6.0\n```" in helped
    assert not [cell for cell in code(notebook) if cell.source.startswith("vector = [2.0, 4.0]")]


def test_what_a_reader_is_to_predict_is_folded(notebook):
    [program] = [cell for cell in code(notebook) if "it is this" in cell.source]
    assert program.metadata.jupyter.outputs_hidden
    assert program.outputs[0].text == "it is this\n"
    shown = [cell for cell in code(notebook) if cell.outputs and cell is not program]
    assert not [cell for cell in shown if cell.metadata.get("jupyter")]


def test_a_quiz_asks_first_and_explains_when_unfolded(notebook):
    text = words(notebook)
    assert text.count("<summary>Is it A?</summary>") == 5
    asked = text.index("What stays when a vector is doubled?")
    right = text.index("The direction in which it points")
    why = text.index("Every number grows by the same factor")
    assert asked < right < why
    assert "✓ Right." in text[right:why]


def test_ids_are_the_same_in_every_build_and_are_given_once(published, notebook, tmp_path):
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)
    again = published.copy(tmp_path / "again")
    page = again.root / "book" / "page.md"
    page.write_text(page.read_text("utf-8") + "\nA word.\n", "utf-8")
    again.built(BOOK_REPOSITORY=again.REPOSITORY)
    files = [site(book) / "sample" / "sample.ipynb" for book in (published, again)]
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_first_cell_installs_the_packages_of_the_page_from_the_site(published, notebook):
    first = code(notebook)[0].source
    assert 'find_spec, ["groundup", "matplotlib", "numpy", "safetensors", "torch"]' in first
    assert "%load_ext groundup.exercise" in first
    address = re.search(r'%pip install --quiet "groundup\[tensors\] @ (.*?)"', first)[1]
    wheel = site(published) / address.removeprefix(SITE)
    with zipfile.ZipFile(wheel) as package:
        code_of_book = published.root / "code" / "groundup" / "exercise.py"
        assert package.read("groundup/exercise.py") == code_of_book.read_bytes()


def test_the_first_cell_installs_what_is_missing(published, notebook, tmp_path):
    """In an environment without the package, pip takes it from the site; here from its folder."""
    first = code(notebook)[0].source.replace(SITE, f"{site(published).as_uri()}/")
    first = first.replace("groundup[tensors]", "groundup")  # what else it asks for takes minutes
    first = first.replace(', "matplotlib", "numpy", "safetensors", "torch"', "")
    command, address = re.search(r'%(pip install --quiet) "(.*)"', first).groups()
    subprocess.run([sys.executable, "-m", "venv", tmp_path], check=True)
    python = tmp_path / "bin" / "python"
    found = [python, "-I", "-c", "import groundup.lists.vector"]
    assert subprocess.run(found, capture_output=True).returncode == 1
    subprocess.run([python, "-m", *command.split(), address], check=True)
    assert subprocess.run(found).returncode == 0


def test_a_page_that_needs_nothing_installs_nothing(published):
    plain = nbformat.read(site(published) / "page" / "page.ipynb", as_version=4)
    assert [cell.source for cell in code(plain)] == ["answer = 6 * 7\nprint(answer)"]


def test_a_page_without_cells_has_no_notebook(published):
    assert not list((site(published) / "vocabulary").glob("*.ipynb"))


def test_without_an_address_links_are_plain_words_and_the_remedy_is_named(small_book):
    small_book.part()
    done = small_book.build()
    assert done.returncode == 0, done.output
    notebook = nbformat.read(site(small_book) / "sample" / "sample.ipynb", as_version=4)
    assert "You will double a vector." in words(notebook)
    assert "](" not in words(notebook)
    assert "in the book's repository, run: pip install -e" in code(notebook)[0].source
    assert not list(site(small_book).glob("*.whl"))


def test_a_notebook_alone_is_the_notebook_of_the_site(published, tmp_path):
    book = published.copy(tmp_path / "book")
    done = book.build("--notebooks", str(tmp_path / "out"), BOOK_REPOSITORY=book.REPOSITORY)
    assert done.returncode == 0, done.output
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"sample.ipynb", "page.ipynb"}
    beside = site(published) / "sample" / "sample.ipynb"
    assert (tmp_path / "out" / "sample.ipynb").read_bytes() == beside.read_bytes()
    assert json.loads(beside.read_text())["nbformat"] == 4


def test_what_has_no_form_in_a_notebook_is_named_with_its_line(small_book):
    small_book.page("> A quotation.\n\n{glue:text}`answer`\n", "answer = 1")
    done = small_book.build()
    assert done.returncode == 1
    assert "page.md:20: WARNING: notebooks have no form for <block_quote>" in done.output
