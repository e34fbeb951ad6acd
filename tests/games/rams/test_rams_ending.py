"""The end of a match of Rams on the page."""

from flask import Flask
from phones import new_table, text_of


def test_where_the_money_goes_is_said_before(app: Flask) -> None:
    """The pot of a rams for money is shared out, the odd coins to whose deal it would be."""
    stake = {"options[money]": "True", "options[stake]": "#", "options[stake_number]": "10"}
    phone = new_table(app, "rams", **stake)
    tricks = ["Anna", "Anna", "Cia", "Cia", "Cia"]
    sent = {"kind": "deal", "tricks[]": tricks, "seen": "0.0", "entry_id": "e1"}
    assert phone.post("/entries", **sent).status_code == 303
    told = phone.post("/preview/penalty", kind="end", reason="All agree", seen="1.0", entry_id="e").text
    assert "Money: Anna −10 → 3, Bo −20 → −6, Cia −10 → 3" in text_of(told)
