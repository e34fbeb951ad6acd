"""The end of a match of Rami: later penalties, money, and eliminated players."""

from typing import Any

import pytest
from flask import Flask
from support.phones import new_table

from companion.parsing import FORMAT, Match, read_match
from companion.rules.tally import Tally


def played(game: str, rules: dict[str, Any], *entries: dict[str, Any]) -> Tally:
    head = {"format": FORMAT, "game": game, "players": ["Anna", "Bo", "Cia"], "options": rules}
    found = read_match({**head, "entries": list(entries)})
    assert isinstance(found, Match)
    assert not found.fault, found.fault
    return found.tally


class TestEnd:
    """<game>.end.agreed: one tap with a reason; no penalty is possible after it, but one is after the last deal."""

    def test_a_penalty_after_the_last_deal(self, app: Flask) -> None:
        phone = new_table(app, "rami", **{"options[end_at]": "#deals", "options[end_at_number]": "1"})
        sent = {"kind": "deal", "out": "Anna", "left[@1]": "30", "left[@2]": "40", "seen": "0.0", "entry_id": "e1"}
        assert phone.client.post(f"/m/{phone.match}/entries", data=sent).status_code == 303
        page = phone.get().text
        assert "wins with 0, 30 ahead of Bo." in page
        assert "Save penalty" in page
        assert "Save misdeal" not in page
        answer = phone.post("/entries", kind="penalty", player="Anna", points="50", seen="1.0", entry_id="e2")
        assert answer.status_code == 303
        assert "wins with 30, ten ahead of Cia." in phone.get().text


def test_the_money_has_a_name(app: Flask) -> None:
    """<game>.money.unit: shown beside amounts, never counted."""
    chosen = {"options[stake]": "#", "options[stake_number]": "2", "options[unit_name]": "öre"}
    phone = new_table(app, "rami", **{"options[end_at]": "#deals", "options[end_at_number]": "1", **chosen})
    sent = {"kind": "deal", "out": "Anna", "left[@1]": "30", "left[@2]": "40", "seen": "0.0", "entry_id": "e1"}
    assert phone.client.post(f"/m/{phone.match}/entries", data=sent).status_code == 303
    assert "Bo pays Anna: 60 öre" in phone.get().text


class TestOut:
    """ramino.elim.reentry, rami.end.last: the form asks eliminated players nothing, but may offer a re-entry."""

    def test_nothing_is_asked_of_who_is_out(self, app: Flask) -> None:
        phone = new_table(app, "rami", **{"options[end_at]": "#last_standing", "options[end_at_number]": "120"})
        fields = {"left[@1]": "120", "left[@2]": "40", "seen": "0.0", "entry_id": "e1"}
        assert 'name="left[@1]"' in phone.get().text
        assert phone.post("/entries", kind="deal", out="Anna", **fields).status_code == 303
        page = phone.get().text
        assert 'name="left[@1]"' not in page
        assert 'name="left[@2]"' in page

    @pytest.mark.parametrize(("laid", "sign"), [({"Bo": True}, "✕"), ({}, "○✕")])
    def test_a_sign_says_who_is_out_by_a_deal_and_had_laid_nothing(self, laid: dict[str, bool], sign: str) -> None:
        deal = {"kind": "deal", "out": "Anna", "left": {"Bo": 130, "Cia": 10}, "not_laid": [] if laid else ["Bo"]}
        rules = {"end_at": {"last_standing": 100}}
        line = played("rami", rules, deal).lines[-1]
        assert [line.scores[one].mark and line.scores[one].mark.sign for one in ("Bo", "Cia")] == [sign, None]
