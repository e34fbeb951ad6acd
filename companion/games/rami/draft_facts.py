"""What the deal that is being typed in Rami says: of the facts of a question, and what cannot both be meant."""

from dataclasses import replace

from companion.games.rami.hand import DEALT
from companion.games.rami.table import Table
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.messages import say
from companion.rules.rulings import Ruling, Whose, refuse
from companion.rules.tally import Tally


def first(tally: Tally, deal: Json) -> Json:
    """Known once all the others are said to have laid nothing."""
    out, nothing = deal.get("out"), deal.get("not_laid")
    others = {str(player) for player in tally.turn if player != out}
    known = out in tally.turn and isinstance(nothing, list) and others <= set(map(str, nothing))
    return {"first": True} if known else {}


def unclear(tally: Tally, typed: Json) -> Ruling | None:
    """Who laid nothing is charged without being counted: what was typed of that
    hand beside would be lost unsaid, and it may be the number that is meant."""
    options = tally.at(Table).options
    left, nothing = typed.get("left"), typed.get("not_laid")
    if isinstance(left, dict) and isinstance(nothing, list) and not options.counts_hand(laid=False):
        for player in tally.turn:
            held = left.get(player)
            is_full = isinstance(held, list) and len(held) == DEALT
            if player in nothing and held is not None and not is_full:
                return _both(player)
    return None


def _both(player: Player) -> Ruling:
    sentence = say("{player}: what is left and “nothing laid” both stand there: leave one out.", player=player)
    fault = refuse("rami.left_and_nothing", sentence, "rami.score.no_meld", player=player)
    return replace(fault, path=("left", Whose(player)))
