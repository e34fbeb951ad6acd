"""A deal that a strike-out has made illegal and the table lets stand: its texts, in every game."""

import io
import json
from html import unescape
from typing import Any

import pytest
from flask import Flask
from support.examples import rows
from support.phones import Phone, text_of

from companion.parsing import FORMAT

PLAYERS = ["Anna", "Bo", "Cia"]


def at_table(app: Flask, game: str, opening: dict[str, Any], deals: list[dict[str, Any]]) -> Phone:
    phone = Phone(app)
    entries = [{"kind": "deal", **one} for one in deals]
    data = {"format": FORMAT, "game": game, "players": PLAYERS, "opening": opening, "entries": entries}
    answer = phone.client.post("/import", data={"file": (io.BytesIO(json.dumps(data).encode()), "m.json")})
    assert answer.status_code == 303, text_of(answer.text)
    phone.match = answer.location.rpartition("/")[2]
    phone.post("/who", player="Anna")
    return phone


def says(phone: Phone, path: str = "") -> str:
    return unescape(text_of(phone.get(path).text))


@pytest.mark.parametrize(("game", "opening", "deals", "why"), rows("LET_STAND"))
def test_it_is_said_everywhere(
    app: Flask, game: str, opening: dict[str, Any], deals: list[dict[str, Any]], why: str
) -> None:
    phone = at_table(app, game, opening, deals)
    assert f"This would make deal 2 invalid, unless the table accepts it: {why}" in says(phone, "/entries/1")
    assert phone.post("/entries", strike=1, seen="2.0", entry_id="s").status_code == 303
    assert f"Deal 2 is no longer valid: {why}" in says(phone)
    assert f"Deal 2 is no longer valid: {why}" in says(phone, "/board")
    assert f"Does not count: {why}" in says(phone, "/entries/2")
    sent = {"kind": "let_stand", "entry": 2, "reason": "it was played so"}
    assert phone.post("/entries", **sent, seen="3.0", entry_id="l").status_code == 303
    assert "Accepted as played: it was played so" in says(phone)
    assert "is no longer valid" not in says(phone) + says(phone, "/board")
    assert "Accepted as played: it was played so" in phone.get("/sheet.csv").text
    assert "Anna accepted deal 2 as played. it was played so" in says(phone, "/log")
    page = says(phone, "/entries/2")
    assert "Accepted as played by Anna at" in page
    assert "it was played so" in page
    assert "Does not count" not in page
    assert phone.post("/entries", strike=4, seen="4.0", entry_id="u").status_code == 303
    assert f"Deal 2 is no longer valid: {why}" in says(phone)
    page = says(phone, "/entries/2")
    assert "Accepted as played by" not in page
    assert f"Does not count: {why}" in page
