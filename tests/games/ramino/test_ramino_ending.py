"""Elimination in Ramino, and re-entries."""

from typing import Any

import pytest
from flask import Flask
from support.phones import new_table, text_of

from companion.parsing import FORMAT, Match, read_match
from companion.presentation.preview import moved, new_numbers
from companion.rules.tally import Tally
from companion.translation import language, speak


def played(game: str, rules: dict[str, Any], *entries: dict[str, Any], **more: Any) -> Tally:
    head = {"format": FORMAT, "game": game, "players": ["Anna", "Bo", "Cia"], "options": rules, **more}
    found = read_match({**head, "entries": list(entries)})
    assert isinstance(found, Match)
    assert not found.fault, found.fault
    return found.tally


class TestOut:
    """ramino.elim.reentry, rami.end.last: the form asks eliminated players nothing, but may offer a re-entry."""

    def out(self, app: Flask, reentry: str) -> Any:
        rules = {"mode": "elimination", "limit": "#", "limit_number": "100", "reentry": reentry}
        phone = new_table(app, "ramino", **{f"options[{name}]": value for name, value in rules.items()})
        fields = {"laid[@1]": "true", "left[@1]": "130", "laid[@2]": "true", "left[@2]": "10"}
        answer = phone.post("/entries", kind="deal", **{"out[@]": "Anna", "seen": "0.0", "entry_id": "e1", **fields})
        assert answer.status_code == 303, answer.text
        return phone

    def test_the_reentry_of_an_eliminated_player(self, app: Flask) -> None:
        phone = self.out(app, "1")
        assert "comes back in at" in phone.get().text
        assert "comes back in at" in phone.get("/live", after="0.0", form="typed", pen="").text
        answer = phone.post("/entries", kind="reentry", player="Bo", seen="1.0", entry_id="e2")
        assert answer.status_code == 303, answer.text
        page = phone.get().text
        assert "comes back in at" not in page
        assert text_of(page).count("Bo comes back") == 1, "the sheet says what its row is"

    @pytest.mark.parametrize(("settle", "again"), [("pot", True), ("all_pairs", False)])
    def test_the_stake_that_is_paid_again_is_said(self, settle, again) -> None:
        deal = {"kind": "deal", "out": "Anna", "laid": {"Bo": True, "Cia": True}, "left": {"Bo": 130, "Cia": 10}}
        rules = {"mode": "elimination", "limit": 100, "reentry": 1, "stake": 5, "settle": settle}
        tally = played("ramino", rules, deal, {"kind": "reentry", "player": "Bo"})
        said = speak(tally.lines[-1].events[0].sentence, language("en"))
        assert ("puts in the stake again" in said) == again

    def test_a_reentry_that_a_correction_makes_void(self) -> None:
        """The page gives the reason, nobody was eliminated, and says what happens to the money."""
        first = {"kind": "deal", "out": "Anna", "laid": {"Bo": True, "Cia": True}, "left": {"Bo": 130, "Cia": 10}}
        last = {**first, "left": {"Bo": 15, "Cia": 150}}
        rules = {"mode": "elimination", "limit": 100, "reentry": 1, "stake": 5, "settle": "pot"}
        entries = (
            first,
            {"kind": "reentry", "player": "Bo"},
            last,
            {**last, "laid": {"Bo": True}, "left": {"Bo": 150}},
        )
        less = {**first, "left": {"Bo": 30, "Cia": 10}}
        before = played("ramino", rules, *entries)
        after = played("ramino", rules, *entries, {"kind": "correction", "entry": 1, "with": less})
        assert [speak(one.sentence, language("en")) for one in after.refused] == ["Bo is not eliminated."]
        told = [speak(one, language("en")) for one in moved(before, after)]
        assert told[-1] == "Money: Anna 15 → 10, Bo −10 → −5"

    def test_no_reentry_if_the_table_has_none(self, app: Flask) -> None:
        phone = self.out(app, "0")
        assert "Who comes back?" not in phone.get().text
        assert phone.post("/entries", kind="reentry", player="Bo", seen="1.0", entry_id="e2").status_code == 422

    @pytest.mark.parametrize(("laid", "not_laid", "sign"), [({"Bo": True}, [], "✕"), ({}, ["Bo"], "○✕"), ({}, [], "✕")])
    def test_a_sign_says_who_is_out_by_a_deal_and_had_laid_nothing(self, laid, not_laid, sign: str) -> None:
        """The sign appears only for players who were entered as having laid nothing."""
        deal = {"kind": "deal", "out": "Anna", "left": {"Bo": 130, "Cia": 10}, "laid": laid | {"Cia": True}}
        deal["not_laid"] = not_laid
        rules = {"mode": "elimination", "limit": 100}
        line = played("ramino", rules, deal).lines[-1]
        assert [line.scores[one].mark and line.scores[one].mark.sign for one in ("Bo", "Cia")] == [sign, None]


def test_save_says_first_who_is_eliminated() -> None:
    """ramino.elim.exceed: with the new total, even if not all totals fit."""
    names = ["Ann", "Bo", "Cia", "Dag", "Eva", "Finn", "Gun", "Jo"]
    left = dict(zip(names[1:], (40, 45, 50, 55, 60, 65, 35), strict=True))  # Jo has the smallest change
    deal = {"kind": "deal", "out": "Ann", "laid": dict.fromkeys(names[1:], True), "left": left}
    rules = {"mode": "elimination", "limit": 100}
    tally = played("ramino", rules, deal, players=names, opening={"scores": {"Jo": 90}})
    told = [speak(one, language("en")) for one in new_numbers(tally.lines[-1], tally)]
    assert told == ["Jo → 125, eliminated", "Gun → 65", "5 more"]
