"""Matches for statistics, and their statistics."""

from collections import Counter
from typing import Any

from companion.parsing import Match, read_match
from companion.presentation.statistics import Person, played, statistics

Json = dict[str, Any]


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
