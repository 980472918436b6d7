"""An edited program has the colours that it was baked with, in the light and in the dark."""

import pytest
from browsing import baked

# For each letter of a box's text: the letter and the look of it.
LOOK = """(pre) => {
  const letters = [], walk = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { color, fontWeight, fontStyle } = getComputedStyle(walk.currentNode.parentNode);
    for (const letter of walk.currentNode.data)
      if (letter.trim()) letters.push([letter, color, fontWeight, fontStyle]);
  }
  return letters;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("address", baked.addresses())
def test_an_edited_program_keeps_its_colours(visit, address, theme):
    reader = visit(address)
    reader.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
    for box in reader.boxes():
        behind = box.at.locator(".box-code > pre")
        before = behind.evaluate(LOOK)
        box.field.fill(box.text + "\n")  # no letter more, but the text is coloured anew
        assert behind.evaluate(LOOK) == before
        assert len({tuple(look) for _, *look in before}) > 2
