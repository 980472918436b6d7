"""A static host on this machine: right types, packed files, the headers that the site asks for, a log.

It can also be as bad as hosts are: files can be missing, damaged or never arrive, and it can be
unplugged.
"""

import fnmatch
import functools
import gzip
import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}

PACKED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm"}


@functools.lru_cache(maxsize=32)
def packed(body: bytes) -> bytes:
    """Return a body as it travels; packing the engine anew for each visit would take seconds."""
    return gzip.compress(body, compresslevel=6, mtime=0)


@dataclass
class Request:
    """One answered request: its path below the site, its status and how much was sent."""

    path: str
    status: int
    sent: int


def missing(body: bytes) -> None:
    """Answer that there is no such file."""
    return None


def truncated(body: bytes) -> bytes:
    """Send the first half, as a host does whose copy was cut off."""
    return body[: len(body) // 2]


def corrupted(body: bytes) -> bytes:
    """Send the file with some bytes in its middle changed."""
    middle = len(body) // 2
    return (
        body[:middle]
        + bytes(255 - byte for byte in body[middle : middle + 64])
        + body[middle + 64 :]
    )


def rules(folder: Path) -> list[tuple[str, str, str]]:
    """Return what the site's file `_headers` asks for: pattern, header and value."""
    file = folder / "_headers"
    found, pattern = [], ""
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        if not line.strip() or line.startswith("#"):
            continue
        if line[0].isspace():
            name, _, value = line.strip().partition(":")
            found.append((pattern, name, value.strip()))
        else:
            pattern = line.strip()
    return found


class Server:
    """Serves a folder on loopback until it is closed.

    prefix: where the site lies on the host. headers: what `rules` returned for hosts that read it.
    types: what it says of each kind of file. damage: for a pattern of paths, what becomes of the
    file. unplugged: nobody is there.
    """

    def __init__(self, folder: Path, prefix: str = "/", headers: list | None = None):
        self.folder, self.prefix, self.headers = folder.resolve(), prefix, headers or []
        self.requests: list[Request] = []
        self.types = dict(TYPES)
        self.damage: dict[str, Callable] = {}
        self.unplugged = False
        self.held = ""
        self.released = threading.Event()
        handler = type("Handler", (Handler,), {"site": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        self.address = self.origin + prefix
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        """Serve no longer."""
        self.release()
        self.server.shutdown()
        self.server.server_close()

    def hold(self, pattern: str) -> None:
        """Let the requests for some paths wait until they are released."""
        self.held = pattern
        self.released.clear()

    def release(self) -> None:
        """Answer what was held."""
        self.held = ""
        self.released.set()

    def asked(self, pattern: str) -> list[Request]:
        """Return the requests whose path matches a pattern."""
        return [request for request in self.requests if fnmatch.fnmatch(request.path, pattern)]

    def headers_of(self, path: str) -> dict[str, str]:
        """Return the headers that the site asks for at a path; two of one name are joined."""
        found: dict[str, str] = {}
        for pattern, name, value in self.headers:
            if fnmatch.fnmatch("/" + path, pattern):
                found[name] = f"{found[name]}, {value}" if name in found else value
        return found

    def body(self, path: str, file: Path) -> bytes | None:
        """Return what is sent of the file at a path: the file, what the damage leaves, or None."""
        if not file.is_file() or not file.is_relative_to(self.folder):
            return None
        body = file.read_bytes()
        for pattern, damage in self.damage.items():
            if fnmatch.fnmatch(path, pattern):
                return damage(body)
        return body


class Handler(BaseHTTPRequestHandler):
    """Answers as a static host does."""

    protocol_version = "HTTP/1.1"
    site: Server

    def do_GET(self) -> None:
        """Send a file, or say where it is, or that there is none."""
        site, path = self.site, unquote(urlsplit(self.path).path)
        if site.unplugged:
            self.close_connection = True
            return
        if not path.startswith(site.prefix):
            return self.answer(path, 404)
        address = path = path.removeprefix(site.prefix)
        file = (site.folder / path).resolve()
        if file.is_dir() and path and not path.endswith("/"):
            return self.answer(path, 301, {"Location": f"{site.prefix}{path}/"})
        if file.is_dir():
            file, path = file / "index.html", path + "index.html"
        if fnmatch.fnmatch(path, site.held):
            site.released.wait()
        body = site.body(path, file)
        if body is None:
            return self.answer(path, 404)
        tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
        headers = {"Cache-Control": "max-age=600", "ETag": tag} | site.headers_of(address)
        if self.headers["If-None-Match"] == tag:
            return self.answer(path, 304, headers)
        headers["Content-Type"] = site.types.get(file.suffix, "application/octet-stream")
        if file.suffix in PACKED and "gzip" in self.headers.get("Accept-Encoding", ""):
            headers["Content-Encoding"], body = "gzip", packed(body)
        self.answer(path, 200, headers, body)

    def answer(
        self, path: str, status: int, headers: dict | None = None, body: bytes = b""
    ) -> None:
        """Send an answer and write it into the log."""
        self.site.requests.append(Request(path, status, len(body)))
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle(self) -> None:
        """Take it in silence when a browser hangs up."""
        try:
            super().handle()
        except ConnectionError:
            pass

    def log_message(self, *_: object) -> None:
        """Print nothing: the log is in `requests`."""
