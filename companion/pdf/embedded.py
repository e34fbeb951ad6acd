"""The files inside a PDF, as this house puts them there: each packed once, and unpacked within bounds."""

import re
import zlib
from collections.abc import Iterator

from companion.limits import LARGEST_CARRIED

DICTIONARY = re.compile(rb"/Type\s*/EmbeddedFile(?![\w#])")
HEAD = 1000  # bytes of what is said of a file before its own begin, on either side of its type; ours say 250 in all
TRIED = 8  # places that look like a file; ours have two
BEGINS = re.compile(rb"stream\r?\n")
FILTER = re.compile(rb"/F(?:ilter)?\s*(?:/FlateDecode|\[\s*/FlateDecode\s*\])")


def embedded(content: bytes) -> Iterator[bytes]:
    """Yield each file of a PDF that is packed by FlateDecode, once, and no larger than what is read.

    A PDF may be packed in ways that turn a kilobyte into gigabytes, in its files and in what leads to them. So nothing
    of it is followed: a file is found by the words before it, which stand in clear text. All others are left alone.
    """
    for n, found in enumerate(DICTIONARY.finditer(content)):
        if n == TRIED:
            return
        before = content.rfind(b"obj", max(0, found.start() - HEAD), found.start())
        begins = BEGINS.search(content, found.end(), found.end() + HEAD)
        if before < 0 or begins is None:
            continue
        head = content[before : begins.start()]
        if head.count(b"Decode") == 1 and FILTER.search(head):
            file = _unpacked(memoryview(content)[begins.end() :])
            if file:
                yield file


def _unpacked(packed: memoryview) -> bytes:
    """Return the file that begins there; nothing where it is damaged or larger than what is read."""
    unpacking = zlib.decompressobj()
    try:
        file = unpacking.decompress(packed, LARGEST_CARRIED + 1)
    except zlib.error:
        return b""
    return file if len(file) <= LARGEST_CARRIED and unpacking.eof else b""
