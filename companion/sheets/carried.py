"""The match file inside the protocol: put there when it is printed, taken out again when somebody brings the paper."""

import json
from io import BytesIO

from companion.reading import Match, read_match, write_match
from companion.reading.text import from_json, unread
from companion.rules.rulings import Ruling, impossible
from companion.rules.words import say

NAME = "match.json"
LARGEST = 4 * 1024 * 1024  # bytes of a match file; two thousand entries have less
SIGN = b"%PDF-"
PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"RIFF")  # how a photo begins, beside HEIC


def match_file(match: Match) -> bytes:
    """What the protocol carries: every entry as it was written."""
    return json.dumps(write_match(match), ensure_ascii=False, indent=1).encode()


def is_pdf(content: bytes) -> bool:
    return content.startswith(SIGN)


def read_paper(content: bytes) -> Match | Ruling:
    """A match from its file, or from the printed protocol that carries it."""
    try:
        if content.startswith(PICTURES) or content[4:8] == b"ftyp":
            wrong = say("A picture cannot be read: bring the protocol as PDF.")
            return impossible("file.picture", wrong)
        if not is_pdf(content):
            return read_match(from_json(content))
        found = _taken_out(content)
        return found if isinstance(found, Ruling) else read_match(from_json(found))
    except ValueError as error:
        return unread(error, impossible("file.json", say("This is no match file: it is not JSON.")))


def _taken_out(content: bytes) -> bytes | Ruling:
    """The file inside a PDF. Whatever its makers did to it, a PDF that cannot be read is no more than that.

    Ten kilobytes may hold twenty files that unpack to a gigabyte: one is unpacked, and no stream beyond the largest.
    """
    from pypdf import PdfReader, apply_configuration  # noqa: PLC0415  (a tenth of a second, for those who bring paper)

    try:
        with apply_configuration(zlib_maximum_output_length=LARGEST, lzw_maximum_output_length=LARGEST):
            files = PdfReader(BytesIO(content)).attachment_list
            found = next((one.content for one in files if one.name == NAME), b"")
    except Exception:
        return impossible("file.pdf", say("This PDF cannot be read."))
    if not found or len(found) > LARGEST:
        return impossible("file.empty_pdf", say("This PDF carries no match: it is no protocol of this app."))
    return bytes(found)
