"""Deals of gin in match files, played and refused."""

from typing import Any

from companion.games.gin import GAME
from companion.parsing import FORMAT, Match, read_match
from companion.rules.judge import judge
from companion.rules.tally import Tally

A, B = "Anna", "Bo"


def deal(end: str, by: str, own: int, other: int, **more: Any) -> dict[str, Any]:
    return {"kind": "deal", "end": end, "by": by, "deadwood": {by: own, A if by == B else B: other}, **more}


def won(by: str, points: int) -> dict[str, Any]:
    """Return a deal knocked with 1 and won by this number of points."""
    return deal("knock", by, 1, points + 1)


def match(*entries: dict[str, Any], options: Any = None, **opening: Any) -> Match:
    data = {"format": FORMAT, "game": "gin", "players": [A, B], "options": options or {}, "opening": opening}
    found = read_match({**data, "entries": list(entries)})
    assert isinstance(found, Match), found
    assert found.fault is None, found.fault
    return found


def played(*entries: dict[str, Any], options: Any = None, **opening: Any) -> Tally:
    found = match(*entries, options=options, **opening)
    assert judge(found.replay) is None
    return GAME.tally(found.record)


def refusal(*entries: dict[str, Any], options: Any = None, **opening: Any) -> Any:
    ruling = judge(match(*entries, options=options, **opening).replay)
    assert ruling
    return ruling


def scores(tally: Tally) -> tuple[int, int]:
    return tally.scores[A].value, tally.scores[B].value  # type: ignore[index]


def parts(tally: Tally, player: str, line: int = -1) -> list[tuple[int, str]]:
    return [(part.points, part.clause) for part in tally.lines[line].scores[player].parts]  # type: ignore[index]
