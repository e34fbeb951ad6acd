"""What a running match knows of the facts of questions that every game has."""

from collections.abc import Mapping

from companion.rules.ending import Stopped
from companion.rules.tally import Line, Tally


def who_dealt(tally: Tally, **more: object) -> Mapping[str, object]:
    """Who sits at the table, who dealt last, and whether that counted; once nobody deals any more, who sits there."""
    known = {"options": tally.options, "players": list(tally.record.players), **more}
    line = dealt_before(tally)
    return {**known, "dealer": line.dealer, "last": line.kind} if line else known


def dealt_before(tally: Tally) -> Line | None:
    """The deal after which somebody deals again: the last one, as long as the match goes on."""
    return tally.last_dealt if tally.status == "running" else None


def rules_then(line: Line) -> Mapping[str, object]:
    """The house rules that were in force with a deal: who deals after it was settled by those."""
    return {"options": line.after.options} if line.after else {}


def broken_off(tally: Tally, *also: Stopped) -> Mapping[str, object]:
    """Whether the table has ended the match before its rules did: by agreement, and by what else ends it like that."""
    return {"ended": True} if tally.ended and tally.ended.by in ("agreement", *also) else {}
