"""Games, boxes and bonuses of gin, Hollywood, notices and default values."""

import re
from typing import Any

import pytest
from games.gin.deals import A, B, deal, played, scores, won
from hypothesis import given, settings
from hypothesis import strategies as st
from support.pdf_text import words
from support.share import some

from companion.games.gin import GAME
from companion.parsing import FORMAT, Match, read_match
from companion.pdf import protocol_pdf
from companion.presentation.preview import new_numbers
from companion.presentation.score_sheet import marks, rows
from companion.presentation.scoreboard import scoreboard
from companion.rules.entries import Player
from companion.rules.tally import Payment
from companion.translation import language, speak
from companion.web.pages.match_view import menu


class TestEnd:
    """gin.end.agreed, gin.end.length: the clause that ended the match decides who has won."""

    @pytest.mark.parametrize(
        ("options", "end", "clause"),
        [({}, [{"kind": "end"}], "gin.end.agreed"), ({"length": {"deals": 1}}, [], "gin.end.length")],
    )
    def test_who_has_won(self, options: dict[str, Any], end: list[dict[str, Any]], clause: str) -> None:
        told = played(won(A, 20), *end, options=options).notices
        assert [notice.clause for notice in told[Player(A)]] == [clause]
        assert not told[Player(B)]


class TestGame:
    """gin.game.target, .boxes, .bonus, .payment, .negative, .blitz, .next."""

    @pytest.mark.parametrize("target", [100, 150, 200, 250])
    def test_target(self, target: int) -> None:
        """A game ends exactly at the target; one point less does not end it."""
        options = {"target": target}
        assert not played(won(A, 19), options=options, scores={A: target - 20}).table.games
        assert played(won(A, 20), options=options, scores={A: target - 20}).table.games

    @pytest.mark.parametrize(
        ("options", "totals", "amount"),
        [
            ({}, (268, 0), 536),
            ({"blitz": False}, (268, 0), 268),
            ({"blitz": "game_bonus_only"}, (368, 0), 368),
            ({"box": 25}, (283, 0), 566),
            ({"game_bonus": 0}, (168, 0), 336),
            ({"game_bonus": 250, "blitz": "game_bonus_only"}, (668, 0), 668),
        ],
    )
    def test_blitz(self, options: Any, totals: tuple[int, int], amount: int) -> None:
        (game,) = played(won(A, 30), won(A, 45), won(A, 33), options=options).table.games
        assert tuple(game.settlement.totals.values()) == totals
        assert game.settlement.accounts[0].payment == Payment(B, A, amount)

    def test_the_settlement(self) -> None:
        """Score, deals won, bonus, total, difference, doubled: each row for both, each term with its clause."""
        tally = played(won(A, 30), won(A, 45), won(A, 33))
        game, nets = tally.reckonings
        rows = {
            speak(row.label, language("en")): tuple(figure.value for figure in row.figures.values())
            for row in game.rows
        }
        assert rows == {
            "Score": (108, 0),
            "For deals won": (60, 0),
            "Won the game": (100, 0),
            "Total": (268, 0),
            "Difference": (268, -268),
            "Blitz: doubled": (536, -536),
        }
        assert game.leg == 1
        assert nets.rows[0].figures[A].value == 536  # type: ignore[index]
        assert all(figure.before == 0 for row in game.rows for figure in row.figures.values())

    def test_the_leader_is_shown_before_the_match_is_ended(self) -> None:
        """Even if the scoreboard of the next game is empty or has another leader."""
        for more in ([], [won(B, 3)]):
            tally = played(won(A, 97), won(A, 97), *more)
            row = menu(GAME, tally, scoreboard(GAME, tally))[-1]
            assert speak(row.line, language("en")) == f"{A} leads with +{tally.table.nets[A]}"

    def test_save_says_that_a_game_ends(self) -> None:
        tally = played(won(A, 97), won(A, 97))
        numbers = new_numbers(tally.lines[-1], tally)
        assert speak(numbers[-1], language("en")) == "Game 1 ends"

    def test_games_follow_each_other(self) -> None:
        tally = played(won(A, 97), won(A, 97), won(B, 97), won(B, 3))
        assert [line.leg for line in tally.lines] == [1, 1, 2, 2]
        assert len(tally.legs) == 3
        assert tally.status == "running"
        assert tally.winners == ()
        assert scores(tally) == (0, 0)
        assert [one.event.name for one in tally.lines[1].events] == ["knock", "game"]

    def test_what_is_carried_over_from_paper(self) -> None:
        tally = played(won(B, 10), scores={B: 95}, boxes={A: 1, B: 3}, nets={B: 40})
        assert tally.table.games[0].settlement.totals == {A: 20, B: 285}
        assert tally.table.nets == {A: -305, B: 305}


class TestHollywood:
    """gin.hollywood.columns, gin.hollywood.close."""

    def test_the_first_column_is_an_ordinary_game(self) -> None:
        entries = [won(A, 40), won(B, 10), deal("knock", A, 9, 4), won(A, 20), deal("gin", B, 0, 11)]
        plain, three = played(*entries), played(*entries, options={"hollywood": True})
        assert scores(plain) == scores(three) == tuple(three.table.columns[0].scores.values())
        assert plain.table.columns[0].boxes == three.table.columns[0].boxes

    def test_each_column_has_its_own_settlement(self) -> None:
        entries = [won(A, 60), won(B, 20), won(A, 50), won(A, 60), won(A, 60)]
        tally = played(*entries, options={"hollywood": True})
        assert [game.settlement.totals[B] for game in tally.table.games] == [40, 0, 0]
        assert [game.settlement.accounts[0].payment.amount for game in tally.table.games] == [210, 500, 520]
        assert [speak(one.title, language("en")) for one in tally.reckonings[:3]] == [
            "Game 1, column 1",
            "Game 1, column 2",
            "Game 1, column 3",
        ]
        assert [column.scores for column in tally.table.columns] == [{A: 0, B: 0}] * 3
        assert [line.leg for line in tally.lines] == [1, 1, 1, 2, 3]

    @given(st.lists(st.tuples(st.sampled_from([A, B]), st.integers(1, 60)), max_size=20))
    @settings(max_examples=some(60), deadline=None)
    def test_each_column_is_a_table_of_the_sheet(self, record: list[tuple[str, int]]) -> None:
        """Its rows are the deals that counted there; the last number is that of the table, with its own terms."""
        tally = played(*(won(*one) for one in record), options={"hollywood": True})
        last: dict[int, dict[Any, int]] = {}
        for line in tally.lines:
            for n, column in enumerate(column.scores for column in line.after.columns):
                for one in (line, *line.beside):
                    if (one.leg - 1) % 3 == n:
                        before = last.get(one.leg, dict.fromkeys(column, 0))
                        assert {player: figure.before for player, figure in one.scores.items()} == before
                        assert {player: figure.value for player, figure in one.scores.items()} == column
                        last[one.leg] = column
        assert {one.leg for one in tally.reckonings if one.leg} <= set(last)
        assert max(last, default=1) <= len(tally.legs)

    def test_a_closed_column_takes_no_more(self) -> None:
        """gin.hollywood.late: a win that comes too late for the column counts in the next one, and has no row here."""
        tally = played(won(A, 60), won(A, 60), won(B, 30), options={"hollywood": True})
        assert [column.scores for column in tally.table.columns] == [{A: 120, B: 0}, {A: 60, B: 30}, {A: 0, B: 0}]
        assert [one.leg for one in (tally.lines[-1], *tally.lines[-1].beside)] == [2]

    def test_a_penalty_counts_in_every_open_column(self) -> None:
        entries = [won(A, 60), won(A, 60), {"kind": "penalty", "player": B, "points": 5}]
        tally = played(*entries, options={"hollywood": True})
        assert [column.scores for column in tally.table.columns] == [{A: 120, B: 0}, {A: 60, B: 5}, {A: 0, B: 5}]


class TestNotices:
    """Notices for each player: the points missing, and the result that is surely enough."""

    @pytest.mark.parametrize(
        ("score", "options", "expected"),
        [
            (0, {}, ["needs 100"]),
            (74, {}, ["needs 26"]),
            (75, {}, ["needs 25", "gin wins it for Anna"]),
            (78, {}, ["needs 22", "gin wins it for Anna"]),
            (79, {}, ["needs 21", "an undercut wins it for Anna"]),
            (77, {"undercut": 25}, ["needs 23", "an undercut wins it for Anna"]),
            (175, {"target": 200, "gin_bonus": 20}, ["needs 25"]),
        ],
    )
    def test_needs(self, score: int, options: Any, expected: list[str]) -> None:
        tally = played(options=options, scores={A: score}, boxes={A: 1, B: 1})
        assert [speak(one.sentence, language("en")) for one in tally.notices[A]] == expected  # type: ignore[index]

    def test_notices_are_true(self) -> None:
        """The smallest gin and the smallest undercut without a tie are enough when the notice says so."""
        assert played(deal("gin", A, 0, 0), scores={A: 75}, boxes={B: 1}).table.games
        assert played(deal("knock", B, 2, 1), scores={A: 79}, boxes={B: 1}).table.games

    def test_a_blitz_threatens(self) -> None:
        for points, far in ((10, True), (80, False)):
            told = played(won(A, points)).table_notices
            assert [(one.clause, one.quiet) for one in told] == [("gin.game.blitz", far)]
        assert not played(won(A, 80), won(B, 5)).table_notices
        assert not played(won(A, 80), options={"blitz": False}).table_notices


class TestPaper:
    def test_the_sign_of_a_void_deal_is_explained_where_it_stands(self) -> None:
        """A misdeal is a word across its row."""
        void, misdeal = {"kind": "deal", "end": "void"}, {"kind": "misdeal"}
        for entries, signs in (((void,), ["–"]), ((misdeal,), [])):
            replay = GAME.replay(played(*entries).record)
            assert [mark.sign for mark in marks(rows(replay))] == signs

    def test_a_name_is_shortened_in_one_way(self) -> None:
        """The same short name is above narrow tables, above their settlements and above that of the match."""
        long = "Margareta-Elisabeth"
        data = {"format": FORMAT, "game": "gin", "players": [long, "Bo"], "options": {"hollywood": True}}
        match = read_match(
            {**data, "entries": [{"kind": "deal", "end": "gin", "by": "Bo", "deadwood": {long: 90}}] * 4}
        )
        assert isinstance(match, Match)
        assert len(set(re.findall(r"Marg[\w-]*\.", words(protocol_pdf(match, "en", size="a5"))))) == 1
