"""The blank score sheet of Rams."""

from support.readback import printed, said

from companion.games.rams import GAME
from companion.parsing import read_options
from companion.pdf import blank_pdf


def test_the_tables_of_the_game() -> None:
    text = said(blank_pdf, GAME, 4, "en")
    for wanted in ("Everybody starts on 10.", "Rams 1 Deal Dealer", "Tricks Points", "Rams 6", "Flights", "Date"):
        assert wanted in text
    assert text.count(" 14 ") == 6
    assert "Pot" not in text


def test_what_the_house_rules_ask() -> None:
    """A pot, if there is money in it."""
    text = said(blank_pdf, GAME, 2, "en", options=read_options(GAME, {"money": True}))
    assert "Balance" in text
    assert "Pot" in text


def test_pages_of_tables_are_filled() -> None:
    """Six tables of four on the smallest paper: two per page, and the settlement on the last."""
    assert len(printed(blank_pdf(GAME, 4, "sv", size="a5")).pages) == 4
