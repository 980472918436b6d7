"""What exercises and predictions are in the built HTML, and what they tell the page's script."""

import subprocess

import pytest
from bs4 import BeautifulSoup

INDEX = """# Small

A book.

```{course-map}
Beginner | Tokens and embeddings | Text becomes numbers.
Advanced | /part | It works on what is there.
Advanced | /page | Nothing to solve here.
```
"""
CHECK = """assert x == 4, "x < 5 & \\"four\\"."

if x:
    assert printed == "4\\n", f"Wanted {4!r}, got {x}."
"""
EXERCISES = f"""```{{exercise}} Double it
Make *x* four.
```

```{{code-cell}} python3
:tags: [run]
x = 2
print(x)
```

```{{hint}}
Add.
```

```{{hint}}
Two and two.
```

```{{code-cell}} python3
:tags: [answer]
x = 4
print(x)
```

```{{code-cell}} python3
:tags: [check]
{CHECK}```

```{{exercise}} Halve it
Make *x* one.
```

```{{hint}}
Divide.
```
"""
PREDICTION = """```{predict}
What is `x` plus the {term}`token` in *the end*?
```

(sum)=
```{code-cell} python3
:tags: [run]
print(2 + 3)
```
"""
PART = f"""# The part

A promise in one sentence. And in two.

(first)=
## First *things*

{EXERCISES}

```{{code-cell}} python3
:tags: [run]
print("alone")
```

## Second

{PREDICTION}

```{{code-cell}} python3
:tags: [run]
print("again")
```

```{{glossary}}
token
  A piece of text.
```
"""


@pytest.fixture(scope="module")
def course(module_book):
    """A small course, built: its map, and the one part with exercises and a prediction."""
    module_book.write("index", INDEX)
    module_book.write("part", PART)
    return module_book.built()


def parsed(book, name):
    return BeautifulSoup(book.html(name), "html.parser").article


@pytest.fixture(scope="module")
def part(course):
    return parsed(course, "part")


def words(node) -> str:
    return " ".join(node.text.split())


def test_exercises_are_numbered_by_part_and_place(part):
    titles = [title.text for title in part.select(".exercise .admonition-title")]
    assert titles == ["Exercise 2.1 · Double it", "Exercise 2.2 · Halve it"]


def test_hints_and_answers_are_folded_without_a_script(part):
    summaries = [summary.text for summary in part.select("details.folded > summary")]
    assert summaries[:4] == ["Hint 1 of 2", "Hint 2 of 2", "Answer", "Hint"]
    assert not part.select("details[open]")
    assert "x = 4" in part.select_one("details.answer").text.replace("\u00a0", " ")


def test_the_check_is_executed_and_not_shown(part):
    assert "four" not in part.select_one("details.answer").text
    assert 'x < 5 & "four"' not in part.text
    assert not part.select(".tag_check")


def test_the_start_names_its_exercise_and_carries_its_check_to_the_letter(part):
    (start,) = part.select("[data-exercise]")
    assert "x = 2" in start.text.replace("\u00a0", " ")
    assert "tag_run" in start["class"]
    assert part.find(id=start["data-exercise"]).select_one(".admonition-title")
    assert start["data-exercise"] == "exercise-double-it"
    assert start["data-check"] == CHECK.strip()


def test_every_program_has_a_title_of_its_own(part):
    titles = [cell["data-title"] for cell in part.select("div.cell.tag_run")]
    assert titles == [
        "Exercise 2.1 · Double it",
        "Program: First things",
        "Program 1 of Second",
        "Program 2 of Second",
    ]
    assert not part.select("div.cell:not(.tag_run)[data-title]")


def test_a_question_stands_right_above_its_program(part):
    (box,) = part.select("div.predict")
    assert words(box.p) == "Before you run it: What is x plus the token in the end?"
    assert box.p["id"] == "predict-1"
    assert box.code.text == "x"
    assert box.em.text == "the end"
    assert box.a["href"] == "#term-token"
    program = box.find_next_sibling()
    assert program["id"] == "sum"
    assert "2 + 3" in words(program.pre)


def test_what_a_predicted_program_prints_is_folded_without_a_script(part):
    (details,) = part.select("details.predicted")
    assert details["class"] == ["folded", "predicted"]
    assert words(details.summary) == "What it prints"
    assert words(details.select_one("div.cell_output")) == "5"
    program = details.find_parent(class_="tag_run")
    assert program.select_one("div.cell_input").find_next_sibling() is details
    assert [words(out) for out in program.select("div.cell_output")] == ["5"]
    (again,) = part.select('[data-title="Program 2 of Second"] > div.cell_output')
    assert words(again) == "again"


def test_the_map_tells_the_exercises_of_each_written_part(course):
    unwritten, part, without = parsed(course, "index").select("ol.course-map > li")
    assert "data-page" not in unwritten.attrs
    assert part["data-page"] == "part"
    assert part["data-exercises"] == "exercise-double-it"  # the other one has nothing to check
    assert without["data-page"] == "page"
    assert "data-exercises" not in without.attrs


def test_a_new_exercise_is_told_on_the_map_although_the_map_did_not_change(course, tmp_path):
    book = course.copy(tmp_path / "small")
    again = EXERCISES.partition("```{exercise} Halve")[0].replace("Double it", "Double it again")
    book.write("part", PART + again)
    part = parsed(book.built(), "index").select("ol.course-map > li")[1]
    assert part["data-exercises"] == "exercise-double-it exercise-double-it-again"


def refused(book, text: str) -> str:
    """Build the small book with a page that has a mistake; return what the author reads."""
    book.page(text, "answer = 1")
    done = book.build()
    assert done.returncode == 1, done.output
    assert "Traceback" not in done.output
    return done.output


ASKED = "```{predict}\nWhat will it be?\n```\n\n"
RUN = "```{code-cell} python3\n:tags: [run]\nprint(1)\n```\n\n"
TASK = "```{exercise} Two\nMake it two.\n```\n\n"
WRONG = [
    ("```{predict}\n```\n\n" + RUN, "holds no question, or more than that. Write one sentence"),
    ("```{predict}\nIt is one.\n```\n\n" + RUN, "holds no question, or more than that."),
    ("```{predict}\nOne?\n\nOr two?\n```\n\n" + RUN, "holds no question, or more than that."),
    (ASKED, "no `run` cell stands right behind {predict}. Put the question directly above"),
    (ASKED + "Words.\n\n" + RUN, "no `run` cell stands right behind {predict}."),
    (ASKED + RUN.replace("[run]", "[answer]"), "no `run` cell stands right behind {predict}."),
    (ASKED + ASKED + RUN, "no `run` cell stands right behind {predict}."),
    (TASK + ASKED + RUN, "stands above the start of an exercise. Ask for the prediction in"),
    (ASKED + RUN.replace("print(1)", "x = 1"), "prints nothing. Let it print the answer"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_prediction_that_cannot_be_made_is_named_with_its_line(small_book, text, said):
    output = refused(small_book, text)
    line = 20 + text.partition("```{predict}")[0].count("\n")
    (told,) = [row for row in output.splitlines() if said in row]
    assert f"page.md:{line}: " in told


def test_two_exercises_with_one_name_are_told(small_book):
    output = refused(small_book, TASK + RUN + TASK + RUN)
    (told,) = [row for row in output.splitlines() if "two exercises of this page have" in row]
    assert "page.md:29: " in told


def test_a_program_and_the_map_can_be_written_in_a_format_without_data_attributes(small_book):
    small_book.write("index", INDEX.replace("Advanced | /part | It works on what is there.\n", ""))
    small_book.page("A promise.\n\n" + RUN, "answer = 1")
    small_book.built()
    python = small_book.command()[0]
    command = [python, "-m", "sphinx", "-W", "-b", "text", "-c", "_config", "book", "_build/text"]
    done = subprocess.run(command, cwd=small_book.root, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    text = (small_book.root / "_build" / "text" / "page.txt").read_text(encoding="utf-8")
    assert "print(1)" in text
