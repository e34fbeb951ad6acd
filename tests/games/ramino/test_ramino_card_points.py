"""The points of the cards in the deal form of Ramino."""

from flask import Flask
from games.ramino.tables import FOURTEEN
from support.phones import new_table


def test_the_preview_has_their_points(app: Flask) -> None:
    answer = new_table(app, "ramino", ["Anna", "Bo"]).post("/preview", kind="deal", **{"left_cards[@1]": FOURTEEN})
    assert """<data id="counted" value='{"left_cards[@1]": 100}' hx-swap-oob="true" hidden>""" in answer.text
