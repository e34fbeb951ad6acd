"""The scoreboard of Rams."""

from support.boards import ENGLISH, FOUR, board, match

from companion.parsing import FORMAT, Match, read_match
from companion.translation import speak


class TestBesideTheNumbers:
    def test_due_antes_are_shown_until_paid(self) -> None:
        before = match("rams", FOUR, money=True, stake=5, unit_name="kr")
        deal = {"kind": "deal", "tricks": ["Anna", "Bo", "Cia", "Dag", "Dag"]}
        after = match("rams", FOUR, deal, money=True, stake=5)
        stakes = [board(one).content.stake for one in (before, after)]
        assert [speak(one, ENGLISH) for one in stakes if one] == ["Pot 0 + 20 kr", "Pot 20"]


class TestPlayOff:
    def test_a_player_outside_a_play_off_has_no_score_in_it(self) -> None:
        """rams.end.tie: not in the small numbers of the scoreboard either."""
        last = {"rams_finished": 5, "sums": {"Anna": 5, "Bo": 5, "Cia": 8}, "scores": {"Anna": 2, "Bo": 3, "Cia": 9}}
        tricks = ["Anna", "Anna", "Bo", "Bo", "Bo"]
        rules = {"final_tie": "playoff_rams", "floor_at_zero": True}
        data = {"format": FORMAT, "game": "rams", "players": FOUR[:3], "options": rules, "opening": last}
        found = read_match({**data, "entries": [{"kind": "deal", "tricks": tricks, "passed": ["Cia"]}]})
        assert isinstance(found, Match)
        seats = board(found).seats
        assert [(seat.is_silent, bool(seat.past)) for seat in seats] == [(False, True), (False, True), (True, False)]


THREE_TO_CIA = {"kind": "deal", "tricks": ["Cia", "Cia", "Cia", "Anna", "Bo"]}


def test_the_lower_score_leads() -> None:
    found = board(match("rams", FOUR, THREE_TO_CIA))
    assert [seat.player for seat in found.seats if seat.leads] == ["Cia"]


def test_no_settlement_repeats_the_board() -> None:
    played = match("rams", FOUR, THREE_TO_CIA)
    assert not any(board(played).repeats(one) for one in played.tally.reckonings)


def test_a_match_that_ends_early_has_not_played_the_rams_to_come() -> None:
    """A tally mark for each rams that was finished."""
    won = {"kind": "deal", "tricks": ["Cia"] * 5}
    assert board(match("rams", FOUR, won, won, {"kind": "end"})).content.done == 1
    played = match("rams", FOUR, won, won, rams_count=1)
    assert (board(played).content.done, board(played).content.total) == (1, 1)
