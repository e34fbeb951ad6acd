"""Rams: the sheet's facts beside its numbers."""

import pytest
from games.rams.deals import Json, deal, tally

from companion.games.rams import GAME
from companion.games.rams.deal import Deal
from companion.games.rams.facts import knocked, passed
from companion.rules.entries import Player
from companion.rules.tally import Line, Tally
from companion.translation import language, speak


def terms(line: Line, player: str, column: str = "scores") -> list[tuple[int, str]]:
    """Return the explanation of a number: points and the clause of each."""
    return [(part.points, part.clause) for part in getattr(line, column)[player].parts]


def said(sheet: Tally, player: str) -> list[str]:
    return [speak(notice.sentence, language("en")) for notice in sheet.notices[player]]


class TestBuyingDown:
    """The deal asks only players who may buy down, and only once it is complete."""

    @pytest.mark.parametrize(
        ("tricks", "start", "more", "asked"),
        [
            ("BBBBC", {}, {}, ("A",)),
            ("BBBBB", {}, {"passed": ["C"]}, ("A",)),
            ("BBBBB", {}, {"bought_down": ["A"]}, ("A", "C")),  # a player who has bought down is still asked
            ("BBBBC", {"A": 4}, {}, ()),  # flew to 9
            ("CBBBB", {"B": 4}, {}, ()),  # the rams is over
        ],
    )
    def test_who_is_asked(self, tricks: str, start: Json, more: Json, asked: tuple[str, ...]) -> None:
        sheet = tally("ABC", options={"money": True}, opening={"scores": start})
        found = GAME.triggered_choices(
            sheet, Deal(tricks=tuple(tricks), **{name: tuple(who) for name, who in more.items()})
        )
        assert found == {"bought_down": asked}

    def test_nobody_is_asked_before_the_deal_is_whole_or_where_nobody_may(self) -> None:
        assert GAME.triggered_choices(tally("ABC", options={"money": True}), Deal(tricks=("B", "B"))) == {}
        assert GAME.triggered_choices(tally("ABC"), Deal(tricks=tuple("BBBBC"))) == {}

    @pytest.mark.parametrize(
        ("start", "typed", "money", "asked"),
        [
            ({}, {}, True, ("A", "B", "C")),
            ({"A": 4, "B": 5}, {}, True, ("B", "C")),  # a flight raises A to 9
            ({"A": 4, "B": 4, "C": 4}, {}, True, ()),
            ({"A": 4, "B": 4, "C": 4}, {"bought_down": ["A"]}, True, ("A",)),  # kept as typed, to be corrected
            ({}, {}, False, ()),
        ],
    )
    def test_the_form_asks_only_players_who_can_fly_to_the_top(self, start, typed, money, asked) -> None:
        sheet = tally("ABC", options={"money": money}, opening={"scores": start})
        assert GAME.form(sheet, typed)["buyers"] == asked


class TestDerivations:
    """Every number has terms, each with its clause."""

    def test_a_flight_stops_at_the_ceiling(self) -> None:
        (line,) = tally("AB", deal("BBBBB"), opening={"scores": {"A": 7}}).lines
        assert terms(line, "A") == [(5, "rams.score.flight"), (-2, "rams.score.cap")]
        assert terms(line, "B") == [(-5, "rams.score.trick")]

    def test_a_flight_and_a_purchase_cost_two_stakes_on_top_of_the_ante(self) -> None:
        (line,) = tally("AB", deal("BBBBB", bought_down=["A"]), options={"money": True, "stake": 4}).lines
        clauses = ["rams.money.ante", "rams.money.flight", "rams.money.buy_down"]
        assert terms(line, "A", "balances") == [(-4, clause) for clause in clauses]
        assert line.pot is not None
        assert [part.points for part in line.pot.parts] == [4, 4, 4, 4]

    @pytest.mark.parametrize(("passed", "clause"), [("AB", "rams.pass.dealer_wins"), ("BC", "rams.pass.lone")])
    def test_tricks_without_play(self, passed: str, clause: str) -> None:
        (line,) = tally("ABC", deal(passed=passed)).lines
        (player,) = set("ABC") - set(passed)
        assert terms(line, player) == [(-5, clause)]

    def test_an_offender_flies_under_the_clause_of_the_offence(self) -> None:
        (line,) = tally("AB", deal("AAABB", faults=["A"]), options={"revoke": "offender_flies"}).lines
        assert terms(line, "A") == [(5, "rams.play.revoke"), (-5, "rams.score.cap")]

    def test_passing_and_flying_are_marked_on_the_sheet(self) -> None:
        (line,) = tally("ABC", deal("BBBBB", passed="C")).lines
        marks = {player: figure.mark.sign if figure.mark else "" for player, figure in line.scores.items()}
        assert marks == {"A": "▲", "B": "", "C": "–"}


class TestNow:
    """Notices before the next deal."""

    def test_who_must_knock_and_how_far_it_is(self) -> None:
        sheet = tally("ABC", deal("BBBCC", passed="A"), opening={"scores": {"A": 2, "B": 4, "C": 9}})
        assert said(sheet, "A") == ["must knock", "needs 2 tricks to finish"]
        assert said(sheet, "B") == ["must knock", "needs 1 trick to finish"]
        assert said(sheet, "C") == []

    def test_who_flew(self) -> None:
        assert said(tally("AB", deal("BBBBB")), "A") == ["flew"]

    @pytest.mark.parametrize(
        ("scores", "exempt", "sentence"),
        [
            ({"A": 1}, "all_on_one", "A is on 1: the others must lead trumps"),
            ({"A": 1, "B": 1}, "all_on_one", "A, B are on 1: the others must lead trumps"),
            ({"A": 1, "B": 1}, "none", "A, B are on 1: everyone must lead trumps"),
            ({"A": 1}, "none", "A is on 1: the others must lead trumps"),
        ],
    )
    def test_forced_trump_leads(self, scores: dict[str, int], exempt: str, sentence: str) -> None:
        sheet = tally("ABC", opening={"scores": scores}, options={"forced_lead_exempt": exempt})
        assert [speak(notice.sentence, language("en")) for notice in sheet.table_notices] == [sentence]

    def test_antes_are_due_until_the_first_deal(self) -> None:
        money = {"money": True, "stake": 3}
        before, after = tally("AB", options=money), tally("AB", deal("AABBB"), options=money)
        assert [notice.clause for notice in before.table_notices] == ["rams.money.ante"]
        assert after.table_notices == ()


class TestAccount:
    """Six rams are summed up; at the end everybody has a place."""

    LAST = {"sums": {"A": 10, "B": 4, "C": 4}, "rams_finished": 5, "scores": {"A": 1, "B": 8, "C": 9}}

    def test_the_rows(self) -> None:
        sheet = tally("ABC", deal("ABBCC"), opening=self.LAST)
        (account,) = sheet.reckonings
        rows = {
            speak(row.label, language("en")): {player: figure.value for player, figure in row.figures.items()}
            for row in account.rows
        }
        assert rows == {
            "Brought forward": {"A": 10, "B": 4, "C": 4},
            "Rams 6": {"A": 0, "B": 6, "C": 7},
            "Sum": {"A": 10, "B": 10, "C": 11},
            "Flights": {"A": 0, "B": 0, "C": 0},
            "Place": {"A": 1, "B": 1, "C": 3},
        }

    def test_a_play_off_has_a_table_of_its_own(self) -> None:
        sheet = tally("ABC", deal("ABBCC"), opening=self.LAST, options={"final_tie": "playoff_rams"})
        assert [speak(leg, language("en")) for leg in sheet.legs] == ["Rams 6", "Play-off"]
        assert set(sheet.turn) == {"A", "B"}
        assert said(sheet, "C") == ["sits out the play-off"]
        silent = {player: bool(figure.mark and figure.mark.hides) for player, figure in sheet.scores.items()}
        assert silent == {"A": False, "B": False, "C": True}, "its score of the last rams is not shown as a running one"

    def test_in_a_play_off_flights_decide_where_points_do_not(self) -> None:
        """The lowest points win, then the fewest flights, as in the match itself (rams.end.flights)."""
        sheet = tally(
            "AB",
            *(deal(tricks) for tricks in ("AABBB", "BBBBB", "AAAAB", "AAABB")),
            opening={"scores": {"A": 2, "B": 3}},
            options={"final_tie": "playoff_rams", "rams_count": 1, "start_points": 7, "floor_at_zero": True},
        )
        assert [line.leg for line in sheet.lines] == [1, 2, 2, 2]
        assert sheet.winners == ("B",)

    @pytest.mark.parametrize("rule", ["continue", "lowest_total", "redraw"])
    def test_a_penalty_that_ends_a_rams_does_not_use_up_a_deal(self, rule: str) -> None:
        """Bo is the next dealer: under `continue` he deals the next rams; Anna, who has reached zero, is the lowest."""
        penalty = {"kind": "penalty", "player": "A", "points": -10}
        sheet = tally("ABC", penalty, opening={"dealer": "B"}, options={"next_rams_dealer": rule})
        assert sheet.dealer == {"continue": "B", "lowest_total": "A", "redraw": None}[rule]


class TestKnown:
    """The referee does not ask for facts that the running match knows."""

    def about(self, key: str, sheet: Tally, player: str) -> Json:
        question = GAME.questions[key]
        assert question.about
        return {**question.known_facts(sheet), **question.about(sheet, Player(player))}

    def test_points(self) -> None:
        sheet = tally("ABC", deal("AABBB", passed="C"))
        assert self.about("playable", sheet, "B") == {"points": 7, "others": [8, 10], "options": sheet.options}

    def test_nobody_on_one(self) -> None:
        """The question about the leader is asked only if somebody is on 1."""
        known = GAME.questions["playable"].known_facts
        assert 1 not in known(tally("ABC", deal("AABBB", passed="C")))["others"]
        assert "others" not in known(tally("AB", opening={"scores": {"A": 1}}))

    @pytest.mark.parametrize(("scores", "other"), [({"A": 1}, "no"), ({"B": 1}, "protocol"), ({"B": 2}, "no")])
    def test_other_players_on_one(self, scores: dict[str, int], other: str) -> None:
        assert self.about("must_lead", tally("AB", opening={"scores": scores}), "A")["other_on_1"] == other

    @pytest.mark.parametrize(("player", "passed"), [("A", False), ("C", True)])
    def test_who_passed(self, player: str, passed: bool) -> None:
        asked = self.about("must_knock", tally("ABC", deal("AABBB", passed="C"), {"kind": "misdeal"}), player)
        assert asked["passed_last"] == passed

    def test_who_passed_on_paper(self) -> None:
        assert self.about("must_knock", tally("AB", opening={"passed": ["B"]}), "B")["passed_last"]

    def test_who_flew(self) -> None:
        asked = self.about("buy_down", tally("AB", deal("BBBBB"), options={"money": True}), "A")
        assert (asked["flew"], asked["points"], asked["money"]) == (True, 10, True)

    @pytest.mark.parametrize("key", ["playable", "must_knock", "buy_down"])
    def test_nothing_of_a_match_that_is_over(self, key: str) -> None:
        sheet = tally("AB", deal("AABBB"), opening={"scores": {"A": 1}}, options={"rams_count": 1})
        assert set(self.about(key, sheet, "A")) <= {"options", "money"}


class TestTyped:
    """Facts of the deal being typed: who has passed so far, in speaking order, and who knocks next."""

    @pytest.mark.parametrize(
        ("typed", "passes", "knocks"),
        [
            ([], {}, {}),
            (["B"], {"passed": ["B"]}, {"knocked": 1}),
            (["C", "B"], {"passed": ["B", "C"]}, {"knocked": 0}),
            (["A"], {"passed": ["A"]}, {"knocked": 2, "dealer": "passes"}),
            (["D"], {}, {}),
        ],
    )
    def test_who_passed(self, typed: list[str], passes: Json, knocks: Json) -> None:
        sheet = tally("ABC", opening={"dealer": "A"})
        assert passed(sheet, {"passed": typed}) == passes
        assert knocked(sheet, {"passed": typed}) == knocks


# --- the same scores, computed as on paper


# --- cards
