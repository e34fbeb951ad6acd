"""Complete matches as data: what a file says goes in, what `companion replay` must print."""

from typing import Any

import pytest
from cases import cases, holds

from companion import wire
from companion.reading import FORMAT, Match, read_match, write_match
from companion.rules.rulings import Ruling

HEAD = ("game", "title", "players", "options", "opening", "entries")


@pytest.mark.parametrize("case", cases("matches"))
def test_replay(case: dict[str, Any]) -> None:
    """A case expects a subset of the output (`expect`) or an error (`error`, with the head at fault: `unreadable`)."""
    match = read_match({"format": FORMAT, **{key: case[key] for key in HEAD if key in case}})
    if isinstance(match, Ruling):
        holds(case["unreadable"], wire.error_json(match, "en")["error"])
        return
    assert "unreadable" not in case
    result, well = wire.replay(match)
    if "error" in case:
        assert not well, result
        holds(case["error"], result["error"])
    else:
        assert well, result
        holds(case["expect"], result)
        _adds_up(match)
        again = read_match(write_match(match))
        assert isinstance(again, Match)
        assert again.record == match.record


def _adds_up(match: Match) -> None:
    """Every number of the sheet is the last one of its table plus its own parts."""
    tally = match.game.tally(match.record)
    before: dict[tuple[str, str, int], int] = {}
    for line in tally.lines:
        for column, figures, leg in (("scores", line.scores, line.leg), ("balances", line.balances, 0)):
            for player, figure in figures.items():
                key = (column, player, leg)
                assert before.get(key, figure.before) == figure.before, (line.entry, column, player)
                before[key] = figure.value
        if line.pot is not None:
            assert before.get(("pot", "", 0), line.pot.before) == line.pot.before, (line.entry, "pot")
            before["pot", "", 0] = line.pot.value
