"""A box as a reader uses it: read, write, press, wait."""

MINUTE = 60_000  # what a wait may take on a busy machine, in milliseconds


class Box:
    """One program of a page, at its place among them."""

    def __init__(self, page, index: int = 0):
        self.page = page
        self.at = page.locator("div.cell.tag_run").nth(index)
        self.field = self.at.locator("textarea.box-text")
        self.output = self.at.locator(".box-output")
        self.baked = self.at.locator(".cell_output")
        self.status = self.at.locator(".box-status")
        self.verdict = self.at.locator(".box-verdict")

    def button(self, name: str):
        """Return a button by the name it has in its class: run, check, back, undo."""
        return self.at.locator(f"button.box-{name}")

    @property
    def state(self) -> str:
        return self.at.get_attribute("data-state")

    @property
    def text(self) -> str:
        return self.field.input_value()

    def wait(self, state: str = "ready") -> None:
        """Wait until the box is in a state."""
        wanted = self.page.locator(f'[data-state="{state}"]')
        self.at.and_(wanted).wait_for(state="attached", timeout=MINUTE)

    def run(self, source: str | None = None) -> str:
        """Write a program, if given, run it, and return all that the output shows."""
        if source is not None:
            self.field.fill(source)
        self.button("run").click()
        self.wait()
        return self.shown()

    def check(self) -> str:
        """Run the program with its check, and return the verdict."""
        self.button("check").click()
        self.wait()
        return self.verdict.inner_text() if self.verdict.count() else ""

    def take_answer(self) -> None:
        """Open the answer of the exercise and put it into the box."""
        answer = self.at.locator("xpath=following-sibling::details[contains(@class, 'answer')][1]")
        if not answer.evaluate("answer => answer.open"):
            answer.locator("summary").click()
        answer.locator("button.box-take").click()

    def leave(self) -> None:
        """Stop what runs and put back the program of the book."""
        if self.state != "ready":
            self.button("run").click()
            self.wait()
        if self.button("back").is_enabled():
            self.button("back").click()

    def shown(self) -> str:
        """Return all that the output shows, errors and hints included."""
        return self.output.text_content()

    def printed(self) -> str:
        """Return what the program printed, and nothing that the page added."""
        return self.output.evaluate(
            "output => [...output.childNodes].filter(node => node.nodeType === Node.TEXT_NODE)"
            ".map(node => node.data).join('')"
        )

    def errors(self) -> str:
        """Return what went to the error stream, tracebacks included."""
        return "".join(self.output.locator(".box-error").all_text_contents())

    def said(self) -> str:
        """Return the status as it is seen: what only screen readers are told is left out."""
        return self.status.evaluate(
            "status => { const seen = status.cloneNode(true);"
            "seen.querySelector('.box-aloud')?.remove(); return seen.textContent.trim(); }"
        )

    def hint(self) -> str:
        """Return what the page adds to an error."""
        hint = self.output.locator(".box-hint")
        return hint.inner_text() if hint.count() else ""
