"""Rule on one combination of Rami: its validity, cards added to it, and its joker taken."""

from dataclasses import dataclass

from companion.games.rami.melds import (
    ALL_JOKERS,
    FAULTS,
    clauses_of,
    full_run,
    illegal_meld,
    laying_clause,
    meld_rules,
    opening_value,
    read_meld,
    value_clauses,
)
from companion.games.rami.options import Options
from companion.rules.cards import Card, Cards, too_many
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.melds import Fault, Meld, as_laid, extend, take_joker
from companion.rules.messages import N_, say
from companion.rules.rulings import Ruling, illegal, impossible, legal
from companion.rules.shared_facts import jokers_in_play

DEFAULTS = Options()
COPIES = 4  # of one card, unless the packs are named: what is given is judged, right or wrong
KINDS = {"run": say("a run"), "set": say("a set")}


@dataclass(frozen=True)
class MeldFacts:
    cards: Cards = needed(N_("The cards, in the order laid down"), N_("Choose the cards."))
    packs: int = fact(N_("Packs in play"), COPIES)
    options: Options = DEFAULTS


@dataclass(frozen=True)
class LayOffFacts:
    """Cards added to a combination on the table. `same_turn`: the player has only just made the opening."""

    meld: Cards = needed(N_("On the table"), N_("Choose what is on the table."))
    cards: Cards = needed(N_("Cards added"), N_("Choose the cards that are added."))
    opened: bool = deciding(N_("The player has opened"))
    same_turn: bool = circumstance(N_("in this same turn"))
    packs: int = fact(N_("Packs in play"), COPIES)
    options: Options = DEFAULTS


@dataclass(frozen=True)
class TakeJokerFacts:
    """A card laid in the place of a joker. `keeps`: the joker is still in hand at the end of the turn."""

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
    """Rule whether the cards are a combination, what it counts in an opening, and what its jokers stand for."""
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
    """Rule whether cards may be added to a combination, one's own or another's, and what it then is."""
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
)
def take(facts: TakeJokerFacts) -> Ruling:
    """Rule whether a joker may be taken from the table for the card that it replaces."""
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
    """Refuse a card more often than the packs hold it, or than anybody would write it where no packs are named."""
    card = too_many(cards, packs, ALL_JOKERS)
    if card is None:
        return None
    sentence = jokers_in_play(ALL_JOKERS) if card.is_joker else say("There are not that many of {card}.", card=card)
    return impossible("facts.copies", sentence)
