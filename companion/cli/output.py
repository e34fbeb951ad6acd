"""What the commands share: their exit codes, what they read and how they answer."""

import json
import sys
from pathlib import Path

from companion import json_output
from companion.parsing import Match
from companion.pdf.attachment import is_pdf, read_paper
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, impossible
from companion.store import Upgraded
from companion.translation import language, speak

OK, REFUSED, UNREADABLE = 0, 1, 2


def read_file(path: Path) -> Match | Ruling:
    """A match from its file or the protocol that carries it, or from standard input for `-`."""
    try:
        content = sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
    except OSError as error:
        sentence = say("{file} cannot be opened: {reason}", file=str(path), reason=error.strerror)
        return impossible("file.missing", sentence)
    found = read_paper(content)
    if is_pdf(content) and not isinstance(found, Ruling):
        read = say(
            "The match was read from the file in the PDF. The numbers drawn on its pages were not compared with it."
        )
        tell(read)
    return found


def show(result: object) -> int:
    """Print a result as JSON."""
    print(json.dumps(result, ensure_ascii=False, indent=1))
    return OK


def tell(sentence: Say) -> None:
    """Say something to whoever stands at the terminal, beside the result."""
    print(speak(sentence, language("en")), file=sys.stderr)


def tell_of_upgrade(upgraded: Upgraded | None) -> None:
    """Say what can hardly be taken back, and where the copy lies that can be put in its place."""
    if upgraded and upgraded.kept:
        kept = str(upgraded.kept)
        tell(say("The matches were brought up to this version; as they were they are kept in {kept}.", kept=kept))
    elif upgraded:
        tell(say("The matches were brought up to this version."))


def wrong(ruling: Ruling, lang: str = "en") -> int:
    """Print what is wrong: with an entry, or with all of it."""
    show(json_output.error_json(ruling, lang))
    return REFUSED if ruling.entry else UNREADABLE
