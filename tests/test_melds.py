"""Melds with jokers: their cards as laid, the card of a joker, and the best layout of a hand."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.each import each
from support.share import some

from companion.rules.cards import FULL_PACK, JOKER, Card, Cards
from companion.rules.meld_solver import best_layout, shapes
from companion.rules.melds import Fault, Meld, MeldPosition, MeldRules, extend, read, take_joker

PLAIN = MeldRules()
TWO = MeldRules(jokers=2)
MANY = MeldRules(jokers=99)
IDENTITIES = MeldRules(identities=True)


def cards(text: str) -> Cards:
    return Cards.parse(text)


def meld(text: str, rules: MeldRules = PLAIN) -> Meld:
    found = read(cards(text), rules)
    assert isinstance(found, Meld), (text, found)
    return found


def face_value(place: MeldPosition) -> int:
    """Return ten for court cards, 11 or a low 1 for aces, and for a joker the value of its card."""
    if place.rank == "A":
        return 1 if place.low else 11
    return 10 if place.rank in "TJQK" else int(place.rank)


class TestReading:
    """The order of laying decides the place of a joker; an ace is before the two or after the king."""

    @each(
        "shown, kind, stands_for",
        [
            ("5H 6H 7H", "run", []),
            ("7H 5H 6H", "run", []),
            ("3S 4S JK", "run", ["5S"]),
            ("JK 3S 4S", "run", ["2S"]),
            ("5S 4S JK", "run", ["3S"]),
            ("JK 4S 3S", "run", ["5S"]),
            ("QS KS JK", "run", ["AS"]),
            ("JK KS QS", "run", ["AS"]),
            ("JK 2D 3D", "run", ["AD"]),
            ("3D 2D JK", "run", ["AD"]),
            ("AD JK 3D", "run", ["2D"]),
            ("AD JK QD", "run", ["KD"]),
            ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", "run", []),
            ("7H 7D JK", "set", [None]),
            ("7H 7D 7S JK", "set", ["7C"]),
            ("JK 7H 7D 7S", "set", ["7C"]),
            ("AS AH AD AC", "set", []),
        ],
    )
    def test_is(self, shown: str, kind: str, stands_for: list[str | None]) -> None:
        assert meld(shown).kind == kind
        assert list(meld(shown).stands_for) == stands_for

    @each(
        "shown, fault",
        [
            ("5H 6H", Fault.TOO_FEW),
            ("JK JK 7H", Fault.JOKERS),
            ("KS AS 2S", Fault.WRAP),
            ("2S KS AS", Fault.WRAP),
            ("KS AS JK", Fault.WRAP),
            ("JK AS 2S", Fault.WRAP),
            ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD", Fault.TOO_LONG),
            ("5S 6S 8S", Fault.GAP),
            ("5S JK 6S", Fault.GAP),
            ("5S 6S 6S", Fault.GAP),
            ("5S 6H 7S", Fault.MIXED),
            ("5S 5H 6H", Fault.MIXED),
            ("8H 8D 8H", Fault.SUIT_TWICE),
            ("8H 8D 8S 8C JK", Fault.FULL),
            ("6C 6C 6C", Fault.IDENTITY),
        ],
    )
    def test_is_none(self, shown: str, fault: Fault) -> None:
        assert read(cards(shown), PLAIN) is fault

    def test_two_natural_cards_at_least(self) -> None:
        assert read(cards("7H JK JK"), MANY) is Fault.NATURALS
        assert meld("7H JK JK 7D", TWO).stands_for == (None, None)
        assert meld("7H JK JK TH", TWO).stands_for == ("8H", "9H")
        assert meld("JK 7H 8H JK", TWO).stands_for == ("6H", "9H")

    def test_a_run_stands_from_low_to_high(self) -> None:
        assert meld("7H 6H JK 4H").cards == cards("4H JK 6H 7H")
        assert [place.low for place in meld("3H 2H AH").places] == [True, False, False]

    def test_identities(self) -> None:
        assert meld("6C 6C 6C", IDENTITIES).kind == "identity"
        assert meld("9H 9H JK", IDENTITIES).stands_for == ("9H",)
        assert meld("8H 8D JK", IDENTITIES).kind == "set"
        assert read(cards("6C 6C 6C 6C 6C"), IDENTITIES) is Fault.IDENTITY_SIZE
        assert read(cards("6C 6C JK JK"), MeldRules(jokers=2, identities=True)) is Fault.IDENTITY_SIZE

    @given(st.data())
    def test_a_joker_stands_for_the_card_taken_out(self, data: st.DataObject) -> None:
        """A joker in place of any card of a run stands for this card, in either direction."""
        laid = data.draw(
            st.sampled_from([one for one in shapes(Counter(FULL_PACK), PLAIN) if one[0].rank != one[1].rank])
        )
        at = data.draw(st.integers(0, len(laid) - 1))
        found = read([*laid[:at], JOKER, *laid[at + 1 :]][:: data.draw(st.sampled_from((1, -1)))], PLAIN)
        assert isinstance(found, Meld)
        assert found.stands_for == (laid[at],)
        assert found.worth(face_value) == meld(" ".join(laid)).worth(face_value)


class TestLayingOff:
    """Cards can be added to the ends of a run or to a set; a joker does not extend a meld on the table."""

    @each(
        "lying, added, result",
        [
            ("7D 8D 9D", "TD", "7D 8D 9D TD"),
            ("7D 8D 9D", "6D TD", "6D 7D 8D 9D TD"),
            ("7D 8D 9D", "6D 5D", "5D 6D 7D 8D 9D"),
            ("9D 8D 7D", "TD", "7D 8D 9D TD"),
            ("JK 3S 4S", "AS", "AS JK 3S 4S"),
            ("QS JK AS", "JS", "JS QS JK AS"),
            ("2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AS", "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS"),
            ("7H 7D JK", "7S", "7H 7D JK 7S"),
            ("7H 7D 7S", "7C", "7H 7D 7S 7C"),
        ],
    )
    def test_fits(self, lying: str, added: str, result: str) -> None:
        found = extend(meld(lying), cards(added), PLAIN)
        assert isinstance(found, Meld), found
        assert found.cards == cards(result)

    @each(
        "lying, added, fault",
        [
            ("9C TC JC", "JK", Fault.JOKER_EXTENDS),
            ("7D 8D 9D", "JD", Fault.GAP),
            ("7D 8D 9D", "8D", Fault.GAP),
            ("7D 8D 9D", "TS", Fault.MIXED),
            ("QS KS AS", "2S", Fault.WRAP),
            ("AS 2S 3S", "KS", Fault.WRAP),
            ("7H 7D 7S", "7H", Fault.SUIT_TWICE),
            ("7H 7D 7S JK", "7C", Fault.FULL),
            ("7H 7D 7S", "8C", Fault.MIXED),
            ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS", "AS", Fault.TOO_LONG),
        ],
    )
    def test_does_not_fit(self, lying: str, added: str, fault: Fault) -> None:
        assert extend(meld(lying), cards(added), PLAIN) is fault

    def test_where_jokers_extend_the_high_end_comes_first(self) -> None:
        rules = MeldRules(jokers=2, jokers_extend=True)
        for lying, added, result in (
            ("7D 8D 9D", "JK", "7D 8D 9D JK"),
            ("7D 8D 9D", "JK JD", "7D 8D 9D JK JD"),
            ("QD KD AD", "JK", "JK QD KD AD"),
        ):
            found = extend(meld(lying), cards(added), rules)
            assert isinstance(found, Meld)
            assert found.cards == cards(result)


class TestTakingAJoker:
    """A joker can be taken for the card it stands for, only if that card is certain."""

    @each(
        "lying, card, result",
        [
            ("QS KS JK", "AS", "QS KS AS"),
            ("TD JK QD", "JD", "TD JD QD"),
            ("7H 7D 7S JK", "7C", "7H 7D 7S 7C"),
            ("7H 7D JK", "7S", Fault.UNSURE),
            ("7H 7D JK", "7H", Fault.OTHER_CARD),
            ("7H 7D JK", "8S", Fault.OTHER_CARD),
            ("5H 6H JK", "5S", Fault.OTHER_CARD),
            ("QS KS JK", "JS", Fault.OTHER_CARD),
            ("QS KS AS", "AS", Fault.NO_JOKER),
        ],
    )
    def test_take(self, lying: str, card: str, result: str | Fault) -> None:
        found = take_joker(meld(lying), Card(card))
        assert (found if isinstance(found, Fault) else found.cards) == (
            result if isinstance(result, Fault) else cards(result)
        )


def every_meld(hand: tuple[Card, ...], rules: MeldRules) -> Iterator[tuple[frozenset[int], Meld]]:
    """Yield every meld of a small hand by brute force: all subsets in all orders."""
    for n in range(3, len(hand) + 1):
        for chosen in combinations(range(len(hand)), n):
            for order in set(permutations([hand[i] for i in chosen])):
                found = read(order, rules)
                if isinstance(found, Meld):
                    yield frozenset(chosen), found


def by_brute_force(hand: tuple[Card, ...], rules: MeldRules, pure_run: bool) -> int | None:
    found = list(every_meld(hand, rules))

    def best(used: frozenset[int], start: int, pure: bool) -> list[int]:
        totals = [0] if pure else []
        for index in range(start, len(found)):
            chosen, one = found[index]
            if not chosen & used:
                worth = one.worth(face_value)
                totals += [worth + rest for rest in best(used | chosen, index + 1, pure or one.is_pure_run)]
        return totals

    return max(best(frozenset(), 0, not pure_run), default=None)


near = st.sampled_from([Card(rank + suit) for rank in "A23QK" for suit in "SH"] + [JOKER])


class TestBestLayout:
    """The best layout equals that of an exhaustive search."""

    @settings(deadline=None, max_examples=some(150))
    @given(st.lists(near, min_size=3, max_size=6), st.sampled_from([PLAIN, TWO, MANY, IDENTITIES]), st.booleans())
    def test_as_good_as_brute_force(self, hand: list[Card], rules: MeldRules, pure_run: bool) -> None:
        found = best_layout(hand, rules, face_value, pure_run=pure_run)
        assert (found and found.points) == by_brute_force(tuple(hand), rules, pure_run)
        if found:
            laid = [card for one in found.melds for card in one.cards]
            assert Counter(laid) <= Counter(hand)
            assert sum(one.worth(face_value) for one in found.melds) == found.points
            assert all(isinstance(read(one.cards, rules), Meld) for one in found.melds)
            assert not pure_run or any(one.is_pure_run for one in found.melds)

    def test_eight_jokers(self) -> None:
        """All jokers of four packs in one hand, and any number of them in a meld: 5 to ace."""
        found = best_layout(cards("5H 6H" + " JK" * 8), MANY, face_value)
        assert found
        assert found.points == 5 + 6 + 7 + 8 + 9 + 10 * 4 + 11

    @pytest.mark.parametrize("rules", [PLAIN, TWO, MANY], ids=["one joker", "two", "any"])
    @pytest.mark.parametrize(
        "hand",
        [
            "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS JK JK JK JK",
            "AS AS 2S 2S 3S 3S 4S 4S 5S 5S 6S JK JK JK JK",
            "4S 4H 4D 4C 5S 5H 5D 5C 6S 6H 6D 6C JK JK JK",
            "4S 4H 4D 5S 5H 5D 6S 6H 6D 7S 7H 7D JK JK JK",
        ],
    )
    def test_the_worst_hands_are_quick(self, hand: str, rules: MeldRules) -> None:
        found = best_layout(cards(hand), rules, face_value)
        assert found
        assert sum(len(one.places) for one in found.melds) >= 13
