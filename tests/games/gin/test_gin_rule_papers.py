"""The blank score sheet of gin."""

from support.readback import pages_of_words, said

from companion.games.gin import GAME
from companion.parsing import read_options
from companion.pdf import blank_pdf
from companion.rules.entries import Player


def test_what_the_house_rules_ask() -> None:
    """It has space for the card of Oklahoma and the three columns of Hollywood."""
    text = said(blank_pdf, GAME, 2, "en", options=read_options(GAME, {"hollywood": True, "oklahoma": True}))
    for one in ("Turned-up card", "Column 1", "Column 3"):
        assert one in text


def test_each_column_of_hollywood_has_its_closing_fields() -> None:
    """The fields for closing a column are before its first box."""
    players = Player("Anna"), Player("Bo")
    page = pages_of_words(blank_pdf(GAME, players, "en", options=read_options(GAME, {"hollywood": True})))[0]
    before = [one for one in page if one.text == "Points"][1].right
    first = [one for one in page if one.text == "Anna"][1].left
    for label in ("Score", "won", "game", "Total", "Difference"):
        found = next(one for one in page if one.text == label)
        assert before < found.right < first, label
