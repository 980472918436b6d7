"""One reader's visit: a browser that has never been here, on one page of the site."""

import re
from pathlib import Path

from .box import Box
from .watch import Watch

PICTURES = Path(__file__).resolve().parents[3] / "_build" / "failed"


class Visit:
    """A page in a context of its own, watched until it is closed.

    before: a script that runs before those of the page. clock: the test sets the page's timers.
    key: the reader presses one first, and all programs of the page are boxes from then on.
    """

    def __init__(
        self, browser, server, path: str, before: str = "", clock=False, key=True, **options
    ):
        self.server = server
        self.context = browser.new_context(**options)
        self.watch = Watch(self.context, server.origin)
        if before:
            self.context.add_init_script(before)
        if clock:
            self.context.clock.install()
        self.page = self.context.new_page()
        self.page.goto(server.address + path)
        if key:
            self.page.keyboard.press("Shift")

    def box(self, index: int = 0) -> Box:
        """Return a box by its place on the page."""
        return Box(self.page, index)

    def boxes(self) -> list[Box]:
        """Return all boxes of the page."""
        return [self.box(index) for index in range(self.page.locator("div.cell.box").count())]

    def picture(self, name: str) -> None:
        """Leave a picture of the page where somebody may look for what failed."""
        PICTURES.mkdir(parents=True, exist_ok=True)
        plain = re.sub(r"\W+", "-", name).strip("-")
        self.page.screenshot(path=PICTURES / f"{plain}.png")

    def close(self) -> list[str]:
        """End the visit and return what went wrong in it."""
        self.context.close()
        return self.watch.wrong
