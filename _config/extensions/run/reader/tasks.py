"""What asyncio runs tasks with in a page; made when a program first imports it."""

import time
from asyncio.base_events import BaseEventLoop


class Loop(BaseEventLoop):
    """asyncio's loop where nothing comes in from outside: it runs tasks, and waits by sleeping."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = self

    def select(self, timeout: float | None) -> list:
        """Wait until the next task is due."""
        if timeout is None:
            raise RuntimeError("every task waits for another one, and none can go on")
        time.sleep(max(timeout, 0))
        return []

    def _process_events(self, events: list) -> None:
        """Do nothing: there are no events."""

    def _write_to_self(self) -> None:
        """Do nothing: the loop never waits for an event, so it needs no waking."""
