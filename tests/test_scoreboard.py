"""The scoreboard as a value, and forms that ask only what must be said."""

import pytest

from companion.games.english_rams.form import filled
from companion.reading import FORMAT, Match, read_match
from companion.scoreboard import Scoreboard, scoreboard
from companion.sheet import abreast, rows
from companion.speech import language, speak

ENGLISH = language("en")
FOUR = ["Anna", "Bo", "Cia", "Dag"]


def match(game: str, players: list[str], *entries: dict, **options: object) -> Match:
    data = {"format": FORMAT, "game": game, "players": players, "options": options, "entries": list(entries)}
    found = read_match({**data, "opening": {"dealer": players[-1]}})
    assert isinstance(found, Match)
    assert not found.fault
    return found


def board(found: Match) -> Scoreboard:
    return scoreboard(found.game, found.game.tally(found.record))


def gin(winner: str, points: int) -> dict:
    loser = {"Anna": "Bo", "Bo": "Anna"}[winner]
    return {"kind": "deal", "end": "knock", "by": winner, "deadwood": {winner: 5, loser: 5 + points}}


class TestDealNumber:
    @pytest.mark.parametrize("end_at", [{"last_standing": 100}, {"points": 300}, {"deals": 5}])
    def test_the_head_and_the_form_count_a_deal_that_has_become_illegal(self, end_at: dict) -> None:
        """It was dealt: its number is not given once more."""
        plain = {"kind": "deal", "out": "Anna", "left": {"Bo": 20, "Cia": 30}}
        first = {"kind": "correction", "entry": 1, "with": {"kind": "misdeal"}}
        found = board(match("rami", FOUR[:3], plain, {**plain, "dealer": "Anna"}, first, end_at=end_at))
        assert found.deal == 2
        assert found.glance.where.args["n"] == 2


class TestLeading:
    def test_nobody_at_the_start_and_nobody_where_two_are_level(self) -> None:
        assert not any(seat.leads for seat in board(match("gin", ["Anna", "Bo"])).seats)

    def test_the_higher_score_leads_in_gin_the_lower_in_rams(self) -> None:
        found = board(match("gin", ["Anna", "Bo"], gin("Bo", 12)))
        assert [seat.leads for seat in found.seats] == [False, True]
        found = board(match("rams", FOUR, {"kind": "deal", "tricks": ["Cia", "Cia", "Cia", "Anna", "Bo"]}))
        assert [seat.player for seat in found.seats if seat.leads] == ["Cia"]

    def test_also_who_sits_out_the_next_deal(self) -> None:
        deal = {"kind": "deal", "end": "gin", "by": "Bo", "deadwood": {"Cia": 60}}
        reply = {"kind": "deal", "end": "knock", "by": "Anna", "deadwood": {"Anna": 5, "Bo": 9}}
        data = {"format": FORMAT, "game": "gin", "players": FOUR[:3], "opening": {"dealer": "Anna"}}
        found = read_match({**data, "entries": [deal, {**reply, "dealer": "Cia"}]})
        assert isinstance(found, Match)
        assert [(seat.player, seat.is_in) for seat in board(found).seats if seat.leads] == [("Bo", False)]

    def test_not_who_is_out_however_high_the_others_have_come(self) -> None:
        plays = {"kind": "deal", "finish": "plain"}
        found = match(
            "ramino",
            FOUR[:3],
            {**plays, "out": "Anna", "laid": {"Anna": True, "Bo": True}, "left": {"Bo": 30, "Cia": 120}},
            {"kind": "option", "option": "limit", "value": 500},
            {**plays, "out": "Bo", "laid": {"Bo": True}, "left": {"Anna": 150}},
            {**plays, "out": "Anna", "laid": {"Anna": True}, "left": {"Bo": 150}},
            mode="elimination",
            limit=100,
        )
        assert {seat.player: seat.value for seat in board(found).seats} == {"Anna": 150, "Bo": 180, "Cia": 120}
        assert [seat.player for seat in board(found).seats if seat.leads] == ["Anna"]


class TestBesideTheNumbers:
    def test_an_account_that_says_the_board_once_more_is_left_out_until_it_has_places(self) -> None:
        deal = {"kind": "deal", "calls": [], "tricks": ["Anna", "Anna", "Bo", "Cia", "Dag"]}
        for entries, repeats in (((deal,), True), ((deal, {"kind": "end"}), False)):
            found = match("english_rams", FOUR, *entries)
            assert [board(found).repeats(one) for one in found.game.tally(found.record).reckonings] == [repeats]
        played = match("rams", FOUR, {"kind": "deal", "tricks": ["Cia", "Cia", "Cia", "Anna", "Bo"]})
        assert not any(board(played).repeats(one) for one in played.game.tally(played.record).reckonings)

    def test_what_goes_into_the_pot_is_told_until_it_lies_there(self) -> None:
        before = match("rams", FOUR, money=True, stake=5, unit_name="kr")
        deal = {"kind": "deal", "tricks": ["Anna", "Bo", "Cia", "Dag", "Dag"]}
        after = match("rams", FOUR, deal, money=True, stake=5)
        stakes = [board(one).glance.stake for one in (before, after)]
        assert [speak(one, ENGLISH) for one in stakes if one] == ["Pot 0 + 20 kr", "Pot 20"]


class TestPlayOff:
    def test_who_sits_it_out_has_no_running_score_nor_one_before(self) -> None:
        """rams.end.tie: not in the small numbers of the board either."""
        last = {"rams_finished": 5, "sums": {"Anna": 5, "Bo": 5, "Cia": 8}, "scores": {"Anna": 2, "Bo": 3, "Cia": 9}}
        tricks = ["Anna", "Anna", "Bo", "Bo", "Bo"]
        rules = {"final_tie": "playoff_rams", "floor_at_zero": True}
        data = {"format": FORMAT, "game": "rams", "players": FOUR[:3], "options": rules, "opening": last}
        found = read_match({**data, "entries": [{"kind": "deal", "tricks": tricks, "passed": ["Cia"]}]})
        assert isinstance(found, Match)
        seats = board(found).seats
        assert [(seat.is_silent, bool(seat.past)) for seat in seats] == [(False, True), (False, True), (True, False)]


class TestWhatHasJustEnded:
    def test_a_game_of_gin_until_the_next_deal_is_written(self) -> None:
        deals = [gin("Anna", 60), gin("Anna", 50)]
        assert board(match("gin", ["Anna", "Bo"], deals[0])).card is None
        card = board(match("gin", ["Anna", "Bo"], *deals)).card
        assert card and not card.is_final
        assert board(match("gin", ["Anna", "Bo"], *deals, gin("Bo", 7))).card is None

    def test_a_column_of_hollywood_only_with_the_deal_that_closed_it(self) -> None:
        deals = [gin("Anna", 60), gin("Anna", 50)]
        assert board(match("gin", ["Anna", "Bo"], *deals, hollywood=True)).card
        assert board(match("gin", ["Anna", "Bo"], *deals, gin("Bo", 7), hollywood=True)).card is None


class TestWhichDeal:
    @pytest.mark.parametrize(
        ("game", "rules", "deal"),
        [
            ("free", {"target": 100}, {"points": {"Anna": 60}}),
            ("rami", {"end_at": {"points": 100}}, {"out": "Bo", "left": {"Anna": 60}}),
            ("ramino", {"target": 100}, {"out": "Anna", "laid": {"Anna": 50, "Bo": 40}, "left": {"Bo": 10}}),
        ],
    )
    def test_the_one_that_is_played_or_the_last(self, game: str, rules: dict, deal: dict) -> None:
        deals = [{"kind": "deal", **deal}] * 2
        seen = [board(match(game, ["Anna", "Bo"], *deals[:n], **rules)).glance.where for n in range(3)]
        assert [speak(where, ENGLISH) for where in seen] == ["Deal 1", "Deal 2", "Deal 2"]


class TestHollywood:
    def test_under_each_number_what_is_missing_or_what_was_won(self) -> None:
        deals = [gin("Anna", 60), gin("Bo", 30), gin("Anna", 50)]
        found = board(match("gin", ["Anna", "Bo"], *deals, hollywood=True))
        closed, *going = found.glance.columns
        assert {player: speak(one, ENGLISH) for player, one in closed.under.items()} == {"Anna": "won 200"}
        assert [speak(one.under[player], ENGLISH) for one in going for player in ("Anna", "Bo")] == [
            *("needs 50", "needs 100"),
            *("needs 100", "needs 100"),
        ]
        assert [seat.must for seat in found.seats] == [False, False], "how far there is to go is no news"

    def test_three_columns_side_by_side_each_win_where_it_counts(self) -> None:
        found = match("gin", ["Anna", "Bo"], gin("Anna", 9), gin("Anna", 8), hollywood=True)
        assert [n for n, _, _ in board(found).seats[0].columns] == [17, 8, 0]
        (game,) = abreast(rows(found.game, found.record), 3)
        assert game.legs == (1, 2, 3)
        assert [sorted(lines) for _, lines in game.rows] == [[1], [1, 2]]


class TestCallsWorkedOut:
    """In English Rams people say who folds and who took the widow; the calls in turn follow from that."""

    SIMPLE = {"kind": "deal", "tricks": ["Anna", "Anna", "Bo", "Cia", "Dag"]}

    @pytest.mark.parametrize(
        ("said", "calls"),
        [
            ({}, [["Bo", "join"], ["Cia", "join"], ["Dag", "join"], ["Anna", "join"]]),
            ({"folds": ["Cia"]}, [["Bo", "join"], ["Cia", "fold"], ["Dag", "join"], ["Anna", "join"]]),
            (
                {"folds": ["Bo"], "widow": "Dag"},
                [["Bo", "fold"], ["Cia", "join"], ["Dag", "widow"], ["Anna", "join"]],
            ),
        ],
    )
    def test_in_a_double_pot(self, said: dict, calls: list) -> None:
        first = match("english_rams", FOUR, {"kind": "deal", "tricks": ["Bo", "Bo", "Cia", "Cia", "Bo"]})
        tally = first.game.tally(first.record)
        assert tally.table.double
        assert filled(tally, {"kind": "deal", **said})["calls"] == calls

    def test_nothing_in_a_simple_pot_where_nobody_did_anything(self) -> None:
        start = match("english_rams", FOUR)
        assert filled(start.game.tally(start.record), dict(self.SIMPLE)) == self.SIMPLE

    def test_calls_that_were_said_one_by_one_stand(self) -> None:
        first = match("english_rams", FOUR, {"kind": "deal", "tricks": ["Bo", "Bo", "Cia", "Cia", "Bo"]})
        said = {"kind": "deal", "calls": [["Bo", "fold"]], "folds": ["Cia"]}
        assert filled(first.game.tally(first.record), said) == {"kind": "deal", "calls": [["Bo", "fold"]]}
