"""The end of a match of Rams on the page."""

from typing import Any

import pytest
from flask import Flask
from games.rams.deals import deal, tally
from support.phones import new_table, text_of

from companion.games.rams import GAME


def test_the_form_says_who_gets_the_pot(app: Flask) -> None:
    """The pot is shared; the next dealer gets the odd coins."""
    stake = {"options[money]": "True", "options[stake]": "#", "options[stake_number]": "10"}
    phone = new_table(app, "rams", **stake)
    tricks = ["Anna", "Anna", "Cia", "Cia", "Cia"]
    sent = {"kind": "deal", "tricks[]": tricks, "seen": "0.0", "entry_id": "e1"}
    assert phone.post("/entries", **sent).status_code == 303
    told = phone.post("/preview/penalty", kind="end", reason="All agree", seen="1.0", entry_id="e").text
    assert "Money: Anna +13 → 3, Bo +14 → −6, Cia +13 → 3" in text_of(told)


@pytest.mark.parametrize(
    ("options", "end", "known"),
    [({}, [{"kind": "end"}], {"ended": True}), ({"length": {"deals": 1}}, [], {"deals": 1})],
)
def test_the_referee_knows_what_ended_it(options: Any, end: list[Any], known: dict[str, object]) -> None:
    """rams.end.agreed, rams.end.length: the verdict on who has won names that clause."""
    told = GAME.questions["winner"].known_facts(tally("AB", deal("AABBB"), *end, options=options))
    assert {name: told.get(name) for name in ("ended", "deals")} == {"ended": None, "deals": None, **known}
