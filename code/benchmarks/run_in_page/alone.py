"""What is measured of the book's boxes alone: the later runs, and the size of the scripts."""

from server import Host
from tools import Failure, Tool, pressed

from browser import Browser

EDITING = 5  # seconds that a reader edits before pressing Run


def program_of_book(browser: Browser, host: Host, tool: Tool) -> tuple[str, str]:
    """Return the page's first program that uses groundup.lists, and what the book says it prints."""
    page = browser.context.new_page()
    page.goto(host.address + tool.path)
    page.keyboard.press("Shift")  # all programs become boxes at the first key
    found = page.evaluate(
        """() => {
          for (const box of document.querySelectorAll(".box")) {
            const program = box.querySelector(".box-text").value;
            const printed = box.querySelector(".cell_output")?.textContent;
            if (program.includes("groundup.lists") && printed) return [program, printed];
          }
        }"""
    )
    if not found:
        raise Failure(f"{tool.path} has no program that uses groundup.lists and prints")
    page.close()
    return tuple(found)


def after_editing(browser: Browser, host: Host, tool: Tool, program: str, printed: str) -> dict:
    """Return the seconds from press to output for a reader who has edited first."""
    page = browser.context.new_page()
    page.goto(host.address + tool.path)
    host.settle(1)
    page.locator(".box-text").first.focus()
    page.wait_for_timeout(EDITING * 1000)
    seconds = pressed(page, tool, program, printed)
    page.close()
    return {"seconds": seconds}


def later(browser: Browser, host: Host, tool: Tool) -> dict:
    """Return the seconds of a second run, and those from Stop to the output of a next run."""
    page = browser.context.new_page()
    page.goto(host.address + tool.path)
    pressed(page, tool, 'print("first")', "first")
    page.wait_for_timeout(1000)
    second = pressed(page, tool, 'print("second")', "second")
    pressed(page, tool, 'print("endless", flush=True)\nwhile True:\n    pass', "endless")
    twice = Tool(tool.name, tool.path, STOP % tool.press, tool.output)
    stopped = pressed(page, twice, 'print("third")', "third")
    page.close()
    return {"second run": {"seconds": second}, "stop, then run": {"seconds": stopped}}


STOP = """(program) => {
  if (document.querySelector(".box").dataset.state === "running")
    document.querySelector(".box-run").click(); // now it says Stop
  return (%s)(program);
}"""


def script_bytes(host: Host) -> int:
    """Return the bytes, compressed as they are sent, of the page's script and the worker's."""
    folder = host.folders["book"] / "_static" / "run"
    files = [folder / "run.js", *folder.glob("worker-*.js")]
    return sum(len(host.file(f"/book/_static/run/{file.name}")[1]) for file in files)
