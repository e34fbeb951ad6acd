"""The values of cards of Ramino on the table and in hand, and the reasons why cards are no meld."""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from companion.games.ramino.options import Options
from companion.rules.cards import FULL_PACK, JOKER, Card
from companion.rules.melds import Fault, Kind, Meld, MeldPosition
from companion.rules.messages import Say, say, say_n

KINDS: Mapping[Kind, str] = {"run": "ramino.meld.run", "set": "ramino.meld.set", "identity": "ramino.meld.identity"}
IDENTITY = 10  # points that each card of an identity counts more
LOW_ACE = {"simplified": 5, "traditional": 1}
HIGH_ACE = {"simplified": 15, "traditional": 11}


def on_table(options: Options) -> Callable[[MeldPosition], int]:
    """Return a function from a position to its points. A joker counts as its card (ramino.value.joker)."""

    def value(place: MeldPosition) -> int:
        if place.rank == "A":
            points = (LOW_ACE if place.low else HIGH_ACE)[options.value_table]
        else:
            points = _pips(place.rank, options)
        return points + (IDENTITY if place.kind == "identity" else 0)

    return value


def in_hand(card: Card, options: Options) -> int:
    """Return the points of a card left in hand (ramino.value.hand)."""
    if card.is_joker:
        return options.joker_in_hand
    return options.hand_ace if card.rank == "A" else _pips(card.rank, options)


def _pips(rank: str, options: Options) -> int:
    if rank in "TJQK":
        return 10
    return 5 if options.value_table == "simplified" else int(rank)


def clauses_of(meld: Meld) -> tuple[str, ...]:
    """Return the clauses that make a meld valid and determine its value."""
    clauses = [KINDS[meld.kind]]
    if meld.kind == "run" and "A" in {place.rank for place in meld.places}:
        clauses.append("ramino.meld.ace")
    clauses.append("ramino.value.identity" if meld.kind == "identity" else "ramino.value.card")
    if meld.jokers:
        clauses += ["ramino.joker.place", "ramino.value.joker"] if meld.kind == "run" else ["ramino.value.joker"]
    return tuple(clauses)


REASONS: Mapping[Fault, tuple[Say, str]] = {  # without too many jokers, whose number is a house rule
    Fault.TOO_FEW: (say("A meld has at least three cards."), "ramino.meld.kinds"),
    Fault.NATURALS: (say("A meld needs at least two cards that are not jokers."), "ramino.joker.count"),
    Fault.MIXED: (say("These cards have neither one suit, as a run, nor one rank, as a group."), "ramino.meld.kinds"),
    Fault.GAP: (say("The cards do not follow each other in the order laid down."), "ramino.meld.run"),
    Fault.WRAP: (
        say("An ace comes after the king or before the two. A run cannot go on past it."),
        "ramino.meld.ace",
    ),
    Fault.TOO_LONG: (say("A run has at most thirteen cards."), "ramino.meld.longest"),
    Fault.SUIT_TWICE: (say("A group holds each suit once."), "ramino.meld.set"),
    Fault.FULL: (say("Four cards close a group: nothing more fits."), "ramino.meld.closed"),
    Fault.IDENTITY: (
        say("Copies of the same card are a meld only if the table plays identities."),
        "ramino.meld.identity",
    ),
    Fault.IDENTITY_SIZE: (
        say("An identity has at most four cards, and at most one of them is a joker."),
        "ramino.meld.identity_size",
    ),
    Fault.JOKER_EXTENDS: (
        say("A joker fills a gap in a new meld. It never completes a meld that is already on the table."),
        "ramino.joker.extend",
    ),
    Fault.NO_JOKER: (say("There is no joker in this meld."), "ramino.joker.take"),
    Fault.UNSURE: (
        say("It is not certain which card this joker replaces, so nobody can take it."),
        "ramino.joker.certain",
    ),
    Fault.OTHER_CARD: (say("The joker does not replace this card."), "ramino.joker.take"),
}


def why_no_meld(cards: Iterable[Card], fault: Fault, options: Options) -> tuple[Say, str]:
    """Return why these cards are no meld, and the clause. The sentence names the cards, if there are any."""
    named, n = tuple(cards), options.jokers_per_meld
    most = say_n("A new meld has at most {n} joker.", "A new meld has at most {n} jokers.", n)
    reason, clause = (most, "ramino.joker.count") if fault is Fault.JOKERS else REASONS[fault]
    return (say("{cards}: {reason}", cards=named, reason=reason) if named else reason), clause


def highest_on_table(card: Card, options: Options) -> int:
    """Return the most points that a card can have in any meld."""
    ace = HIGH_ACE[options.value_table]
    points = ace if card.is_joker or card.rank == "A" else _pips(card.rank, options)
    return points + (IDENTITY if options.identities else 0)


@lru_cache(maxsize=64)  # used for every deal of a long match
def high_on_table(options: Options, packs: int) -> tuple[int, ...]:
    """Return the most points that each card in play can have in a meld, highest first."""
    cards = (*FULL_PACK, *[JOKER] * options.jokers_per_pack)
    return tuple(sorted((highest_on_table(card, options) for card in cards for _ in range(packs)), reverse=True))


@lru_cache(maxsize=64)
def low_on_table(options: Options, packs: int) -> tuple[int, ...]:
    """Return the fewest points that each natural card in play can have in a meld, lowest first.

    A joker never lowers this: as an ace before the two it is beside a two and a three, and the three together count at
    least as much as three twos.
    """
    low = LOW_ACE[options.value_table]
    return tuple(sorted(low if card.rank == "A" else _pips(card.rank, options) for card in FULL_PACK * packs))
