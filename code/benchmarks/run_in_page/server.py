"""A static host on this machine that counts what it sends and can be as slow as a real link."""

import gzip
import hashlib
import mimetypes
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}
TYPES |= {".whl": "application/octet-stream", ".ipynb": "application/json"}
COMPRESSED = {"application/javascript", "application/json", "application/wasm", "image/svg+xml"}
PIECE = 16384  # bytes that a slow link sends at once


class Host(ThreadingHTTPServer):
    """Serves each folder under its own name, with the headers of an ordinary static host.

    It also stands as the browser's proxy for everything that is not on this machine: such requests
    are refused and kept in `outside`.
    """

    daemon_threads = True

    def __init__(self, folders: dict[str, Path]):
        super().__init__(("127.0.0.1", 0), Answer)
        self.folders = folders
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.outside: list[str] = []
        self.link: Link | None = None
        self.bytes = 0  # sent since forget(), headers included
        self.last = 0.0  # when something was last asked for or sent
        self.counting = threading.Lock()
        self.known: dict[Path, tuple[dict, bytes]] = {}

    def forget(self) -> None:
        """Count from zero again."""
        self.bytes = 0
        self.outside.clear()

    def count(self, number: int) -> None:
        """Add bytes that were sent."""
        with self.counting:
            self.bytes += number
            self.last = time.monotonic()

    def settle(self, quiet: float) -> None:
        """Wait until nothing has been asked for or sent for so many seconds."""
        self.last = time.monotonic()
        while (left := self.last + quiet - time.monotonic()) > 0:
            time.sleep(left)

    def file(self, path: str) -> tuple[dict, bytes] | None:
        """Return the headers and the bytes of what a path names, None where nothing is there."""
        name, _, rest = unquote(urlsplit(path).path).lstrip("/").partition("/")
        if name not in self.folders or ".." in rest.split("/"):
            return None
        file = self.folders[name] / rest
        if file.is_dir():
            file /= "index.html"
        if not file.is_file():
            return None
        if file not in self.known:
            self.known[file] = content(file)
        return self.known[file]


def content(file: Path) -> tuple[dict, bytes]:
    """Return a file as a static host sends it: compressed if its type is worth it."""
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "text/plain"
    body = file.read_bytes()
    headers = {"Content-Type": kind, "Cache-Control": "max-age=600", "Vary": "Accept-Encoding"}
    headers["ETag"] = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    if kind.startswith("text/") or kind in COMPRESSED:
        headers["Content-Encoding"] = "gzip"
        body = gzip.compress(body, 6, mtime=0)
    return headers | {"Content-Length": str(len(body))}, body


class Answer(BaseHTTPRequestHandler):
    """Answers one connection of the browser."""

    server: Host
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        """Send a file, or what its absence or its freshness calls for."""
        if not self.path.startswith("/"):
            return self.refuse()
        link = self.server.link
        if link:
            link.travel()
        found = self.server.file(self.path)
        if found is None:
            self.answer(404, {"Content-Length": "0"})
        elif self.headers.get("If-None-Match") == found[0]["ETag"]:
            self.answer(304, {"ETag": found[0]["ETag"], "Cache-Control": "max-age=600"})
        else:
            self.answer(200, found[0])
            pieces = [found[1]]
            if link:
                pieces = [found[1][at : at + PIECE] for at in range(0, len(found[1]), PIECE)]
            for piece in pieces:
                if link:
                    link.carry(len(piece))
                self.wfile.write(piece)
                self.server.count(len(piece))

    def refuse(self) -> None:
        """Refuse, and remember, what was meant for another host."""
        self.server.outside.append(self.path)
        self.send_error(502)

    do_CONNECT = do_POST = refuse

    def log_message(self, *_) -> None:
        """Say nothing: what is served is counted."""

    def answer(self, status: int, headers: dict) -> None:
        """Send the first line and the headers, counted."""
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.server.count(sum(map(len, self._headers_buffer)) + 2)
        self.end_headers()


class Link:
    """One link that all connections share: so many bytes a second, so many seconds there and back.

    The browser's own emulation does not reach the workers in which all of these tools run Python.
    """

    def __init__(self, rate: float, delay: float):
        self.rate, self.delay = rate, delay
        self.free = 0.0
        self.turn = threading.Lock()

    def travel(self) -> None:
        """Wait as long as a question and the start of its answer are on their way."""
        time.sleep(self.delay)

    def carry(self, number: int) -> None:
        """Wait until the link has carried so many bytes more."""
        with self.turn:
            self.free = max(self.free, time.monotonic()) + number / self.rate
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))
