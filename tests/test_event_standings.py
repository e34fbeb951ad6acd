"""Standings of events in words: what separates two players, exact numbers, and ratings."""

import json
import re
from fractions import Fraction
from io import BytesIO
from typing import Any

import pytest
from flask import Flask
from support.phones import Json, Phone, read

from companion.events import Event
from companion.events.standings import Behind
from companion.parsing.event_file import read_event
from companion.presentation.event_text import exact_text, why_behind
from companion.rules.entries import Player
from companion.translation import language, speak

RANKS = ["Anna", "Bo"]
DIFFERENCES: list[tuple[Json, str, Any, str]] = [
    ({}, "total", (2, 1), "Anna has won 2, not 1"),
    ({"score": "money"}, "total", (20, -5), "Anna has 20, not −5"),
    ({}, "places", ((1, 1), (1,)), "tied with Anna on matches won; Anna came in place 2 more often (1 to 0)"),
    ({}, "direct", (1, -1), "tied with Anna on matches won, places; Anna was ahead when they met"),
    (
        {"ties": ["strength"]},
        "strength",
        (4, 3),
        "tied with Anna on matches won; Anna met the stronger opponents (4 to 3)",
    ),
    ({"score": {"places": [4, 2]}}, "decide", None, "tied with Anna on points, places, results against each other; "),
    ({"lives": 1, "seats": [2], "players": RANKS}, "out", (3, 2), "Anna stayed in longer"),
]


@pytest.mark.parametrize(
    ("terms", "by", "values", "told"), DIFFERENCES, ids=lambda one: one if type(one) is str else ""
)
def test_what_separates_two_is_said(terms: Json, by: str, values: Any, told: str) -> None:
    players = {"players": terms["players"]} if "players" in terms else {}
    terms = {key: value for key, value in terms.items() if key != "players"}
    event = read_event({"format": "companion-event/1", **players, "terms": terms})
    assert isinstance(event, Event), event
    said = speak(why_behind(event, Behind(Player("Anna"), by, values), {}), language("en"))
    assert said.startswith(told)


@pytest.mark.parametrize(
    ("number", "text"),
    [("3", "3"), ("3/2", "1½"), ("1/2", "½"), ("13/3", "4⅓"), ("-3/2", "−1½"), ("17/7", "2 3/7"), ("-1/7", "−1/7")],
)
def test_numbers_are_exact(number: str, text: str) -> None:
    assert exact_text(Fraction(number)) == text


class TestRatings:
    """Strength: ranges that allow for luck, shown only if the rules of the event ask for them."""

    def page(self, app: Flask, rounds: int, **terms: Any) -> str:
        owner = Phone(app)
        played = {"kind": "played", "scores": {"Anna": 30, "Bo": 20, "Cia": 10}}
        file = {"format": "companion-event/1", "terms": terms, "entries": [played] * rounds}
        upload = (BytesIO(json.dumps(file).encode()), "event.json")
        return read(owner.client.get(owner.client.post("/import", data={"file": upload}).location))

    def test_a_number_only_where_no_band_overlaps(self, app: Flask) -> None:
        page = self.page(app, 60, rating=True)
        assert re.search(r"Anna \d+ – \d+ \d+ Bo", page), page
        assert "not told apart yet" in self.page(app, 2, rating=True)

    def test_predicted_results(self, app: Flask) -> None:
        assert "Foretold 3 of 3 pairs, a coin 1½." in self.page(app, 2, rating=True)

    def test_not_asked_for(self, app: Flask) -> None:
        assert "Ratings" not in self.page(app, 2)

    def test_the_form_asks(self, app: Flask) -> None:
        phone = Phone(app)
        made = phone.client.post("/evenings/new/league/any", data={"title": "Cup", "rating": "1"}).location
        file = phone.client.get(f"{made}/event.json").json
        assert file["terms"]["rating"] is True
