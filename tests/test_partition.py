"""A heap of cards laid as melds, all at once: exact on small heaps, in time on large ones."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.cards import FULL_PACK, JOKER, RANKS, SUITS, Card, Cards
from companion.rules.cover import Cover
from companion.rules.melds import LADDER, Meld, MeldRules, read
from companion.rules.partition import partition
from companion.rules.sweep import Sweep

RULES = {
    "one joker": MeldRules(),
    "two jokers": MeldRules(jokers=2),
    "identities": MeldRules(identities=True),
    "all": MeldRules(jokers=2, identities=True),
}
every_rule = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
near = st.sampled_from([Card(rank + suit) for rank in "A23QK" for suit in "SH"] + [Card("AD"), Card("AC"), JOKER])


def is_meld(cards: list[Card], rules: MeldRules) -> bool:
    """By what cards can be: a set or identity, or a run with the jokers in the gaps and at the ends."""
    naturals = [card for card in cards if not card.is_joker]
    if len({card.suit for card in naturals}) == 1 and len(set(naturals)) == len(naturals):
        for first in range(len(LADDER) - len(cards) + 1):
            window = [Card(rank + naturals[0].suit) for rank in LADDER[first : first + len(cards)]]
            laid = [card if card in naturals else JOKER for card in window]
            if Counter(laid) == Counter(cards) and isinstance(read(laid, rules), Meld):
                return True
    return isinstance(read(cards, rules), Meld)


def by_brute_force(heap: tuple[Card, ...], rules: MeldRules) -> bool:
    """Try every meld that the first card left can be in."""
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
    """Whether the melds are valid as shown and hold just the cards of the heap."""
    valid = all(isinstance(read(meld.cards, rules), Meld) for meld in melds)
    return valid and Counter(card for meld in melds for card in meld.cards) == Counter(heap)


def board(packs: int, size: int, jokers: int, seed: int) -> list[Card]:
    """A shuffled heap made of melds, up to `size` cards."""
    dice = random.Random(seed)
    pack = Counter(dict.fromkeys(FULL_PACK, packs))
    heap: list[Card] = []
    for _ in range(5000):
        if dice.random() < 0.5:
            first, length, suit = dice.randrange(12), dice.choice((3, 3, 4, 5)), dice.choice(SUITS)
            meld = [Card(rank + suit) for rank in LADDER[first : first + length]]
        else:
            rank = dice.choice(RANKS)
            meld = [Card(rank + suit) for suit in dice.sample(SUITS, dice.choice((3, 4)))]
        if len(meld) < 3 or Counter(meld) - pack or len(heap) + len(meld) > size:
            continue
        pack -= Counter(meld)
        if jokers:
            meld[dice.randrange(len(meld))] = JOKER
            jokers -= 1
        heap += meld
    dice.shuffle(heap)
    return heap


class TestSmallHeaps:
    """Every verdict is what trying everything says."""

    @every_rule
    @settings(deadline=None, max_examples=120)
    @given(heap=st.lists(near, min_size=3, max_size=7))
    def test_as_brute_force(self, rules: MeldRules, heap: list[Card]) -> None:
        found = partition(heap, rules)
        assert found.possible == by_brute_force(tuple(sorted(heap, key=lambda card: card.is_joker)), rules)
        assert holds_together(heap, found.melds, rules) or not found.possible

    @pytest.mark.parametrize(
        ("heap", "possible"),
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


class TestTheTwoSearches:
    """The sweep over the ranks and the exact cover agree wherever both decide."""

    @pytest.mark.parametrize("identities", [False, True])
    @settings(deadline=None, max_examples=25)
    @given(seed=st.integers(0, 10**6), lost=st.integers(0, 2), jokers=st.integers(0, 3), size=st.integers(12, 40))
    def test_agree(self, identities: bool, seed: int, lost: int, jokers: int, size: int) -> None:
        rules = MeldRules(identities=identities)
        heap = board(2, size, jokers, seed)
        heap = sorted(heap, key=lambda card: card.is_joker)[lost:]
        cover, sweep = Cover(heap, rules, 1500), Sweep(heap, rules, 20_000)
        one, two = cover.melds(), sweep.melds()
        if cover.nodes > 0 and sweep.nodes > 0 and not sweep.unsure:
            assert (one is None) == (two is None)
        assert lost or partition(heap, rules).possible


class TestLargeHeaps:
    """A heap made of melds is always possible, up to a hundred cards of four packs with all the jokers."""

    @pytest.mark.parametrize("packs", [2, 3, 4])
    @pytest.mark.parametrize("seed", range(2, 4))
    @every_rule
    def test_made_of_melds(self, rules: MeldRules, packs: int, seed: int) -> None:
        heap = board(packs, 100, seed * packs * 2 // 3, seed)
        found = partition(heap, rules)
        assert found.possible
        assert holds_together(heap, found.melds, rules)

    @pytest.mark.parametrize(("packs", "jokers"), [(2, 0), (2, 4), (3, 6), (4, 0), (4, 8)])
    def test_whole_packs(self, packs: int, jokers: int) -> None:
        heap = [*FULL_PACK * packs][:100] + [JOKER] * jokers
        found = partition(heap, RULES["one joker"])
        assert found.possible
        assert holds_together(heap, found.melds, RULES["one joker"])

    @pytest.mark.parametrize("jokers", range(4))
    def test_a_card_too_many(self, jokers: int) -> None:
        """Lone cards far from each other need a joker each and then another card."""
        heap = [card for card in board(2, 80, 0, 5) if card.suit != "C" and card.rank not in "A5"]
        lone = [Card("5C"), Card("AC")]
        assert partition(heap + lone + [JOKER] * jokers, RULES["one joker"]).possible is not True

    def test_two_jokers_a_meld_matter_only_where_there_are_two(self) -> None:
        """A heap without jokers is decided by the sweep, also where exact cover alone gives up."""
        heap = list(
            Cards.parse(
                "6H 6S 6D TS AS 9H 6S 4H JH 5C 6S 6D AD AD JD 4S 5S 3S 8S 9C 6C AS 5H 8D AH 6C 3C 9D 4H AC 7C KH 2H "
                "6C 2C 9S 7S 7C 2D 8C 9D 7S 8H TD 8S 4H TS 8C 9C 9S 7C 8D AH 5S TH 5C QS 7S 9H 6H QH 9C TH 7D AS 8D "
                "4C 5D 2C 3C 2S 8H TD 5H 7D JS 6H 7H 9D 5C"
            )
        )
        rules = RULES["two jokers"]
        assert Cover(heap, rules, 5000).melds() is None
        assert partition(heap, rules).possible is False

    def test_beyond_the_bound_it_says_so(self) -> None:
        cover = Cover(board(4, 100, 8, 1), RULES["one joker"], 1)
        assert cover.melds() is None
        assert cover.nodes <= 0
