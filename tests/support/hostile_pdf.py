"""PDFs of a few kilobytes that cost a careless reader gigabytes or minutes."""

import zlib
from collections.abc import Callable
from functools import cache

from companion.limits import LARGEST_CARRIED

BLANKS = b" " * 8 * LARGEST_CARRIED


def pdf(*objects: bytes) -> bytes:
    """Return a PDF of these objects, numbered from 1; the first is its catalogue."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(objects) + 1
    head = b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    return out + head + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (size, len(out))


def stream(head: bytes, data: bytes) -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (head, len(data), data)


def attached(*files: bytes) -> bytes:
    """Return a PDF of one page with these objects as attached files."""
    names = b"".join(b"(match.json)%d 0 R" % (4 + 2 * n) for n in range(len(files)))
    tree = [
        b"<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[%s]>>>>>>" % names,
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
    ]
    for n, file in enumerate(files):
        tree += [b"<</Type/Filespec/F(match.json)/UF(match.json)/EF<</F %d 0 R>>>>" % (5 + 2 * n), file]
    return pdf(*tree)


def packed(filters: bytes, data: bytes) -> bytes:
    return stream(b"/Type/EmbeddedFile/Filter" + filters, data)


@cache
def chain(megabytes: int) -> bytes:
    """Return data behind many filters, each of which makes it a hundred times larger."""
    return zlib.compress(b"\x81z" * (megabytes * 1_000_000 // 128) + b"\x80", 9)


def deep(levels: int) -> bytes:
    """Return a deep page tree with one page."""
    kids = [b"<</Type/Pages/Kids[%d 0 R]/Count 1>>" % (n + 3) for n in range(levels)]
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", *kids, b"<</Type/Page/MediaBox[0 0 9 9]>>")


def listed(filters: bytes, data: bytes) -> bytes:
    """Return a PDF with a compressed object list, as in newer versions."""
    list_of_objects = stream(b"/Type/XRef/Size 9/Root 1 0 R/W[1 2 2]/Filter" + filters, data)
    return b"%PDF-1.7\n1 0 obj\n" + list_of_objects + b"\nstartxref\n9\n%%EOF"


@cache
def once() -> bytes:
    return zlib.compress(BLANKS, 9)


CHAIN = b"[/FlateDecode/RunLengthDecode/ASCII85Decode]"
# Made when they are needed: to pack them takes a second.
BOMBS: dict[str, Callable[[], bytes]] = {
    "a chain of filters": lambda: attached(packed(CHAIN, chain(40))),
    "a chain that is only called a filter by its number": lambda: attached(packed(b" 9 0 R", chain(40)), CHAIN),
    "a chain in escaped letters": lambda: attached(
        packed(b"[/FlateDecode/Run#4cengthDecode/ASCII85#44ecode]", chain(40))
    ),
    "packed once": lambda: attached(packed(b"/FlateDecode", once())),
    "packed twice": lambda: attached(packed(b"[/FlateDecode/FlateDecode]", zlib.compress(once(), 9))),
    "many files": lambda: attached(*[packed(b"/FlateDecode", once())] * 5),
    "many files that say so and are none": lambda: attached(*[b"<</Type/EmbeddedFile>>"] * 2_000),
    "a list of objects without end": lambda: listed(b"/FlateDecode", once()),
    "a list of objects through a chain": lambda: listed(CHAIN, chain(40)),
    "objects inside a stream": lambda: pdf(stream(b"/Type/ObjStm/N 99999999/First 9/Filter/FlateDecode", once())),
    "a deep tree of pages": lambda: deep(5000),
    "a page very often": lambda: pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 60000/Kids[%s]>>" % (b"3 0 R " * 60_000),
        b"<</Type/Page/MediaBox[0 0 9 9]>>",
    ),
}
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
AGAIN = b"q " + b"/X Do " * 2000
# A page with a drawing.
DRAWINGS: dict[str, Callable[[], bytes]] = {
    "a chain of filters": lambda: _of_a_page(stream(b"/Filter" + CHAIN, chain(40)), FONT, FONT),
    "letters named through a chain": lambda: _of_a_page(
        stream(b"", b"BT /F 9 Tf (Anna) Tj ET"),
        FONT[:-2] + b"/ToUnicode 6 0 R>>",
        stream(b"/Filter" + CHAIN, chain(40)),
    ),
    "a drawing within itself": lambda: _of_a_page(
        stream(b"", AGAIN), FONT, stream(b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 7 0 R", AGAIN)
    ),
}


def _of_a_page(content: bytes, font: bytes, other: bytes) -> bytes:
    return pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Contents 4 0 R/Resources 7 0 R>>",
        content,
        font,
        other,
        b"<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>",
    )
