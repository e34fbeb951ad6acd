"""The empty sheet of gin."""

from readback import words

from companion.games.gin import GAME
from companion.reading import read_options
from companion.sheets import blank_pdf


def test_what_the_house_rules_ask() -> None:
    """The card of Oklahoma, the three columns of Hollywood."""
    text = words(blank_pdf(GAME, 2, "en", options=read_options(GAME, {"hollywood": True, "oklahoma": True})))
    for one in ("Card turned up", "Column 1", "Column 3"):
        assert one in text
