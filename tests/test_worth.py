"""What the cards in the form of a deal come to by this table's rules, before anything is written."""

import pytest
from test_pages import begin, deal, phone

from companion.games import gin, rami, ramino
from companion.reading.typed_cards import typed_cards
from companion.rules.entries import Player

assert phone  # the fixture
NAMES = (Player("Anna"), Player("Bo"))
TEN = "5H 6H 7H 8H 2S 3S 4S KD QC 2D"
FOURTEEN = "5H 6H 7H 8H KS KH KD 2S 3S 4S 5S 6S 7S JK"
CASES = [
    ("a joker is 20 in hand", ramino, {}, {}, {"left_cards[@1]": FOURTEEN}, {"left_cards[@1]": 100}),
    ("or what the table says", ramino, {"joker_in_hand": 50}, {}, {"left_cards[@1]": "JK KS"}, {"left_cards[@1]": 60}),
    ("an ace by the table", ramino, {"hand_ace": 11}, {}, {"left_cards[@1]": "AS"}, {"left_cards[@1]": 11}),
    ("combinations add up", ramino, {}, {}, {"laid_cards[@0]": "QH KH AH | AS 2S 3S"}, {"laid_cards[@0]": 50}),
    ("not while one is none", ramino, {}, {}, {"laid_cards[@0]": "QH KH AH | 2S 3S"}, {}),
    ("the hand of one who laid", rami, {}, {}, {"left_cards[@1]": "AS JK 7D"}, {"left_cards[@1]": 68}),
    ("thirteen: laid nothing", rami, {}, {}, {"left_cards[@1]": "2S 3S 4S " * 4 + "5S"}, {}),
    ("flat", rami, {}, {}, {"left_cards[@1]": "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"}, {"left_cards[@1]": 100}),
    ("deadwood at its least", gin, {}, {}, {"hands[@0]": TEN}, {"hands[@0]": 22}),
    ("eleven: one is thrown", gin, {}, {}, {"hands[@0]": TEN + " AD"}, {"hands[@0]": 13}),
    ("nine are no hand", gin, {}, {}, {"hands[@0]": TEN[:-3]}, {}),
    (
        "laid off on who laid down",
        gin,
        {},
        {"by": "Anna"},
        {"hands[@0]": "5H 6H 7H 2S 3S 4S 9C 9D 9H AD", "hands[@1]": "8H 4H 5S KC KD QS QH TC TD 2H"},
        {"hands[@0]": 1, "hands[@1]": 62},
    ),
    ("a number is no card", ramino, {}, {}, {"left[@1]": "30"}, {}),
    ("nor is a slip", ramino, {}, {}, {"left_cards[@1]": "XX"}, {}),
    ("nor anybody's who is not there", ramino, {}, {}, {"left_cards[@7]": "KS"}, {}),
]


@pytest.mark.parametrize(
    ("game", "rules", "typed", "fields", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_cards_count(game, rules, typed, fields, expected) -> None:
    cards = typed_cards(fields.items(), NAMES)
    points = game.GAME.worth(game.GAME.options(**rules), typed, dict(cards.values()))
    assert {name: points[spot] for name, (spot, _) in cards.items() if spot in points} == expected


def test_the_preview_brings_what_they_come_to(phone) -> None:
    address = begin(phone, "ramino", 2)
    answer = phone.post(f"{address}/preview", data=deal(**{"left_cards[@1]": FOURTEEN}))
    assert """<data id="counted" value='{"left_cards[@1]": 100}' hx-swap-oob="true" hidden>""" in answer.text
