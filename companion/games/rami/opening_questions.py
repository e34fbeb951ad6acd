"""Rule on an opening of Rami: whether it is enough, and the best that a hand holds."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.games.rami.hand import DEALT, JOKERS, PACKS, not_that_many
from companion.games.rami.melds import illegal_meld, laying_clause, meld_rules, opening_value, value_clauses
from companion.games.rami.options import Options
from companion.rules.cards import Card, Cards, too_many
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import question
from companion.rules.meld_solver import Layout, best_layout
from companion.rules.melds import Fault, Meld, MeldPosition, read_all
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import Ruling, answer, illegal, impossible, legal

DEFAULTS = Options()
NEEDED = 51
OPENING_POINTS = range(1, 155)  # thirteen cards count 154 at most
IN_TURN = DEALT + 1  # cards in hand between drawing and discarding
HANDS = range(DEALT, DEALT + 3)
MORE_THAN_ANY = 1000  # points that no card can count: to lay as many cards as possible first


@dataclass(frozen=True)
class OpeningFacts:
    """Combinations laid for the first time, all at once. `first`: nobody at the table has laid before.

    `to_beat`: the points of the last opening at the table; None while there is none.
    """

    melds: tuple[Cards, ...] = needed(N_("The melds laid down"), N_("Choose the melds."))
    first: bool = deciding(N_("Nobody has laid down melds before"))
    to_beat: int | None = circumstance(N_("Points of the opening before"), None, values=OPENING_POINTS)
    options: Options = DEFAULTS

    @property
    def more_than(self) -> int | None:
        """Return the points that an opening must exceed (rami.open.progressive); None where 51 alone are asked."""
        return self.to_beat if self.options.progressive and not self.options.all_at_once else None


@dataclass(frozen=True)
class BestFacts:
    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."))
    options: Options = DEFAULTS


@question(N_("Is this enough to open?"), "rami.open.points", rules=("rami_sec_exempt", "progressive"), moment="meld")
def opening(facts: OpeningFacts) -> Ruling:
    """Rule whether these combinations may be laid as a player's first: a pure run, and 51 points in all."""
    cards = [card for meld in facts.melds for card in meld]
    if not cards:
        return impossible("facts.melds", say("Enter the melds that are laid down."))
    if facts.first and facts.to_beat is not None:
        return impossible("facts.to_beat", say("Nobody has laid down melds before, so this is the first opening."))
    melds = read_all(facts.melds, meld_rules(facts.options))
    if isinstance(melds[-1], Fault):
        return illegal_meld(facts.melds[melds[0]], melds[1])
    return impossible_cards(cards, IN_TURN) or _judged(melds, facts)


def _judged(melds: tuple[Meld, ...], facts: OpeningFacts) -> Ruling:
    options = facts.options
    laid = sum(len(meld.places) for meld in melds)
    points = sum(meld.worth(opening_value(options)) for meld in melds)
    pure = any(meld.is_pure_run for meld in melds)
    result: dict[str, object] = {"points": points, "pure_run": pure}
    if laid > DEALT:
        return illegal(say("Nothing would be left to discard."), "rami.turn.discard", **result)
    if options.all_at_once and laid < DEALT:
        sentence = say("In this variant, thirteen cards are laid down at once, or none.")
        return illegal(sentence, laying_clause(options), **result)
    failed = (() if pure else ("rami.open.run",)) + (() if points >= NEEDED else ("rami.open.points",))
    values = value_clauses(melds)[1:]
    before = facts.more_than
    rising = () if before is None else ("rami.open.progressive",)
    if before is not None and NEEDED <= points <= before:
        sentence = say(
            "The opening has {n} points. It needs more than the last one, which had {before}.", n=points, before=before
        )
        return illegal(sentence, *failed, *rising, *values, **result)
    if not failed:
        sentence = say("This is an opening: {n} points, with a run without a joker.", n=points)
        return legal(sentence, "rami.open.run", "rami.open.points", *rising, *values, **result)
    if laid == DEALT and options.rami_sec_exempt and (facts.first or options.all_at_once):
        return legal(say("This is a rami sec. At this table nothing more is needed."), "rami.sec.conditions", **result)
    return illegal(_reason(points, pure), *failed, *(values if points < NEEDED else ()), **result)


def _reason(points: int, pure: bool) -> Say:
    if pure:
        return say("The opening has {n} points. It needs {needed}.", n=points, needed=NEEDED)
    if points >= NEEDED:
        return say("The opening has {n} points but no run without a joker.", n=points)
    return say("The opening has {n} of {needed} points and no run without a joker.", n=points, needed=NEEDED)


@question(
    N_("What is the best opening?"),
    "rami.open.points",
    decides=("possible",),
    short=N_("The best opening of a hand"),
    moment="meld",
)
def best_opening(facts: BestFacts) -> Ruling:
    """Rule on the highest total of an opening that the hand allows; that a card must be discarded is not considered."""
    if len(facts.hand) not in HANDS:
        sentence = say(
            "A hand has {low} to {high} cards here, not {n}.", low=HANDS[0], high=HANDS[-1], n=len(facts.hand)
        )
        return impossible("facts.hand", sentence)
    if wrong := impossible_cards(facts.hand, HANDS[-1]):
        return wrong
    layouts = [layout for layout in _allowed(facts.hand, facts.options) if layout]
    best = max(layouts, key=lambda layout: layout.points, default=None)
    if best is None:
        sentence = say("Not an opening: it needs {needed} points and a run without a joker.", needed=NEEDED)
        return answer(sentence, *_conditions(facts.options), possible=False, points=0, melds=[])
    return answer(
        say("The best opening counts {n}.", n=best.points),
        *_conditions(facts.options),
        *value_clauses(best.melds)[1:],
        possible=True,
        points=best.points,
        melds=[list(meld.cards) for meld in best.melds],
    )


def _conditions(options: Options) -> tuple[str, ...]:
    variant = (laying_clause(options),) if options.all_at_once else ()
    exempt = ("rami.sec.conditions",) if options.rami_sec_exempt else ()
    return ("rami.open.run", "rami.open.points", *variant, *exempt)


def _allowed(hand: Sequence[Card], options: Options) -> Iterator[Layout | None]:
    """Yield the best opening of each way in which this table lets a player open."""
    if not options.all_at_once:
        best = best_layout(hand, meld_rules(options), opening_value(options), pure_run=True)
        yield best if best and best.points >= NEEDED else None
    if options.all_at_once or options.rami_sec_exempt:
        for thirteen in set(combinations(sorted(hand), DEALT)):
            yield _all_of(thirteen, options)


def _all_of(hand: Sequence[Card], options: Options) -> Layout | None:
    """Return the best way of laying every card of a hand of thirteen."""
    value = opening_value(options)

    def card_first(place: MeldPosition) -> int:
        return MORE_THAN_ANY + value(place)

    exempt = options.rami_sec_exempt
    best = best_layout(hand, meld_rules(options), card_first, pure_run=not exempt)
    if best is None or sum(len(meld.places) for meld in best.melds) < DEALT:
        return None
    points = best.points - MORE_THAN_ANY * DEALT
    return Layout(points, best.melds) if exempt or points >= NEEDED else None


def impossible_cards(cards: Sequence[Card], most: int) -> Ruling | None:
    """Refuse cards that no player can hold at once."""
    if card := too_many(cards, PACKS, JOKERS):
        return impossible("facts.copies", not_that_many(card))
    if len(cards) > most:
        return impossible("facts.cards", say("{n} cards are too many: at most {most}.", n=len(cards), most=most))
    return None
