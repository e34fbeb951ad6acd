"""The referee's pages of gin."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest
from flask import Flask
from games.gin.deals import A, B, played, won
from support.phones import new_table, read

from companion.games.gin import GAME
from companion.rules.entries import Player


class TestQuestions:
    def test_numbers_with_the_same_answer_share_a_button(self, app: Flask) -> None:
        """Ten numbers of deadwood have different answers for a knock; all higher ones are too much."""
        client = app.test_client()
        page = client.get("/referee/gin/knock").text
        assert [n for n in range(12) if f">{n}</a>" in page] == list(range(11))
        assert ">11 or more</a>" in page
        assert "too much to knock with: at most 10" in read(client.get("/referee/gin/knock?deadwood=11"))
        assert ">1 or more</a>" in client.get("/referee/gin/blitz").text

    def test_the_entered_reason_decides(self, app: Flask) -> None:
        """gin.gin.no_lay_off: after gin somebody wants to lay off."""
        page = app.test_client().get("/referee/gin/lay_off?ended=gin").text
        carries = page.partition('class="carries"')[2].partition("</details>")[0]
        assert "gin.gin.no_lay_off" in carries
        assert "gin.lay_off.not_knocker" not in carries

    def test_facts_with_and_without_effect_are_named(self, app: Flask) -> None:
        """gin.gin.no_lay_off: the page says which facts make no difference."""
        told = read(app.test_client().get("/referee/gin/lay_off?ended=gin"))
        assert "The reason depends on “Who wants to lay off”:" in told
        assert "How did the deal end?: a knock" in told

    def test_where_nothing_would_change_it_that_is_said_under_the_question(self, app: Flask) -> None:
        told = read(app.test_client().get("/referee/gin/irregular?what=exposed&ask=1"))
        assert re.search(r"What would change it\?\s+Nothing would", told)

    def test_what_nothing_entered_would_turn_names_the_house_rule_that_sets_it(self, app: Flask) -> None:
        """gin.knock.limit: a number of a table is not tried, so that there is nothing to tap."""
        told = read(app.test_client().get("/referee/gin/limit?ask=1"))
        assert "Only something else under the house rule “Knock with at most” would" in told
        shown = read(app.test_client().get("/referee/gin/irregular?what=exposed&ask=1"))
        assert "Nothing would: once that has happened, it is always so." in shown

    def test_a_question_that_does_not_arise_is_no_error(self, app: Flask) -> None:
        """gin.hollywood.columns: without Hollywood the typed facts are no errors."""
        told = read(app.test_client().get("/referee/gin/columns?wins=2&ask=1"))
        assert "Without Hollywood there are no columns: each deal counts in the game under way." in told
        assert "That is not possible." not in told


class TestIsTheGameOver:
    """gin.game.target at a table: the sheet knows the score, and that the table has stopped."""

    def test_until_the_target_or_until_the_table_stops(self, app: Flask) -> None:
        table = new_table(app, "gin", [A, B])
        knock = {"kind": "deal", "end": "knock", "by": "Anna", "deadwood[@0]": "1", "deadwood[@1]": "41"}
        table.post("/entries", seen="0.0", entry_id="e1", **knock)
        assert "The game goes on: 60 points to go." in read(table.get("/referee/game"))
        assert "Bo deals." in read(table.get("/referee/dealer"))
        table.post("/entries", kind="end", reason="late", seen="1.0", entry_id="e2")
        assert "The game is over: the table has ended the match." in read(table.get("/referee/game"))
        assert "deals." not in read(table.get("/referee/dealer"))

    def test_a_score_above_the_highest_choice_is_not_used(self) -> None:
        long = ({"kind": "option", "option": "target", "value": 1000}, *(won(A, 60) for _ in range(9)))
        assert "points" not in GAME.questions["game"].known_facts(played(*long))

    def test_in_hollywood_by_the_column_that_is_furthest_from_its_end(self) -> None:
        three = played(won(A, 60), won(A, 50), won(A, 5), options={"hollywood": True})
        assert GAME.questions["game"].known_facts(three)["points"] == 5


class TestColumns:
    """gin.hollywood.columns: a match knows the closed columns; without a match they can be tapped."""

    def test_at_a_table(self, app: Flask) -> None:
        table = new_table(app, "gin", [A, B], **{"options[hollywood]": "True"})
        gin = {"kind": "deal", "end": "gin", "by": "Anna", "deadwood[@0]": "0", "deadwood[@1]": "98"}
        table.post("/entries", seen="0.0", entry_id="e1", **gin)
        page = table.get("/referee/columns").text
        assert re.search(r'name="closed\[\]" value="1" checked', page)
        assert "It counts in columns 2, 3." in read(table.get("/referee/columns", about="Anna", wins="3"))
        told = read(table.get("/referee/columns", about="Bo"))
        assert "It counts in column 2." in told
        assert "Unless" not in told

    def test_without_one(self, app: Flask) -> None:
        asked = {"options[hollywood]": "True", "wins": "1", "closed[]": ["1", "2"], "ask": "1"}
        assert "It counts in column 3." in read(app.test_client().get("/referee/gin/columns", query_string=asked))


class TestBlitz:
    """gin.game.blitz: the sheet knows how many deals the loser of a game has won."""

    BO_LOSES = (won(A, 60), won(A, 50))

    @pytest.mark.parametrize(
        ("entries", "about", "known"),
        [
            ((), B, {}),
            ((won(A, 40),), B, {"won": 0}),
            ((won(A, 40), won(B, 5)), B, {"won": 1}),
            (BO_LOSES, B, {"won": 0}),
            ((won(B, 5), *BO_LOSES), B, {"won": 1}),
            (BO_LOSES, A, {}),
            ((won(B, 5), *BO_LOSES, won(A, 5)), B, {"won": 0}),
            ((won(B, 5), *BO_LOSES, {"kind": "end"}), B, {"won": 1}),
            ((*BO_LOSES, {"kind": "end"}), A, {}),
        ],
    )
    def test_it_is_known_after_the_first_deal(
        self, entries: tuple[Any, ...], about: str, known: dict[str, int]
    ) -> None:
        """Before the first deal of a game it is asked, unless the player has just lost a game."""
        ask = GAME.questions["blitz"].about
        assert ask
        assert ask(played(*entries), Player(about)) == known

    def test_nobody_has_lost_yet(self, app: Flask) -> None:
        table = new_table(app, "gin", [A, B])
        text = read(table.get("/referee/blitz", about=B))
        assert "A blitz: the loser pays double." in text
        assert "No blitz: the loser has won a deal" in text


class TestDealBeingTyped:
    """Facts in the deal form are known: the link adds them, or a form without scripts sends them."""

    def test_card_turned_up(self, app: Flask) -> None:
        table = new_table(app, "gin", ["Anna", "Bo"], **{"options[oklahoma]": "True"})
        deal = urlencode({"kind": "deal", "upcard": "4D"})
        assert "You may knock with 4 points at most." in read(table.get("/referee/limit", deal=deal))
        assert "You may knock with 7 points at most." in read(table.get("/referee/limit", deal=deal, upcard="7H"))


def test_a_deal_is_saved_only_of_the_player_who_has_knocked_by_the_words(app: Flask) -> None:
    """Both have eight: ten for the other, and nothing that would be so only if the other had knocked."""
    phone = new_table(app, "gin", ["Sara", "Tino"])
    facts = {"knocker": "8", "defender": "8", "end": "knock"}
    saves = re.compile(r"<button>([^<]*\+10[^<]*)</button>")
    assert len(saves.findall(phone.get("/referee/score", **facts).text)) == 2
    (one,) = saves.findall(phone.get("/referee/score", q="Sara knocked with 8, Tino has 8", **facts).text)
    assert "Tino" in one
