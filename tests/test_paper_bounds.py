"""A PDF from anybody takes no more memory and time than what it is read for."""

import time
import tracemalloc
import zlib
from collections.abc import Sequence

import pytest
from readback import ROUND, four

from companion.limits import LARGEST_CARRIED
from companion.reading import Match
from companion.rules.rulings import Ruling
from companion.sheets import protocol_pdf
from companion.sheets.carried import read_paper
from companion.sheets.embedded import embedded

SECONDS = 0.5
LARGE = 8 * LARGEST_CARRIED
BLANKS = b" " * LARGE


def pdf(*objects: bytes) -> bytes:
    """A PDF of these objects, numbered from 1; the first is its catalogue."""
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
    """A PDF of one page that carries these objects as files."""
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


def chain(megabytes: int) -> bytes:
    """Runs of the sign that stands for four zeros: each filter makes a hundred times as much of what it is given."""
    return zlib.compress(b"\x81z" * (megabytes * 1_000_000 // 128) + b"\x80", 9)


def deep(levels: int) -> bytes:
    """A tree of pages that has one page at its end."""
    kids = [b"<</Type/Pages/Kids[%d 0 R]/Count 1>>" % (n + 3) for n in range(levels)]
    return pdf(b"<</Type/Catalog/Pages 2 0 R>>", *kids, b"<</Type/Page/MediaBox[0 0 9 9]>>")


def listed(filters: bytes, data: bytes) -> bytes:
    """A PDF whose list of objects is packed, as newer ones have it."""
    list_of_objects = stream(b"/Type/XRef/Size 9/Root 1 0 R/W[1 2 2]/Filter" + filters, data)
    return b"%PDF-1.7\n1 0 obj\n" + list_of_objects + b"\nstartxref\n9\n%%EOF"


ONCE, TWICE = zlib.compress(BLANKS, 9), zlib.compress(zlib.compress(BLANKS, 9), 9)
CHAIN = b"[/FlateDecode/RunLengthDecode/ASCII85Decode]"
BOMBS = {
    "a chain of filters": attached(packed(CHAIN, chain(40))),
    "a chain that is only called a filter by its number": attached(packed(b" 9 0 R", chain(40)), CHAIN),
    "a chain in escaped letters": attached(packed(b"[/FlateDecode/Run#4cengthDecode/ASCII85#44ecode]", chain(40))),
    "packed once": attached(packed(b"/FlateDecode", ONCE)),
    "packed twice": attached(packed(b"[/FlateDecode/FlateDecode]", TWICE)),
    "many files": attached(*[packed(b"/FlateDecode", ONCE)] * 5),
    "many files that say so and are none": attached(*[b"<</Type/EmbeddedFile>>"] * 2_000),
    "a list of objects without end": listed(b"/FlateDecode", ONCE),
    "a list of objects through a chain": listed(CHAIN, chain(40)),
    "objects inside a stream": pdf(stream(b"/Type/ObjStm/N 99999999/First 9/Filter/FlateDecode", ONCE)),
    "a deep tree of pages": deep(5000),
    "a page very often": pdf(
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Count 60000/Kids[%s]>>" % (b"3 0 R " * 60_000),
        b"<</Type/Page/MediaBox[0 0 9 9]>>",
    ),
}


@pytest.mark.parametrize("what", BOMBS)
def test_a_small_file_that_unpacks_to_a_large_one_is_not_unpacked(what: str) -> None:
    assert len(BOMBS[what]) < 3 * 1024 * 1024
    tracemalloc.start()
    began = time.process_time()
    found = read_paper(BOMBS[what])
    taken = time.process_time() - began
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert isinstance(found, Ruling)
    assert found.code == "file.empty_pdf"
    assert peak < 3 * LARGEST_CARRIED
    assert taken < SECONDS


def test_a_file_as_large_as_is_read() -> None:
    assert list(embedded(attached(packed(b"/FlateDecode", zlib.compress(BLANKS[:LARGEST_CARRIED]))))) == [
        BLANKS[:LARGEST_CARRIED]
    ]
    assert list(embedded(attached(packed(b"/FlateDecode", zlib.compress(BLANKS[: LARGEST_CARRIED + 1]))))) == []


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9])
def test_a_paper_that_was_cut_off(cut: float) -> None:
    paper = protocol_pdf(four(*ROUND), "en")
    assert isinstance(paper, bytes)
    assert isinstance(read_paper(paper), Match)
    begins = paper.index(b"/EmbeddedFile")
    ends = paper.index(b"endstream", begins)
    assert isinstance(read_paper(paper[: begins + int((ends - begins) * cut)]), Ruling)


@pytest.mark.parametrize(
    "title", ["/Type /EmbeddedFile /Filter /FlateDecode stream", "1 0 obj<</Type/EmbeddedFile>>stream"]
)
def test_what_people_write_is_no_file(title: str) -> None:
    paper = protocol_pdf(four(*ROUND, title=title), "en")
    assert isinstance(paper, bytes)
    found = read_paper(paper)
    assert isinstance(found, Match)
    assert found.record.title == title


def names(n: int) -> Sequence[str]:
    return [f'"{number}":0' for number in range(n)]


def test_a_name_that_stands_twice_among_very_many() -> None:
    began = time.process_time()
    found = read_paper(f'{{{",".join(names(60_000))},"59999":0}}'.encode())
    assert isinstance(found, Ruling)
    assert found.code == "json.twice"
    assert time.process_time() - began < SECONDS
