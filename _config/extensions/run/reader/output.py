"""What a program prints, on its way to the page: at once while it is little, then in pieces.

Everything leaves by os.write to the file descriptors 1 (printed) and 2 (errors), which the
worker hands to the page as it comes.
"""

import io
from os import write as send_bytes
from time import perf_counter as clock

from groundup.exercise import Record

LIMIT = 100_000  # characters that one program may show
LEFT_OUT = f"The rest is left out: a program shows at most {LIMIT:,} characters here.\n"

QUICK = 200  # writes that may leave at once, one after the other; each millisecond gives one back
PIECE = 4096  # characters that are sent together after that
WAIT = 0.05  # seconds after which they are sent, however few they are


class Output:
    """The way out that a program's two streams share, so that their texts keep their order."""

    def __init__(self) -> None:
        self.full = False
        self._left = LIMIT
        self.at_line_start = True
        self._waiting: list[str] = []
        self._size = 0  # of what is waiting
        self._file = 1  # and where it goes
        self._quick = float(QUICK)
        self._seen = self._sent = clock()

    def write(self, file: int, text: str) -> None:
        """Take a text for a file descriptor; what goes past the limit is dropped."""
        if not text or self.full:
            return
        if file != self._file:
            self.flush()
            self._file = file
        if len(text) > self._left:
            text = text[: self._left]
            starts_line = text.endswith("\n") or (not text and self.at_line_start)
            text += LEFT_OUT if starts_line else "\n" + LEFT_OUT
            self.full = True
        self._left -= len(text)
        self._waiting.append(text)
        self._size += len(text)
        self.at_line_start = text.endswith("\n")
        now = clock()
        self._quick = min(QUICK, self._quick + (now - self._seen) * 1000)
        self._seen = now
        if self._quick >= 1:
            self._quick -= 1
            self.flush()
        elif self._size >= PIECE or now - self._sent > WAIT or self.full:
            self.flush()

    def flush(self) -> None:
        """Send what is waiting. A descriptor that the program has closed takes nothing more."""
        data = "".join(self._waiting).encode("utf-8", "backslashreplace")
        self._waiting.clear()
        self._size = 0
        self._sent = clock()
        try:
            while data:
                data = data[send_bytes(self._file, data) :]
        except OSError:
            self.full = True


class Printed(Record):
    """A program's sys.stdout. Keeps the text only for a check: a million lines need their room."""

    def __init__(self, output: Output, keep: bool) -> None:
        super().__init__()
        self._output = output
        self._keep = keep

    def write(self, text: str) -> int:
        """Keep the text if there is a check to read it, and send it on."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        if self._keep:
            self._kept.write(text)
        if not self._output.full:
            self._output.write(1, text)
        return len(text)

    def value(self, text: str) -> None:
        """Show the value of the last expression on a line of its own."""
        self._output.write(1, f"{text}\n" if self._output.at_line_start else f"\n{text}\n")

    def flush(self) -> None:
        """Send what is waiting."""
        self._output.flush()


class Errors(io.TextIOBase):
    """A program's sys.stderr."""

    encoding = "utf-8"

    def __init__(self, output: Output) -> None:
        self._output = output

    def write(self, text: str) -> int:
        """Send the text on."""
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._output.write(2, text)
        return len(text)

    def flush(self) -> None:
        """Send what is waiting."""
        self._output.flush()


class NoTyping(io.TextIOBase):
    """A program's sys.stdin: there is nobody at a keyboard."""

    encoding = "utf-8"

    def readable(self) -> bool:
        """Say yes, so that reading comes to the sentence below."""
        return True

    def read(self, size: int | None = -1) -> str:
        """Raise EOFError, as Python does where no more can be read."""
        raise EOFError("nothing can be typed into a program on this page")

    readline = __next__ = read
