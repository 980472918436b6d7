"""A PDF as the browser wrote it, with what is said of it changed, and packed.

The browser writes the time into each PDF, no author, and tens of thousands of small objects that
say how the text is built, each bare. Here the objects are packed into streams, as PDF has them
since 1.5: a book is half as large. A library would read and write each of these objects, which
takes longer than printing.
"""

import re
import zlib

START = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*$")
TABLE = re.compile(rb"xref\s+0 (\d+)\s+")
ENTRY = 20  # bytes of a line of the table
OBJECT = re.compile(rb"\s*\d+ 0 obj\s+(.*?)\s*endobj\s*$", re.DOTALL)
STREAM = re.compile(rb"stream\r?\n.*endstream$", re.DOTALL)
TOGETHER = 200  # objects in a stream: a viewer unpacks all to read one


class Unread(Exception):
    """The PDF is not built as browsers build it."""


def packed(pdf: bytes, said: dict[str, str]) -> bytes:
    """Return the PDF, small, with what is said of it alone: title, author and so on."""
    objects, root, info = read(pdf)
    objects[info] = (
        b"<<" + b"".join(b"/%s %s" % (k.encode(), text(v)) for k, v in said.items()) + b">>"
    )
    # the outline stands beside the first page
    objects[root] = objects[root].replace(
        b"/Type /Catalog", b"/Type /Catalog\n/PageMode /UseOutlines", 1
    )
    written = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    places = {0: (0, 0, 65535)}  # kind, place, number in its stream
    plain = []
    for number, content in objects.items():
        if STREAM.search(content):
            places[number] = (1, len(written), 0)
            written += wrapped(number, content)
        else:
            plain.append(number)
    following = max(objects) + 1
    for first in range(0, len(plain), TOGETHER):
        group = plain[first : first + TOGETHER]
        places[following] = (1, len(written), 0)
        places.update({number: (2, following, place) for place, number in enumerate(group)})
        written += wrapped(following, together({number: objects[number] for number in group}))
        following += 1
    places[following] = (1, len(written), 0)
    table = b"".join(
        kind.to_bytes(1) + place.to_bytes(4) + place_in.to_bytes(2)
        for kind, place, place_in in (
            places.get(number, (0, 0, 0)) for number in range(following + 1)
        )
    )
    fields = b"/Type /XRef /Size %d /W [1 4 2] /Root %d 0 R /Info %d 0 R " % (
        following + 1,
        root,
        info,
    )
    start = len(written)
    written += wrapped(following, stream(fields, table))
    return bytes(written + b"startxref\n%d\n%%%%EOF\n" % start)


def read(pdf: bytes) -> tuple[dict[int, bytes], int, int]:
    """Return the objects of a PDF by number, and the numbers of its root and of what is said of it."""
    start = START.search(pdf)
    table = start and TABLE.match(pdf, int(start[1]))
    if not table:
        raise Unread
    lines = pdf[table.end() : table.end() + int(table[1]) * ENTRY]
    entries = [lines[place : place + ENTRY] for place in range(0, len(lines), ENTRY)]
    used = {number: int(line[:10]) for number, line in enumerate(entries) if line[17:18] == b"n"}
    ends = dict(
        zip(sorted(used.values()), [*sorted(used.values())[1:], int(start[1])], strict=True)
    )
    objects = {}
    for number, place in used.items():
        found = OBJECT.match(pdf[place : ends[place]])
        if not found:
            raise Unread
        objects[number] = found[1]
    trailer = pdf[table.end() + len(lines) :]
    root, info = (re.search(rb"/%s (\d+) 0 R" % name, trailer) for name in (b"Root", b"Info"))
    if not (root and info):
        raise Unread
    return objects, int(root[1]), int(info[1])


def wrapped(number: int, content: bytes) -> bytes:
    return b"%d 0 obj\n%s\nendobj\n" % (number, content)


def together(objects: dict[int, bytes]) -> bytes:
    """Return a stream that holds the objects."""
    head, body = [], bytearray()
    for number, content in objects.items():
        head.append(b"%d %d" % (number, len(body)))
        body += content + b"\n"
    line = b" ".join(head) + b"\n"
    fields = b"/Type /ObjStm /N %d /First %d " % (len(objects), len(line))
    return stream(fields, line + bytes(body))


def stream(fields: bytes, content: bytes) -> bytes:
    small = zlib.compress(content, 9)
    return b"<<%s/Filter /FlateDecode /Length %d>>\nstream\n%s\nendstream" % (
        fields,
        len(small),
        small,
    )


def text(words: str) -> bytes:
    """Return words as PDF writes them."""
    return b"<FEFF%s>" % words.encode("utf-16-be").hex().encode()
