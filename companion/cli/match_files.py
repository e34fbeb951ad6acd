"""Read matches from files, printed protocols and standard input, for the commands that take a FILE."""

import sys
from pathlib import Path

from companion.cli.output import tell
from companion.parsing import Match, read_match
from companion.parsing.json_text import from_json
from companion.pdf.attachment import is_pdf, read_paper
from companion.rules.messages import say
from companion.rules.rulings import Ruling, impossible

STANDARD = Path("-")  # standard input or output, in the place of a file


def read_file(path: Path) -> Match | Ruling:
    """Read a match from its file, or from the protocol that carries it."""
    content = _content(path)
    return content if isinstance(content, Ruling) else _read(content)


def read_files(path: Path) -> list[Match] | Ruling:
    """Read one match, or the list of matches that `export all` writes; a Ruling about the first that cannot be read."""
    content = _content(path)
    if isinstance(content, Ruling):
        return content
    matches: list[Match] = []
    for match in _each(content):
        if isinstance(match, Ruling):
            return match
        matches.append(match)
    return matches


def _each(content: bytes) -> list[Match | Ruling]:
    if content.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"[":
        try:
            return [read_match(one) for one in from_json(content)]
        except ValueError:
            pass  # then it is no list either, and the sentence about one match says why
    return [_read(content)]


def _content(path: Path) -> bytes | Ruling:
    try:
        return sys.stdin.buffer.read() if path == STANDARD else path.read_bytes()
    except OSError as error:
        sentence = say("{file} cannot be opened: {reason}", file=str(path), reason=error.strerror)
        return impossible("file.missing", sentence)


def _read(content: bytes) -> Match | Ruling:
    match = read_paper(content)
    if is_pdf(content) and not isinstance(match, Ruling):
        sentence = say(
            "The match was read from the file in the PDF. The numbers drawn on its pages were not compared with it."
        )
        tell(sentence)
    return match
