"""The match file inside the protocol: put there when it is printed, taken out again when somebody brings the paper."""

import json
from io import BytesIO

from companion.reading import Match, read_match, write_match
from companion.reading.text import from_json
from companion.rules.rulings import Ruling, impossible
from companion.rules.words import say

NAME = "match.json"
LARGEST = 4 * 1024 * 1024  # bytes of a match file; two thousand entries have less
SIGN = b"%PDF-"


def match_file(match: Match) -> bytes:
    """What the protocol carries: every entry as it was written."""
    return json.dumps(write_match(match), ensure_ascii=False, indent=1).encode()


def read_paper(content: bytes) -> Match | Ruling:
    """A match from its file, or from the printed protocol that carries it."""
    try:
        if not content.startswith(SIGN):
            return read_match(from_json(content))
        found = _taken_out(content)
        return found if isinstance(found, Ruling) else read_match(from_json(found))
    except ValueError:
        return impossible("file.json", say("This is no match file: it is not JSON."))


def _taken_out(content: bytes) -> bytes | Ruling:
    """The file inside a PDF. Whatever its makers did to it, a PDF that cannot be read is no more than that."""
    from pypdf import PdfReader  # noqa: PLC0415  (a tenth of a second, for those who bring paper)

    try:
        files = [one.content for one in PdfReader(BytesIO(content)).attachment_list if one.name == NAME]
    except Exception:
        return impossible("file.pdf", say("This PDF cannot be read."))
    if not files or len(files[0]) > LARGEST:
        return impossible("file.empty_pdf", say("This PDF carries no match: it is no protocol of this app."))
    return bytes(files[0])
