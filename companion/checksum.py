"""Compute two checksums of a match: of its score only, and of everything that was written."""

from dataclasses import dataclass
from hashlib import sha256
from json import dumps

from companion.parsing import Match, write_match
from companion.parsing.json_decoder import plain
from companion.rules.entries import OptionChange
from companion.rules.field_metadata import Json
from companion.rules.history import counting


@dataclass(frozen=True)
class Checksums:
    """`score` is the same for two records with the same score, whatever their corrections, titles and remarks.

    `record` is the same only for the same entries in the same order.
    """

    score: str
    record: str


def checksums(match: Match) -> Checksums:
    """Return both checksums, each as three groups of four hexadecimal digits."""
    return Checksums(_signs(_scored(match)), record_checksum(match))


def record_checksum(match: Match) -> str:
    """Return the checksum of the record alone, for which no deal is counted."""
    return _signs(write_match(match))


def _scored(match: Match) -> dict[str, object]:
    """Return what decides the score: the head without title, and the entries that change score or house rules.

    The links between parts of a match are left out.
    """
    written = write_match(match)
    head = {key: value for key, value in written.items() if key not in ("format", "title", "entries", "continues")}
    let_stand = {line.entry for line in match.tally.lines if line.let_stand}
    entries = [
        {**_alone(plain(entry.body)), **({"let_stand": True} if entry.number in let_stand else {})}
        for entry in counting(match.replay.history)
        if entry.body.moves_score or isinstance(entry.body, OptionChange)
    ]
    return {**head, "entries": entries}


def _alone(body: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in body.items() if key != "continued"}


def _signs(data: Json) -> str:
    digest = sha256(dumps(data, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
    return " ".join(digest[n : n + 4] for n in (0, 4, 8))
