"""The scoreboard of Rami."""

import pytest
from support.boards import ENGLISH, FOUR, board, match

from companion.translation import speak


class TestDealNumber:
    @pytest.mark.parametrize("end_at", [{"last_standing": 100}, {"points": 300}, {"deals": 5}])
    def test_the_head_and_the_form_count_a_deal_that_has_become_illegal(self, end_at: dict) -> None:
        """It was dealt, so its number is not used again."""
        plain = {"kind": "deal", "out": "Anna", "left": {"Bo": 20, "Cia": 30}}
        first = {"kind": "correction", "entry": 1, "with": {"kind": "misdeal"}}
        found = board(match("rami", FOUR[:3], plain, {**plain, "dealer": "Anna"}, first, end_at=end_at))
        assert found.deal == 3
        assert found.content.where.args["n"] == 3

    def test_deals_after_the_agreed_number_are_not_counted_among_them(self) -> None:
        """rami.end.tie: tied players play on; a third deal is not called "2 of 2"."""
        rules = {"end_at": {"deals": 2}, "final_tie": "extra_deal"}
        deals = [{"kind": "deal", "out": one, "left": {other: 20}} for one, other in ("AB", "BA", "AB")]
        told = [board(match("rami", ["A", "B"], *deals[:n], **rules)).content.where for n in range(4)]
        assert [speak(one, ENGLISH) for one in told] == ["Deal 1 of 2", "Deal 2 of 2", "Deal 3", "Deal 3"]


class TestDealer:
    def test_no_dealer_is_named_while_a_deal_is_illegal(self) -> None:
        """A deal that is struck out was never dealt; after one that is let stand or corrected the next player deals."""
        plain = {"kind": "deal", "out": "Anna", "left": {"Bo": 20, "Cia": 30}}
        corrected = {"kind": "correction", "entry": 1, "with": {"kind": "misdeal"}}
        entries = [plain, {**plain, "dealer": "Anna"}, corrected]
        found = board(match("rami", FOUR[:3], *entries))
        assert found.dealer is None
        assert not any(seat.deals for seat in found.seats)
        for settled in ({"kind": "let_stand", "entry": 2}, {"kind": "correction", "entry": 2, "with": None}):
            found = board(match("rami", FOUR[:3], *entries, settled))
            assert [seat.player for seat in found.seats if seat.deals] == [found.dealer]
