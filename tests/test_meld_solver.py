"""Laying all cards of a collection in melds."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.card_collections import KINDS, hostile, made_of_melds
from support.each import each
from support.share import every, some

from companion.rules.cards import FULL_PACK, JOKER, Card, Cards
from companion.rules.integer_solver import never, whole
from companion.rules.meld_solver import Partition, partition
from companion.rules.melds import LADDER, Meld, MeldRules, read

RULES = {
    "one joker": MeldRules(),
    "two jokers": MeldRules(jokers=2),
    "identities": MeldRules(identities=True),
    "all": MeldRules(jokers=2, identities=True),
}
every_rule = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
near = st.sampled_from([Card(rank + suit) for rank in "A23QK" for suit in "SH"] + [Card("AD"), Card("AC"), JOKER])


def is_meld(cards: list[Card], rules: MeldRules) -> bool:
    """Return whether the cards are a set, an identity, or a run with the jokers in the gaps and at the ends."""
    naturals = [card for card in cards if not card.is_joker]
    if len({card.suit for card in naturals}) == 1 and len(set(naturals)) == len(naturals):
        for first in range(len(LADDER) - len(cards) + 1):
            window = [Card(rank + naturals[0].suit) for rank in LADDER[first : first + len(cards)]]
            laid = [card if card in naturals else JOKER for card in window]
            if Counter(laid) == Counter(cards) and isinstance(read(laid, rules), Meld):
                return True
    return isinstance(read(cards, rules), Meld)


def by_brute_force(heap: tuple[Card, ...], rules: MeldRules) -> bool:
    """Try every meld that can contain the first card left."""
    if not heap:
        return True
    for n in range(2, len(heap)):
        for others in combinations(range(1, len(heap)), n):
            if is_meld([heap[0], *(heap[i] for i in others)], rules):
                rest = tuple(card for i, card in enumerate(heap) if i and i not in others)
                if by_brute_force(rest, rules):
                    return True
    return False


def holds_together(heap: list[Card], melds: tuple[Meld, ...], rules: MeldRules) -> bool:
    """Return whether the melds are valid as shown and have exactly these cards."""
    valid = all(isinstance(read(meld.cards, rules), Meld) for meld in melds)
    return valid and Counter(card for meld in melds for card in meld.cards) == Counter(heap)


class TestSmallHeaps:
    """Every verdict equals that of an exhaustive search."""

    @every_rule
    @settings(deadline=None, max_examples=some(120))
    @given(heap=st.lists(near, min_size=3, max_size=7))
    def test_as_brute_force(self, rules: MeldRules, heap: list[Card]) -> None:
        found = partition(heap, rules)
        assert found.possible == by_brute_force(tuple(sorted(heap, key=lambda card: card.is_joker)), rules)
        assert holds_together(heap, found.melds, rules) or not found.possible

    @each(
        "heap, possible",
        [
            ("", True),
            ("5H 6H 7H", True),
            ("5H 6H", False),
            ("JK JK JK", False),
            ("5H 6H 7H 8H 9H TH JK JK", True),
            ("5H 6H 7H 8H 9H JK JK", True),
            ("5H 6H 7H JK JK", False),
            ("5H 5D 5S 5C JK", False),
            ("5H 5D 5S 5C JK 6H 7H 8H", True),
            ("AS 2S 3S QS KS AS", True),
            ("AS 2S 3S QS KS", False),
            ("QS KS JK", True),
            ("3S JK 5S", True),
            ("6S 7S 8S 9S TS 8S", True),
            ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS", True),
        ],
    )
    def test_known(self, heap: str, possible: bool) -> None:
        cards = Cards.parse(heap)
        found = partition(cards, RULES["one joker"])
        assert found.possible is possible
        assert holds_together(list(cards), found.melds, RULES["one joker"]) is possible or not possible


class TestIdentities:
    """Copies of one card, if allowed, with a joker instead of the third, and at most four."""

    @each(
        "heap, possible",
        [
            ("5H 5H JK", True),
            ("5H 5H 5H JK", True),
            ("5H 5H 5H 5H JK", False),
            ("5H 5H 5H 5H JK JK", True),
            ("5H JK JK", False),
            ("5H 5H JK JK", False),
            ("5H 5H 9C 9C JK JK", True),
            ("5H 5H 9C 9C KD KD JK JK", False),
            ("5H 5H 9C 9C KD KD JK JK JK", True),
            ("5H 5H 5H 5H 6H 7H 5D 5C", False),
            ("5H 5H 5H 5H 6H 7H", True),
        ],
    )
    def test_known(self, heap: str, possible: bool) -> None:
        assert partition(Cards.parse(heap), RULES["identities"]).possible is possible
        assert partition(Cards.parse(heap), RULES["one joker"]).possible is False


class TestLargeHeaps:
    """Cards made of melds are always possible, up to a hundred cards of four packs with all jokers."""

    @pytest.mark.parametrize("packs", [2, 3, 4])
    @pytest.mark.parametrize("seed", every(2, range(2)))
    @every_rule
    def test_made_of_melds(self, rules: MeldRules, packs: int, seed: int) -> None:
        heap = made_of_melds(random.Random(seed), packs, 106, seed * packs * 2)
        found = partition(heap, rules)
        assert found.possible
        assert holds_together(heap, found.melds, rules)

    @pytest.mark.parametrize(("packs", "jokers"), [(2, 0), (2, 4), (3, 6), (4, 0), (4, 8)])
    def test_whole_packs(self, packs: int, jokers: int) -> None:
        heap = [*FULL_PACK * packs][: 106 - jokers] + [JOKER] * jokers
        found = partition(heap, RULES["one joker"])
        assert found.possible
        assert holds_together(heap, found.melds, RULES["one joker"])

    @pytest.mark.parametrize("jokers", range(4))
    def test_a_card_too_many(self, jokers: int) -> None:
        """Each isolated card needs a joker and another card."""
        heap = [
            card for card in made_of_melds(random.Random(5), 2, 80, 0) if card.suit != "C" and card.rank not in "A5"
        ]
        lone = [Card("5C"), Card("AC")]
        assert partition(heap + lone + [JOKER] * jokers, RULES["one joker"]).possible is False

    @pytest.mark.parametrize("kind", KINDS)
    def test_hostile(self, kind: str) -> None:
        """Each is decided, and the layout has exactly these cards. Exact arithmetic proves a negative verdict."""
        for seed, rules in enumerate(RULES.values()):
            heap = hostile(random.Random(seed), kind)
            found = partition(heap, rules)
            assert found.possible is not None
            assert not found.possible or holds_together(heap, found.melds, rules)


class TestGivingUp:
    """The caller may give up; then nothing is decided."""

    def test_at_once(self) -> None:
        heap = made_of_melds(random.Random(1), 4, 106, 8)
        assert partition(heap, RULES["one joker"], lambda: True) == Partition(None)

    def test_the_search_asks_often_whether_to_give_up(self) -> None:
        """The search asks after every pivot, so that it ends at once."""
        asked = []
        heap = made_of_melds(random.Random(1), 4, 106, 8)
        partition(heap, RULES["one joker"], lambda: bool(asked.append(len(heap))) or len(asked) > 20)
        assert len(asked) == 21


class TestIntegerSums:
    """Columns of integers that add up to totals, compared with an exhaustive search."""

    @settings(deadline=None, max_examples=some(300))
    @given(
        columns=st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=4), max_size=7),
        totals=st.lists(st.integers(0, 4), min_size=5, max_size=5),
    )
    def test_as_an_exhaustive_search(self, columns: list[list[int]], totals: list[int]) -> None:
        distinct = list({tuple(sorted(column)) for column in columns})
        taken = whole(distinct, totals, never)
        assert (taken is not None) == adds_up(distinct, totals)
        if taken is not None:
            rows = Counter(row for column, times in taken.items() for row in distinct[column] * times)
            assert [rows[row] for row in range(5)] == totals

    def test_halves_do_not_count(self) -> None:
        """Half of each side of a triangle would contain each corner once."""
        assert whole([(0, 1), (1, 2), (0, 2)], [1, 1, 1], never) is None
        assert whole([(0, 1), (1, 2), (0, 2)], [2, 2, 2], never) == Counter([0, 1, 2])


def adds_up(columns: Sequence[tuple[int, ...]], totals: list[int]) -> bool:
    if not any(totals):
        return True
    lowest = next(row for row, total in enumerate(totals) if total)
    for column in columns:
        left = [total - column.count(row) for row, total in enumerate(totals)]
        if lowest in column and min(left) >= 0 and adds_up(columns, left):
            return True
    return False
