"""Every number on the scoreboard is its initial value plus the effect of each entry, in all matches of the cases."""

import re

import pytest
from support.cases import cases, match_file

from companion.games import GAMES
from companion.parsing import Match, read_match
from companion.presentation.breakdown import accounts, of_leg
from companion.rules.game import Game
from companion.rules.messages import Say
from companion.rules.tally import values
from companion.translation import language, speak


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_terms_lead_from_the_beginning_to_the_number(game: Game) -> None:
    read = [(case.id, read_match(match_file(case.values[0]))) for case in cases("matches", game.key)]
    matches = [(name, match) for name, match in read if isinstance(match, Match)]
    assert matches
    for name, match in matches:
        tally, first = game.tally(match.record), game.tally(match.record.upto(0))
        legs = filter(None, (of_leg(tally, tally.first_leg + n) for n in range(len(tally.legs))))
        for account in [*accounts(game, tally), *legs]:
            for player, number in account.numbers.items():
                assert number.start + sum(term.change for term in number.terms) == number.value, name
                assert all(sum(part.points for part in term.parts) == term.change for term in number.terms), name
                if account.key == "money":
                    assert number.start == values(first.balances)[player], name
                if account.key == "pot":
                    assert number.start == first.pot, name
                    assert first_number(game.scoreboard(tally).stake) in (number.value, None), name


def first_number(stake: Say | None) -> int | None:
    """Return the content of the pot from the line above the scores; empty after the end."""
    found = re.search(r"\d+", speak(stake, language("en"))) if stake else None
    return int(found[0]) if found else None
