"""The end of a match on the page: until when it goes, who may end it, and what may still be written afterwards."""

from typing import Any

import pytest
from flask import Flask
from phones import new_table, text_of

from companion.reading import FORMAT, Match, read_match
from companion.rules.tally import Tally
from companion.speech import language, speak
from companion.web import filters

MINUTES = {"options[length]": "#minutes", "options[length_number]": "60"}


def played(game: str, rules: dict[str, Any], *entries: dict[str, Any]) -> Tally:
    head = {"format": FORMAT, "game": game, "players": ["Anna", "Bo", "Cia"], "options": rules}
    found = read_match({**head, "entries": list(entries)})
    assert isinstance(found, Match)
    assert not found.fault, found.fault
    return found.game.tally(found.record)


class TestTime:
    """<game>.end.length: the deal under way when the time is up is finished and counts, and no new one begins."""

    def test_until_when(self, app: Flask) -> None:
        page = new_table(app, **MINUTES).get().text
        assert "until <time datetime=" in page
        assert "The time is up:" not in page.partition("<main")[2].partition('id="other"')[0]

    def test_the_time_is_up_and_nothing_ends_by_itself(self, app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
        phone = new_table(app, **MINUTES)
        monkeypatch.setattr(filters, "now", lambda: "2999-01-01T00:00:00Z")
        assert "The time is up: the deal under way is finished and counts, and no new one begins." in phone.get().text
        assert phone.write("AAABB", 1).status_code == 303

    def test_no_word_of_time_where_none_is_agreed(self, app: Flask) -> None:
        assert "until <time" not in new_table(app).get().text


class TestEnd:
    """<game>.end.agreed: one tap with its reason; afterwards no penalty, but after the last deal there may be one."""

    def end(self, phone: Any, number: int) -> Any:
        return phone.post("/entries", kind="end", reason="All agree", seen=f"{number - 1}.0", entry_id="end")

    def test_nothing_to_end(self, app: Flask) -> None:
        phone = new_table(app)
        answer = self.end(phone, 1)
        assert answer.status_code == 422
        assert "Nothing has been played" in answer.text

    def test_ended(self, app: Flask) -> None:
        phone = new_table(app)
        phone.write("AAABB", 1)
        assert self.end(phone, 2).status_code == 303
        page = phone.get().text
        assert "Anna has won." in page
        assert "All agree" in page
        assert "Write the penalty" not in page

    def test_a_penalty_after_the_last_deal(self, app: Flask) -> None:
        phone = new_table(app, "rami", **{"options[end_at]": "#deals", "options[end_at_number]": "1"})
        sent = {"kind": "deal", "out": "Anna", "left[@1]": "30", "left[@2]": "40", "seen": "0.0", "entry_id": "e1"}
        assert phone.client.post(f"/m/{phone.match}/entries", data=sent).status_code == 303
        page = phone.get().text
        assert "Anna has won." in page
        assert "Write the penalty" in page
        assert "Misdeal: this deal is void" not in page
        answer = phone.post("/entries", kind="penalty", player="Anna", points="50", seen="1.0", entry_id="e2")
        assert answer.status_code == 303
        assert "Bo has won." in phone.get().text


def test_the_money_has_a_name(app: Flask) -> None:
    """<game>.money.unit: shown beside amounts, never counted."""
    chosen = {"options[stake]": "#", "options[stake_number]": "2", "options[unit_name]": "öre"}
    phone = new_table(app, "rami", **{"options[end_at]": "#deals", "options[end_at_number]": "1", **chosen})
    sent = {"kind": "deal", "out": "Anna", "left[@1]": "30", "left[@2]": "40", "seen": "0.0", "entry_id": "e1"}
    assert phone.client.post(f"/m/{phone.match}/entries", data=sent).status_code == 303
    assert "Bo pays Anna: 60 öre" in phone.get().text


class TestOut:
    """ramino.elim.reentry, rami.end.last: who is out is asked for nothing more, and may be offered the way back."""

    def out(self, app: Flask, reentry: str) -> Any:
        rules = {"mode": "elimination", "limit": "#", "limit_number": "100", "reentry": reentry}
        phone = new_table(app, "ramino", **{f"options[{name}]": value for name, value in rules.items()})
        fields = {"laid[@1]": "true", "left[@1]": "130", "laid[@2]": "true", "left[@2]": "10"}
        answer = phone.post("/entries", kind="deal", **{"out[@]": "Anna", "seen": "0.0", "entry_id": "e1", **fields})
        assert answer.status_code == 303, answer.text
        return phone

    def test_the_way_back_of_who_has_gone_out(self, app: Flask) -> None:
        phone = self.out(app, "1")
        assert "Who comes back?" in phone.get().text
        assert "Who comes back?" in phone.get("/live", after="0.0", form="blank", pen="").text
        answer = phone.post("/entries", kind="reentry", player="Bo", seen="1.0", entry_id="e2")
        assert answer.status_code == 303, answer.text
        page = phone.get().text
        assert "Who comes back?" not in page
        assert text_of(page).count("Bo comes back") == 1, "the sheet says what its row is"

    @pytest.mark.parametrize(("settle", "again"), [("pot", True), ("all_pairs", False)])
    def test_the_stake_that_is_paid_again_is_said(self, settle, again) -> None:
        deal = {"kind": "deal", "out": "Anna", "laid": {"Bo": True, "Cia": True}, "left": {"Bo": 130, "Cia": 10}}
        rules = {"mode": "elimination", "limit": 100, "reentry": 1, "stake": 5, "settle": settle}
        tally = played("ramino", rules, deal, {"kind": "reentry", "player": "Bo"})
        said = speak(tally.lines[-1].events[0].sentence, language("en"))
        assert ("puts the stake in once more" in said) == again

    @pytest.mark.parametrize(
        ("game", "rules"),
        [("ramino", {"mode": "elimination", "limit": 100}), ("rami", {"end_at": {"last_standing": 100}})],
    )
    @pytest.mark.parametrize(("laid", "sign"), [({"Bo": True}, "✕"), ({}, "○✕")])
    def test_a_sign_says_who_is_out_by_a_deal_and_had_laid_nothing(self, game, rules, laid, sign) -> None:
        not_laid = {"laid": laid | {"Cia": True}} if game == "ramino" else {"not_laid": [] if laid else ["Bo"]}
        deal = {"kind": "deal", "out": "Anna", "left": {"Bo": 130, "Cia": 10}, **not_laid}
        line = played(game, rules, deal).lines[-1]
        assert [line.scores[one].mark and line.scores[one].mark.sign for one in ("Bo", "Cia")] == [sign, None]

    def test_no_way_back_where_the_table_has_none(self, app: Flask) -> None:
        phone = self.out(app, "0")
        assert "Who comes back?" not in phone.get().text
        assert phone.post("/entries", kind="reentry", player="Bo", seen="1.0", entry_id="e2").status_code == 422

    def test_nothing_is_asked_of_who_is_out(self, app: Flask) -> None:
        phone = new_table(app, "rami", **{"options[end_at]": "#last_standing", "options[end_at_number]": "120"})
        fields = {"left[@1]": "120", "left[@2]": "40", "seen": "0.0", "entry_id": "e1"}
        assert 'name="left[@1]"' in phone.get().text
        assert phone.post("/entries", kind="deal", out="Anna", **fields).status_code == 303
        page = phone.get().text
        assert 'name="left[@1]"' not in page
        assert 'name="left[@2]"' in page
