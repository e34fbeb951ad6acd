"""The scoreboard as a value, and forms that ask only for what is needed."""

import pytest
from support.boards import ENGLISH, FOUR, board, match
from support.examples import rows

from companion.presentation.chart import bundles
from companion.translation import speak


class TestGlance:
    """Before the first deal the scoreboard names it, and the stake if there is one."""

    @pytest.mark.parametrize(
        ("game", "rules", "stake"),
        rows("GLANCES"),
    )
    def test_at_the_start(self, game: str, rules: dict, stake: str | None) -> None:
        content = board(match(game, FOUR, **rules)).content
        assert speak(content.where, ENGLISH) == "Deal 1"
        assert (content.stake and speak(content.stake, ENGLISH)) == stake


class TestWhichDeal:
    @pytest.mark.parametrize(
        ("game", "rules", "deal"),
        rows("ENDING"),
    )
    def test_the_one_that_is_played_or_the_last(self, game: str, rules: dict, deal: dict) -> None:
        deals = [{"kind": "deal", **deal}] * 2
        seen = [board(match(game, ["Anna", "Bo"], *deals[:n], **rules)).content.where for n in range(3)]
        assert [speak(where, ENGLISH) for where in seen] == ["Deal 1", "Deal 2", "Deal 2"]


class TestStrokes:
    """Tally marks: four upright, the fifth across; missing ones are faint."""

    @pytest.mark.parametrize(
        ("n", "of", "drawn"),
        [
            (0, 0, []),
            (2, 0, ["||"]),
            (5, 0, ["||||/"]),
            (7, 0, ["||||/", "||"]),
            (1, 3, ["|.."]),
            (4, 6, ["||||.", "."]),
        ],
    )
    def test_stand_in_fives(self, n, of, drawn) -> None:
        signs = [
            ["." if one.is_still else "/" if "33" in one.path else "|" for one in five.strokes]
            for five in bundles(n, of)
        ]
        assert ["".join(five) for five in signs] == drawn
        assert all(five.width == 8 + 7 * min(4, len(five.strokes)) for five in bundles(n, of))
