"""Oklahoma: the upcard is entered before the deal; every phone, the scoreboard and the deal know it."""

import io
import json

import pytest
from flask import Flask
from support.phones import Phone, entries, new_app, new_table, text_of

from companion.parsing import FORMAT, Match, read_match

GIN = {"kind": "deal", "by": "Anna", "end": "knock", "deadwood[@0]": "5", "deadwood[@1]": "20"}


@pytest.fixture
def app(tmp_path) -> Flask:
    return new_app(tmp_path)


@pytest.fixture
def anna(app: Flask) -> Phone:
    phone = Phone(app)
    head = {"format": FORMAT, "game": "gin", "players": ["Anna", "Bo"], "options": {"oklahoma": True}, "entries": []}
    file = (io.BytesIO(json.dumps(head).encode()), "match.json")
    phone.match = phone.client.post("/import", data={"file": file}).location.rpartition("/")[2]
    return phone


def deal(phone: Phone, number: int, **fields: object) -> int:
    version = phone.version
    sent = {**GIN, "seen": version, "entry_id": f"deal-{number}", **fields}
    return int(phone.client.post(f"/m/{phone.match}/entries", data=sent).status_code)


class TestMeaning:
    @pytest.mark.parametrize(
        ("card", "options", "means"),
        [
            ("7S", {}, ["knock with at most {n}", "the points and the deals won are doubled"]),
            ("7S", {"oklahoma_spades": "points"}, ["knock with at most {n}", "the points are doubled"]),
            ("7S", {"oklahoma_spades": "off"}, ["knock with at most {n}"]),
            ("KH", {}, ["knock with at most {n}"]),
            ("AD", {}, ["only gin ends this deal"]),
            ("AD", {"oklahoma_ace": "one"}, ["knock with at most {n}"]),
        ],
    )
    def test_of_a_card(self, card: str, options: dict, means: list[str]) -> None:
        head = {"format": FORMAT, "game": "gin", "players": ["A", "B"], "options": {"oklahoma": True, **options}}
        found = read_match({**head, "entries": []})
        assert isinstance(found, Match)
        told = found.game.upcard(found.tally, {"upcard": card})
        assert told
        assert [one.msgid for one in told.means] == means


class TestBeforeTheDeal:
    def test_every_phone_and_the_board_say_what_it_means(self, app: Flask, anna: Phone) -> None:
        seen = anna.version
        assert "which card is turned up?" in anna.get().text
        assert anna.post("/turned", upcard="7s").status_code == 303
        news = text_of(anna.get("/live", after=seen).text)
        assert "knock with at most 7 , the points and the deals won are doubled" in news.replace("7,", "7 ,")
        assert "knock with at most 7" in text_of(anna.get("/board").text)
        assert anna.version != seen

    def test_a_phone_without_newer_entries_gets_it_too(self, anna: Phone) -> None:
        heard = [text_of(anna.get("/live", after="0.x", form="blank", pen="1").text)]
        anna.post("/turned", upcard="7S")
        heard.append(text_of(anna.get("/live", after="0.x", form="blank", pen="1").text))
        assert ["knock with at most 7" in one for one in heard] == [False, True]

    def test_it_becomes_part_of_the_deal(self, app: Flask, anna: Phone) -> None:
        anna.post("/turned", upcard="7S")
        assert deal(anna, 1) == 303
        assert entries(app, anna.match)[0].body["upcard"] == "7S"
        assert "which card is turned up?" in anna.get().text
        assert deal(anna, 2) == 422

    def test_a_retry_is_the_same_deal_even_after_changes(self, app: Flask, anna: Phone) -> None:
        anna.post("/turned", upcard="7S")
        assert deal(anna, 1) == 303
        anna.post("/turned", upcard="8H")
        assert deal(anna, 1) == 303
        assert deal(anna, 1, upcard="8H") == 422
        assert len(entries(app, anna.match)) == 1

    def test_the_card_in_the_form_has_priority(self, app: Flask, anna: Phone) -> None:
        anna.post("/turned", upcard="7S")
        assert deal(anna, 1, upcard="8H") == 303
        assert entries(app, anna.match)[0].body["upcard"] == "8H"

    def test_a_note_meanwhile_leaves_it(self, anna: Phone) -> None:
        anna.post("/turned", upcard="7S")
        anna.post("/entries", kind="note", text="tea", seen="0.1", entry_id="n")
        assert "knock with at most 7" in text_of(anna.get().text)

    def test_an_empty_value_removes_it(self, anna: Phone) -> None:
        anna.post("/turned", upcard="7S")
        anna.post("/turned", upcard="")
        assert "which card is turned up?" in anna.get().text

    @pytest.mark.parametrize("text", ["ZZ", "JK", "7S 8S", "<b>"])
    def test_an_invalid_card_is_reported_and_kept(self, anna: Phone, text: str) -> None:
        answer = anna.post("/turned", upcard=text)
        assert answer.status_code == 422
        assert "is not a card" in answer.text
        assert "which card is turned up?" in anna.get().text

    def test_the_referee_knows_it(self, anna: Phone) -> None:
        anna.post("/turned", upcard="4D")
        assert "You may knock with 4 points at most." in text_of(anna.get("/referee/limit", ask=1).text)

    def test_not_where_it_is_not_played(self, app: Flask) -> None:
        plain = new_table(app, "gin", ["Anna", "Bo"])
        assert plain.post("/turned", upcard="7S").status_code == 404
