"""Every number on the scoreboard is its initial value plus the effect of each entry, in all matches of the cases."""

import re
from typing import Any

import pytest
from support.cases import cases, match_file

from companion.parsing import game_of, read_match
from companion.presentation.breakdown import accounts, of_leg
from companion.rules.messages import Say
from companion.rules.rulings import Ruling
from companion.rules.tally import values
from companion.translation import language, speak


@pytest.mark.parametrize("case", cases("matches"))
def test_the_terms_lead_from_the_beginning_to_the_number(case: dict[str, Any]) -> None:
    match = read_match(match_file(case))
    if isinstance(match, Ruling):
        return
    game = game_of(case["game"])
    assert game
    tally, first = game.tally(match.record), game.tally(match.record.upto(0))
    legs = filter(None, (of_leg(tally, tally.first_leg + n) for n in range(len(tally.legs))))
    for account in [*accounts(game, tally), *legs]:
        for player, number in account.numbers.items():
            assert number.start + sum(term.change for term in number.terms) == number.value
            assert all(sum(part.points for part in term.parts) == term.change for term in number.terms)
            if account.key == "money":
                assert number.start == values(first.balances)[player]
            if account.key == "pot":
                assert number.start == first.pot
                assert first_number(game.scoreboard(tally).stake) in (number.value, None)


def first_number(stake: Say | None) -> int | None:
    """Return the content of the pot from the line above the scores; empty after the end."""
    found = re.search(r"\d+", speak(stake, language("en"))) if stake else None
    return int(found[0]) if found else None
