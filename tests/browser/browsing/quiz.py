"""A quiz as a reader takes it, and what the build wrote of its questions."""

from dataclasses import dataclass
from pathlib import Path

from bs4 import BeautifulSoup

from guards.page import Directive
from guards.pages import pages

# What has the focus: a radio button by its value, everything else by its words, nothing as "".
FOCUSED = """() => {
  const at = document.activeElement;
  return at === document.body ? "" : at.type === "radio" ? at.value : at.innerText.trim();
}"""
# The reasons that are seen, each with the value of its answer.
OPENED = """(forms) => forms.flatMap((form) => [...form.querySelectorAll("li")])
  .map((item) => [item.querySelector("input"), item.querySelector("details > p")])
  .filter(([, why]) => why.checkVisibility()).map(([radio, why]) => [radio.value, why.textContent])"""
# Writes down what a screen reader would hear, and once a second time what is said twice.
LISTEN = """(status) => {
  window.said = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const { data } of addedNodes) said.push(data);
  }).observe(status, { childList: true, characterData: true, subtree: true });
}"""


def addresses() -> list[tuple[str, int]]:
    """Return the address of each page with a quiz, with the place of the quiz among those there."""
    found = []
    for page in pages():
        quizzes = [each for each in page.all(Directive) if each.name == "quiz"]
        address = page.name.removesuffix("index") if page.quiz else f"{page.name}/"
        found += [(address, place) for place in range(len(quizzes))]
    return found


def named(address: tuple[str, int]) -> str:
    """Return what a test of this quiz is called."""
    return f"{address[0]}{address[1] or ''}"


@dataclass
class Answer:
    """One answer as it was baked: what stands for it, its words, and what is said about it."""

    value: str
    words: str
    why: str
    right: bool


@dataclass
class Question:
    """One question as it was baked."""

    id: str
    part: str
    answers: list[Answer]

    @property
    def right(self) -> Answer:
        return next(answer for answer in self.answers if answer.right)

    @property
    def wrong(self) -> list[Answer]:
        return [answer for answer in self.answers if not answer.right]


def baked(html: Path, address: str, place: int) -> list[Question]:
    """Return the questions of a quiz of the site."""
    soup = BeautifulSoup((html / address / "index.html").read_text("utf-8"), "html.parser")
    quiz = soup.select(".quiz")[place]
    return [
        Question(form["data-question"], quiz["data-page"], [*map(answer, form.select("li"))])
        for form in quiz.select("form")
    ]


def answer(item) -> Answer:
    """Return an answer as it was baked in an item of the list."""
    said = item.details.p
    said.strong.extract()
    right = "right" in item.details["class"]
    return Answer(item.input["value"], plain(item.label.text), plain(said.text), right)


def plain(text: str) -> str:
    """Return a text without the differences that are not seen."""
    return " ".join(text.split())


class Quiz:
    """A quiz of a page, at its place among them."""

    def __init__(self, page, place: int = 0):
        self.page = page
        self.at = page.locator(".quiz").nth(place)
        self.form = self.at.locator("form:visible")
        self.status = self.at.get_by_role("status")
        self.end = self.at.locator(".quiz-end")

    def button(self, name: str):
        """Return a button by what is written on it."""
        return self.at.get_by_role("button", name=name, exact=True)

    @property
    def shown(self) -> list[str]:
        """The names of the questions that are seen."""
        return [form.get_attribute("data-question") for form in self.form.all()]

    @property
    def said(self) -> str:
        return self.status.text_content()

    @property
    def opened(self) -> dict[str, str]:
        """The reasons that are seen in the question that is seen, by the answers they belong to."""
        found = self.form.evaluate_all(OPENED)
        return {value: plain(text) for value, text in found}

    @property
    def focused(self) -> str:
        return self.page.evaluate(FOCUSED)

    def radio(self, answer: Answer):
        return self.form.locator(f'input[value="{answer.value}"]')

    def label(self, answer: Answer):
        """Return the words of an answer, which choose it."""
        return self.form.locator(f'input[value="{answer.value}"] + label')

    def why(self, answer: Answer):
        """Return what is folded under an answer."""
        return self.form.locator(f'li:has(input[value="{answer.value}"]) details')

    def check(self, answer: Answer) -> str:
        """Choose an answer with the mouse, have it checked, and return what is said."""
        self.label(answer).click()
        self.button("Check").click()
        return self.said

    def enter(self) -> None:
        """Go into the quiz with Tab, from the heading above it: Tab begins where was clicked last."""
        self.at.locator("xpath=ancestor::section[1]/h2").click()
        for _ in range(10):
            self.page.keyboard.press("Tab")
            if self.at.evaluate("quiz => quiz.contains(document.activeElement)"):
                return
        raise AssertionError("Tab does not reach the quiz")

    def tab_to(self, name: str, most: int = 20) -> None:
        """Press Tab until something has the focus; it must never get lost on the way."""
        for _ in range(most):
            self.page.keyboard.press("Tab")
            assert self.focused
            if self.focused == name:
                return
        raise AssertionError(f"Tab does not reach {name}")

    def arrow_to(self, answer: Answer) -> None:
        """Press the arrow key until an answer is chosen."""
        for _ in range(8):
            if self.focused == answer.value and self.radio(answer).is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"the arrow key does not reach {answer.words}")

    def listen(self) -> None:
        """Write down from now on what is announced."""
        self.status.evaluate(LISTEN)

    def heard(self) -> list[str]:
        """Return what has been announced since this was asked last."""
        return self.page.evaluate("said.splice(0)")
