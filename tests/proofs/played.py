"""Deals to play against a server of its own, which knows no toy: any game will do, and its example says with what."""

from support.examples import Lasting, example

from companion.games import GAMES
from companion.parsing import FORMAT
from companion.parsing.form_encoder import fields_of
from companion.rulebooks import book
from companion.rules.game import Game

ANY = GAMES[0]
CLAUSES = book(ANY.key, "en").clauses
HARDEST = next(address for game in GAMES if (address := example(game).hardest))


def _lasting() -> list[tuple[Game, Lasting]]:
    """The games with a deal that may be written for ever, those of few players first."""
    found = [(game, lasting) for game in GAMES if (lasting := example(game).lasting)]
    return sorted(found, key=lambda one: len(one[1].players))


GAME, DEAL = _lasting()[0]
FIELDS = {"kind": "deal", **dict(fields_of(GAME.deals[0], DEAL.deal, DEAL.players))}  # as a form sends it


def match_file(entries: int) -> dict[str, object]:
    """Of that deal alone."""
    return _file(GAME, DEAL, entries)


def dearest_file(entries: int) -> dict[str, object]:
    """Of a deal that has more to it: more players, and more that is known of each."""
    return _file(*_lasting()[-1], entries)


def _file(game: Game, played: Lasting, entries: int) -> dict[str, object]:
    return {"format": FORMAT, "game": game.key, "players": list(played.players), "entries": [played.deal] * entries}
