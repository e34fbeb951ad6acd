"""The effects of a correction of a deal of Rams."""

from dataclasses import replace

from games.rams.deals import deal, match

from companion.presentation.preview import consequences
from companion.rules.entries import Correction, Entry
from companion.translation import language, speak


def test_a_rams_that_would_end_later() -> None:
    opening = {"dealer": "A", "scores": {"A": 3, "B": 8, "C": 8}}
    found = match({"players": ["A", "B", "C"], "opening": opening}, [deal("AAABC"), deal("AAABC")])
    other = match({"players": ["A", "B", "C"]}, [deal("AABBC")]).record.entries[0].body
    after = replace(found.record, entries=(*found.record.entries, Entry(3, Correction(1, other))))
    now = found.tally
    told = [speak(one, language("en")) for one in consequences(now, found.game.tally(after), 1)]
    assert told
    assert any("deal 2" in one or "deal 1" in one for one in told)
