"""The match file inside the protocol: put there when it is printed, taken out again when somebody brings the paper."""

import json

from companion.reading import Match, read_match, write_match
from companion.reading.text import from_json, unread
from companion.rules.rulings import Ruling, impossible
from companion.rules.words import say
from companion.sheets.embedded import embedded

NAME = "match.json"
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
    """Return the file inside a PDF, or why there is none that is read."""
    found = next(embedded(content), None)
    if found is None:
        sentence = say(
            "This PDF carries no match: it is no protocol of this app, or another program has written it anew."
            " Bring the protocol as it was downloaded, or the match file."
        )
        return impossible("file.empty_pdf", sentence)
    return found
