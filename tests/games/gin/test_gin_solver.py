"""The gin solver against an independent exhaustive search without masks, chains or bounds."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.share import some

from companion.games.gin.layouts import MELDS, VALUE, Showdown, arrange, cards_of, is_meld, least, mask, showdown
from companion.rules.cards import FULL_PACK, RANKS, Card, Cards

HANDS = 10_000
SHOWDOWNS = 1500


def cards(text: str) -> Cards:
    return Cards.parse(text)


# --- the exhaustive search, on (rank, suit): the first card is loose, or in one of the melds that contain it

Plain = tuple[int, str]
Loose = frozenset[Plain]
Meld = frozenset[Plain]


def plain(hand: Sequence[Card]) -> tuple[Plain, ...]:
    return tuple((RANKS.index(card.rank), card.suit) for card in hand)


def points(held: Iterable[Plain]) -> int:
    return sum(10 if rank > 9 else rank + 1 for rank, _ in held)


def melds_with(card: Plain, others: Sequence[Plain]) -> Iterator[Meld]:
    """Yield every meld of this card and some of the others, of any length."""
    own, suit = card
    same = [other for other in others if other[0] == own]
    for size in (2, 3):
        yield from (frozenset((card, *chosen)) for chosen in combinations(same, size))
    held = {rank for rank, other in others if other == suit} | {own}
    low = high = own
    while low - 1 in held:
        low -= 1
    while high + 1 in held:
        high += 1
    for first in range(low, own + 1):
        for last in range(max(own, first + 2), high + 1):
            yield frozenset((rank, suit) for rank in range(first, last + 1))


def layouts(hand: tuple[Plain, ...]) -> Iterator[tuple[tuple[Meld, ...], tuple[Plain, ...]]]:
    """Yield every way to divide a hand into melds and loose cards."""
    if not hand:
        yield (), ()
        return
    first, rest = hand[0], hand[1:]
    for melds, loose in layouts(rest):
        yield melds, (first, *loose)
    for meld in melds_with(first, rest):
        for melds, loose in layouts(tuple(card for card in rest if card not in meld)):
            yield (meld, *melds), loose


def fewest(hand: tuple[Plain, ...]) -> int:
    if not hand:
        return 0
    first, rest = hand[0], hand[1:]
    found = points([first]) + fewest(rest)
    for meld in melds_with(first, rest):
        found = min(found, fewest(tuple(card for card in rest if card not in meld)))
    return found


def after_laying_off(loose: Loose, melds: frozenset[Meld]) -> int:
    """Return the least deadwood after laying off cards one by one, in every order and on every meld."""
    found = points(loose)
    for card in loose:
        for meld in melds:
            if fits(card, meld):
                found = min(found, after_laying_off(loose - {card}, melds - {meld} | {meld | {card}}))
    return found


def fits(card: Plain, meld: Meld) -> bool:
    ranks = [rank for rank, _ in meld]
    if len(set(ranks)) == 1:
        return card[0] in ranks
    return card[1] in {suit for _, suit in meld} and card[0] in (min(ranks) - 1, max(ranks) + 1)


def best_end(knocker: tuple[Plain, ...], defender: tuple[Plain, ...]) -> tuple[int, int]:
    """Return the deadwood of both sides: the knocker's least, with the layout that is worst for the defender."""
    mine = list(layouts(knocker))
    own = min(points(loose) for _, loose in mine)
    shown = {frozenset(melds) for melds, loose in mine if points(loose) == own}
    answers = {frozenset(loose) for _, loose in layouts(defender)}
    if not own:
        return 0, min(map(points, answers))
    return own, max(min(after_laying_off(loose, melds) for loose in answers) for melds in shown)


# --- comparison


class TestArrange:
    """The least deadwood is exact: no other layout leaves less."""

    def test_185_melds(self) -> None:
        """65 sets, 44 + 40 + 36 runs of three to five."""
        assert len(set(MELDS)) == len(MELDS) == 185
        assert all(is_meld(cards_of(meld)) for meld in MELDS)

    def test_random_hands(self) -> None:
        pick = random.Random(1909)
        for _ in range(some(HANDS)):
            hand = pick.sample(FULL_PACK, 10)
            assert arrange(hand).deadwood == fewest(plain(hand)), hand

    def test_hands_full_of_melds(self) -> None:
        """Hands of few adjacent ranks, where sets and runs compete for the same cards."""
        pick = random.Random(1971)
        for _ in range(500):
            low = pick.randrange(len(RANKS) - 4)
            near = [card for card in FULL_PACK if low <= RANKS.index(card.rank) < low + 5]
            hand = pick.sample(near, 10)
            assert arrange(hand).deadwood == fewest(plain(hand)), hand

    def test_eleven_cards(self) -> None:
        """For eleven cards the result is that of the ten left by the best discard."""
        pick = random.Random(11)
        for _ in range(150):
            hand = pick.sample(FULL_PACK[pick.randrange(30) :], 11)
            found = arrange(hand)
            tens = {card: fewest(plain([other for other in hand if other != card])) for card in hand}
            assert found.deadwood == min(tens.values()), hand
            assert found.discard and tens[found.discard] == found.deadwood

    @given(st.lists(st.sampled_from(FULL_PACK), min_size=10, max_size=11, unique=True))
    @settings(max_examples=some(200), deadline=None)
    def test_a_layout_is_the_hand(self, hand: list[Card]) -> None:
        """Melds, loose cards and discard are the hand; every meld is valid, and the loose cards are the deadwood."""
        found = arrange(hand)
        laid = [card for meld in found.melds for card in meld] + [*found.loose]
        assert sorted(laid + ([found.discard] if found.discard else [])) == sorted(hand)
        assert all(is_meld(meld) for meld in found.melds)
        assert sum(VALUE[card] for card in found.loose) == found.deadwood == points(plain(found.loose))
        assert (found.discard is not None) == (len(hand) == 11)

    @pytest.mark.parametrize(
        ("hand", "deadwood", "melds"),
        [
            ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS", 0, ["AS 2S 3S 4S 5S 6S 7S 8S 9S TS"]),
            ("AS 2S 3S 4S 7H 8H 9H 5C 5D KH", 20, ["AS 2S 3S 4S", "7H 8H 9H"]),
            ("4S 5S 6S 7S 7H 7D KS KH KD 2C", 2, ["4S 5S 6S", "7S 7H 7D", "KS KH KD"]),
            ("QS KS AS 2H 4H 6H 8C TC QD JD", 71, []),
        ],
    )
    def test_known(self, hand: str, deadwood: int, melds: list[str]) -> None:
        found = arrange(cards(hand))
        assert found.deadwood == deadwood
        assert sorted(map(set, found.melds), key=sorted) == sorted((set(cards(meld)) for meld in melds), key=sorted)


class TestShowdown:
    """The defender melds and lays off for the least deadwood; the knocker chooses the layout that is worst for this."""

    def test_random_showdowns(self) -> None:
        """Random deals, also from half a pack, where most cards can be laid off."""
        pick = random.Random(52)
        seen = 0
        while seen < some(SHOWDOWNS):
            low = pick.randrange(6)
            near = [card for card in FULL_PACK if seen % 2 == 0 or low <= RANKS.index(card.rank) < low + 7]
            dealt = pick.sample(near, 20)
            knocker, defender = dealt[:10], dealt[10:]
            if fewest(plain(knocker)) > 30:  # few random hands are below ten, and the limit does not matter here
                continue
            seen += 1
            found = showdown(knocker, defender)
            assert (found.knocker.deadwood, found.defender.deadwood) == best_end(plain(knocker), plain(defender)), dealt
            stands(found, knocker, defender)

    def test_a_layout_binds(self) -> None:
        """For any layout of the knocker, the reply is the best one."""
        pick = random.Random(7)
        for _ in range(60):
            dealt = pick.sample(FULL_PACK[: 13 * 2], 20)
            knocker, defender = dealt[:10], dealt[10:]
            melds, loose = pick.choice([one for one in layouts(plain(knocker)) if one[1]])
            shown = [[Card(RANKS[rank] + suit) for rank, suit in meld] for meld in melds]
            found = showdown(knocker, defender, shown)
            answers = {frozenset(loose) for _, loose in layouts(plain(defender))}
            assert found.knocker.deadwood == points(loose)
            assert found.defender.deadwood == min(after_laying_off(one, frozenset(melds)) for one in answers)

    @given(st.lists(st.sampled_from(FULL_PACK), min_size=20, max_size=20, unique=True))
    @settings(max_examples=some(200), deadline=None)
    def test_never_worse_than_melding_first(self, dealt: list[Card]) -> None:
        """Melding first without laying off is one of the choices, and equals two arrangements."""
        knocker, defender = dealt[:10], dealt[10:]
        found = showdown(knocker, defender)
        assert found.knocker.deadwood == arrange(knocker).deadwood
        assert found.defender.deadwood <= arrange(defender).deadwood
        stands(found, knocker, defender)
        if not found.lay_offs:
            assert found.defender.deadwood == arrange(defender).deadwood

    def test_melding_first_is_wrong(self) -> None:
        """Four fives is the best layout, but the five of spades opens the knocker's run to the four."""
        knocker, defender = cards("6S 7S 8S JS JH JD 2C 2H 2S 9D"), cards("5S 5H 5D 5C 4S AH KD TH 8C QD")
        found = showdown(knocker, defender)
        assert arrange(defender).deadwood == 4 + 39
        assert found.defender.deadwood == 39
        assert [step.card for step in found.lay_offs] == ["5S", "4S"]
        assert found.lay_offs[1].meld == cards("5S 6S 7S 8S")

    def test_the_layout_of_equal_deadwood_that_serves_the_knocker(self) -> None:
        """Run and set of fours both leave eight; with the run, the six and seven of spades could be laid off."""
        knocker, defender = cards("3S 4S 5S 4H 4D 9C TC JC QC KC"), cards("6S 7S TS QS JD QD 9H 7H 2D KH")
        assert len(least(mask(knocker))) == 2
        run = showdown(knocker, defender, [cards("3S 4S 5S"), cards("9C TC JC QC KC")])
        group = showdown(knocker, defender, [cards("4S 4H 4D"), cards("9C TC JC QC KC")])
        assert (run.knocker.deadwood, run.defender.deadwood) == (8, 68)
        assert (group.knocker.deadwood, group.defender.deadwood) == (8, 81)
        assert showdown(knocker, defender) == group

    def test_nothing_is_laid_off_on_gin(self) -> None:
        found = showdown(cards("AS 2S 3S 7H 8H 9H 5C 5D 5H 5S"), cards("JC QC KC 4S 6H TH 2D 2C 9S 9D"))
        assert found.defender.deadwood == 42
        assert found.lay_offs == ()


def stands(end: Showdown, knocker: Sequence[Card], defender: Sequence[Card]) -> None:
    """Check that each side's cards are complete, and that every card laid off fits its meld at that time."""
    shown = [card for meld in end.knocker.melds for card in meld]
    assert sorted([*shown, *end.knocker.loose]) == sorted(knocker)
    kept = [card for meld in end.defender.melds for card in meld]
    laid = [step.card for step in end.lay_offs]
    assert sorted([*kept, *end.defender.loose, *laid]) == sorted(defender)
    assert points(plain(end.defender.loose)) == end.defender.deadwood
    table = {frozenset(meld) for meld in end.knocker.melds}
    for step in end.lay_offs:
        assert frozenset(step.meld) in table
        assert is_meld((*step.meld, step.card))
        table = table - {frozenset(step.meld)} | {frozenset((*step.meld, step.card))}
