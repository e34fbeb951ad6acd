"""Complete matches from case files: the input, and the expected output of `companion replay`."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

import pytest
from support.cases import cases, holds, keys, legal, match_file
from support.each import each

from companion import json_output
from companion.games import GAMES
from companion.languages import LANGUAGES
from companion.parsing import Match, read_match, write_match
from companion.presentation.entry_text import in_words, part_words
from companion.presentation.score_sheet import sheet_csv
from companion.rules.cards import JOKER
from companion.rules.entries import COMMON
from companion.rules.field_metadata import labels
from companion.rules.game import Game
from companion.rules.messages import Say
from companion.rules.rulings import Ruling
from companion.rules.tally import Line, ReckoningRow, Tally
from companion.translation import card_text, language, speak


@pytest.mark.parametrize("game", keys("matches"))
@each("case", lambda game: cases("matches", game))
def test_replay(case: dict[str, Any]) -> None:
    """A case expects a subset of the output (`expect`) or an error (`error`, or `unreadable` for the head).

    An error names its clause, or that it has none. For expectations about texts see `_says`.
    """
    match = read_match(match_file(case))
    if isinstance(match, Ruling):
        holds(case["unreadable"], json_output.error_json(match, "en")["error"])
        return
    assert "unreadable" not in case
    result, well = json_output.replay(match)
    if "error" in case:
        assert not well, result
        assert "clause" in case["error"]
        holds(case["error"], result["error"])
    else:
        assert well, result
        holds(case["expect"], result)
        _adds_up(match)
        _says(case, match)
        _is_a_table(sheet_csv(match.tally, {}), match)
        again = read_match(write_match(match))
        assert isinstance(again, Match)
        assert again.record == match.record


def _adds_up(match: Match) -> None:
    """Check that every number of the sheet is the previous number plus its terms."""
    tally = match.tally
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


def _is_a_table(csv_text: str, match: Match) -> None:
    """Check that there is a row for each line, with a cell for each heading, and the kinds of the match file."""
    heading, *rows = csv.reader(io.StringIO(csv_text))
    assert {len(row) for row in rows} <= {len(heading)}
    assert {row[heading.index("kind")] for row in rows} <= {body.kind for body in (*match.game.deals, *COMMON)}
    assert "pot" not in heading or any(row[heading.index("pot")] for row in rows) or not rows


@each("lang", [lang for lang in LANGUAGES if lang != "en"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_keyword_of_the_match_file_is_shown(game: Game, lang: str) -> None:
    """A choice is shown in words, however often and by whomever it was made."""
    catalogue = language(lang)
    choices = [label.choices for kind in game.deals for label in labels(kind).values()]
    words = {word: catalogue.gettext(text) for one in choices for word, text in one.items()}
    own = set(re.findall(r"\w+", " ".join((card_text(JOKER, catalogue), *words.values())).lower()))
    for name, match in legal(game.key):
        for entry in match.record.entries:
            if isinstance(entry.body, game.deals):
                told = " ".join(speak(one, catalogue) for one in in_words(entry.body))
                assert not {*re.findall(r"\w+", told)} & words.keys() - own, (name, told)


def _says(case: dict[str, Any], match: Match) -> None:
    """Check texts and clauses beside the numbers, as far as the case names them.

    `now`, `table`: sentences that each player and the whole table must see, with their clauses (`now_because`,
    `table_because`). Of the last line: the clauses of each number's change (`because`), payments (`paid`), the clauses
    of its events (`happened`), and the sentences of its `terms`. `owed`: the clauses of the result of the match.
    `account`: the rows of the last settlement; `account_because`: the clauses of all rows in all settlements. `plain`:
    the entries on the sheet that are not let stand.
    """
    tally = match.tally
    assert set(case.get("plain", [])) <= {line.entry for line in tally.lines if not line.let_stand}
    said = {**_of_line(tally.lines[-1] if tally.lines else Line(0, None)), **_of_tally(tally)}
    holds({key: case[key] for key in said if key in case}, said)


def _of_line(line: Line) -> dict[str, Any]:
    numbers = line.scores or line.balances
    return {
        "because": {player: [part.clause for part in figure.parts] for player, figure in numbers.items()},
        "paid": {player: [part.clause for part in figure.parts] for player, figure in line.balances.items()},
        "terms": {player: [_text(part_words(part)) for part in figure.parts] for player, figure in numbers.items()},
        "happened": [event.clause for event in line.events],
    }


def _of_tally(tally: Tally) -> dict[str, Any]:
    rows = [row for account in tally.reckonings for row in account.rows]
    return {
        "owed": {player: [part.clause for part in figure.parts] for player, figure in tally.balances.items()},
        "now": {player: [_text(notice.sentence) for notice in found] for player, found in tally.notices.items()},
        "now_because": {player: [notice.clause for notice in found] for player, found in tally.notices.items()},
        "table": [_text(notice.sentence) for notice in tally.table_notices],
        "table_because": [notice.clause for notice in tally.table_notices],
        "account": [_text(row.label) for row in tally.reckonings[-1].rows] if tally.reckonings else [],
        "account_because": [list(_clauses(row)) for row in rows],
    }


def _clauses(row: ReckoningRow) -> Iterator[str]:
    return (part.clause for figure in row.figures.values() for part in figure.parts)


def _text(sentence: Say) -> str:
    return speak(sentence, language("en"))
