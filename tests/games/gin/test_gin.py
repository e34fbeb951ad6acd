"""A deal of gin clause by clause: points, dealer, file, form, and the facts that the match knows."""

import re
from pathlib import Path
from typing import Any

import pytest
from games.gin.deals import A, B, deal, match, parts, played, refusal, scores, won
from support.each import each
from support.phones import Phone, new_app, stored, text_of

from companion.games.gin import GAME
from companion.games.gin.hooks import form
from companion.games.gin.options import Options
from companion.parsing import Match, read_match, write_match
from companion.rules.entries import Player
from companion.rules.options import Counted, house_rules, worded


class TestDifference:
    """gin.score.difference, gin.score.winner_only: the knocker scores the difference, the other nothing."""

    @pytest.mark.parametrize(("own", "other"), [(6, 15), (10, 11), (1, 98)])
    def test_knock(self, own: int, other: int) -> None:
        tally = played(deal("knock", A, own, other))
        assert scores(tally) == (other - own, 0)
        assert parts(tally, A) == [(other - own, "gin.score.difference")]
        assert parts(tally, B) == []

    def test_the_running_score(self) -> None:
        """gin.score.running: points add up from deal to deal."""
        assert scores(played(won(A, 9), won(B, 4), won(A, 30))) == (39, 4)


class TestGin:
    """gin.score.gin, gin.gin.no_deadwood: the other player's deadwood and the bonus; deadwood 0 is always gin."""

    @pytest.mark.parametrize("end", ["knock", "gin"])
    @pytest.mark.parametrize(("other", "points"), [(32, 57), (0, 25)])
    def test_gin(self, end: str, other: int, points: int) -> None:
        tally = played(deal(end, A, 0, other))
        assert scores(tally) == (points, 0)
        assert parts(tally, A) == [(other, "gin.score.difference"), (25, "gin.score.gin")]

    @pytest.mark.parametrize(("big_gin", "points"), [(False, 35), (31, 41), (50, 60)])
    def test_big_gin(self, big_gin: Any, points: int) -> None:
        """gin.score.big_gin: the table's bonus instead of that for gin."""
        tally = played(deal("big_gin", A, 0, 10), options={"big_gin": big_gin})
        assert scores(tally) == (points, 0)
        assert parts(tally, A)[-1][1] == "gin.score.big_gin"


class TestUndercut:
    """gin.score.undercut, gin.score.tie, gin.score.undercut_wins."""

    @pytest.mark.parametrize(
        ("options", "other", "points"),
        [
            ({}, 4, 25),
            ({}, 9, 10),
            ({}, 0, 29),
            ({"undercut": 10}, 4, 15),
            ({"undercut": 25}, 4, 30),
            ({"undercut": 25}, 9, 10),
            ({"undercut": 25, "tie_undercut": "same"}, 9, 25),
            ({"tie_undercut": 0}, 9, 0),
        ],
    )
    def test_undercut(self, options: Any, other: int, points: int) -> None:
        tally = played(deal("knock", A, 9, other), options=options)
        assert scores(tally) == (0, points)
        assert tally.table.columns[0].boxes == {A: 0, B: 1}
        assert tally.lines[0].events[0].player == B


class TestLimit:
    """gin.knock.limit: the text about a false knock, and its cost (gin.knock.false)."""

    @each("limit", range(11))
    def test_limit(self, limit: int) -> None:
        options = {"knock_limit": limit}
        assert played(deal("knock", A, limit, 98), options=options).lines
        refused = refusal(deal("knock", A, limit + 1, 98), options=options)
        assert (refused.code, refused.clauses, refused.player) == ("gin.limit", ("gin.knock.limit",), A)
        assert refused.remedy is None

    def test_the_penalty_is_offered_as_the_next_entry(self) -> None:
        options = {"false_knock": {"penalty": 20}}
        assert match(options=options).record.options == Options(false_knock=Counted("penalty", 20))
        remedy = refusal(deal("knock", A, 12, 30), options=options).remedy
        assert remedy == {"kind": "penalty", "player": A, "points": -20, "reason": "false knock"}
        tally = played(dict(remedy), won(A, 5), options=options)
        assert scores(tally) == (-15, 0)
        assert parts(tally, A, 0) == [(-20, "gin.penalty.agreed")]


class TestDealer:
    """gin.deal.turns, gin.deal.forehand, gin.stock.void, gin.deal.misdeal."""

    @pytest.mark.parametrize(
        ("rule", "dealers"),
        [("alternate", [B, A, A, A, B]), ("loser", [B, B, B, B, A]), ("winner", [B, A, A, A, B])],
    )
    def test_order(self, rule: str, dealers: list[str]) -> None:
        """A wins, two deals are void, A is undercut: void deals keep their dealer."""
        entries = [won(A, 3), {"kind": "deal", "end": "void"}, {"kind": "misdeal"}, deal("knock", A, 5, 5)]
        tally = played(*entries, options={"next_dealer": rule})
        assert [line.dealer for line in tally.lines] + [tally.dealer] == dealers

    def test_the_first_player_is_forehand(self) -> None:
        assert played().dealer == B
        assert played(dealer=A).dealer == A


class TestFile:
    """The player who ended the deal is a field of its own, apart from the author of the entry."""

    def test_by_and_entered_by(self) -> None:
        found = match(
            {**won(A, 5), "entered_by": B, "at": "2026-11-21T20:00:00Z"}, {"kind": "note", "text": "x", "by": A}
        )
        assert [entry.by for entry in found.record.entries] == [B, A]
        written = write_match(found)
        assert written["entries"][0]["by"] == A
        again = read_match(written)
        assert isinstance(again, Match)
        assert again.record == found.record


class TestForms:
    """The fields on the pages of gin, and those left out."""

    @pytest.fixture
    def phone(self, tmp_path: Path) -> Phone:
        return Phone(new_app(tmp_path))

    def begun(self, phone: Phone, *players: str, **more: Any) -> str:
        sent = {"players[]": list(players), "dealer": str(len(players) - 1), **more}
        answer = phone.client.post("/new/gin", data=sent)
        assert answer.status_code == 303, text_of(answer.text)
        return str(answer.location)

    def test_hollywood_from_paper(self, phone: Phone) -> None:
        """gin.hollywood.paper: three columns, each open or closed; one that has not begun may be empty."""
        sheet = {
            "options[hollywood]": "True",
            "opening[columns][1][closed]": "false",
            "opening[columns][0][closed]": "true",
            "opening[columns][0][scores][@0]": "120",
            "opening[columns][0][boxes][@0]": "3",
            "opening[wins][@0]": "3",
        }
        page = phone.client.get(self.begun(phone, A, B, **sheet)).text
        assert "120" in page
        sheet["opening[columns][0][scores][@0]"] = "90"
        again = phone.client.post("/new/gin", data={"players[]": [A, B], "dealer": "0", **sheet})
        assert again.status_code == 422
        assert "Column 1 is closed, but nobody there has 100." in text_of(again.text)
        assert 'value="90"' in again.text

    def test_a_blank_column_stays_in_its_place(self, phone: Phone) -> None:
        sheet = {"options[hollywood]": "True"} | {
            f"opening[columns][{n}][{key}][@0]": value
            for n, found in ((0, ("50", "2")), (2, ("20", "1")))
            for key, value in zip(("scores", "boxes"), found, strict=True)
        }
        row = stored(phone.client.application).match(self.begun(phone, A, B, **sheet).rpartition("/")[2])
        assert row
        assert [column.get("scores") for column in row.head["opening"]["columns"]] == [{A: 50}, None, {A: 20}]

    def test_the_dealer_of_three_is_asked_nothing(self, phone: Phone) -> None:
        """gin.players.three. The row is only for a deal that is typed while this one waits."""
        page = phone.client.get(self.begun(phone, A, B, "Cia")).text
        assert 'name="deadwood[@1]"' in page
        rows = re.findall(r"<fieldset class=\"later\"[^>]* disabled>.*?</fieldset>", page, re.S)
        assert len(rows) == 1
        asked = page.replace(rows[0], "")
        for name in ('name="deadwood[@2]"', 'name="by" value="Cia"'):
            assert name in rows[0]
            assert name not in asked

    def test_a_void_deal_has_no_player(self, phone: Phone) -> None:
        """gin.stock.void"""
        match = self.begun(phone, A, B)
        sent = {"seen": "0.0", "entry_id": "e", "kind": "deal", "end": "void", "by": A}
        sent |= {"deadwood[@0]": "6", "deadwood[@1]": "15"}
        assert phone.client.post(f"{match}/entries", data=sent).status_code == 303

    def test_the_turned_card_sets_the_limit_on_the_form(self, phone: Phone) -> None:
        """gin.oklahoma.lower"""
        match = self.begun(phone, A, B, **{"options[oklahoma]": "True"})
        for card, said in (("3H", "Knock with at most 3."), ("AH", "Only gin ends this deal.")):
            form = phone.client.post(f"{match}/form", data={"kind": "deal", "seen": "0.0", "upcard": card})
            assert said in text_of(form.text)

    @pytest.mark.parametrize(
        ("options", "ends", "usual"),
        [
            ({"big_gin": False}, ["knock", "gin", "void"], "knock"),
            ({"big_gin": 31}, ["knock", "gin", "big_gin", "void"], "knock"),
            ({"oklahoma": True, "big_gin": False}, ["knock", "gin", "void"], "gin"),
        ],
    )
    def test_how_a_deal_may_end(self, options: dict[str, Any], ends: list[str], usual: str) -> None:
        """Big gin only if the table plays it; if an ace is turned up only gin ends a deal."""
        found = form(match(options=options).tally, {"upcard": "AS"})
        assert [*found["ends"]] == ends  # type: ignore[misc]
        assert found["usual"] == usual


class TestKnown:
    """The referee does not ask for facts that the running match knows."""

    @pytest.mark.parametrize(
        ("last", "known"),
        [
            (won(A, 5), {"dealer": B, "last": "deal", "winner": "other"}),
            (won(B, 5), {"dealer": B, "last": "deal", "winner": "dealer"}),
            ({"kind": "deal", "end": "void"}, {"dealer": B, "last": "void"}),
            ({"kind": "misdeal"}, {"dealer": B, "last": "misdeal"}),
        ],
    )
    def test_who_dealt_last_and_what_came_of_it(self, last: dict[str, Any], known: dict[str, Any]) -> None:
        found = GAME.questions["dealer"].known_facts(played(last))
        assert {name: value for name, value in found.items() if name not in ("options", "players")} == known

    def test_nobody_has_dealt_yet(self) -> None:
        assert set(GAME.questions["dealer"].known_facts(played())) == {"options", "players"}

    def test_the_columns_of_hollywood(self) -> None:
        sheet = played(won(A, 40), won(A, 40), won(A, 40), options={"hollywood": True})
        known, about = GAME.questions["columns"].known_facts, GAME.questions["columns"].about
        assert about
        assert known(sheet)["closed"] == [1]  # the same for both players
        assert about(sheet, Player(A)) == {"wins": 4, "start": 1}
        assert about(sheet, Player(B)) == {"wins": 1, "start": 2}
        assert about(played(won(A, 40)), Player(A)) == {}


class TestSpellings:
    """gin.oklahoma.spades: older files have false for off, which is still read."""

    RULE = dict(house_rules(Options))["oklahoma_spades"]

    def test_the_old_value_is_read_and_shown(self) -> None:
        assert self.RULE.meant(False) == "off"
        assert worded(self.RULE, False) == worded(self.RULE, "off")

    def test_a_number_is_not_off(self) -> None:
        assert type(self.RULE.meant(0)) is int
