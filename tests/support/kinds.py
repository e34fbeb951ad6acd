"""The kind of game that a table plays, for the tests of each game."""

from companion.parsing import read_options
from companion.rules.field_metadata import Json
from companion.rules.game import Game
from companion.rules.rulings import Ruling
from companion.translation import language, speak


def played(game: Game, rules: Json, lang: str = "en") -> str:
    """Return the name of the kind of game for these house rules."""
    options = read_options(game, rules)
    assert not isinstance(options, Ruling), options
    return speak(game.kind_name(options).whole, language(lang))
