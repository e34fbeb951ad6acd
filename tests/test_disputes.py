"""Disputes, confirmations, settling, and own parts of deals."""

import re
from html import unescape
from typing import Any

import pytest
import toy
from flask import Flask
from support.examples import ALL, Parts, example
from support.phones import MAY_PLAY, PLAYERS, Phone, codes, entries, new_table, stored, text_of

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
    """Return a phone for each player; Cia's may only read."""
    owner = new_table(app)
    owner.post("/who", player="Anna")
    write, read = codes(app, owner.match)
    found = {"Anna": owner}
    for name, code in (("Bo", write), ("Cia", read)):
        found[name] = Phone(app, owner.match)
        found[name].enter(code, name)
    return found


def settle_on(table: dict[str, Phone], *names: str) -> None:
    assert table["Anna"].post("/settings", **dict.fromkeys(names, "on")).status_code == 303


class TestContest:
    """Any phone of the match may dispute an entry; it is marked everywhere until it is corrected or ruled on."""

    def test_a_reading_phone_contests_and_all_see_it(self, app: Flask, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        assert table["Cia"].post("/entries/1/contest", reason="I took two").status_code == 303
        for path in ("", "/board", "/entries/1", "/live"):
            assert "disputed by Cia" in text_of(table["Bo"].get(path).text).replace("Disputed", "disputed")
        assert "I took two" in table["Bo"].get().text

    def test_once_is_enough(self, app: Flask, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        for name in ("Bo", "Cia", "Cia"):
            table[name].post("/entries/1/contest")
        assert [row.body["kind"] for row in entries(app, table["Anna"].match)] == ["deal", "contest"]

    @pytest.mark.parametrize("how", ["correction", "struck", "ruling"])
    def test_settled(self, table: dict[str, Phone], how: str) -> None:
        anna = table["Anna"]
        anna.write("AAABC", 1)
        table["Bo"].post("/entries/1/contest")
        if how == "correction":
            anna.write("AABBC", 3, correct=1)
        elif how == "struck":
            anna.post("/entries", strike=1, seen="2.0", entry_id="s")
        else:
            anna.post("/entries/1/settle", reason="Counted again")
        assert "is disputed" not in table["Bo"].get().text

    @pytest.mark.parametrize("way", ["and settle deal 1", "deal 1 stays disputed"])
    def test_a_ruling_settles_it_or_is_about_something_else(self, table: dict[str, Phone], way: str) -> None:
        """The person who saves a ruling says so; and the page of the deal keeps the reason of the dispute."""
        anna = table["Anna"]
        anna.write("AAABC", 1)
        table["Bo"].post("/entries/1/contest", reason="the third was mine")
        page = anna.get("/referee/may_play", entry="1", **MAY_PLAY).text
        button = re.search(rf"<button[^>]*>[^<]*{way}[^<]*</button>", page)
        assert button
        named = re.search(r'name="(\w+)" value="(\w+)"', button[0])
        more = {named[1]: named[2]} if named else {}
        assert anna.post("/referee/may_play", entry="1", entry_id="r", **MAY_PLAY, **more).status_code == 303
        assert ("is disputed" in table["Bo"].get().text) == ("stays" in way)
        told = text_of(anna.get("/entries/1").text)
        assert "the third was mine" in told
        assert ("saved a ruling" in told) != ("stays" in way)

    def test_it_hides_no_step_back(self, table: dict[str, Phone]) -> None:
        """In a form that an undo has filled, undo and redo are in the form; on other phones only below it."""
        for number in (1, 2):
            table["Anna"].write("AAABC", number)
        table["Anna"].post("/entries", strike=2, seen="2.0", entry_id="s", reason="undone")
        table["Cia"].post("/entries/1/contest")
        steps = {name: table[name].get("/live", form="typed", after="3.0").text for name in ("Anna", "Bo")}
        desk = {name: page.partition('id="put-back"')[2].partition("</div>")[0] for name, page in steps.items()}
        for step in ("Restore deal 2", "Undo deal 1"):
            assert step in desk["Anna"]
            assert step not in desk["Bo"]
            assert step in text_of(steps["Bo"])

    def test_only_ways_that_the_page_has_settle_it(self, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        table["Anna"].post("/entries", kind="penalty", player="Bo", cost="2", seen="1.0", entry_id="p")
        for entry in (1, 2):
            table["Bo"].post(f"/entries/{entry}/contest")
        told = [text_of(table["Anna"].get(f"/entries/{entry}").text) for entry in (1, 2)]
        assert ["To settle it, correct the deal" in one for one in told] == [True, False]
        assert ["To settle it, ask the referee, cross it out" in one for one in told] == [False, True]

    def test_settling_needs_write_access(self, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        table["Bo"].post("/entries/1/contest")
        assert table["Cia"].post("/entries/1/settle").status_code == 403

    def test_only_what_moves_the_score(self, table: dict[str, Phone]) -> None:
        table["Anna"].post("/entries", kind="note", text="hello", seen="0.0", entry_id="n")
        assert table["Bo"].post("/entries/1/contest").status_code == 422
        assert table["Bo"].post("/entries/7/contest").status_code == 422
        assert table["Bo"].post("/entries/7/confirm").status_code == 404

    def test_strangers_may_not(self, app: Flask, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        assert Phone(app, table["Anna"].match).post("/entries/1/contest").status_code == 404


class TestOneName:
    """A player has one vote: the first phone of that name has it; another phone votes for itself only."""

    @pytest.fixture
    def other(self, app: Flask, table: dict[str, Phone]) -> Phone:
        """Return a reading phone that says that it is Bo, as Bo's phone does."""
        settle_on(table, "confirm")
        table["Anna"].write("AAABC", 1)
        found = Phone(app, table["Anna"].match)
        found.enter(codes(app, found.match)[1], "Bo")
        return found

    def test_a_second_phone_of_a_name_confirms_nothing(self, app: Flask, table: dict[str, Phone], other: Phone) -> None:
        for page in ("", "/entries/1"):
            assert "Confirm" not in other.get(page).text
            assert "Confirm" in table["Bo"].get(page).text
        answer = other.post("/entries/1/confirm")
        assert answer.status_code == 403
        assert "Another phone was Bo before this one" in answer.text
        assert len(entries(app, other.match)) == 1
        assert table["Bo"].post("/entries/1/confirm").status_code == 303

    def test_it_contests_as_itself(self, app: Flask, table: dict[str, Phone], other: Phone) -> None:
        assert other.post("/entries/1/contest", reason="no").status_code == 303
        assert [row.by for row in entries(app, other.match)] == ["Anna", ""]
        for page in ("/entries/1", "/log"):
            told = text_of(table["Cia"].get(page).text)
            assert label(other.match, other.id) in told
            assert "Bo contests" not in told.replace("Disputed by Bo", "Bo contests")

    def test_all_the_others_are_told(self, table: dict[str, Phone], other: Phone) -> None:
        told = f"Two phones say they are Bo. One of them is {label(other.match, other.id)}."
        assert [told in text_of(table[name].get().text) for name in PLAYERS] == [True] * 3
        assert told not in text_of(other.get().text)

    def test_the_name_is_free_once_the_first_has_left_it(self, table: dict[str, Phone], other: Phone) -> None:
        table["Bo"].post("/who", player="")
        assert other.post("/entries/1/confirm").status_code == 303

    def test_a_phone_that_gives_up_a_name_does_not_get_it_back(self, table: dict[str, Phone], other: Phone) -> None:
        for name in ("Cia", "Bo"):
            table["Bo"].post("/who", player=name)
        assert table["Bo"].post("/entries/1/confirm").status_code == 403

    def test_a_seat_returned_by_invitation_is_unchanged(
        self, app: Flask, table: dict[str, Phone], other: Phone
    ) -> None:
        """A phone that has lost its cookie comes back by an invitation to its own seat."""
        code = stored(app).invite(other.match, owner=False, until="2999", instead=table["Bo"].id)
        again = Phone(app, other.match)
        assert again.enter(code, "Bo").status_code == 303
        assert other.post("/entries/1/confirm").status_code == 403
        assert again.post("/entries/1/confirm").status_code == 303


class TestRecord:
    """The record says who wrote what, when, and on which phone."""

    def test_every_entry_is_told(self, table: dict[str, Phone]) -> None:
        anna, bo = table["Anna"], table["Bo"]
        anna.write("AAABC", 1)
        bo.write("AABBC", 2, correct=1, reason="counted wrong")
        bo.post("/entries", kind="note", text="a late evening", seen="2.0", entry_id="n")
        table["Cia"].post("/entries/1/contest", reason="no")
        bo.post("/entries", strike=1, seen="4.0", entry_id="s")
        text = text_of(table["Cia"].get("/log").text)
        for told in (
            "Anna entered deal 1. Rounds: Anna, Anna, Anna, Bo, Cia",
            "Bo corrected deal 1. Rounds: Anna, Anna, Anna, Bo, Cia → Anna, Anna, Bo, Bo, Cia – counted wrong",
            "Bo noted: a late evening",
            "Cia disputes deal 1. no",
        ):
            assert told in text
        assert "Bo crossed out deal 1." in text
        assert label(anna.match, bo.id) in text


class TestConfirm:
    """A deal counts as agreed when another player's phone confirms it in its current version."""

    def test_one_phone_has_one_voice(self, table: dict[str, Phone]) -> None:
        """It confirms for its own seat, and not once more for another; it may confirm a correction again."""
        settle_on(table, "confirm")
        anna, bo = table["Anna"], table["Bo"]
        table["Cia"].post("/who", player="")
        anna.write("AAABC", 1)
        assert bo.post("/entries/1/confirm").status_code == 303
        bo.post("/who", player="Cia")
        assert bo.post("/entries/1/confirm").status_code == 403
        anna.write("AABBC", 3, correct=1)
        assert bo.post("/entries/1/confirm").status_code == 303

    def test_another_players_phone(self, table: dict[str, Phone]) -> None:
        settle_on(table, "confirm")
        table["Anna"].write("AAABC", 1)
        assert "Confirm" in table["Cia"].get().text
        assert "Confirm" not in table["Anna"].get().text
        assert table["Cia"].post("/entries/1/confirm").status_code == 303
        assert "confirmed by Cia" in table["Bo"].get().text
        assert "Confirm" not in table["Bo"].get().text

    def test_not_the_phone_that_wrote(self, app: Flask, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        table["Anna"].post("/who", player="Bo")
        assert table["Anna"].post("/entries/1/confirm").status_code == 403

    def test_not_the_player_who_wrote_from_another_phone(self, app: Flask, table: dict[str, Phone]) -> None:
        settle_on(table, "confirm")
        table["Anna"].write("AAABC", 1)
        table["Cia"].post("/who", player="Anna")
        for page in ("", "/entries/1"):
            assert "Confirm" not in table["Cia"].get(page).text
            assert "Confirm" in table["Bo"].get(page).text
        assert table["Cia"].post("/entries/1/confirm").status_code == 403

    def test_a_correction_is_confirmed_by_whoever_did_not_write_that(self, table: dict[str, Phone]) -> None:
        """The player who wrote the deal first may confirm another player's correction."""
        settle_on(table, "confirm")
        anna, bo = table["Anna"], table["Bo"]
        anna.write("AAABC", 1)
        bo.write("AABBC", 2, correct=1)
        for page in ("", "/entries/1"):
            assert "Confirm" in anna.get(page).text
            assert "Confirm" not in bo.get(page).text
        assert "Deal 1, entered by Bo" in text_of(anna.get().text)
        assert bo.post("/entries/1/confirm").status_code == 403
        assert anna.post("/entries/1/confirm").status_code == 303
        assert "confirmed by Anna" in bo.get().text

    def test_somebody_with_a_name(self, app: Flask, table: dict[str, Phone]) -> None:
        table["Anna"].write("AAABC", 1)
        table["Cia"].post("/who", player="")
        assert table["Cia"].post("/entries/1/confirm").location.endswith("/who")
        assert len(entries(app, table["Anna"].match)) == 1

    def record(self, *entries: dict[str, Any]) -> Any:
        match = read_match({"format": "companion-match/1", "game": "toy", "players": PLAYERS, "entries": list(entries)})
        assert isinstance(match, Match)
        return match.replay.history

    DEAL = {"kind": "deal", "rounds": ["Anna", "Anna", "Anna", "Bo", "Cia"]}

    @pytest.mark.parametrize(
        ("written", "found"),
        [
            ([{**DEAL, "by": "Anna"}, {"kind": "confirm", "entry": 1, "by": "Bo"}], {1: ("Bo",)}),
            ([{**DEAL, "by": "Anna"}, {"kind": "confirm", "entry": 1, "by": "Anna"}], {}),
            ([{**DEAL, "by": "Anna"}, {"kind": "confirm", "entry": 1}], {}),
            ([DEAL, *[{"kind": "confirm", "entry": 1, "by": who} for who in ("Bo", "Cia", "Bo")]], {1: ("Bo", "Cia")}),
            (
                [
                    {**DEAL, "by": "Anna"},
                    {"kind": "confirm", "entry": 1, "by": "Bo"},
                    {"kind": "correction", "entry": 1, "with": DEAL, "by": "Cia"},
                    {"kind": "confirm", "entry": 1, "by": "Cia"},
                ],
                {},
            ),
            (
                [
                    {**DEAL, "by": "Anna"},
                    {"kind": "correction", "entry": 1, "with": DEAL, "by": "Cia"},
                    {"kind": "confirm", "entry": 1, "by": "Anna"},
                ],
                {1: ("Anna",)},
            ),
        ],
    )
    def test_who_agrees(self, written: list[dict[str, Any]], found: dict[int, tuple[str, ...]]) -> None:
        history = self.record(*written)
        assert {one.entry.number: one.agreed for one in history if one.agreed} == found
        assert not any(one.contest for one in history)


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
        settle_on(table, "own_parts")
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


def test_the_end_of_a_dispute_is_in_the_readers_language(table: dict[str, Phone]) -> None:
    """The record stores that the deal stays as it is, not the words of the phone that said so."""
    anna, cia = table["Anna"], table["Cia"]
    anna.write("AAABC", 1)
    cia.post("/entries/1/contest", reason="no")
    anna.post("/entries/1/settle", reason="agreed")
    assert "Ruling: disputed: accepted as played. agreed" in text_of(anna.get().text)
    kept = anna.get("/match.json").get_json()["entries"][-1]
    assert (kept["question"], kept["verdict"], kept["text"]) == ("contested", "stands", "agreed")
