"""Several hands from one collection of cards: a refused combination is impossible, and the refusal proves it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from operator import or_

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.card_sums import Hand, Values, cheapest, dearest, highest, lowest, reach, shortage, sums

TWO_PACKS: Values = (*((n, 8) for n in range(2, 10)), (10, 32), (11, 8), (50, 4))
SIMPLIFIED: Values = ((5, 64), (10, 32), (15, 8), (20, 4))
WIDTH = 320  # more than any hand here counts
FEW: Values = ((1, 3), (2, 2), (5, 2), (9, 1))


@st.composite
def dealt(draw: st.DrawFn, values: Values, most: int) -> list[Hand]:
    """Draw dealt hands, each known by its points and by limits of its number of cards."""
    heap = draw(st.permutations([value for value, copies in values for _ in range(copies)]))
    hands = []
    for _ in range(draw(st.integers(1, 5))):
        n = draw(st.integers(1, min(most, len(heap)))) if heap else 0
        if n:
            hand, heap = heap[:n], heap[n:]
            hands.append(Hand(sum(hand), draw(st.integers(1, n)), draw(st.integers(n, most))))
    return hands


class TestDealtHands:
    """Every combination of hands that was dealt is accepted."""

    @given(dealt(TWO_PACKS, 13))
    def test_out_of_two_packs(self, hands: list[Hand]) -> None:
        assert shortage(TWO_PACKS, hands) is None

    @given(dealt(TWO_PACKS[-4:], 8))
    def test_out_of_few_values(self, hands: list[Hand]) -> None:
        assert shortage(TWO_PACKS[-4:], hands) is None

    @given(dealt(FEW, 8))
    def test_until_all_cards_are_used(self, hands: list[Hand]) -> None:
        assert shortage(FEW, hands) is None


def pairs(values: Values, one: Hand, other: Hand) -> Iterator[tuple[int, int]]:
    """Return the points of all pairs of hands with these numbers of cards, from all possible deals."""
    found = {(0, 0): 1}  # by the cards of both, the points as bits: those of one times WIDTH, plus those of the other
    for value, copies in values:
        longer: Counter[tuple[int, int]] = Counter()
        for (a, b), bits in found.items():
            for n in range(min(copies, one.most - a) + 1):
                for k in range(min(copies - n, other.most - b) + 1):
                    longer[a + n, b + k] |= bits << value * (n * WIDTH + k)
        found = dict(longer)
    counts = ((a, b) for a in range(one.fewest, one.most + 1) for b in range(other.fewest, other.most + 1))
    bits = reduce(or_, (found[count] for count in counts))
    return (divmod(n, WIDTH) for n in range(bits.bit_length()) if bits >> n & 1)


class TestExhaustive:
    """Of two hands, exactly the impossible ones are refused."""

    @pytest.mark.parametrize(("fewest", "most"), [(14, 14), (1, 11)])
    def test_two_hands(self, fewest: int, most: int) -> None:
        one, other = Hand(0, fewest, most), Hand(0, 14, 14)
        possible = set(pairs(SIMPLIFIED, one, other))
        for a in range(0, 230, 5):
            for b in range(70, 225, 5):
                refused = shortage(SIMPLIFIED, [replace(one, points=a), replace(other, points=b)])
                assert (refused is None) == ((a, b) in possible), (a, b)


@pytest.mark.parametrize(
    ("hands", "kind", "cards", "bound"),
    [
        ([Hand(244, 1, 8)] * 2, "most", 16, 328),
        ([Hand(130, 1, 8)] * 3, "needed", 6, 4),
        ([Hand(31, 13, 13), Hand(40, 13, 13)], "least", 26, 82),
        ([Hand(1, 1, 8)], "least", 1, 2),
        ([Hand(20, 1, 8), Hand(245, 1, 8)], "most", 8, 244),
        ([Hand(201, 1, 5)], "none", 5, 0),
        ([Hand(900, 109, 110)], "needed", 109, 108),
    ],
)
def test_the_proof(hands: list[Hand], kind: str, cards: int, bound: int) -> None:
    found = shortage(TWO_PACKS, hands)
    assert found
    assert (found.kind, found.cards, found.bound) == (kind, cards, bound)


class TestSums:
    """The sums are all totals of this number of cards, from the lowest to the highest."""

    def test_of_every_number(self) -> None:
        assert [bin(one) for one in sums(((1, 2), (3, 1)), 2)] == ["0b1", "0b1010", "0b10100"]

    def test_ends(self) -> None:
        found = reach(TWO_PACKS, 13, 13)
        assert (lowest(found), highest(found)) == (cheapest(TWO_PACKS)[13], dearest(TWO_PACKS)[13]) == (31, 298)

    def test_of_any_number(self) -> None:
        """A hand of nearly all cards can count any possible sum."""
        wide = reach(FEW, 1, 20)
        assert wide == sum(1 << n for n in range(1, 27) if any(one >> n & 1 for one in sums(FEW, 8)))
