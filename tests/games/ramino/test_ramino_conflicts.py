"""Two phones that write a deal of Ramino at the same time."""

from flask import Flask
from support.phones import new_table


def test_a_difference_in_laying_alone_is_asked_about(app: Flask) -> None:
    """The sheet and the protocol have a sign for it."""
    phone = new_table(app, "ramino", ["Anna", "Bo"], **{"options[mode]": "elimination"})
    deal = {"kind": "deal", "seen": "0.0", "out[@]": "@0", "left[@1]": "80"}
    assert phone.post("/entries", **deal, entry_id="a", not_laid__="Bo").status_code == 303
    assert phone.post("/entries", **deal, entry_id="b", **{"laid[@1]": "true"}).status_code == 409
    assert phone.post("/entries", **deal, entry_id="c", not_laid__="Bo").headers["Companion-Entry"] == "same"
