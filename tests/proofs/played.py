"""Deals to play against a separate server, which does not know the toy: of any game, from its example."""

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
    """Yield the games with a deal that can be repeated for ever, those for few players first."""
    found = [(game, lasting) for game in GAMES if (lasting := example(game).lasting)]
    return sorted(found, key=lambda one: len(one[1].players))


GAME, DEAL = _lasting()[0]
FIELDS = {"kind": "deal", **dict(fields_of(GAME.deals[0], DEAL.deal, DEAL.players))}  # as a form sends it


def match_file(entries: int) -> dict[str, object]:
    """Return a match file with that deal only."""
    return _file(GAME, DEAL, entries)


def dearest_file(entries: int) -> dict[str, object]:
    """Return a match file of a more complex deal, with more players and facts."""
    return _file(*_lasting()[-1], entries)


def _file(game: Game, played: Lasting, entries: int) -> dict[str, object]:
    return {"format": FORMAT, "game": game.key, "players": list(played.players), "entries": [played.deal] * entries}
