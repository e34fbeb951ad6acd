"""Whether a discard can go on the table at once: worked out from the hand and from what lies there."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from companion.games.rami.hand import DEALT
from companion.games.rami.melds import meld_rules, opening_value, read_meld
from companion.games.rami.opening_questions import NEEDED
from companion.games.rami.options import Options
from companion.rules.cards import Card, Cards
from companion.rules.layouts import best_layout
from companion.rules.melds import Fault, Meld, Place, extend

MORE_THAN_ANY = 1000  # points that no layout reaches: to lay this very card before anything else
MOST_ADDED = 3  # cards of the hand that go to a combination together with the discard


@dataclass(frozen=True)
class Use:
    """A way to lay the discard at once: the new combinations, what an opening counts, and the cards it takes."""

    melds: tuple[Meld, ...] = ()
    points: int | None = None
    laid: int = 0


@lru_cache(maxsize=8)  # a question is asked for every value of what has not been said
def uses(card: Card, hand: Cards, table: tuple[Cards, ...], opened: bool, options: Options) -> tuple[Use, ...]:
    """Ways to lay a discard in the turn in which it was taken; that a card is left to throw is left out of account."""
    return tuple(_uses(card, hand, table, opened, options))


def _uses(card: Card, hand: Cards, table: Sequence[Cards], opened: bool, options: Options) -> Iterator[Use]:
    if options.all_at_once or not opened:
        yield from _in_an_opening(card, hand, options)
        return
    yield from _added(card, hand, table, options)
    new = _laid_with(card, hand, options, pure_run=False)
    if new:
        yield from (Use((meld,), laid=len(meld.cards)) for meld in new if card in meld.cards)


def _in_an_opening(card: Card, hand: Cards, options: Options) -> Iterator[Use]:
    melds = _laid_with(card, hand, options, pure_run=True)
    if not melds or not any(card in meld.cards for meld in melds):
        return
    points = sum(meld.worth(opening_value(options)) for meld in melds)
    laid = sum(len(meld.cards) for meld in melds)
    if points >= NEEDED and (laid == DEALT or not options.all_at_once):
        yield Use(melds, points, laid)


def _laid_with(card: Card, hand: Cards, options: Options, *, pure_run: bool) -> tuple[Meld, ...]:
    worth = opening_value(options)

    def this_first(place: Place) -> int:
        return worth(place) + (MORE_THAN_ANY if place.card == card else 0)

    best = best_layout([*hand, card], meld_rules(options), this_first, pure_run=pure_run)
    return best.melds if best else ()


def _added(card: Card, hand: Cards, table: Sequence[Cards], options: Options) -> Iterator[Use]:
    """Additions to what lies on the table, alone or together with cards of the hand."""
    for cards in table:
        meld = read_meld(cards, options)
        if isinstance(meld, Fault):
            continue
        for n in range(MOST_ADDED + 1):
            for others in set(combinations(sorted(hand), n)):
                if not isinstance(extend(meld, (card, *others), meld_rules(options)), Fault):
                    yield Use(laid=n + 1)
                    break


def left_after(use: Use, hand: Cards) -> int:
    """Cards in hand once the discard and what goes with it are laid."""
    return len(hand) + 1 - use.laid
