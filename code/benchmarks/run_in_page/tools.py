"""The tools that are compared, and one visit to the page of one of them, measured."""

import re
from dataclasses import dataclass

from playwright.sync_api import Page
from server import Host

from browser import Browser

PATIENCE = 180  # seconds after which an output is given up
LINGERING = (
    3  # seconds that a page stays after that, so that the browser keeps what it has compiled
)
# Pages ask the browser's maker for nothing; the browser itself does.
OWN = re.compile(r"(http://)?(?!fonts\.)[\w-]+\.(google|googleapis|gvt1)\.com\b")


class Failure(Exception):
    """A tool did not do what it is there for; the text says what happened."""


@dataclass
class Tool:
    """How a tool is pressed, and where its output appears."""

    name: str
    path: str  # of its page
    press: str  # JavaScript, called until it returns true; gets the program
    output: str  # a selector of what holds the output
    opening: bool = False  # pressing is opening the page: nothing of the tool is there before


def others() -> list[Tool]:
    """Return the tools that a page could use in place of the book's boxes."""
    click = "() => {{ document.querySelector('{}').click(); return true; }}"
    run = click.format("#run")
    edit = click.format(".py-editor-run-button")
    notebook = "/jupyterlite/notebooks/index.html?path=cell.ipynb"
    output = ".jp-OutputArea-output"
    return [
        Tool("Pyodide as it comes", "/plain/", run, "#output"),
        Tool("PyScript's editor", "/pyscript/", edit, ".py-editor-output"),
        Tool("thebe-lite", "/thebe/", run, output),
        Tool("JupyterLite", notebook, RUN_NOTEBOOK, output, opening=True),
    ]


# What is run before the notebook's kernel is ready may be lost.
RUN_NOTEBOOK = """() => {
  const kernel = document.querySelector(".jp-KernelName")?.textContent;
  const status = document.querySelector(".jp-Notebook-ExecutionIndicator")?.dataset.status;
  if (!kernel || kernel === "No Kernel" || status !== "idle") return false;
  const button = document.querySelector('[data-command="notebook:run-cell-and-select-next"]');
  button.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  return true;
}"""


def ours(path: str) -> Tool:
    """Return the first box of the book's page as a tool: the text is put in and Run is pressed.

    Scripts do both, so that neither pointer nor focus has started the engine before.
    """
    press = """(program) => {
      const box = document.querySelector(".box");
      if (box?.dataset.state !== "ready") return false;
      const field = box.querySelector(".box-text");
      field.value = program;
      field.dispatchEvent(new Event("input"));
      box.querySelector(".box-run").click();
      return true;
    }"""
    return Tool("this book", path, press, ".box-output")


def visit(browser: Browser, host: Host, tool: Tool, program: str, printed: str) -> dict:
    """Open a tool's page, press, and return what it took until the page showed what is printed.

    The page is closed after that. Raises Failure where the output does not come.
    """
    page = browser.context.new_page()
    host.forget()
    before = 0
    if not tool.opening:
        page.goto(host.address + tool.path)
        host.settle(1)
        before = host.bytes
    cpu = browser.cpu()
    if tool.opening:
        page.goto(host.address + tool.path, wait_until="commit")
    seconds = pressed(page, tool, program, printed)
    cpu = browser.cpu() - cpu
    page.wait_for_timeout(LINGERING * 1000)
    page.close()
    if outside := [asked for asked in host.outside if not OWN.match(asked)]:
        raise Failure(f"{tool.name} asked other hosts: {', '.join(sorted(set(outside)))}")
    return {
        "seconds": seconds,
        "cpu_seconds": cpu,
        "page_bytes": before,
        "press_bytes": host.bytes - before,
    }


def pressed(page: Page, tool: Tool, program: str, printed: str) -> float:
    """Press as soon as that can be done; return the seconds until just what is printed is shown.

    Some tools break lines with elements, so white space does not count.
    """
    milliseconds, shown = page.evaluate(
        WATCH % tool.press, [program, tool.output, printed, tool.opening, PATIENCE * 1000]
    )
    if milliseconds is None:
        raise Failure(f"{tool.name} did not print what it should, but {shown!r}")
    return milliseconds / 1000


WATCH = """([program, output, printed, opening, patience]) => new Promise((resolve) => {
  const press = %s;
  const plain = (text) => text.replace(/\\s+/g, "");
  const start = opening ? 0 : performance.now();
  let done = press(program);
  const look = () => {
    done ||= press(program);
    const found = [...document.querySelectorAll(output)];
    const shown = found.map((element) => element.textContent).join("");
    const now = performance.now() - start;
    if (done && plain(shown) === plain(printed)) resolve([now, shown]);
    else if (now > patience) resolve([null, shown]);
    else setTimeout(look, 4);
  };
  look();
})"""
