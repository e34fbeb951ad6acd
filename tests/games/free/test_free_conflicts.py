"""Two phones enter parts of the same deal of any other game."""

from flask import Flask
from support.phones import Phone, codes, entries, new_table, text_of


def test_combining_both_is_offered(app: Flask) -> None:
    anna = new_table(app, "free", ["Anna", "Bo"])
    bo = Phone(app, anna.match)
    bo.enter(codes(app, anna.match)[0], "Bo")
    deal = {"kind": "deal", "seen": "0.0"}
    assert anna.post("/entries", **deal, entry_id="a", **{"points[@0]": "20"}).status_code == 303
    asked = bo.post("/entries", **deal, entry_id="b", **{"points[@1]": "35"})
    assert "Both together: Points: Anna 20, Bo 35" in text_of(asked.text)
    more = {**deal, "seen": "1.0", "correct": 1, "against": 1, "both": 1, "points[@1]": "35"}
    assert bo.post("/entries", **more, entry_id="b").status_code == 303
    assert entries(app, anna.match)[1].body["with"]["points"] == {"Anna": 20, "Bo": 35}
