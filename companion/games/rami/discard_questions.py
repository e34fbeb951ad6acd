"""Whether a discard can go on the table at once: worked out from the hand and from what lies there."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

from companion.games.rami.hand import DEALT
from companion.games.rami.melds import meld_rules, opening_value, read_meld
from companion.games.rami.opening_questions import NEEDED
from companion.games.rami.options import Options
from companion.rules.cards import Card, Cards
from companion.rules.meld_solver import best_layout
from companion.rules.melds import Fault, Meld, MeldPosition, extend

MORE_THAN_ANY = 1000  # points that no layout reaches: to lay this very card before anything else
MOST_ADDED = 3  # cards of the hand that go to a combination together with the discard


@dataclass(frozen=True)
class Use:
    """A way to lay the discard at once: the new combinations, what an opening counts, and the cards it takes.

    `after_opening`: the opening does without the discard, which then is added to what lies on the table.
    """

    melds: tuple[Meld, ...] = ()
    points: int | None = None
    laid: int = 0
    after_opening: bool = False


@lru_cache(maxsize=8)  # a question is asked for every value of what has not been said
def uses(card: Card, hand: Cards, table: tuple[Cards, ...], opened: bool, options: Options) -> tuple[Use, ...]:
    """Ways to lay a discard in the turn in which it was taken; that a card is left to throw is left out of account."""
    return tuple(_uses(card, hand, table, opened, options))


def _uses(card: Card, hand: Cards, table: Sequence[Cards], opened: bool, options: Options) -> Iterator[Use]:
    if options.all_at_once or not opened:
        yield from _in_an_opening(card, hand, options)
        if not options.all_at_once:
            yield from _after_an_opening(card, hand, table, options)
        return
    yield from (Use(laid=1 + len(others)) for others in _additions(card, hand, table, options))
    new = _laid_with(card, hand, options, pure_run=False)
    if new:
        yield from (Use((meld,), laid=len(meld.cards)) for meld in new if card in meld.cards)


def _in_an_opening(card: Card, hand: Cards, options: Options) -> Iterator[Use]:
    melds = _laid_with(card, hand, options, pure_run=True)
    opening = _opening(melds, options) if any(card in meld.cards for meld in melds) else None
    if opening and (opening.laid == DEALT or not options.all_at_once):
        yield opening


def opens_alone(hand: Iterable[Card], options: Options) -> Use | None:
    """The opening that a hand makes by itself, if it does."""
    best = best_layout([*hand], meld_rules(options), opening_value(options), pure_run=True)
    return _opening(best.melds, options) if best else None


def _opening(melds: tuple[Meld, ...], options: Options) -> Use | None:
    points = sum(meld.worth(opening_value(options)) for meld in melds)
    return Use(melds, points, sum(len(meld.cards) for meld in melds)) if points >= NEEDED else None


def _after_an_opening(card: Card, hand: Cards, table: Sequence[Cards], options: Options) -> Iterator[Use]:
    """Added once an opening from the hand stands; where that takes all of it, a card to throw is kept back."""
    for others in _additions(card, hand, table, options):
        rest = Counter(hand) - Counter(others)
        for kept in (Counter[Card](), *(Counter([one]) for one in rest)):
            opening = opens_alone((rest - kept).elements(), options)
            if opening is None and not kept:
                break
            if opening:
                use = replace(opening, laid=opening.laid + 1 + len(others), after_opening=True)
                yield use
                if left_after(use, hand) > 0:
                    return


def _laid_with(card: Card, hand: Cards, options: Options, *, pure_run: bool) -> tuple[Meld, ...]:
    worth = opening_value(options)

    def this_first(place: MeldPosition) -> int:
        return worth(place) + (MORE_THAN_ANY if place.card == card else 0)

    best = best_layout([*hand, card], meld_rules(options), this_first, pure_run=pure_run)
    return best.melds if best else ()


def _additions(card: Card, hand: Cards, table: Sequence[Cards], options: Options) -> Iterator[tuple[Card, ...]]:
    """The cards of the hand, or none, with which the discard can be added to what lies on the table."""
    for cards in table:
        meld = read_meld(cards, options)
        if isinstance(meld, Fault):
            continue
        for n in range(MOST_ADDED + 1):
            for others in sorted(set(combinations(sorted(hand), n))):
                if not isinstance(extend(meld, (card, *others), meld_rules(options)), Fault):
                    yield others


def left_after(use: Use, hand: Cards) -> int:
    """Cards in hand once the discard and what goes with it are laid."""
    return len(hand) + 1 - use.laid
