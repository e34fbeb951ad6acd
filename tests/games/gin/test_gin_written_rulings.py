"""A verdict of gin is written: as the deal, as a penalty."""

import re
from html import unescape

from flask import Flask
from support.phones import Phone, codes, entries, new_table, read
from support.verdicts import buttons, pressed


class TestWrittenDown:
    """A verdict is written as the deal it comes to, one tap; an unfinished deal goes into its form."""

    HANDS = {"knocker": "JS JH JD 6S 7S 8S AH 2H 3H 6D", "defender": "9H 9D 9C 2D 3D 4D 5S JC QC KD"}

    def test_showdown_is_the_deal(self, app: Flask) -> None:
        """GIN-X06: once for each who may have knocked; undone like any deal."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        found = buttons(table.get("/referee/showdown", ask="1", **self.HANDS).text)
        assert {"Score it: Anna +14", "Score it: Bo +14"} <= set(found)
        assert pressed(table, found["Score it: Bo +14"]).status_code == 303
        (row,) = entries(app, table.match)
        assert (row.body["by"], row.body["hands"]["Bo"]) == ("Bo", self.HANDS["knocker"])
        assert "Undo" in read(table.get(""))

    def test_same_tap_twice_and_somebody_first(self, app: Flask) -> None:
        """It goes the way of every deal: once, and not behind the back of who wrote first."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        button = buttons(table.get("/referee/score", knocker="3", defender="20", end="knock").text)
        anna, bo = button["Score it: Anna +17"], button["Score it: Bo +17"]
        assert [pressed(table, anna).status_code for _ in range(2)] == [303, 303]
        assert pressed(table, bo).status_code == 409
        assert len(entries(app, table.match)) == 1

    def test_nothing_to_write_for_who_only_reads(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"])
        reader = Phone(app, table.match)
        reader.enter(codes(app, table.match)[1])
        page = reader.get("/referee/showdown", ask="1", **self.HANDS)
        assert not any("Score it" in one for one in buttons(page.text))


class TestRemedies:
    """A penalty attached to a ruling is the next entry, prefilled."""

    def test_fine_is_one_tap(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"])
        penalty = {"kind": "penalty", "player": "Anna", "points": "-20", "reason": "false knock"}
        assert table.post("/entries", **penalty, number=1, entry_id="r1").status_code == 303
        assert entries(app, table.match)[0].body["points"] == -20
        for lang, told in {"en": "false knock", "sv": "felaktig knackning", "fr": "frappe à tort"}.items():
            record = table.client.get(f"/m/{table.match}/log", headers={"Accept-Language": lang}).text
            assert told in unescape(record)

    def test_of_a_refused_deal(self, app: Flask) -> None:
        """A false knock is refused; where the table fines it, the fine is written instead, by one tap."""
        house = {"options[false_knock]": "#penalty", "options[false_knock_number]": "20"}
        table = new_table(app, "gin", ["Anna", "Bo"], **house)
        deal = {"kind": "deal", "end": "knock", "by": "Anna", "deadwood[@0]": "12", "deadwood[@1]": "30", "seen": "0.0"}
        refused = table.post("/entries", **deal, entry_id="d1")
        assert refused.status_code == 422
        remedy = re.search(r"name=\"remedy\" value='([^']*)'", refused.text)
        assert remedy
        assert table.post("/entries", **deal, entry_id="d1", remedy=unescape(remedy[1])).status_code == 303
        assert entries(app, table.match)[0].body["kind"] == "penalty"
        for broken in ("", "{", "[]", '{"kind": "deal"}', '{"kind": "penalty", "player": "Eve", "points": 1}'):
            assert table.post("/entries", **{**deal, "seen": "1.0"}, entry_id="d2", remedy=broken).status_code == 422
