"""Sees what goes wrong behind a page: errors in the console, broken policies, requests to others."""

import re
from contextlib import contextmanager

# Where a policy is broken, the page itself says so too: not every breach reaches the console.
TELL = """
document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy ${event.effectiveDirective} broken by ${event.blockedURI}`));
"""


class Watch:
    """Writes down everything that went wrong in a browser context."""

    def __init__(self, context, origin: str):
        self.origin = origin
        self.wrong: list[str] = []
        context.add_init_script(TELL)
        context.on("console", self.console)
        context.on("weberror", self.uncaught)
        context.on("request", self.request)

    def console(self, message) -> None:
        place = message.location.get("url", "")
        wanted = place.endswith("/favicon.ico")  # the browser's own wish, not the page's
        if message.type in ("error", "warning") and not wanted:
            self.wrong.append(f"{message.type}: {message.text} ({place})")

    def uncaught(self, event) -> None:
        where = " ".join((event.error.stack or "").split())
        self.wrong.append(f"uncaught: {event.error} ({where})")

    def request(self, request) -> None:
        if not request.url.startswith((self.origin, "data:", "blob:" + self.origin)):
            self.wrong.append(f"a request to somewhere else: {request.url}")

    @contextmanager
    def expecting(self, *patterns: str):
        """Allow the complaints that match one of the patterns while a test provokes them."""
        before = len(self.wrong)
        try:
            yield
        finally:
            provoked = self.wrong[before:]
            self.wrong[before:] = [
                line for line in provoked if not any(re.search(each, line) for each in patterns)
            ]
