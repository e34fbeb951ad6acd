"""Complete matches as data: what a file says goes in, what `companion replay` must print."""

from collections.abc import Iterator
from typing import Any

import pytest
from cases import cases, holds

from companion import wire
from companion.reading import FORMAT, Match, read_match, write_match
from companion.rules.rulings import Ruling
from companion.rules.tally import Row
from companion.rules.words import Say
from companion.speech import language, speak

HEAD = ("game", "title", "players", "options", "opening", "entries")


@pytest.mark.parametrize("case", cases("matches"))
def test_replay(case: dict[str, Any]) -> None:
    """A case expects a subset of the output (`expect`) or an error (`error`, with the head at fault: `unreadable`).

    An error names its clause, or that it has none. What the sheet says beside its numbers: see `_says`.
    """
    match = read_match({"format": FORMAT, **{key: case[key] for key in HEAD if key in case}})
    if isinstance(match, Ruling):
        holds(case["unreadable"], wire.error_json(match, "en")["error"])
        return
    assert "unreadable" not in case
    result, well = wire.replay(match)
    if "error" in case:
        assert not well, result
        assert "clause" in case["error"]
        holds(case["error"], result["error"])
    else:
        assert well, result
        holds(case["expect"], result)
        _adds_up(match)
        _says(case, match)
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


def _says(case: dict[str, Any], match: Match) -> None:
    """Which entries are on the sheet as `plain` ones, not let stand.

    What must be known `now` by each player and by the whole `table`, as sentences.

    Of the last line: the clauses `because` of which each number changed and what was `paid`, those of what `happened`,
    and the sentences of its `terms`. The clauses of the notices, `now_because` and `table_because`. The rows of the
    last `account`, and the clauses of all rows of all accounts, `account_because`.
    """
    tally = match.game.tally(match.record)
    for player, sentences in case.get("now", {}).items():
        assert [_text(notice.sentence) for notice in tally.now[player]] == sentences
    if "table" in case:
        assert [_text(notice.sentence) for notice in tally.table_now] == case["table"]
    plain = [line.entry for line in tally.lines if not line.let_stand]
    assert set(case.get("plain", [])) <= set(plain)
    line = tally.lines[-1] if tally.lines else None
    for player, clauses in case.get("because", {}).items():
        assert line
        assert [part.clause for part in (line.scores or line.balances)[player].parts] == clauses
    for player, sentences in case.get("terms", {}).items():
        assert line
        assert [_text(part.sentence) for part in (line.scores or line.balances)[player].parts] == sentences
    if "account" in case:
        assert [_text(row.label) for row in tally.reckonings[-1].rows] == case["account"]
    for player, clauses in case.get("paid", {}).items():
        assert line
        assert [part.clause for part in line.balances[player].parts] == clauses
    for player, clauses in case.get("now_because", {}).items():
        assert [notice.clause for notice in tally.now[player]] == clauses
    if "table_because" in case:
        assert [notice.clause for notice in tally.table_now] == case["table_because"]
    if "account_because" in case:
        assert [list(_clauses(row)) for account in tally.reckonings for row in account.rows] == case["account_because"]
    if "happened" in case:
        assert line
        assert [event.clause for event in line.events] == case["happened"]


def _clauses(row: Row) -> Iterator[str]:
    return (part.clause for figure in row.figures.values() for part in figure.parts)


def _text(sentence: Say) -> str:
    return speak(sentence, language("en"))
