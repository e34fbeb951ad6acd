"""Parts of a deal of Rami, each player's own."""

from companion.games import GAMES
from companion.parsing.partial_deals import partial_conflict
from companion.rules.entries import Player


class TestParts:
    """The dataclass says for each field of the deal whose part it is, in every game."""

    def test_two_who_went_out(self) -> None:
        game = next(game for game in GAMES if game.key == "rami")
        order = (Player("Anna"), Player("Bo"))
        found = partial_conflict(game, order, {player: {"out": player} for player in order}, lambda deal: None)
        assert found
        assert found.ruling.sentence.args["names"] == ["Anna", "Bo"]
