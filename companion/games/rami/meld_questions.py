"""Questions about melds of Rami: their validity, cards added to them, a joker taken, and openings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.games.rami.melds import (
    DEALT,
    FAULTS,
    JOKERS,
    PACKS,
    clauses_of,
    full_run,
    illegal_meld,
    laying_clause,
    meld_rules,
    not_that_many,
    opening_value,
    read_meld,
    value_clauses,
)
from companion.games.rami.options import Options
from companion.rules.cards import Card, Cards, too_many
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.meld_solver import Layout, best_layout
from companion.rules.melds import Fault, Meld, MeldPosition, as_laid, extend, read_all, take_joker
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import Ruling, answer, illegal, impossible, legal
from companion.rules.shared_facts import jokers_in_play

DEFAULTS = Options()
NEEDED = 51
OPENING_POINTS = range(1, 155)  # thirteen cards count at most 154
IN_TURN = DEALT + 1  # cards in hand between draw and discard
HANDS = range(DEALT, DEALT + 3)
MORE_THAN_ANY = 1000  # more points than any card has, so that as many cards as possible are laid
COPIES = 4  # assumed copies of a card if the number of packs is not given
KINDS = {"run": say("a run"), "set": say("a set")}


@dataclass(frozen=True)
class MeldFacts:
    cards: Cards = needed(N_("The cards, in the order laid down"), N_("Choose the cards."))
    packs: int = fact(N_("Packs in play"), COPIES)
    options: Options = DEFAULTS


@dataclass(frozen=True)
class LayOffFacts:
    """Cards added to a meld on the table. `same_turn`: it is the turn in which the player has opened."""

    meld: Cards = needed(N_("On the table"), N_("Choose what is on the table."))
    cards: Cards = needed(N_("Cards added"), N_("Choose the cards that are added."))
    opened: bool = deciding(N_("The player has opened"))
    same_turn: bool = circumstance(N_("in this same turn"))
    packs: int = fact(N_("Packs in play"), COPIES)
    options: Options = DEFAULTS


@dataclass(frozen=True)
class TakeJokerFacts:
    """A card that replaces a joker on the table. `keeps`: the joker is still in hand at the end of the turn."""

    meld: Cards = needed(N_("On the table, in the order laid down"), N_("Choose what is on the table."))
    card: Card = needed(
        N_("The card that takes the joker’s place"), N_("Choose the card that takes the joker’s place.")
    )
    opened: bool = deciding(N_("The player has opened"))
    keeps: bool = circumstance(N_("The joker is still in hand at the end of the turn"))
    packs: int = fact(N_("Packs in play"), COPIES)
    options: Options = DEFAULTS


@question(N_("Is this a meld?"), "rami.meld.kinds", moment="meld")
def meld(facts: MeldFacts) -> Ruling:
    """Answer whether the cards are a meld, what it counts in an opening, and what its jokers replace."""
    if wrong := impossible_copies(facts.cards, facts.packs):
        return wrong
    combination = read_meld(facts.cards, facts.options)
    if isinstance(combination, Fault):
        return illegal_meld(facts.cards, combination)
    value = combination.worth(opening_value(facts.options))
    sentence = say(
        "{cards} is {kind}. In an opening it counts {n}.", cards=facts.cards, kind=KINDS[combination.kind], n=value
    )
    return legal(
        sentence,
        *clauses_of(combination),
        *value_clauses([combination]),
        kind=combination.kind,
        value=value,
        stands_for=list(as_laid(combination, facts.cards).stands_for),
    )


@question(N_("May these cards be added?"), "rami.lay.complete", rules=("layoff_same_turn",), moment="meld")
def lay_off(facts: LayOffFacts) -> Ruling:
    """Answer whether cards may be added to any meld on the table, and what it becomes."""
    if not facts.cards:
        return impossible("facts.cards", say("Enter the cards that are added."))
    if wrong := impossible_copies((*facts.meld, *facts.cards), facts.packs) or _not_yet(facts):
        return wrong
    table = read_meld(facts.meld, facts.options)
    if isinstance(table, Fault):
        return illegal_meld(facts.meld, table)
    longer = extend(table, facts.cards, meld_rules(facts.options))
    if isinstance(longer, Fault):
        reason, clause = FAULTS[longer]
        sentence = say("You cannot add {cards} to {meld}. {reason}", cards=facts.cards, meld=facts.meld, reason=reason)
        return illegal(sentence, "rami.lay.complete", clause)
    value = opening_value(facts.options)
    added = longer.worth(value) - table.worth(value)
    sentence = say("You may add {cards}. The meld is then {meld}.", cards=facts.cards, meld=longer.cards)
    same_turn = ("rami.lay.same_turn",) if facts.same_turn else ()
    clauses = ("rami.lay.complete", *same_turn, *clauses_of(longer), *full_run([longer]))
    return legal(sentence, *clauses, meld=list(longer.cards), value=added)


def _not_yet(facts: LayOffFacts) -> Ruling | None:
    if facts.options.all_at_once:
        sentence = say("In this variant, nothing is added: all cards are laid down at once.")
        return illegal(sentence, laying_clause(facts.options))
    if not facts.opened:
        return illegal(say("Only a player who has opened may add to melds."), "rami.lay.complete")
    if facts.same_turn and not facts.options.layoff_same_turn:
        sentence = say("At this table, cards cannot be added in the turn of the opening. Wait for the next turn.")
        return illegal(sentence, "rami.lay.same_turn")
    return None


@question(
    N_("May this joker be taken?"),
    "rami.joker.take",
    rules=("joker_keep", "joker_from_full_set"),
    moment="meld",
    only={"variant": "classic"},
    instead=({"opened": False}, "yet", {"wants": "joker", "when": "after_draw", "opened": "no"}),
)
def take(facts: TakeJokerFacts) -> Ruling:
    """Answer whether a joker may be taken from the table for the card that it replaces."""
    if wrong := impossible_copies((*facts.meld, facts.card), facts.packs) or _may_not_take(facts):
        return wrong
    table = read_meld(facts.meld, facts.options)
    if isinstance(table, Fault):
        return illegal_meld(facts.meld, table)
    swapped = take_joker(table, facts.card)
    if isinstance(swapped, Fault):
        return _refused(facts, table, swapped)
    full_set = table.kind == "set"
    if full_set and not facts.options.joker_from_full_set:
        return illegal(say("At this table a joker stays in its set of four."), "rami.joker.full_set")
    if facts.keeps and facts.options.joker_keep == "must_play":
        sentence = say("A joker taken from the table goes into a new meld in the same turn.")
        return illegal(sentence, "rami.joker.use")
    sentence = say("{card} takes the joker’s place. You get the joker, for a new meld.", card=facts.card)
    set_of_four = ("rami.joker.full_set",) if full_set else ()
    kept = ("rami.joker.use",) if facts.keeps else ()
    return legal(sentence, "rami.joker.take", *set_of_four, *kept, meld=list(swapped.cards))


def _may_not_take(facts: TakeJokerFacts) -> Ruling | None:
    if facts.options.all_at_once:
        sentence = say("In this variant there are no melds on the table to take from.")
        return illegal(sentence, laying_clause(facts.options))
    if not facts.opened:
        return illegal(say("Only a player who has opened may take a joker."), "rami.joker.opened")
    return None


def _refused(facts: TakeJokerFacts, table: Meld, fault: Fault) -> Ruling:
    if fault == Fault.NO_JOKER:
        return illegal(say("There is no joker in {meld}.", meld=facts.meld), "rami.joker.take")
    if fault == Fault.UNSURE:
        sentence = say("The joker in {meld} could replace more than one card, so it cannot be taken.", meld=facts.meld)
        return illegal(sentence, "rami.joker.set")
    stands_for = [card for card in table.stands_for if card]
    if not stands_for:
        return illegal(say("{card} is not the card that the joker replaces.", card=facts.card), "rami.joker.take")
    sentence = say("The joker replaces {cards}, not {card}.", cards=stands_for, card=facts.card)
    return illegal(sentence, "rami.joker.take")


def impossible_copies(cards: tuple[Card, ...], packs: int) -> Ruling | None:
    """Refuse a card that occurs more often than the packs have it."""
    card = too_many(cards, packs, JOKERS)
    if card is None:
        return None
    sentence = jokers_in_play(JOKERS) if card.is_joker else say("There are not that many of {card}.", card=card)
    return impossible("facts.copies", sentence)


@dataclass(frozen=True)
class OpeningFacts:
    """Melds laid by a player for the first time, all at once. `first`: nobody at the table has laid before.

    `to_beat`: the points of the last opening at the table, or None. `points`, `pure_run` and `at_once` instead of the
    melds, if nobody knows their cards any more.
    """

    melds: tuple[Cards, ...] | None = needed(N_("The melds laid down"), N_("Choose the melds."), unless="points")
    first: bool = deciding(N_("Nobody has laid down melds before"))
    to_beat: int | None = circumstance(N_("Points of the opening before"), None, values=OPENING_POINTS)
    points: int | None = needed(N_("Points laid down"), values=OPENING_POINTS, unless="melds")
    pure_run: bool = deciding(N_("One of them is a run without a joker"))
    at_once: bool = circumstance(N_("Thirteen cards were laid down in this one turn"))
    options: Options = DEFAULTS

    @property
    def more_than(self) -> int | None:
        """Return the points that an opening must exceed (rami.open.progressive), or None."""
        return self.to_beat if self.options.progressive and not self.options.all_at_once else None


@dataclass(frozen=True)
class BestFacts:
    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."))
    options: Options = DEFAULTS


@question(N_("Is this enough to open?"), "rami.open.points", rules=("rami_sec_exempt", "progressive"), moment="meld")
def opening(facts: OpeningFacts) -> Ruling:
    """Answer whether these melds are an opening: with a pure run, and 51 points in all."""
    if facts.first and facts.to_beat is not None:
        return impossible("facts.to_beat", say("Nobody has laid down melds before, so this is the first opening."))
    if facts.melds is None:
        return _judged(facts, DEALT if facts.at_once else 0, facts.points or 0, facts.pure_run)
    cards = [card for meld in facts.melds for card in meld]
    if not cards:
        return impossible("facts.melds", say("Enter the melds that are laid down."))
    melds = read_all(facts.melds, meld_rules(facts.options))
    if isinstance(melds[-1], Fault):
        return illegal_meld(facts.melds[melds[0]], melds[1])
    points = sum(meld.worth(opening_value(facts.options)) for meld in melds)
    laid = sum(len(meld.places) for meld in melds)
    pure = any(meld.is_pure_run for meld in melds)
    return impossible_cards(cards, IN_TURN) or _judged(facts, laid, points, pure, value_clauses(melds)[1:])


def _judged(facts: OpeningFacts, laid: int, points: int, pure: bool, values: Sequence[str] = ()) -> Ruling:
    """Judge an opening by the number of its cards, their points, and whether it has a run without a joker."""
    options = facts.options
    result: dict[str, object] = {"points": points, **({} if facts.melds is None else {"pure_run": pure})}
    if laid > DEALT:
        return illegal(say("Nothing would be left to discard."), "rami.turn.discard", **result)
    if options.all_at_once and laid < DEALT:
        sentence = say("In this variant, thirteen cards are laid down at once, or none.")
        return illegal(sentence, laying_clause(options), **result)
    failed = (() if pure else ("rami.open.run",)) + (() if points >= NEEDED else ("rami.open.points",))
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
    """Answer with the highest opening of a hand. It ignores that a card must remain for the discard."""
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
    """Yield the best opening for each way of opening that the house rules allow."""
    if not options.all_at_once:
        best = best_layout(hand, meld_rules(options), opening_value(options), pure_run=True)
        yield best if best and best.points >= NEEDED else None
    if options.all_at_once or options.rami_sec_exempt:
        for thirteen in set(combinations(sorted(hand), DEALT)):
            yield _all_of(thirteen, options)


def _all_of(hand: Sequence[Card], options: Options) -> Layout | None:
    """Return the best layout that uses all cards of a hand of thirteen."""
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
    """Refuse cards that no player can hold together."""
    if card := too_many(cards, PACKS, JOKERS):
        return impossible("facts.copies", not_that_many(card))
    if len(cards) > most:
        return impossible("facts.cards", say("{n} cards are too many: at most {most}.", n=len(cards), most=most))
    return None
