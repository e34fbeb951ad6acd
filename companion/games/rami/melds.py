"""Melds of Rami: their value in an opening, and the reasons why cards are no meld."""

from collections.abc import Sequence

from companion.games.rami.options import Options
from companion.rules.cards import Card
from companion.rules.melds import Fault, Meld, MeldPosition, MeldRules, Value, read
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, illegal

ALL_JOKERS = 4
LONGEST = 14  # a run from the low ace to the high ace


def meld_rules(options: Options) -> MeldRules:
    """Return the limits of a meld: jokers by the house rules, also in melds on the table, and two natural cards."""
    limit = options.jokers_per_meld
    return MeldRules(jokers=limit if isinstance(limit, int) else ALL_JOKERS, longest_run=LONGEST, jokers_extend=True)


def opening_value(options: Options) -> Value:
    """Return the points of a card towards the 51: an ace 11 after the king and 1 before the two (rami.open.values)."""

    def value(place: MeldPosition) -> int:
        if place.card.is_joker and options.joker_opening_value == 0:
            return 0
        if place.rank == "A":
            high = options.ace_in_set if place.kind == "set" else 11
            return 1 if place.low else high
        return 10 if place.rank in "TJQK" else int(place.rank)

    return value


def read_meld(cards: Sequence[Card], options: Options) -> Meld | Fault:
    """Return the meld of these cards, in the order laid, or the reason why they are none."""
    return read(cards, meld_rules(options))


def clauses_of(meld: Meld) -> tuple[str, ...]:
    """Return the clauses that make a meld valid and determine its value."""
    clauses = ["rami.meld.set" if meld.kind == "set" else "rami.meld.run"]
    aces = any(place.rank == "A" for place in meld.places)
    if aces and meld.kind == "run":
        clauses.append("rami.meld.ace")
    if meld.jokers:
        clauses.append("rami.meld.joker")
    if meld.jokers > 1:
        clauses.append("rami.meld.jokers")
    return tuple(clauses)


def value_clauses(melds: Sequence[Meld]) -> tuple[str, ...]:
    """Return the clauses that determine the value of these melds."""
    clauses = ["rami.open.values"]
    if any(meld.jokers for meld in melds):
        clauses.append("rami.open.joker")
    if any(meld.kind == "set" and meld.places[0].rank == "A" for meld in melds):
        clauses.append("rami.open.ace_set")
    return (*clauses, *full_run(melds))


def full_run(melds: Sequence[Meld]) -> tuple[str, ...]:
    """Return the clause about a run with both aces, if there is one; it rests on our own reading of the rules."""
    return ("rami.meld.longest",) if any(len(meld.places) == LONGEST for meld in melds) else ()


def laying_clause(options: Options) -> str:
    """Return the clause of the variant in which all cards are laid at once."""
    return "rami.gin.lay" if options.variant == "gin_rami" else "rami.sec_only.lay"


FAULTS: dict[Fault, tuple[Say, str]] = {
    Fault.TOO_FEW: (say("A meld needs at least three cards."), "rami.meld.kinds"),
    Fault.MIXED: (say("These cards are neither of one suit nor of one rank."), "rami.meld.kinds"),
    Fault.JOKERS: (say("At this table, a meld may not have that many jokers."), "rami.meld.jokers"),
    Fault.NATURALS: (say("A meld needs at least two natural cards."), "rami.meld.jokers"),
    Fault.GAP: (say("The cards do not follow each other in one suit."), "rami.meld.run"),
    Fault.WRAP: (say("An ace comes after the king or before the two. A run cannot go on past it."), "rami.meld.ace"),
    Fault.TOO_LONG: (say("A run can go from the low ace to the high ace, no further."), "rami.meld.longest"),
    Fault.SUIT_TWICE: (say("All suits in a set must differ."), "rami.meld.set"),
    Fault.FULL: (say("A set has at most four cards."), "rami.meld.set"),
    Fault.IDENTITY: (say("All suits in a set must differ."), "rami.meld.set"),
}


def illegal_meld(cards: Sequence[Card], fault: Fault) -> Ruling:
    reason, clause = FAULTS[fault]
    return illegal(say("Not a meld: {cards}. {reason}", cards=cards, reason=reason), clause)
