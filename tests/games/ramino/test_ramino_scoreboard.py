"""The scoreboard of Ramino."""

from support.boards import FOUR, board, match


class TestLeading:
    def test_an_eliminated_player_does_not_lead(self) -> None:
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
