"""Two phones that write the same tricks of Rams in another order."""

import io
import json

import pytest
from flask import Flask
from phones import PLAYERS, Phone, codes, entries

from companion.reading import FORMAT


def write(phone: Phone, tricks: str) -> int:
    names = [PLAYERS["ABC".index(one)] for one in tricks]
    sent = {"kind": "deal", "seen": "0.0", "entry_id": phone.id[:8], "tricks[]": names}
    return int(phone.client.post(f"/m/{phone.match}/entries", data=sent).status_code)


@pytest.mark.parametrize(("tie", "is_same"), [("first_to_zero", False), ("split_ties", True)])
def test_the_order_of_the_tricks_is_the_deal_where_it_gives_the_pot(app: Flask, tie: str, is_same: bool) -> None:
    """Anna and Bo stand on 2: who is home first has the pot, and two phones that differ in that are compared."""
    rules = {"money": True, "money_end": "play_out", "money_tie": tie}
    opening = {"dealer": "Anna", "scores": {"Anna": 2, "Bo": 2, "Cia": 9}}
    head = {"format": FORMAT, "game": "rams", "players": PLAYERS, "options": rules, "opening": opening}
    anna = Phone(app)
    file = (io.BytesIO(json.dumps({**head, "entries": []}).encode()), "match.json")
    anna.match = anna.client.post("/import", data={"file": file}).location.rpartition("/")[2]
    bo = Phone(app, anna.match)
    bo.enter(codes(app, anna.match)[0], "Bo")
    assert write(anna, "AABBC") == 303
    assert write(bo, "BBAAC") == (303 if is_same else 409)
    assert len(entries(app, anna.match)) == 1
