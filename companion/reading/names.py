"""Names of people: what may be one, how it is kept, and which two would be taken for each other."""

import unicodedata
from collections.abc import Iterable

from companion.limits import NAME_LENGTH

JOINERS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}  # hold together words, and pictures such as flags
MARKS = str.maketrans(dict.fromkeys("\u200e\u200f\u061c\ufeff"))  # of direction; a keyboard adds them, nobody sees them
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}  # signs that no name holds; what is not assigned yet may be a new picture


def tidy(name: str) -> str:
    """A name as it is kept: composed (NFC), without marks of direction, blanks at its ends gone and others single."""
    return " ".join(unicodedata.normalize("NFC", name.translate(MARKS)).split())


def is_name(name: str) -> bool:
    """Whether a tidy text can be a name: 1 to 40 signs, something to be seen among them."""
    seen = _seen(name)
    return (
        bool(seen.strip())
        and len(name) <= NAME_LENGTH
        and not any(unicodedata.category(sign) in UNSEEN for sign in seen)
    )


def taken_for_another(names: Iterable[str]) -> tuple[str, str] | None:
    """The first two names that differ in nothing but capitals, width or joiners."""
    known: dict[str, str] = {}
    for name in names:
        look = unicodedata.normalize("NFKC", _seen(name)).casefold()
        if look in known:
            return known[look], name
        known[look] = name
    return None


def _seen(name: str) -> str:
    return "".join(sign for sign in name if sign not in JOINERS)
