"""A verdict is written: as a ruling, as the deal, as a penalty."""

import json
import re
from html import unescape
from typing import Any

import pytest
from flask import Flask
from phones import PLAYABLE, Phone, codes, entries, new_table, read, seats, stored

from companion.reading import game_of, read_facts
from companion.referee import ask
from companion.rules.rulings import WHO
from companion.store import EntryRow


class TestOnTheProtocol:
    def test_written(self, app: Flask, table: Phone) -> None:
        """What is written is what the rules say now, whatever the phone sends along."""
        assert table.post("/referee/playable", **PLAYABLE, text="Everything goes.").status_code == 422
        answer = table.post("/referee/playable", **PLAYABLE, entry_id="e1")
        assert answer.status_code == 303
        assert "It stands on the protocol." in read(table.client.get(answer.location))
        (row,) = entries(app, table.match)
        assert row.body == {
            "kind": "ruling",
            "question": "playable",
            "facts": {"trump": "S", "trick": "9H TS", "hand": "5S QS 3C"},
            "verdict": "answer",
            "clauses": ["rams.play.trump", "rams.play.beat"],
            "text": "Only Q♠ may be played.",
        }

    def test_twice_the_same_tap(self, app: Flask, table: Phone) -> None:
        for _ in range(2):
            assert table.post("/referee/playable", **PLAYABLE, entry_id="e1").status_code == 303
        assert len(entries(app, table.match)) == 1

    def test_behind_what_others_write(self, app: Flask, table: Phone) -> None:
        """A ruling moves no score: it waits for nobody."""
        table.write("ABCAB", 1)
        assert table.post("/referee/playable", **PLAYABLE).status_code == 303
        assert [row.body["kind"] for row in entries(app, table.match)] == ["deal", "ruling"]

    def test_impossible_is_not_written(self, app: Flask, table: Phone) -> None:
        answer = table.post("/referee/playable", **{**PLAYABLE, "hand": "5S 5S"})
        assert answer.status_code == 422
        assert entries(app, table.match) == []

    def test_shown_when_asked_again(self, table: Phone) -> None:
        table.post("/referee/playable", **PLAYABLE)
        assert "Only Q♠ may be played." in read(table.get("/referee/playable"))
        assert "Only Q♠" not in read(table.get("/referee/trick"))

    def test_readers_and_strangers(self, app: Flask, table: Phone) -> None:
        reader = Phone(app, table.match)
        assert reader.get("/referee/playable").status_code == 404
        reader.enter(codes(app, table.match)[1])
        assert "Write it on the protocol" not in read(reader.get("/referee/playable", **PLAYABLE))
        assert reader.post("/referee/playable", **PLAYABLE).status_code == 403
        assert reader.post("/house-rule", **{"options[lone_knocker]": "dealer_must_play"}).status_code == 403

    def test_settles_what_was_contested(self, app: Flask, table: Phone) -> None:
        """From a contested entry to a ruling on it."""
        table.write("ABCAB", 1)
        table.post("/entries/1/contest", entry_id="c1", reason="the second trick")
        contested = table.get("/entries/1").text
        assert f'href="/m/{table.match}/referee?entry=1"' in contested
        assert "/referee/playable?entry=1" in table.get("/referee", entry="1").text
        assert 'name="entry" value="1"' in table.get("/referee/playable", entry="1").text
        assert table.post("/referee/playable", **PLAYABLE, entry="1").status_code == 303
        assert entries(app, table.match)[-1].body["entry"] == 1
        assert "Contested by" not in read(table.get("/entries/1"))
        assert table.post("/referee/playable", **PLAYABLE, entry="99").status_code == 422

    def test_the_very_same_case(self, table: Phone) -> None:
        table.post("/referee/playable", **PLAYABLE)
        assert "The very same case." in read(table.get("/referee/playable", **PLAYABLE))
        assert "The very same case." not in read(table.get("/referee/playable", **{**PLAYABLE, "hand": "QS"}))

    def test_exported(self, table: Phone) -> None:
        table.post("/referee/playable", **PLAYABLE)
        exported = json.loads(table.get("/match.json").text)
        assert exported["entries"][0]["question"] == "playable"


class TestRemedies:
    """Where a ruling attaches a penalty, it is the next entry, prefilled."""

    @pytest.mark.parametrize(
        ("game", "key", "facts", "remedy"),
        [
            (
                "rams",
                "playable",
                {**PLAYABLE, "options": {"revoke": "offender_flies"}},
                {"kind": "deal", "faults": [WHO]},
            ),
            ("rams", "playable", PLAYABLE, None),
            (
                "english_rams",
                "playable",
                {"trump": "C", "trick": "TD", "hand": "8D KD 9C"},
                {"kind": "deal", "faults": [{"player": WHO}]},
            ),
            ("english_rams", "playable", {"trump": "C", "trick": "TD", "hand": "KD"}, None),
            (
                "english_rams",
                "heir",
                {"trump": "S", "cards": "TD KD AD", "offender": "AD"},
                {"kind": "deal", "faults": [{"player": WHO}]},
            ),
            (
                "ramino",
                "take_joker",
                {"meld": "QS KS JK", "card": "AS", "opened": True},
                {"kind": "deal", "penalties": {WHO: ["joker"]}},
            ),
            ("ramino", "take_joker", {"meld": "QS KS JK", "card": "2S", "opened": True}, None),
            (
                "ramino",
                "rearrange",
                {
                    "before": ["4D 5D 6D 7D"],
                    "after": ["5D 6D 7D"],
                    "hand": "",
                    "options": {"manipulation": True},
                },
                {"kind": "deal", "penalties": {WHO: ["table"]}},
            ),
            (
                "gin",
                "showdown",
                {
                    "knocker": "AS 2S 3S 4S 7H 8H 9H 5C 5D KH",
                    "defender": "9S 9D 9C 2D 3D 4D 5S JC QC KD",
                    "options": {"false_knock": {"penalty": 20}},
                },
                {"kind": "penalty", "player": WHO, "points": -20, "reason": "false knock"},
            ),
        ],
    )
    def test_remedy(self, game: str, key: str, facts: dict[str, Any], remedy: Any) -> None:
        found = game_of(game)
        assert found
        question = found.questions[key]
        asked = read_facts(found, question, {name: fact for name, fact in facts.items() if name != "ask"})
        ruling = ask(question, asked).ruling
        assert ruling
        assert ruling.remedy == remedy

    def test_offered_for_each_player(self, app: Flask) -> None:
        """ERAMS-R11: a tap on a name opens the deal with the fault in it."""
        table = new_table(app, "english_rams", ["Anna", "Bo", "Cia"])
        page = table.get("/referee/playable", ask="1", trump="C", trick="TD", hand="8D KD 9C").text
        fields = dict(re.findall(r'name="(kind|faults[^"]*)" value="([^"]*)"', page))
        assert fields == {"kind": "deal", "faults[0][player]": "Cia"}  # the last of three forms
        assert page.count('name="faults[0][player]"') == 3
        form = table.post("/form", **{"kind": "deal", "faults[0][player]": "Bo"})
        assert "<option selected>Bo</option>" in re.sub(r"\s+", " ", form.text).replace("<option  ", "<option ")

    def test_fine_is_one_tap(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"])
        penalty = {"kind": "penalty", "player": "Anna", "points": "-20", "reason": "false knock"}
        assert table.post("/entries", **penalty, number=1, entry_id="r1").status_code == 303
        assert entries(app, table.match)[0].body["points"] == -20

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


class TestWrittenDown:
    """A verdict is written as the deal it comes to, one tap; an unfinished deal goes into its form."""

    NOBODY_SCORES = "Write the deal down: nobody scores"
    HANDS = {"knocker": "JS JH JD 6S 7S 8S AH 2H 3H 6D", "defender": "9H 9D 9C 2D 3D 4D 5S JC QC KD"}

    @staticmethod
    def buttons(page: str) -> dict[str, dict[str, str]]:
        """The forms under the verdict by their buttons, each with the address it goes to as its `action`."""
        found = {}
        for action, inner in re.findall(r'<form method="post" action="([^"]*)">(.*?)</form>', page, re.S):
            words = re.findall(r"<button[^>]*>([^<]*)</button>", inner)
            if words:
                fields = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', inner)
                found[words[-1]] = {**{name: unescape(text) for name, text in fields}, "action": action}
        return found

    def pressed(self, table: Phone, button: dict[str, str]) -> Any:
        fields = {name: text for name, text in button.items() if name != "action"}
        return table.client.post(button["action"], data=fields)

    def test_showdown_is_the_deal(self, app: Flask) -> None:
        """GIN-X06: once for each who may have knocked; undone like any deal."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        found = self.buttons(table.get("/referee/showdown", ask="1", **self.HANDS).text)
        assert {"Score it: Anna +14", "Score it: Bo +14"} <= set(found)
        assert self.pressed(table, found["Score it: Bo +14"]).status_code == 303
        (row,) = entries(app, table.match)
        assert (row.body["by"], row.body["hands"]["Bo"]) == ("Bo", self.HANDS["knocker"])
        assert "Undo" in read(table.get(""))

    def test_same_tap_twice_and_somebody_first(self, app: Flask) -> None:
        """It goes the way of every deal: once, and not behind the back of who wrote first."""
        table = new_table(app, "gin", ["Anna", "Bo"])
        button = self.buttons(table.get("/referee/score", knocker="3", defender="20", end="knock").text)
        anna, bo = button["Score it: Anna +17"], button["Score it: Bo +17"]
        assert [self.pressed(table, anna).status_code for _ in range(2)] == [303, 303]
        assert self.pressed(table, bo).status_code == 409
        assert len(entries(app, table.match)) == 1

    @pytest.mark.parametrize(
        ("game", "key", "facts", "button", "body"),
        [
            ("rams", "irregular", {"what": "wrong_count"}, "Write down the misdeal", {"kind": "misdeal"}),
            (
                "rams",
                "unplayed",
                {"knocked": "0"},
                "Score it: Anna −5",
                {"kind": "deal", "passed": ["Bo", "Cia", "Dag"]},
            ),
            ("gin", "two_cards", {"stock": "2", "can_end": "false"}, NOBODY_SCORES, {"end": "void"}),
            ("english_rams", "misdeal", {}, "Write down the misdeal", {"kind": "misdeal"}),
        ],
    )
    def test_one_tap(
        self, app: Flask, game: str, key: str, facts: dict[str, str], button: str, body: dict[str, Any]
    ) -> None:
        table = new_table(app, game, seats(game), **{"opening[dealer]": "Anna"})
        found = self.buttons(table.get(f"/referee/{key}", **facts).text)
        assert self.pressed(table, found[button]).status_code == 303
        (row,) = entries(app, table.match)
        assert body.items() <= row.body.items()

    @pytest.mark.parametrize(
        ("game", "key", "facts", "shown"),
        [
            ("ramino", "penalty", {"what": "joker"}, 'max="120" value="1"'),
            (
                "ramino",
                "ramino_bonus",
                {"opened_before": "false", "last": "laid", "added": "none", "others_laid": "false"},
                'name="out[@]" value="@1" checked',
            ),
            (
                "rami",
                "rami_sec",
                {"discarded": "true", "at_once": "true", "pure_run": "true", "points": "60", "first": "true"},
                'value="Bo" checked',
            ),
            ("rami", "hand", {"ask": "1", "cards": "AS KH 7D", "laid": "true"}, "AS KH 7D"),
        ],
    )
    def test_into_the_form(self, app: Flask, game: str, key: str, facts: dict[str, str], shown: str) -> None:
        """What the ruling knows of the deal stands in its form; nothing is written yet."""
        table = new_table(app, game, ["Anna", "Bo", "Cia"])
        form = self.pressed(table, self.buttons(table.get(f"/referee/{key}", **facts).text)["Bo"])
        assert form.status_code == 200
        assert shown in re.sub(r"\s+", " ", form.text)
        assert entries(app, table.match) == []

    def test_nothing_to_write_for_who_only_reads(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"])
        reader = Phone(app, table.match)
        reader.enter(codes(app, table.match)[1])
        page = reader.get("/referee/showdown", ask="1", **self.HANDS)
        assert not any("Score it" in one for one in self.buttons(page.text))


def test_a_ruling_of_another_version_stays_readable(app: Flask, table: Phone) -> None:
    """A question that no longer exists is shown by what was written."""
    body = {"kind": "ruling", "question": "gone", "verdict": "legal", "text": "It was allowed."}
    stored(app).append(table.match, EntryRow(1, "x", "2026-01-01T00:00:00Z", "", "", body))
    read(table.get("/referee"))
    assert "It was allowed." in read(table.get("/entries/1"))


def test_an_entry_beside_the_score_says_what_it_is(table: Phone) -> None:
    table.post("/referee/playable", **PLAYABLE)
    table.post("/house-rule", **{"options[lone_knocker]": "dealer_must_play"})
    ruling = table.get("/entries/1")
    assert "Only Q♠ may be played." in read(ruling)
    again = re.search(r'href="([^"]+ask=1[^"]+)"', ruling.text)
    assert again
    assert "Only Q♠ may be played." in read(table.client.get(unescape(again[1])))
    assert "House rule from here on" in read(table.get("/entries/2"))
