"""The statistics of Rams."""

from support.seasons import happened, match, of


class TestStatistics:
    """Per player and pair: matches, wins, averages, money, and the frequency of special results."""

    def test_money_and_flights(self) -> None:
        deal = {"kind": "deal", "tricks": ["Anna", "Anna", "Anna", "Bo", "Bo"]}
        found = of(match("rams", ["Anna", "Bo", "Cia"], [deal], options={"money": True, "stake": 10}))
        assert found.units == ("",)
        assert {person.player: happened(person)["flight"] for person in found.people} == {"Anna": 0, "Bo": 0, "Cia": 1}
