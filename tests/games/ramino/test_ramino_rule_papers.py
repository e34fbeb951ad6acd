"""The empty sheet of Ramino."""

from readback import words

from companion.games.ramino import GAME
from companion.reading import read_options
from companion.sheets import blank_pdf


def test_what_the_house_rules_ask() -> None:
    text = words(blank_pdf(GAME, 2, "en", options=read_options(GAME, {"mode": "points"})))
    for one in ("Who went out", "Laid Left in hand Total"):
        assert one in text
