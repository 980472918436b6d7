"""Links out of the book that lead nowhere are listed, and without a network nothing is said of them."""

import json
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "_config"))
import links

GONE = "404 Client Error: Not Found for url: https://example.org/gone"
UNREACHED = "HTTPSConnectionPool(host='example.org', port=443): Max retries exceeded"


def link(status: str, said: str = "", line: int = 3) -> links.Link:
    return links.Link("part/index.md", line, "https://example.org/x", status, said)


@pytest.fixture
def listed(tmp_path, monkeypatch):
    """The file of the list, in a folder of its own."""
    monkeypatch.setattr(links, "LIST", tmp_path / "links" / "broken.md")
    return links.LIST


@pytest.mark.parametrize(
    "found",
    [
        [],
        [link("working")],
        [link("redirected", "https://example.org/y")],
        [link("broken", "403 Client Error: Forbidden for url: https://example.org/x")],
        [link("broken", "unauthorized")],
    ],
)
def test_where_all_links_lead_somewhere_there_is_no_list(listed, found, capsys):
    assert links.judged(found) is None
    assert not listed.exists()
    assert capsys.readouterr().out.strip().endswith(".")


@pytest.mark.parametrize(
    ("status", "said"), [("broken", GONE), ("broken", UNREACHED), ("timeout", "")]
)
def test_a_broken_link_is_listed_with_its_page_its_line_and_the_reason(listed, status, said):
    told = links.judged([link("working"), link(status, said, line=7)])
    reason = said or status
    assert told.startswith(f"part/index.md:7: https://example.org/x: {reason}\n")
    assert listed.read_text("utf-8") == (
        f"These links lead nowhere:\n\n- `book/part/index.md:7`: https://example.org/x ({reason})\n"
    )


def test_without_a_network_a_sentence_says_so_and_there_is_no_list(listed):
    told = links.judged([link("broken", UNREACHED), link("timeout")])
    assert told.startswith("No host of any link could be reached: is there a network?")
    assert "\n" not in told
    assert not listed.exists()


def test_only_links_out_of_the_book_count(tmp_path):
    kinds = [("#about", "unchecked"), ("http://localhost:8000/", "ignored"), ("a.png", "broken")]
    kinds += [("https://example.org/x", "working")]
    each = {"filename": "part/index.md", "lineno": 3, "code": 0, "info": ""}
    lines = [json.dumps(each | {"uri": uri, "status": status}) for uri, status in kinds]
    (tmp_path / "output.json").write_text("\n".join(lines), "utf-8")
    assert links.read(tmp_path / "output.json") == [link("working")]


class Host(BaseHTTPRequestHandler):
    """A host that has one page."""

    def do_GET(self):
        self.send_response(200 if self.path == "/here" else 404)
        self.end_headers()

    do_HEAD = do_GET

    def log_message(self, *_):
        """Print nothing."""


@pytest.fixture
def host():
    """The address of a host on this machine that is not called as the ignored ones are."""
    try:
        server = ThreadingHTTPServer(("127.0.0.2", 0), Host)
    except OSError:
        pytest.skip("this machine has one name only")
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield f"http://127.0.0.2:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_the_links_of_a_book_are_asked_for_and_its_site_is_left_alone(small_book, host):
    page = small_book.root / "book" / "page.md"
    text = page.read_text("utf-8").rstrip()
    before = small_book.digest()
    lines = [f"[here]({host}/here)", f"[gone]({host}/gone)", "[own](http://localhost:1/)"]
    page.write_text("\n\n".join([text, *lines, ""]), "utf-8")
    command = [sys.executable, str(small_book.root / "_config" / "links.py")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout + done.stderr
    place = f"page.md:{len(text.splitlines()) + 4}"
    assert f"{place}: {host}/gone: 404 " in done.stderr
    assert f"{host}/here" not in done.stderr
    listed = (small_book.root / "_build" / "links" / "broken.md").read_text("utf-8")
    assert listed.count("\n- ") == 1 and f"`book/{place}`: {host}/gone" in listed
    assert small_book.digest() == before
