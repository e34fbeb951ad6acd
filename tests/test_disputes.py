"""Disputes, confirmations, and how they are settled."""

import re
from typing import Any

import pytest
from flask import Flask
from support.phones import (
    MAY_PLAY,
    PLAYERS,
    Phone,
    codes,
    entries,
    phones_of_a_table,
    stored,
    switch_on,
    text_of,
)

from companion.parsing import Match, read_match
from companion.store import label


@pytest.fixture
def table(app: Flask) -> dict[str, Phone]:
    return phones_of_a_table(app)


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
        switch_on(table, "confirm")
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
        switch_on(table, "confirm")
        anna, bo = table["Anna"], table["Bo"]
        table["Cia"].post("/who", player="")
        anna.write("AAABC", 1)
        assert bo.post("/entries/1/confirm").status_code == 303
        bo.post("/who", player="Cia")
        assert bo.post("/entries/1/confirm").status_code == 403
        anna.write("AABBC", 3, correct=1)
        assert bo.post("/entries/1/confirm").status_code == 303

    def test_another_players_phone(self, table: dict[str, Phone]) -> None:
        switch_on(table, "confirm")
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
        switch_on(table, "confirm")
        table["Anna"].write("AAABC", 1)
        table["Cia"].post("/who", player="Anna")
        for page in ("", "/entries/1"):
            assert "Confirm" not in table["Cia"].get(page).text
            assert "Confirm" in table["Bo"].get(page).text
        assert table["Cia"].post("/entries/1/confirm").status_code == 403

    def test_a_correction_is_confirmed_by_whoever_did_not_write_that(self, table: dict[str, Phone]) -> None:
        """The player who wrote the deal first may confirm another player's correction."""
        switch_on(table, "confirm")
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


def test_the_end_of_a_dispute_is_in_the_readers_language(table: dict[str, Phone]) -> None:
    """The record stores that the deal stays as it is, not the words of the phone that said so."""
    anna, cia = table["Anna"], table["Cia"]
    anna.write("AAABC", 1)
    cia.post("/entries/1/contest", reason="no")
    anna.post("/entries/1/settle", reason="agreed")
    assert "Ruling: disputed: accepted as played. agreed" in text_of(anna.get().text)
    kept = anna.get("/match.json").get_json()["entries"][-1]
    assert (kept["question"], kept["verdict"], kept["text"]) == ("contested", "stands", "agreed")
