"""Matches for statistics, and their statistics."""

import io
from collections import Counter
from typing import Any

from flask import Flask
from werkzeug.datastructures import FileStorage, MultiDict
from werkzeug.test import encode_multipart

from companion.parsing import Match, read_match
from companion.presentation.statistics import Person, played, statistics
from companion.repository import take_in
from support.phones import Phone, stored

Json = dict[str, Any]
DEAL = {"kind": "deal", "rounds": {"Anna": 3, "Bo": 2}}
CSV = """date,game,title,Anna,Bo,Cia
2026-09-04,free,Hearts,12,7,
2026-09-11,free-low,"Skip-Bo, long",,31,45

2026-09-12,toy,,+1,−2,3
"""


def match(game: str, players: list[str], entries: list[Json], **head: Any) -> Match:
    match_read = read_match(
        {"format": "companion-match/1", "game": game, "players": players, "entries": entries, **head}
    )
    assert isinstance(match_read, Match), match_read
    assert match_read.fault is None, match_read.fault
    return match_read


def of(*matches: Match) -> Any:
    return statistics(played(one.game, one.tally) for one in matches)


def happened(person: Person) -> dict[str, int]:
    return Counter({event.name: n for event, n in person.events.items()})


def put(app: Flask, owner: Phone, at: str, *entries: Any, title: str = "", players: Any = ("Anna", "Bo")) -> str:
    """Import a match of the phone that began at this time, and return its id."""
    row = stored(app).match(owner.match)
    assert row
    written = [{**one, "at": at} for one in (entries or (DEAL, {"kind": "note", "text": at}))]
    file = match("toy", list(players), written, title=title)
    return take_in(stored(app), file, owner=row.owner, at="2026-11-28T12:00:00Z").id


def send(phone: Phone, *files: tuple[str, bytes]) -> Any:
    """Send files by the form for several files."""
    sent = MultiDict([("file", FileStorage(io.BytesIO(content), name)) for name, content in files])
    boundary, body = encode_multipart(sent)
    return phone.client.post("/import", data=body, content_type=f"multipart/form-data; boundary={boundary}")
