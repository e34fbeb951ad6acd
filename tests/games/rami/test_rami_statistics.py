"""The statistics of Rami, and the settings that its next match takes over."""

from support.seasons import match, of

from companion.rules.entries import Player
from companion.web.pages.new_match import rematch_head


class TestStatistics:
    """Per player and pair: matches, wins, averages, money, and the frequency of special results."""

    def test_finished_matches_make_wins_and_averages(self) -> None:
        """Rami of two deals: the lowest score wins."""
        deals = [
            {"kind": "deal", "out": "Anna", "left": {"Bo": 30}},
            {"kind": "deal", "out": "Bo", "left": {"Anna": 9}},
        ]
        over = match("rami", ["Anna", "Bo"], deals, options={"end_at": {"deals": 2}})
        going = match("rami", ["Anna", "Bo"], deals[:1], options={"end_at": {"deals": 2}})
        found = of(over, going)
        tally = over.tally
        assert tally.status == "finished"
        anna = next(person for person in found.people if person.player == "Anna")
        assert (anna.matches, anna.finished, anna.wins) == (2, 1, int("Anna" in tally.winners))
        assert anna.average(low=True) == tally.scores[Player("Anna")].value
        (pair,) = found.pairs
        assert (pair.players, pair.matches, sum(pair.wins)) == (("Anna", "Bo"), 1, len(tally.winners))
        assert pair.ahead == (1, 0), "fewer points are better here"


class TestEvenings:
    def test_the_next_match_has_the_last_house_rules(self) -> None:
        deal = {"kind": "deal", "out": "Anna", "left": {"Bo": 30}}
        one = match("rami", ["Anna", "Bo"], [deal], options={"end_at": {"deals": 2}})

        class MatchSession:
            tally = one.tally
            game = one.game
            match = one

        head = rematch_head(MatchSession())  # type: ignore[arg-type]
        assert head["options"]["end_at"] == {"deals": 2}
        assert head["opening"]["dealer"] == "Anna", "Bo dealt the first"
