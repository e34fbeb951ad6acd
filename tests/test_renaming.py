"""A corrected name is shown on all pages; the record keeps the old name."""

import io
import json
import re
from typing import Any

from flask import Flask
from support.phones import Phone, codes, new_table, stored, text_of

from companion.games import GAMES
from companion.parsing import read_match


def rename(phone: Phone, player: str, name: str, number: int) -> Any:
    fields = {"kind": "rename", "player": player, "name": name, "seen": f"{number - 1}.0", "entry_id": f"name{number}"}
    return phone.post("/entries", **fields)


def exported(phone: Phone) -> Any:
    return json.loads(phone.get("/match.json").text)


class TestShown:
    def test_also_for_earlier_deals_and_who_wrote_them(self, app: Flask) -> None:
        phone = new_table(app)
        phone.post("/who", player="Anna")
        phone.write("AAABB", 1)
        assert rename(phone, "Anna", "Annika", 2).status_code == 303
        for path in ("", "/log", "/result", "/entries/1", "/settings"):
            page = phone.get(path).text
            assert "Annika" in page or path == "/settings", path
            told = text_of(page).replace("Annika", "").replace("Anna is Annika", "")
            assert "Anna" not in told.replace("corrected a name: Anna is", ""), path

    def test_who_is_this_phone_stays(self, app: Flask) -> None:
        phone = new_table(app)
        phone.post("/who", player="Anna")
        rename(phone, "Anna", "Annika", 1)
        phone.write("AAABB", 2, **{"rounds[]": ["Annika", "Annika", "Annika", "Bo", "Bo"]})
        assert exported(phone)["entries"][1]["by"] == "Anna"
        assert "Annika" in text_of(phone.get("/log").text)
        assert "aria-current=true" in phone.get("/who").text
        phone.post("/who", player="Annika")
        assert [guest.player for guest in stored(app).guests(phone.match)] == ["Anna"]

    def test_who_joins_is_asked_by_the_new_name(self, app: Flask) -> None:
        phone = new_table(app)
        rename(phone, "Bo", "Bosse", 1)
        other = Phone(app, phone.match)
        door = other.client.get(f"/j/{codes(app, phone.match)[0]}").text
        assert "<span>Bosse</span>" in door
        other.enter(codes(app, phone.match)[0], "Bo")
        assert "Bosse" in other.get("/who").text

    def test_in_the_statistics(self, app: Flask) -> None:
        phone = new_table(app)
        phone.write("AAABB", 1)
        rename(phone, "Anna", "Annika", 2)
        assert "Annika" in phone.client.get("/statistics").text


class TestWritten:
    """The record keeps the names of its head, whatever the pages show."""

    def test_deals_before_and_after(self, app: Flask) -> None:
        phone = new_table(app)
        phone.write("AAABB", 1)
        rename(phone, "Anna", "Annika", 2)
        phone.write("AAABB", 3, **{"rounds[]": ["Annika", "Annika", "Annika", "Bo", "Bo"]})
        file = exported(phone)
        assert file["players"] == ["Anna", "Bo", "Cia"]
        assert [one.get("rounds") for one in file["entries"]] == [
            [*["Anna"] * 3, "Bo", "Bo"],
            None,
            [*["Anna"] * 3, "Bo", "Bo"],
        ]

    def test_a_form_drawn_before_it(self, app: Flask) -> None:
        """A deal that another phone has typed with the old name is for the same player."""
        phone = new_table(app)
        rename(phone, "Anna", "Annika", 1)
        answer = phone.write("AAABB", 1, "late")
        assert answer.status_code == 303, text_of(answer.text)
        assert exported(phone)["entries"][1]["rounds"] == [*["Anna"] * 3, "Bo", "Bo"]

    def test_the_same_deal_sent_again(self, app: Flask) -> None:
        phone = new_table(app)
        phone.write("AAABB", 1, "one")
        rename(phone, "Anna", "Annika", 2)
        assert phone.write("AAABB", 1, "one").headers["Companion-Entry"] == "known"

    def test_a_file_taken_in_is_the_same(self, app: Flask) -> None:
        phone = new_table(app)
        phone.write("AAABB", 1)
        rename(phone, "Anna", "Annika", 2)
        file = exported(phone)
        other = Phone(app)
        answer = other.client.post("/import", data={"file": (io.BytesIO(json.dumps(file).encode()), "match.json")})
        other.match = answer.location.rpartition("/")[2]
        assert "Annika" in other.get().text
        again = exported(other)
        assert [{**one, "at": ""} for one in again["entries"]] == [{**one, "at": ""} for one in file["entries"]]


class TestForm:
    """It is a row of the menu, also after the end."""

    def test_its_own_name_and_nothing_else(self, app: Flask) -> None:
        phone = new_table(app)
        answer = rename(phone, "Anna", "bo", 1)
        assert answer.status_code == 422
        assert "Somebody else at this table is named bo." in text_of(answer.text)

    def test_back_and_struck_out(self, app: Flask) -> None:
        phone = new_table(app)
        rename(phone, "Anna", "Annika", 1)
        assert rename(phone, "Anna", "Anna", 2).status_code == 303
        assert "Annika" not in text_of(phone.get("/sheet").text)

    def test_after_the_end(self, app: Flask) -> None:
        phone = new_table(app)
        phone.write("AAABB", 1)
        phone.post("/entries", kind="end", reason="All agree", seen="1.0", entry_id="end")
        assert 'id="row-rename"' in phone.get().text
        assert rename(phone, "Cia", "Zia", 3).status_code == 303
        assert "Zia" in phone.get("/result").text

    def test_of_one_part(self, app: Flask) -> None:
        """Stored own parts belong to the players, whatever their names are."""
        phone = new_table(app)
        phone.post("/settings", own_parts="1")
        first = phone.post("/own", kind="deal", **{"for": "Bo", "rounds[@1]": "2", "number": "1", "entry_id": "b"})
        assert first.status_code == 303, text_of(first.text)
        rename(phone, "Bo", "Bosse", 1)
        for seat, player, n in ((0, "Anna", "3"), (2, "Cia", "0")):
            phone.post("/own", kind="deal", **{"for": player, f"rounds[@{seat}]": n, "number": "1", "entry_id": player})
        assert exported(phone)["entries"][-1]["rounds"] == {"Anna": 3, "Bo": 2, "Cia": 0}


def test_every_game_has_the_clause() -> None:
    for game in GAMES:
        match = read_match(
            {
                "format": "companion-match/1",
                "game": game.key,
                "players": ["Ana", "Bo", "Cia"][: max(game.seats)],
                "entries": [{"kind": "rename", "player": "Bo", "name": "Ana"}],
            }
        )
        assert not hasattr(match, "verdict")


class TestNextMatch:
    """A corrected name is offered and taken over as shown."""

    def test_the_old_name_is_offered_no_more(self, app: Flask) -> None:
        phone = new_table(app)
        other = Phone(app, phone.match)
        other.enter(codes(app, phone.match)[0], "Anna")
        rename(phone, "Anna", "Annika", 1)
        for one in (phone, other):
            form = one.client.get("/new/toy").text
            assert "Annika" in form
            assert not re.search(r"\bAnna\b", form)

    def test_played_again(self, app: Flask) -> None:
        phone = new_table(app)
        phone.post("/who", player="Anna")
        rename(phone, "Anna", "Annika", 1)
        new = phone.post("/rematch").location.rpartition("/")[2]
        assert [guest.player for guest in stored(app).guests(new)] == ["Annika"]
        share = text_of(phone.client.get(f"/m/{new}/share").text)
        assert "Annika" in share
        assert not re.search(r"\bAnna\b", share)

    def test_phones_come_along_into_a_new_match(self, app: Flask) -> None:
        phone = new_table(app)
        other = Phone(app, phone.match)
        other.enter(codes(app, phone.match)[0], "Bo")
        rename(phone, "Bo", "Bosse", 1)
        answer = phone.client.post("/new/toy", data={"players[]": ["Bosse", "Cia"], "dealer": "0"})
        new = answer.location.rpartition("/")[2]
        assert {guest.phone: guest.player for guest in stored(app).guests(new)}[other.id] == "Bosse"
