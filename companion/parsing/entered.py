"""A deal as people enter it, whole or in parts: with what they need not say, and asked for what they must.

A match file may leave out what is nothing; nobody who enters a deal has that said for them.
"""

from companion.parsing.partial_deals import deal_of
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally


def whole(game: Game, tally: Tally, typed: Json) -> dict[str, object] | Ruling:
    """Return the entry as it is written, or ask for what a deal does not say yet; other kinds stay as they are."""
    if typed.get("kind") != deal_of(game).kind:
        return dict(typed)
    deal = game.filled(tally, typed)
    return game.missing(tally, deal, tally.turn) or deal


def lacking(game: Game, tally: Tally, player: Player, part: Json) -> Ruling | None:
    """Ask for what a player's own part of a deal does not say yet."""
    deal = game.filled(tally, {**part, "kind": deal_of(game).kind})
    return game.missing(tally, deal, (player,))
