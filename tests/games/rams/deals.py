"""Helpers for tests of Rams: a match file, its sheet, a deal."""

from typing import Any

from companion.games.rams import GAME
from companion.parsing import FORMAT, Match, read_match
from companion.rules.judge import judge
from companion.rules.tally import Tally

Json = dict[str, Any]


def match(head: Json, entries: list[Json]) -> Match:
    found = read_match({"format": FORMAT, "game": "rams", **head, "entries": entries})
    assert isinstance(found, Match), found
    assert found.fault is None, found.fault
    return found


def tally(players: str, *entries: Json, **head: Any) -> Tally:
    found = match({"players": list(players), **head}, list(entries))
    assert judge(found.replay) is None
    return GAME.tally(found.record)


def deal(tricks: str = "", passed: str = "", **more: Any) -> Json:
    return {"kind": "deal", "passed": list(passed), **({"tricks": list(tricks)} if tricks else {}), **more}
