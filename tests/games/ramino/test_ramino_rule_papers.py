"""The blank score sheet and the rule papers of Ramino."""

from support.readback import said

from companion.games.ramino import GAME
from companion.games.ramino.options import SCALA_40
from companion.parsing import read_options
from companion.pdf import blank_pdf, card_pdf


def test_what_the_house_rules_ask() -> None:
    text = said(blank_pdf, GAME, 2, "en", options=read_options(GAME, {"mode": "points"}))
    for one in ("Who went out", "Melds Left in hand Total"):
        assert one in text


def test_papers_omit_rules_that_do_not_apply() -> None:
    """An elimination game counts no points laid; the papers describe what it counts."""
    options = read_options(GAME, {"mode": "elimination", "limit": 300})
    for text in (said(blank_pdf, GAME, 4, "en", options=options), said(card_pdf, GAME, "en", options=options)):
        assert "0 for who goes out" in text
        for other in ("points of every card", "200 more", "to 1000", "In an identity", "may split and join"):
            assert other not in text
    assert "0 for who goes out" not in said(blank_pdf, GAME, 4, "en")
    assert "may split and join" in said(card_pdf, GAME, "en", options=read_options(GAME, {"manipulation": True}))


def test_papers_have_the_numbers_of_the_table() -> None:
    """A paper for a table has its numbers; the short form of the book has the book's."""
    as_written, other = (
        said(card_pdf, GAME, "en", options=read_options(GAME, rules)) for rules in ({}, {"target": 500})
    )
    assert "to 1000" in as_written
    assert "to 1000" not in other
    assert "Points to reach 500" in other.replace(":", "")


def test_papers_omit_sentences_that_house_rules_make_untrue() -> None:
    """Scala 40: thirteen cards, a last discard, a joker of 25, a ramino that doubles, elimination at 101."""
    options = read_options(GAME, dict(SCALA_40))
    for text in (said(blank_pdf, GAME, 4, "en", options=options), said(card_pdf, GAME, "en", options=options)):
        assert "0 for who goes out" in text
        for other in ("fourteen", "not needed if all is played", "joker 20", "×3", "over 500"):
            assert other not in text
