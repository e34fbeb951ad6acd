"""Attach the match file to the printed protocol, and read it back from a PDF."""

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from companion.languages import LANGUAGES
from companion.limits import LARGEST_CARRIED
from companion.parsing import Match, read_match, write_match
from companion.parsing.json_decoder import from_json, unreadable_json
from companion.pdf.metrics import PAPERS
from companion.repository import event_data, event_file
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible

MATCH_FILE, EVENT_FILE, SETTINGS_FILE = "match.json", "event.json", "paper.json"
SETTINGS_START = b'{"paper": '  # the beginning of the second attached file
ADDRESS = 300  # longest address on paper, in characters
PDF_START = b"%PDF-"
NO_MATCH_FILE = say(
    "This is not a match file. Choose the file that was saved as “Match file”, or the score sheet as PDF."
)
EMPTY_PDF = say(
    "This PDF does not contain a match: it is not a score sheet of this app, or another "
    "program has saved it again. Choose the score sheet as it was downloaded, or the match "
    "file."
)
PHOTO_STARTS = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF")  # first bytes of photos, except HEIC


def match_file(match: Match) -> bytes:
    """Return the match file that is attached to the protocol: every entry as it was written."""
    return json.dumps(write_match(match), ensure_ascii=False, indent=1).encode()


@dataclass(frozen=True)
class PrintSettings:
    """The settings of a print, so that it can be repeated; `by`: the edition of the program."""

    lang: str
    size: str
    explained: bool
    url: str
    by: str


def files(match: Match, printed: PrintSettings) -> tuple[tuple[str, bytes], ...]:
    """Return the files that are attached to the protocol, with their names."""
    return (
        (MATCH_FILE, match_file(match)),
        (SETTINGS_FILE, SETTINGS_START + json.dumps(asdict(printed)).encode() + b"}"),
    )


def event_files(data: Mapping[str, Any]) -> tuple[tuple[str, bytes], ...]:
    """Return the files that are attached to a printed event, with their names."""
    return ((EVENT_FILE, json.dumps(event_file(data), ensure_ascii=False, indent=1).encode()),)


def read_event_paper(content: bytes) -> Mapping[str, Any] | None:
    """Read an event from its file, or from a printed event with its file attached; None if it is anything else."""
    file = next(embedded_files(content), b"") if is_pdf(content) else content
    return event_data(file)


def print_settings(content: bytes) -> PrintSettings | None:
    """Read how a PDF was printed.

    Returns:
        The settings; None if the PDF does not have any (earlier versions) or has unknown ones.
    """
    how = next((file for file in embedded_files(content) if file.startswith(SETTINGS_START)), b"")
    try:
        settings = PrintSettings(**from_json(how)["paper"])
    except (ValueError, TypeError, KeyError):
        return None
    texts = (settings.lang, settings.size, settings.url, settings.by)
    if not all(isinstance(text, str) for text in texts) or not isinstance(settings.explained, bool):
        return None
    is_known = settings.lang in LANGUAGES and settings.size in PAPERS and len(settings.url) <= ADDRESS
    return settings if is_known else None


def is_pdf(content: bytes) -> bool:
    """Return True if a file is a PDF, by its first bytes."""
    return content.startswith(PDF_START)


def read_paper(content: bytes) -> Match | Ruling:
    """Read a match from its file, or from a printed protocol with its file attached.

    Returns:
        The match, or a Ruling that says why there is none: a picture, a PDF without a match, a file that is not JSON.
    """
    try:
        if content.startswith(PHOTO_STARTS) or content[4:8] == b"ftyp":
            return impossible("file.picture", say("A picture cannot be read. Choose the PDF of the score sheet."))
        if not is_pdf(content):
            return read_match(from_json(content))
        file = next((file for file in embedded_files(content) if not file.startswith(SETTINGS_START)), None)
        return impossible("file.empty_pdf", EMPTY_PDF) if file is None else read_match(from_json(file))
    except ValueError as error:
        return unreadable_json(error, impossible("file.json", NO_MATCH_FILE))


DICTIONARY = re.compile(rb"/Type\s*/EmbeddedFile(?![\w#])")
HEAD = 1000  # bytes of a dictionary before and after its type that are searched; ours have 250 in all
TRIED = 8  # places that look like a file and are tried; ours have two
BEGINS = re.compile(rb"stream\r?\n")
FILTER = re.compile(rb"/F(?:ilter)?\s*(?:/FlateDecode|\[\s*/FlateDecode\s*\])")


def embedded_files(content: bytes) -> Iterator[bytes]:
    """Yield each file in a PDF that is compressed by FlateDecode and has at most LARGEST_CARRIED bytes.

    A PDF may be made so that a kilobyte unpacks to gigabytes, in its files and in the objects that refer to them. So no
    reference is followed: a file is found by its dictionary, which must be uncompressed. Other files are ignored, and
    so is everything after the first TRIED places that look like a file.
    """
    for n, kind in enumerate(DICTIONARY.finditer(content)):
        if n == TRIED:
            return
        before = content.rfind(b"obj", max(0, kind.start() - HEAD), kind.start())
        begins = BEGINS.search(content, kind.end(), kind.end() + HEAD)
        if before < 0 or begins is None:
            continue
        head = content[before : begins.start()]
        if head.count(b"Decode") == 1 and FILTER.search(head):
            file = _unpacked(memoryview(content)[begins.end() :])
            if file:
                yield file


def _unpacked(packed: memoryview) -> bytes:
    """Return the file that begins here; empty if it is damaged or too large."""
    unpacking = zlib.decompressobj()
    try:
        file = unpacking.decompress(packed, LARGEST_CARRIED + 1)
    except zlib.error:
        return b""
    return file if len(file) <= LARGEST_CARRIED and unpacking.eof else b""
