"""Combinations of Rami: openings, best openings, taken jokers, cards added and discarded."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.share import every

from companion.games.rami.meld_questions import (
    BestFacts,
    LayOffFacts,
    OpeningFacts,
    TakeJokerFacts,
    best_opening,
    lay_off,
    opening,
    take,
)
from companion.games.rami.melds import opening_value, read_meld
from companion.games.rami.options import Options
from companion.games.rami.turn_questions import GoOutFacts, go_out
from companion.rules.cards import FULL_PACK, JOKER, Card, Cards
from companion.rules.melds import Meld

PACKS = (*FULL_PACK * 2, *[JOKER] * 4)


def cards(text: str) -> Cards:
    return Cards.parse(text)


class TestOpening:
    """rami.open.run, rami.open.points: a run without a joker, and 51 points together."""

    @pytest.mark.parametrize(
        ("melds", "points", "pure"),
        [
            (["QH KH AH", "8S 8H 8D"], 55, True),
            (["JC QC KC", "7H 7S 7D"], 51, True),
            (["JC QC KC", "5S 5H 5D 5C"], 50, True),
            (["KC KS KD KH", "7H 7S 7D"], 61, False),
            (["QH KH JK", "KC KS KD", "AC AS AD"], 83, False),
            (["AC 2C 3C", "QD KD AD", "TS TH TC"], 67, True),
        ],
    )
    def test_is(self, melds: list[str], points: int, pure: bool) -> None:
        ruling = opening(OpeningFacts(tuple(cards(meld) for meld in melds)))
        assert ruling.answer == {"points": points, "pure_run": pure}
        assert ruling.verdict == ("legal" if points >= 51 and pure else "illegal")
        assert ("rami.open.run" in ruling.clauses) == (ruling.verdict == "legal" or not pure)
        assert ("rami.open.points" in ruling.clauses) == (ruling.verdict == "legal" or points < 51)


def orders(chosen: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    """Yield every order of jokers and other cards, whose ace may be the lowest or the highest."""
    others = [card for card in sorted(chosen) if card != JOKER]
    found = set()
    for spots in combinations(range(len(chosen)), len(chosen) - len(others)):
        for turn in range(len(others)):
            rest = iter([*others[turn:], *others[:turn]])
            found.add(tuple(JOKER if place in spots else next(rest) for place in range(len(chosen))))
    return found


def arrangements(have: Counter[Card], options: Options) -> list[tuple[Meld, ...]]:
    """Yield every way to lay combinations from a few cards, by exhaustive search."""
    held = sorted(have.elements())
    found: dict[tuple[Card, ...], list[Meld]] = {}
    for size in range(3, 6):  # longer runs can be split
        for chosen in set(combinations(held, size)):
            readings = [
                meld for meld in (read_meld(order, options) for order in orders(chosen)) if isinstance(meld, Meld)
            ]
            if readings:
                found[chosen] = readings
    result: list[tuple[Meld, ...]] = []

    def lay(left: Counter[Card], choices: list[tuple[Counter[Card], list[Meld]]], laid: tuple[Meld, ...]) -> None:
        result.append(laid)
        for index, (needed, readings) in enumerate(choices):
            if needed <= left:
                for meld in readings:
                    lay(left - needed, choices[index:], (*laid, meld))

    lay(have, [(Counter(chosen), found[chosen]) for chosen in sorted(found)], ())
    return result


def hands_with_melds(seed: int) -> Cards:
    """Draw thirteen cards of few suits and ranks with a few jokers, so that there are several choices."""
    rng = Random(seed)
    jokers = rng.randrange(4)
    ranks = rng.sample("A23456789TJQK", rng.randrange(5, 8))
    if rng.randrange(2):
        first = rng.randrange(7)
        ranks = list("A23456789TJQK"[first : first + 7])
    few = [card for card in FULL_PACK * 2 if card.rank in ranks]
    return Cards([*rng.sample(few, 13 - jokers), *[JOKER] * jokers])


class TestBestOpening:
    """The best opening is at least as good as any opening of the exhaustive search."""

    @pytest.mark.parametrize("seed", every(2, [1, 9, 16, 18, 25, 33]))  # most of them contain an opening
    @pytest.mark.parametrize(
        "alike",
        [[Options(), Options(joker_opening_value="replaced")], [Options(jokers_per_meld=2, ace_in_set=1)]],
        ids=["default-and-replaced", "two-jokers"],
    )
    def test_as_good_as_exhaustive_search(self, seed: int, alike: list[Options]) -> None:
        """For house rules with the same legal melds but different values."""
        held = hands_with_melds(seed)
        opens = [melds for melds in arrangements(Counter(held), alike[0]) if any(meld.is_pure_run for meld in melds)]
        for options in alike:
            value = opening_value(options)
            best = max((sum(meld.worth(value) for meld in melds) for melds in opens), default=0)
            ruling = best_opening(BestFacts(held, options))
            assert ruling.answer["possible"] == (best >= 51), held
            assert ruling.answer["points"] == (best if best >= 51 else 0), held

    @given(st.permutations(PACKS), st.integers(13, 15))
    def test_is_an_opening(self, pack: list[Card], size: int) -> None:
        """Its result is accepted as an opening, unless no card would be left to discard."""
        held = Cards(pack[:size])
        found = best_opening(BestFacts(held)).answer
        melds = tuple(Cards(meld) for meld in found["melds"])  # type: ignore[attr-defined]
        assert bool(melds) == found["possible"]
        if melds and sum(map(len, melds)) <= 13:
            ruling = opening(OpeningFacts(melds))
            assert ruling.verdict == "legal"
            assert ruling.answer["points"] == found["points"]
            assert not Counter(card for meld in melds for card in meld) - Counter(held)


class TestTakingJokers:
    """rami.joker.take: only the card that the joker stands for takes its place."""

    @given(st.sampled_from("SHDC"), st.integers(0, 10), st.integers(0, 2), st.sampled_from(FULL_PACK))
    def test_only_that_card(self, suit: str, first: int, gap: int, card: Card) -> None:
        run = [Card("A23456789TJQKA"[step] + suit) for step in range(first, first + 4)]
        missing = run[gap]
        meld = Cards([*run[:gap], JOKER, *run[gap + 1 :]])
        ruling = take(TakeJokerFacts(meld, card, True))
        assert (ruling.verdict == "legal") == (card == missing)

    @given(st.sampled_from(FULL_PACK))
    def test_never_out_of_three(self, card: Card) -> None:
        assert take(TakeJokerFacts(cards("TD TS JK"), card, True)).verdict == "illegal"


class TestCompleting:
    """rami.lay.complete: a combination with the added cards must be a combination again."""

    @given(
        st.sampled_from(["5S 6S 7S", "QH KH AH", "AD 2D 3D", "8S 8H 8D", "4C JK 6C", "TD TS JK"]),
        st.sampled_from(PACKS),
    )
    def test_is_a_combination(self, meld: str, card: Card) -> None:
        ruling = lay_off(LayOffFacts(cards(meld), Cards([card]), True))
        if ruling.verdict == "legal":
            longer = ruling.answer["meld"]
            assert isinstance(longer, list)
            assert Counter(longer) == Counter(cards(meld)) + Counter([card])
            assert isinstance(read_meld(longer, Options()), Meld)

    @pytest.mark.parametrize(
        ("meld", "fitting"),
        [
            ("5S 6S 7S", "4S 8S JK"),
            ("QH KH AH", "JH JK"),
            ("AD 2D 3D", "4D JK"),
            ("8S 8H 8D", "8C JK"),
            ("TD TS JK", "TH TC"),
        ],
    )
    def test_which_cards_fit(self, meld: str, fitting: str) -> None:
        found = {card for card in {*PACKS} if lay_off(LayOffFacts(cards(meld), Cards([card]), True)).verdict == "legal"}
        assert found == set(cards(fitting))


class TestDiscard:
    """rami.turn.discard: the last card must be discarded, not laid."""

    @given(st.permutations(PACKS), st.integers(2, 14), st.data())
    def test_duty(self, pack: list[Card], size: int, data: st.DataObject) -> None:
        held = Cards(pack[:size])
        lays = Cards(held[: data.draw(st.integers(0, size))])
        rest = held[len(lays) :]
        discards = data.draw(st.sampled_from([None, *rest]))
        ruling = go_out(GoOutFacts(held, lays, discards))
        assert ruling.verdict == ("legal" if discards else "illegal")
        assert ruling.answer["out"] == (discards is not None and len(rest) == 1)
