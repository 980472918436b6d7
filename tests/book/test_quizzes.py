"""Every quiz keeps the rules of a good question, and each rule finds the mistake it is there for."""

import pytest
import questions

from guards import contents, fail_with, quizzes, sample
from guards.numbers import typed_numbers
from guards.page import Fence
from guards.pages import pages, parse
from guards.vocabulary import first_uses, undefined
from guards.words import bad_words

PARTS = contents.written(pages())
FIRST = {"feed-forward/index": "position-wise", "residual-streams/index": "residual connection"}


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_the_questions_of_a_part_keep_the_rules(part):
    fail_with(quizzes.rules(part))


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_a_program_to_predict_is_one_that_readers_can_run(part):
    fail_with(quizzes.programs(part))


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_the_first_question_is_the_one_that_the_course_promises(part):
    first = questions.read(part.quiz)[0][0]
    assert FIRST.get(part.name, "") in questions.plain(first.ask)


def test_the_page_of_all_questions_has_the_quiz_of_every_part():
    fail_with(quizzes.collected(pages()))


def test_a_right_quiz_passes():
    assert quizzes.rules(sample.quiz()) == []
    assert quizzes.programs(sample.quiz()) == []


WIDTH = '[[question]]\nid = "width"'
STAYS = 'ask = "What stays when a vector is doubled?"'
RIGHT = 'text = "The direction in which it points"'
SUM = 'text = "The sum of its numbers, as before"'
PLACE = 'text = "The place in which it ends"'
WHY = 'why = "Then nothing would have been added to it at all."'
ANY = '[question.right]\ntext = "In any order at all"'
BACK = '[[question.wrong]]\ntext = "From the last to the first"'
MORE = '[[question.wrong]]\ntext = "First"\nwhy = "Second"\n'
PRINT = "print(sum(add(vector, vector)))"

BROKEN = [
    # the form of the file
    ("toml", STAYS, 'ask = "What stays', "", "not TOML"),
    ("fields", "[[question]]", 'title = "Quiz"\n[[question]]', "", "more here than questions"),
    ("fields", STAYS, "", "what-stays", "lacks “ask”"),
    ("fields", STAYS, "ask = 3", "what-stays", "“ask” is no text"),
    ("fields", STAYS, 'ask = " "', "what-stays", "“ask” is no text"),
    ("fields", STAYS, f'{STAYS}\nhint = "Look."', "what-stays", "no field “hint”"),
    ("fields", SUM, f'{SUM}\nright = "yes"', "what-stays", "no field “right”"),
    ("fields", WHY, "", "what-stays", "lacks “why”"),
    ("fields", STAYS, f"{STAYS}\ncode = 'print(1)'", "what-stays", "no field “code”"),
    (
        "fields",
        "[question.right]\nwhy",
        '[question.right]\ntext = "6.0"\nwhy',
        "sum",
        "“text” here",
    ),
    ("kind", 'kind = "predict"\n', 'kind = "guess"\n', "sum", "no kind “guess”"),
    ("id", 'id = "what-stays"', 'id = "What stays"', "What stays", "not a name"),
    ("id", 'id = "width"', 'id = "what-stays"', "what-stays", "the same id"),
    ("count", sample.QUIZ[sample.QUIZ.index(WIDTH) :], "", "", "has 4 questions"),
    (
        "right",
        ANY,
        ANY.replace("[question.right]", "[[question.wrong]]"),
        "in-which-order",
        "answers: no",
    ),
    ("right", "[question.right]", "[[question.right]]", "what-stays", "answers: 1"),
    ("wrong", "[[question.wrong]]\n" + f"{PLACE}\n{WHY}\n", "", "what-stays", "wrong answers: 1"),
    (
        "wrong",
        BACK,
        f"{2 * MORE}{BACK}",
        "in-which-order",
        "wrong answers: 4",
    ),
    # the words
    ("section", 'section = "doubling-by-hand"', 'section = "halving"', "what-stays", "“halving”"),
    ("why", WHY, 'why = "No."', "what-stays", "“The place in which it ends” says too little"),
    (
        "longest",
        RIGHT,
        f'{RIGHT[:-1]}, which all of its numbers share"',
        "what-stays",
        "times as long",
    ),
    ("above", PLACE, 'text = "All of the above"', "what-stays", "leans on"),
    ("above", PLACE, 'text = "None of these is right"', "what-stays", "leans on"),
    ("above", PLACE, 'text = "Both A and B"', "what-stays", "leans on"),
    ("negative", "does *not* double", "does not double", "two-steps", "“not”"),
    ("negative", STAYS, 'ask = "What never stays when doubling?"', "what-stays", "“never”"),
    ("negative", STAYS, 'ask = "Which one is wrong?"', "what-stays", "“wrong”"),
    ("negative", STAYS, 'ask = "What doesn’t stay?"', "what-stays", "“doesn’t”"),
    (
        "alike",
        PLACE,
        'text = "the sum of its  numbers, as before"',
        "what-stays",
        "two answers say",
    ),
    # the programs
    ("predict", 'text = "3.0"', 'text = "6.0 "', "sum", "does print “6.0”"),
    ("predict", PRINT, "1 / 0", "sum", "failed: ZeroDivisionError: division by zero"),
    ("predict", PRINT, "raise SystemExit(3)", "sum", "status 3"),
    ("predict", PRINT, "vector.double()", "sum", "AttributeError"),
    ("predict", PRINT, "print()", "sum", "prints nothing"),
    ("predict", PRINT, "import warnings; warnings.warn('old')", "sum", "UserWarning"),
]


@pytest.mark.parametrize(("rule", "old", "new", "question", "said"), BROKEN)
def test_a_broken_rule_is_found_and_told(rule, old, new, question, said):
    _, found = questions.checked(sample.replaced(sample.QUIZ, old, new), LABELS)
    told = [complaint for complaint in found if complaint.rule == rule]
    assert told, found
    assert {complaint.question for complaint in told} == {question}
    assert all(said in complaint.wrong and complaint.remedy for complaint in told)


LABELS = {"doubling", "doubling-by-hand"}


def test_a_wrong_answer_that_comes_first_is_found():
    right, wrong = sample.QUIZ.split("[[question]]\n")[1].split("[[question.wrong]]\n", 1)
    head, right = right.split("[question.right]\n")
    swapped = f"{head}[[question.wrong]]\n{wrong}[question.right]\n{right}"
    source = sample.QUIZ.replace(sample.QUIZ.split("[[question]]\n")[1], swapped, 1)
    _, (complaint,) = questions.checked(source.replace(wrong + "[q", wrong + "\n[q"), LABELS)
    assert (complaint.rule, complaint.question) == ("order", "what-stays")


def test_three_programs_are_one_too_many():
    program = "kind = \"predict\"\ncode = 'print(7)'\nask"
    source = sample.QUIZ
    for number, text in enumerate((RIGHT, 'text = "In any order at all"')):
        source = source.replace(f"[question.right]\n{text}\n", "[question.right]\n")
        asked = ('"What stays', '"In which')[number]
        source = source.replace(f"ask = {asked}", f"{program} = {asked}")
    _, (complaint,) = questions.checked(source, LABELS)
    assert (complaint.rule, complaint.question) == ("predict", "in-which-order")
    assert "program 3" in complaint.wrong


def test_a_program_that_does_not_end_is_stopped(monkeypatch):
    monkeypatch.setattr(questions.prediction, "SECONDS", 0.5)
    source = sample.replaced(sample.QUIZ, PRINT, "while True: pass")
    _, (complaint,) = questions.checked(source, LABELS)
    assert "ran past its limit of 0.5 s" in complaint.wrong


def test_a_right_answer_in_the_same_place_everywhere_is_found():
    source = sample.QUIZ
    for question in questions.read(source)[0]:
        other = next(name for name in map("name-{}".format, range(99)) if place(name) == 0)
        source = source.replace(f'id = "{question.id}"', f'id = "{other}"')
    _, found = questions.checked(source, LABELS)
    assert "place" in {complaint.rule for complaint in found}
    assert place("what-stays") != place("width") or place("sum") != place("width")


def place(name: str) -> int:
    """Return where the right of three answers stands in a question of this id."""
    options = [questions.Option("", "", right, {"": 1}) for right in (True, False, False)]
    asked = questions.Question(name, "", "", "", options, {"": 1})
    return [option.right for option in asked.shuffled].index(True)


def test_the_order_depends_on_the_id_alone():
    (first, *_), _ = questions.checked(sample.QUIZ, LABELS)
    (again, *_), _ = questions.checked(sample.QUIZ.replace("points", "goes"), LABELS)
    places = [[first.options.index(option) for option in first.shuffled]]
    assert [again.options.index(option) for option in again.shuffled] == places[0]
    orders = {place(f"name-{number}") for number in range(20)}
    assert orders == {0, 1, 2}


def test_the_right_answer_of_a_program_is_what_it_prints():
    (_, asked, *_), _ = questions.checked(sample.QUIZ, LABELS)
    assert asked.options[0].text == "6.0"


def test_a_complaint_names_the_file_the_line_the_question_and_what_to_do():
    page = sample.quiz(WHY, 'why = "No."')
    (complaint,) = quizzes.rules(page)
    line = page.quiz.splitlines().index('why = "No."') + 1
    assert complaint.startswith(f"book/sample/quiz.toml:{line}: question “what-stays”: the why of")
    assert complaint.endswith("Say why it is right, or what would follow if it were true.")


def test_a_missing_file_and_one_that_is_not_utf8_are_told(tmp_path):
    path = tmp_path / "quiz.toml"
    assert questions.of_file(path, LABELS)[1][0].wrong == "the page has no quiz.toml beside it."
    path.write_bytes("# caf\u00e9\n".encode("latin-1"))
    assert questions.of_file(path, LABELS)[1][0].wrong == "the file is not UTF-8."


PROGRAMS = [
    (PRINT, "print(", "not Python"),
    (PRINT, "import torch", "imports torch"),
    (PRINT, PRINT + "\nprint()" * 15, "lines"),
]


@pytest.mark.parametrize(("old", "new", "said"), PROGRAMS)
def test_a_program_that_readers_could_not_run_is_found(old, new, said):
    page = sample.quiz(old, new)
    (complaint,) = quizzes.programs(page)
    line = page.quiz.splitlines().index("code = '''") + 1
    assert complaint.startswith(f"book/sample/quiz.toml:{line}: “sum”: ")
    assert said in complaint


def test_the_examples_of_how_to_write_a_page_keep_the_rules():
    writing = next(page for page in pages() if page.name == "about/writing")
    examples = [fence.body for fence in writing.all(Fence) if fence.language == "toml"]
    sections = {"attention-next-token", "residual-streams-read-compute-add"}
    asked, found = questions.checked("\n".join(examples), sections)
    assert len(asked) == 2
    assert [complaint.rule for complaint in found] == ["count"]  # two are no quiz


# The other guards reach the words of a quiz, and name its line.

WORDS = [
    (typed_numbers, "It is 148."),
    (typed_numbers, "It is $148$."),
    (bad_words, "It is simply so."),
    (bad_words, "It is normalized."),
]


@pytest.mark.parametrize("key", ["ask", "text", "why"])
@pytest.mark.parametrize(("guard", "words"), WORDS)
def test_a_mistake_in_the_words_of_a_quiz_is_found_at_its_line(guard, words, key):
    old = {"ask": STAYS, "text": PLACE, "why": WHY}[key]
    page = sample.quiz(old, f'{key} = "{words}"')
    (complaint,) = guard(page)
    line = page.quiz.splitlines().index(f'{key} = "{words}"') + 1
    assert complaint.startswith(f"book/sample/quiz.toml:{line}: ")


def test_what_a_program_prints_may_be_a_number():
    assert typed_numbers(sample.quiz()) == []


def test_a_term_that_a_quiz_uses_first_is_asked_to_be_a_link():
    glossary = sample.glossary().entries
    assert first_uses(sample.quiz(), glossary, []) == []
    (complaint,) = first_uses(sample.quiz(PLACE, 'text = "The matrix"'), glossary, [])
    assert "“matrix” is not linked at its first use" in complaint
    assert undefined(sample.quiz("{term}`vector`", "{term}`tensor`"), glossary)


ALL = "(questions)=\n# All\n\n## Doubling\n\n```{quiz} /sample/index\n```\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("", ""),
        ("## Doubling\n", "## Halving\n"),
        ("{quiz} /sample/index", "{quiz} /other/index"),
        ("```{quiz} /sample/index\n```\n", ""),
        ("## Doubling", "## Halving\n\n## Doubling"),
        ("## Doubling", "## Doubling\n\n```{quiz} /sample/index\n```\n\n## Doubling"),
    ],
)
def test_a_part_that_is_not_among_all_questions_is_found(old, new):
    page = parse(ALL.replace(old, new), "questions")
    found = quizzes.collected([sample.index(), sample.part(), page])
    assert bool(found) == bool(old)
    for complaint in found:
        assert complaint.startswith("book/questions.md:1: ")
        assert "## Doubling, {quiz} /sample/index" in complaint


def test_lines_of_the_page_stay_its_own():
    page = parse("# Title\n\n148\n", quiz=sample.QUIZ)
    (complaint,) = typed_numbers(page)
    assert complaint.startswith("book/sample/index.md:3:")
