"""A deal of a player whom a correction has eliminated cannot be let stand."""

import io
import json
from html import unescape

from flask import Flask
from support.phones import Phone, text_of

from companion.parsing import FORMAT

PLAYERS = ["Anna", "Bo", "Cia"]


def says(phone: Phone, path: str = "") -> str:
    return unescape(text_of(phone.get(path).text))


def test_an_impossible_action_is_not_offered_and_says_why(app: Flask) -> None:
    """A player whom a correction has eliminated cannot have taken part."""
    phone = Phone(app)
    deal = {"kind": "deal", "out": "Anna", "laid": {"Bo": True, "Cia": True}}
    entries = [
        {**deal, "left": {"Bo": 20, "Cia": 90}},
        {**deal, "left": {"Bo": 5, "Cia": 5}},
        {"kind": "correction", "entry": 1, "with": {**deal, "left": {"Bo": 20, "Cia": 120}}},
    ]
    head = {"format": FORMAT, "game": "ramino", "players": PLAYERS, "options": {"mode": "elimination", "limit": 100}}
    file = (io.BytesIO(json.dumps({**head, "entries": entries}).encode()), "m.json")
    answer = phone.client.post("/import", data={"file": file})
    assert answer.status_code == 303, text_of(answer.text)
    phone.match = answer.location.rpartition("/")[2]
    page = says(phone, "/entries/2")
    assert "Does not count:" in page
    assert "let it stand" not in page
    answer = phone.post("/entries", kind="let_stand", entry=2, seen="3.0", entry_id="l")
    assert answer.status_code == 422
    wrong = answer.text[answer.text.index('id="wrong"') :]
    assert "Cia is eliminated and no longer plays." in text_of(wrong)
