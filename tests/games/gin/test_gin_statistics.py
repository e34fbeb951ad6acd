"""The statistics of gin."""

from support.seasons import Json, happened, match, of


def gin(by: str, end: str, anna: int, bo: int) -> Json:
    return {"kind": "deal", "by": by, "end": end, "deadwood": {"Anna": anna, "Bo": bo}}


class TestStatistics:
    """Per player and pair: matches, wins, averages, money, and the frequency of special results."""

    def test_gin(self) -> None:
        """Anna gets 25 + 40 and 25 + 45: a game of 135. Then an undercut of Bo's in a match that is not over."""
        first = match("gin", ["Anna", "Bo"], [gin("Anna", "gin", 0, 40), gin("Anna", "gin", 0, 45)])
        second = match("gin", ["Bo", "Anna"], [gin("Anna", "knock", 9, 4)])
        found = of(first, second)
        anna, bo = found.people
        assert (anna.player, anna.matches, anna.deals, happened(anna)["gin"], happened(anna)["undercut"]) == (
            "Anna",
            2,
            3,
            2,
            0,
        )
        assert (bo.player, bo.matches, happened(bo)["undercut"]) == ("Bo", 2, 1)
        assert found.matches == 2
