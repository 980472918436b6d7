"""A figure that readers move, on an open page."""

import json

from guards.cells import tree
from guards.figures import called
from guards.pages import pages

# The addresses of the pages with such figures, and how many each has, as their sources say.
MOVED = {
    page.name.removesuffix("index"): count
    for page in pages()
    if (count := sum("movable" in called(tree(cell)) for cell in page.cells))
}
EACH = [(address, place) for address, count in MOVED.items() for place in range(count)]
CENTRES = """(elements) => elements.map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2, element.textContent];
})"""


class Moved:
    """One movable figure of an open page."""

    def __init__(self, page, place=0):
        self.page = page
        self.at = page.locator("figure.movable").nth(place)
        self.slider = self.at.locator("input[type=range]")
        self.svg = self.at.locator("svg")

    @property
    def told(self) -> str:
        return self.at.locator("output").inner_text()

    def read(self) -> dict[str, list[str]]:
        """Return the rows of the table by their names."""
        rows = self.at.locator("tbody tr").all()
        return {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows}

    def go(self, stop: str) -> dict[str, list[str]]:
        """Move the slider to the stop of that name, and return what is read there."""
        self.slider.fill(str(self.given["stops"].index(stop)))
        assert self.told == stop
        return self.read()

    @property
    def given(self) -> dict:
        return json.loads(self.at.locator("script").text_content())

    def centres(self, what: str) -> list[tuple[float, float, str]]:
        """Return where the middle of each such element is on the screen, and its text."""
        return self.svg.locator(what).evaluate_all(CENTRES)
