"""A file of the engine that is missing or damaged is told at once, and the page stays whole."""

import fnmatch

import pytest
from browsing.server import corrupted, missing, truncated

FILES = (
    "worker-*.js",
    "groundup-*.zip",
    "engine-*/pyodide.mjs",
    "engine-*/pyodide.asm.mjs",
    "engine-*/pyodide.asm.wasm",
    "engine-*/library.zip",
)
# What a browser writes into its console when a file does not come or is not what it should be.
PROVOKED = (
    r"Failed to load resource",
    r"integrity",
    r"did not arrive whole",
    r"wasm instantiation failed",
)
TEXT = """() => {
  const article = document.querySelector("article").cloneNode(true);
  for (const box of article.querySelectorAll(".box")) box.remove();
  return article.textContent;
}"""


@pytest.mark.parametrize("damage", [missing, truncated, corrupted], ids=lambda kind: kind.__name__)
def test_a_damaged_file_is_named_without_a_wait_and_mended_by_the_next_run(
    visit, server, bench_page, damage
):
    reader = visit(bench_page, server, clock=True)
    reader.page.clock.pause_at(reader.page.evaluate("Date.now()") + 1000)  # no time-out ends now
    box, text = reader.box(), reader.page.evaluate(TEXT)
    with reader.watch.expecting(*PROVOKED):
        for file in FILES:
            server.damage = {f"_static/run/{file}": damage}
            box.button("run").click()
            box.wait()
            told = box.said()
            assert "could not be started" in told
            assert "press Run again" in told
            assert fnmatch.fnmatch(told, f"*{file}*"), f"{told} It was {file}."
            assert box.baked.is_visible()
            assert box.output.is_hidden()
            assert reader.page.evaluate(TEXT) == text, "the page has lost something"
    server.damage = {}
    assert box.run("print('mended')") == "mended\n"
    assert box.said() == "Done."


def test_a_damage_that_is_found_before_the_press_is_told_at_the_press(visit, server, bench_page):
    reader = visit(bench_page, server)
    box = reader.box()
    server.damage = {"_static/run/engine-*/library.zip": missing}
    with reader.watch.expecting(*PROVOKED):
        box.field.focus()
        reader.page.wait_for_timeout(1500)
        assert box.said() == "", "nobody has pressed anything yet"
        box.button("run").click()
        box.wait()
    assert "could not be started" in box.said()


def test_a_page_whose_own_script_is_missing_is_the_page_without_a_script(visit, server, bench_page):
    reader = visit("vocabulary/", server)
    server.damage = {"_static/run/run.js": missing}
    with reader.watch.expecting(r"Failed to load resource.*run\.js"):
        reader.page.goto(server.address + bench_page)
    cell = reader.page.locator("div.cell.tag_run").first
    assert cell.locator(".cell_input pre").is_visible()
    assert cell.locator(".cell_output").is_visible()
    assert cell.locator("textarea, button").count() == 0
