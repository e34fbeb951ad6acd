"""Say what a match is called and what is played in it: its title, or else the name of the game by its house rules."""

from companion.rules.field_metadata import Dataclass
from companion.rules.game import Game
from companion.rules.messages import Say, say


def match_name(game: Game, options: Dataclass, title: str) -> Say:
    """Return the title, or where there is none what is played."""
    return say("{value}", value=title) if title else game.kind_name(options).whole


def short_match_name(game: Game, options: Dataclass, title: str) -> Say:
    """Return the title, or where there is none the name of the game, whose terms stand beside it."""
    return say("{value}", value=title) if title else game.kind_name(options).name


def played_beside(game: Game, options: Dataclass, title: str) -> Say | None:
    """Return what is played, as far as the short name of the match does not say it."""
    kind = game.kind_name(options)
    return kind.whole if title and not game.is_titled else kind.terms_text


def played(game: Game, options: Dataclass, title: str) -> Say:
    """Return what is played, be it by the title of the match."""
    return say("{value}", value=title) if title and game.is_titled else game.kind_name(options).whole
