"""Tidy and check the names of people, and find two that would be taken for each other."""

import unicodedata
from collections.abc import Iterable

from companion.limits import NAME_LENGTH
from companion.rules.messages import Say, say

JOINERS = {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}  # hold together words, and pictures such as flags
# Of direction: a keyboard adds them, and so do our own pages around a name that is copied from them; nobody sees them.
MARKS = str.maketrans(dict.fromkeys("\u200e\u200f\u061c\ufeff\u2066\u2067\u2068\u2069"))
UNSEEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}  # signs that no name holds; what is not assigned yet may be a new picture


def tidy(name: str) -> str:
    """Return a name as it is kept: composed (NFC), without marks of direction, blanks trimmed and single."""
    return " ".join(unicodedata.normalize("NFC", name.translate(MARKS)).split())


def no_name(name: str) -> Say | None:
    """Return why a tidy text cannot be a name: it has 1 to 40 signs, something to be seen among them."""
    seen = _seen(name)
    if not seen.strip() or len(name) > NAME_LENGTH:
        return say("A name has 1 to {n} characters.", n=NAME_LENGTH)
    if any(unicodedata.category(sign) in UNSEEN for sign in seen):
        return say("In this name stands a sign that nobody can see. Type it anew, letter by letter.")
    return None


def taken_for_another(names: Iterable[str]) -> tuple[str, str] | None:
    """Return the first two names that differ in nothing but capitals, width or joiners."""
    known: dict[str, str] = {}
    for name in names:
        look = unicodedata.normalize("NFKC", _seen(name)).casefold()
        if look in known:
            return known[look], name
        known[look] = name
    return None


def _seen(name: str) -> str:
    return "".join(sign for sign in name if sign not in JOINERS)
