"""Matches for statistics, and their statistics."""

from collections import Counter
from typing import Any

from companion.parsing import Match, read_match
from companion.presentation.statistics import Person, played, statistics

Json = dict[str, Any]


def match(game: str, players: list[str], entries: list[Json], **head: Any) -> Match:
    found = read_match({"format": "companion-match/1", "game": game, "players": players, "entries": entries, **head})
    assert isinstance(found, Match), found
    assert found.fault is None, found.fault
    return found


def of(*matches: Match) -> Any:
    return statistics(played(one.game, one.tally) for one in matches)


def happened(person: Person) -> dict[str, int]:
    return Counter({event.name: n for event, n in person.events.items()})
