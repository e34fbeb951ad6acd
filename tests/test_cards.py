"""Cards as people type them and as they are printed."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.each import each

from companion.rules.cards import FULL_PACK, JOKER, Card, Cards, too_many


@each(
    "written, card",
    [
        ("AS", "AS"),
        ("10S", "TS"),
        ("TS", "TS"),
        ("ts", "TS"),
        ("10♥", "TH"),
        ("k♦", "KD"),
        ("2♣\ufe0f", "2C"),
        ("q♡", "QH"),
        (" 7h ", "7H"),
        ("jk", "JK"),
        ("Joker", "JK"),
        ("jolly", "JK"),
        ("R♠", "KS"),
        ("dd", "QD"),
        ("VC", "JC"),
        ("f♥", "JH"),
        ("Kn♦", "JD"),
        ("E♣", "AC"),
    ],
)
def test_a_card_is_read_however_it_is_written(written: str, card: str) -> None:
    assert Card(written) == card
    assert str(Card(written)) == card


@each("written", ["", "1S", "11S", "S", "AX", "ASS", "0S", "110S", "10", "SA", "jokers", "♠", "A S", "N♠", "KNS♠"])
def test_what_is_no_card_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="not a valid Card"):
        Card(written)


def test_a_pack_has_four_suits_of_thirteen_and_no_joker() -> None:
    assert len(FULL_PACK) == len(set(FULL_PACK)) == 52
    assert set(Counter(card.suit for card in FULL_PACK).values()) == {13}
    assert JOKER not in FULL_PACK


@given(st.lists(st.sampled_from([*FULL_PACK, JOKER])))
def test_cards_written_and_read_again_are_the_same(cards: list[Card]) -> None:
    assert list(Cards.parse(" ".join(cards))) == cards
    assert list(Cards.parse(", ".join(cards))) == cards


@pytest.mark.parametrize(
    ("cards", "copies", "jokers", "wrong"),
    [
        ("AS KS", 1, 0, None),
        ("AS KS AS", 1, 0, "AS"),
        ("AS KS AS", 2, 0, None),
        ("AS AS AS", 2, 4, "AS"),
        ("JK", 1, 0, "JK"),
        ("JK JK JK JK", 2, 4, None),
        ("JK JK JK JK JK", 4, 4, "JK"),
        ("", 1, 0, None),
    ],
)
def test_no_more_copies_than_packs(cards: str, copies: int, jokers: int, wrong: str | None) -> None:
    assert too_many(Cards.parse(cards), copies, jokers) == wrong
