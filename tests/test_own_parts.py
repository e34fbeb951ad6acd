"""Own parts: every phone writes only its part of a deal."""

import re
from html import unescape
from typing import Any

import pytest
import toy
from flask import Flask
from support.examples import ALL, Parts, example
from support.phones import (
    PLAYERS,
    Phone,
    codes,
    entries,
    new_table,
    phones_of_a_table,
    stored,
    switch_on,
    text_of,
)

from companion.parsing import Match, read_match
from companion.parsing.partial_deals import merged, own_part, partial_conflict
from companion.rules.entries import Player
from companion.rules.game import Game
from companion.rules.judge import judge_last
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse
from companion.store import label


@pytest.fixture
def table(app: Flask) -> dict[str, Phone]:
    return phones_of_a_table(app)


def part(phone: Phone, name: str, rounds: int, number: int = 1, **fields: object) -> Any:
    form = {"kind": "deal", "for": name, "number": number, "entry_id": f"{name}{number}", "rounds[]": [name] * rounds}
    return phone.client.post(f"/m/{phone.match}/own", data={**form, **fields})


def told_in(lang: str, phone: Phone, path: str) -> str:
    text: str = phone.client.get(f"/m/{phone.match}{path}", headers={"Accept-Language": lang}).text
    return text


class TestOwnParts:
    """Every phone writes only its own part, which is hidden until all parts make a deal."""

    @pytest.fixture
    def table(self, app: Flask, table: dict[str, Phone]) -> dict[str, Phone]:
        switch_on(table, "own_parts")
        table["Cia"].enter(codes(app, table["Cia"].match)[0])
        return table

    def test_a_phone_without_a_player_chooses_one_to_write_for(self, table: dict[str, Phone]) -> None:
        cia = table["Cia"]
        page = cia.get().text
        assert "Which player is this phone?" in text_of(page) and "Enter for Cia" in text_of(page)
        assert "your result" not in text_of(page)
        for_another = text_of(cia.get("/own", **{"for": "Cia"}).text)
        assert "Cia, your result" in for_another
        assert "Result: Cia" in for_another and "My result" not in for_another
        cia.post("/who", player="Cia")
        assert "Cia, your result" in text_of(cia.get().text)
        assert "My result" in text_of(cia.get().text)

    def test_revealed_together(self, app: Flask, table: dict[str, Phone]) -> None:
        match = table["Anna"].match
        assert part(table["Anna"], "Anna", 3).status_code == 303
        page = table["Bo"].get().text
        assert "Received from Anna. Waiting for Bo, Cia." in page
        assert "selected" not in page, "nobody sees Anna's part"
        assert "selected" in table["Anna"].get().text
        part(table["Bo"], "Bo", 2)
        assert entries(app, match) == []
        part(table["Cia"], "Cia", 0, **{"sat_out[]": "Cia"})
        (row,) = entries(app, match)
        assert row.body == {"kind": "deal", "sat_out": ["Cia"], "rounds": {"Anna": 3, "Bo": 2}}
        assert row.by == "Bo, Cia, Anna"
        log = {lang: text_of(told_in(lang, table["Bo"], "/log")) for lang in ("fr", "it")}
        assert "Bo, Cia, Anna ont saisi" in log["fr"] and "Bo, Cia, Anna hanno inserito" in log["it"]
        assert stored(app).parts(match, 2) == []

    def test_numbers_that_cannot_both_be_right(self, app: Flask, table: dict[str, Phone]) -> None:
        for name, rounds in (("Anna", 3), ("Bo", 3)):
            part(table[name], name, rounds)
        assert part(table["Cia"], "Cia", 0, **{"rounds[@]": "none"}).status_code == 303
        text = text_of(table["Cia"].get().text)
        assert "These do not add up: 6 rounds are too many" in text
        assert "Bo: 3 Cia: 0 Anna: 3" in text
        assert entries(app, table["Anna"].match) == []
        part(table["Bo"], "Bo", 2)
        assert len(entries(app, table["Anna"].match)) == 1

    def test_an_untouched_part_is_not_handed_in(self, app: Flask, table: dict[str, Phone]) -> None:
        """It is empty; a part without anything is confirmed by one tap, and can be seen again."""
        for fields in ({}, {"rounds[]": "Anna"}, {"sat_out[]": "Anna"}):
            answer = part(table["Cia"], "Cia", 0, **fields)
            assert answer.status_code == 422
            assert "How many rounds did Cia win?" in text_of(answer.text)
        assert "Already sent" not in text_of(table["Anna"].get().text)
        foretold = table["Cia"].post("/preview", kind="deal", **{"for": "Cia"})
        assert "How many rounds did Cia win?" in text_of(foretold.text)
        assert "data-no-winner checked" not in table["Cia"].get("/own", **{"for": "Cia"}).text
        part(table["Cia"], "Cia", 0, **{"rounds[@]": "none"})
        assert stored(app).parts(table["Anna"].match, 1)[0].body == {"rounds": []}
        assert "data-no-winner checked" in table["Cia"].get("/own", **{"for": "Cia"}).text

    def test_a_note_in_between_loses_no_part(self, app: Flask, table: dict[str, Phone]) -> None:
        part(table["Anna"], "Anna", 3)
        table["Cia"].post("/entries", kind="note", text="late", seen="0.0", entry_id="n")
        part(table["Bo"], "Bo", 2)
        part(table["Cia"], "Cia", 0, **{"sat_out[]": "Cia"})
        assert [row.body["kind"] for row in entries(app, table["Anna"].match)] == ["note", "deal"]

    def test_an_undone_deal_comes_back_to_be_mended(self, app: Flask, table: dict[str, Phone]) -> None:
        for name, rounds in (("Anna", 3), ("Bo", 1), ("Cia", 1)):
            part(table[name], name, rounds)
        table["Anna"].post("/entries", strike=1, seen="1.0", entry_id="u")
        assert part(table["Bo"], "Bo", 1).status_code == 303
        assert [row.body["kind"] for row in entries(app, table["Anna"].match)] == ["deal", "correction", "deal"]

    def test_what_was_typed_in_an_undone_deal_is_no_part_of_the_next(self, table: dict[str, Phone]) -> None:
        """If a deal is restored meanwhile, the form becomes empty and the phone is told."""
        for name, rounds in (("Anna", 3), ("Bo", 1), ("Cia", 1)):
            part(table[name], name, rounds)
        table["Anna"].post("/entries", strike=1, seen="1.0", entry_id="u")
        typed = {"kind": "deal", "for": "Bo", "number": 1, "rounds__": "Bo"}
        asked = table["Bo"].post("/form", **typed, seen="2.0")
        assert "selected" in asked.text
        table["Anna"].post("/entries", strike=2, seen="2.0", entry_id="b")
        asked = table["Bo"].post("/form", **typed, seen="2.0")
        assert asked.headers["Companion-Entry"] == "same"
        assert "Restored: deal 1, with your result as it was." in text_of(asked.text)
        assert "selected" not in asked.text

    def test_a_match_that_is_too_long_says_so(
        self, app: Flask, table: dict[str, Phone], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("companion.repository.ENTRIES", 0)
        part(table["Anna"], "Anna", 3)
        part(table["Bo"], "Bo", 2)
        answer = part(table["Cia"], "Cia", 0, **{"sat_out[]": "Cia"})
        assert answer.status_code == 422
        assert "Start a new match" in text_of(answer.text)
        assert len(stored(app).parts(table["Anna"].match, 1)) == 3

    def test_a_phone_that_takes_a_seat_is_shown_and_sees_no_part(self, table: dict[str, Phone]) -> None:
        part(table["Anna"], "Anna", 3)
        table["Bo"].post("/who", player="Anna")
        assert "selected" not in table["Bo"].get().text
        phone = label(table["Bo"].match, table["Bo"].id)
        told = text_of(table["Cia"].get().text)
        assert f"Phone {phone} was Bo and now says it is Anna." in told
        assert "Two phones say they are" not in told
        table["Bo"].get()
        assert "Only that phone can send this result" in text_of(part(table["Bo"], "Anna", 1).text)
        table["Bo"].post("/who", player="Bo")
        assert f"Phone {phone}" not in text_of(table["Cia"].get().text).replace(f"Phone {phone} was Anna", "")

    def test_a_second_phone_of_a_name_hands_in_no_part(self, app: Flask, table: dict[str, Phone]) -> None:
        """It would count as the part of the first phone, whose own part would then be refused."""
        second = Phone(app, table["Bo"].match)
        second.enter(codes(app, second.match)[0], "Bo")
        answer = part(second, "Bo", 3)
        assert answer.status_code == 422
        assert "Another phone was Bo before this one" in text_of(answer.text)
        assert part(table["Bo"], "Bo", 3).status_code == 303

    def test_a_repeated_part_does_not_reverse_an_undo(self, app: Flask, table: dict[str, Phone]) -> None:
        """As after a lost answer: the entry that completed the deal stays written once."""
        part(table["Anna"], "Anna", 3)
        part(table["Bo"], "Bo", 2)
        for _n in range(2):
            assert part(table["Cia"], "Cia", 0, **{"sat_out[]": "Cia"}).status_code == 303
            table["Anna"].post("/entries", strike="1", seen="1.99", entry_id="s1")
        assert [row.body["kind"] for row in entries(app, table["Anna"].match)] == ["deal", "correction"]

    def test_no_whole_deal_beside_own_parts(self, app: Flask, table: dict[str, Phone]) -> None:
        answer = table["Anna"].write("AAABC", 1)
        assert answer.status_code == 422
        assert "only their own result" in answer.text

    def test_only_the_own_part(self, app: Flask, table: dict[str, Phone]) -> None:
        assert part(table["Anna"], "Bo", 2).status_code == 403
        part(table["Anna"], "Anna", 2, **{"sat_out[]": "Bo"})
        assert stored(app).parts(table["Anna"].match, 1)[0].body == {"rounds": ["Anna", "Anna"]}

    def test_for_somebody_without_a_phone(self, app: Flask, table: dict[str, Phone]) -> None:
        table["Cia"].post("/who", player="")
        assert "Enter for Cia" in table["Anna"].get().text
        for name in PLAYERS:
            part(table["Anna" if name == "Cia" else name], name, {"Anna": 3, "Bo": 1, "Cia": 1}[name])
        assert len(entries(app, table["Anna"].match)) == 1

    def test_news_leave_the_form_of_somebody_without_a_phone(self, table: dict[str, Phone]) -> None:
        table["Cia"].post("/who", player="")
        anna = table["Anna"]
        page = anna.get("/own", **{"for": "Cia"}).text
        asked = re.search(r'hx-get="(/m/[^"]*live[^"]*)"', page)
        assert asked
        part(table["Bo"], "Bo", 1)
        news = anna.client.get(unescape(asked[1]) + "&form=blank").text
        assert 'name="for" value="Cia"' in news

    def test_the_last_part_twice(self, app: Flask, table: dict[str, Phone]) -> None:
        for name, rounds in (("Anna", 3), ("Bo", 1), ("Cia", 1)):
            part(table[name], name, rounds)
        assert part(table["Cia"], "Cia", 1).status_code == 303
        answer = part(table["Cia"], "Cia", 2)
        assert answer.status_code == 422
        assert "This deal is complete" in answer.text
        assert len(entries(app, table["Anna"].match)) == 1

    def test_a_part_of_a_deal_that_was_thrown_in(self, app: Flask, table: dict[str, Phone]) -> None:
        """Nothing of the deal is on the sheet, and the phone that sends the part is told so."""
        table["Anna"].post("/entries", kind="misdeal", seen="0.0", entry_id="m")
        answer = part(table["Bo"], "Bo", 2)
        assert answer.status_code == 422
        assert "That deal was cancelled." in answer.text
        assert "Correct it on the score sheet" not in answer.text

    def test_settings_are_the_owners(self, table: dict[str, Phone]) -> None:
        assert table["Bo"].post("/settings", confirm="on").status_code == 403


PARTS = [pytest.param(game, found, id=game.key) for game in ALL if (found := example(game).parts)]


def test_no_part_of_a_deal_that_stands_becomes_one_of_the_next(app: Flask) -> None:
    """A valid deal keeps its parts if an earlier deal is struck out.

    If the last deal is struck out, its parts become those of the next deal.
    """
    anna = new_table(app, "toy", ["Anna", "Bo"])
    anna.post("/settings", own_parts="on")

    def both(number: int) -> None:
        for name, rounds in (("Anna", 3), ("Bo", 2)):
            assert part(anna, name, rounds, number).status_code == 303

    both(1)
    both(2)
    anna.post("/entries", strike="1", seen="2.9", entry_id="s1")
    assert "Already sent" not in text_of(anna.get().text)
    assert part(anna, "Anna", 5, 3).status_code == 303
    assert len(entries(app, anna.match)) == 3
    assert part(anna, "Bo", 0, 3, **{"rounds[@]": "none"}).status_code == 303
    anna.post("/entries", strike="4", seen="4.9", entry_id="s2")
    assert part(anna, "Anna", 4, 3).status_code == 303


@pytest.mark.parametrize("taken", ["own-2", ":own-2"])
def test_a_used_entry_id_does_not_block_the_complete_deal(app: Flask, taken: str) -> None:
    """Otherwise it would be retried for ever."""
    anna = new_table(app)
    anna.post("/settings", own_parts="on")
    anna.post("/entries", kind="note", text="x", entry_id=taken, seen="0.0")
    for name, rounds in zip(PLAYERS, (3, 2, 0), strict=True):
        assert part(anna, name, rounds, **({} if rounds else {"sat_out[]": name})).status_code == 303
    assert [row.body["kind"] for row in entries(app, anna.match)] == ["note", "deal"]


class TestParts:
    """The dataclass says for each field of the deal whose part it is, in every game."""

    @pytest.mark.parametrize(("game", "parts"), PARTS)
    def test_merged(self, game: Game, parts: Parts) -> None:
        order = tuple(Player(name) for name in parts.said)
        own = {player: own_part(game, player, order, parts.said[player]) for player in order}
        assert own == parts.said, "nothing of it is anybody else's"
        assert merged(game, order, own) == parts.deal  # type: ignore[arg-type]
        head = {"format": "companion-match/1", "game": game.key, "players": sorted(parts.said)}
        match = read_match({**head, "entries": [parts.deal]})
        assert isinstance(match, Match)
        assert match.fault is None
        assert judge_last(match.replay) is None

    def test_the_one_at_fault_is_named_alone_and_otherwise_nobody(self) -> None:
        order = (Player("Anna"), Player("Bo"))
        parts = {Player("Anna"): {"rounds": {"Anna": 3}}, Player("Bo"): {"rounds": {"Bo": 9}}}
        three, nine = ((say("{value}", value=n),) for n in "39")
        of_one = partial_conflict(toy.GAME, order, parts, lambda deal: refuse("x", say("no"), player="Bo"))
        of_all = partial_conflict(toy.GAME, order, parts, lambda deal: refuse("x", say("no")))
        assert of_one and of_one.claims == {"Bo": nine}
        assert of_all and of_all.claims == {"Anna": three, "Bo": nine}

    def test_unreadable_parts_are_pointed_at(self) -> None:
        found = own_part(toy.GAME, Player("Anna"), (Player("Anna"), Player("Bo")), {"rounds": {"Anna": "XX"}})
        assert isinstance(found, Ruling)
        assert found.player == "Anna"
