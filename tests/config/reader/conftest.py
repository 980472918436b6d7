"""The page's Python, run under ordinary Python."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[3] / "_config" / "extensions" / "run"))
import reader
from reader import output


@pytest.fixture
def ran():
    """A function that runs a program, with its check if it has one: what the page is told."""
    return lambda source, check="": json.loads(reader.run(source, check))


@pytest.fixture
def error(ran):
    """A function that runs a program which has to end in an error: what is told of that."""

    def told(source):
        error = ran(source)["error"]
        assert error is not None, "the program ended well"
        return error

    return told


class Sent(list):
    """What left by os.write, as pairs of descriptor and text."""

    def text(self, *files):
        """Return what went to the descriptors."""
        return "".join(piece for file, piece in self if file in files)


@pytest.fixture
def sent(monkeypatch):
    """Everything that programs print, caught where it leaves."""
    pieces = Sent()

    def send(file, data):
        pieces.append((file, data.decode()))
        return len(data)

    monkeypatch.setattr(output, "send_bytes", send)
    return pieces
