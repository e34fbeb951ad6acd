"""Melds and hands of Rami: the value of an opening, the reasons why cards are no meld, and the count of a hand.

In every turn a card is drawn and one discarded, so a player with melds has as many cards fewer than thirteen as were
laid. An opening takes at least five cards: a run of four counts at most 41, and two melds are six cards. All hands of
a deal must fit two packs and four jokers.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from companion.games.rami.options import FLAT, Options
from companion.rules import card_sums
from companion.rules.card_sums import Hand, Values, highest, lowest, packs_with, reach, values_of
from companion.rules.cards import FULL_PACK, JOKER, SUITS, Card, Cards, too_many
from companion.rules.entries import Player
from companion.rules.meld_solver import best_layout
from companion.rules.melds import Fault, Meld, MeldPosition, MeldRules, Value, read
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, illegal, refuse
from companion.rules.shared_facts import jokers_in_play
from companion.rules.tally import Part

DEALT = 13
PACKS = 2
JOKERS = 4
# an opening takes at least five cards (10 J Q K A is 51) and one card is discarded: of fourteen, eight remain
MOST_AFTER_LAYING = 8
LONGEST = 14  # a run from the low ace to the high ace


def meld_rules(options: Options) -> MeldRules:
    """Return the limits of a meld: jokers by the house rules, also in melds on the table, and two natural cards."""
    limit = options.jokers_per_meld
    return MeldRules(jokers=limit if isinstance(limit, int) else JOKERS, longest_run=LONGEST, jokers_extend=True)


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


# --- hands at the end of a deal


def not_that_many(card: Card) -> Say:
    if card.is_joker:
        return jokers_in_play(JOKERS)
    return say("There are not that many of {card} in the packs.", card=card)


def card_points(card: Card, options: Options) -> int:
    """Return the points of a card in hand (rami.score.hand)."""
    if card.is_joker:
        return options.joker_hand
    if card.rank == "A":
        return 11
    return 10 if card.rank in "TJQK" else int(card.rank)


def hand_points(cards: Iterable[Card], options: Options) -> int:
    return sum(card_points(card, options) for card in cards)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Return the cards by suit and in ascending order, jokers last."""
    order = [*FULL_PACK, JOKER]
    return sorted(cards, key=order.index)


def flat_clause(options: Options) -> str:
    """Return the clause by which a loser without melds gets 100."""
    variants = {"rami_sec_only": "rami.sec_only.score", "gin_rami": "rami.gin.score"}
    return variants.get(options.variant, "rami.score.no_meld")


def loser_parts(options: Options, laid: bool, left: int | Cards | None) -> tuple[Part, ...]:
    """Return what a deal costs a player who has not gone out, term by term.

    Args:
        options: the house rules.
        laid: whether the player has melds.
        left: the hand, as cards or points; required if it counts.
    """
    if not options.counts_hand(laid=laid) or left is None:
        return (Part(FLAT, say("Has no melds on the table"), flat_clause(options)),)
    counted = _unmatched(options, left) if options.variant == "gin_rami" else _hand_parts(options, left)
    points = sum(part.points for part in counted)
    if not options.all_at_once and not laid and options.no_meld == "max" and points < FLAT:
        sentence = say("No melds on the table: at least {flat} (hand: {n})", flat=FLAT, n=points)
        return (Part(FLAT, sentence, "rami.score.no_meld"),)
    return counted


def _hand_parts(options: Options, left: int | Cards) -> tuple[Part, ...]:
    if isinstance(left, int):
        return (Part(left, say("Left in hand"), "rami.score.hand"),)
    plain = in_order(card for card in left if not card.is_joker)
    jokers = len(left) - len(plain)
    parts = []
    if plain:
        parts.append(Part(hand_points(plain, options), say("Left in hand: {cards}", cards=plain), "rami.score.hand"))
    if jokers:
        parts.append(Part(jokers * options.joker_hand, say("Jokers in hand: {n}", n=jokers), "rami.score.joker"))
    return tuple(parts)


def _unmatched(options: Options, left: int | Cards) -> tuple[Part, ...]:
    """Return the points of a hand arranged so that the cards outside melds count least (rami.gin.score)."""
    if isinstance(left, int):
        return (Part(left, say("Not in melds"), "rami.gin.score"),)
    best = best_layout(left, meld_rules(options), lambda place: card_points(place.card, options))
    assert best
    melds = [Part(0, say("In melds: {cards}", cards=meld.cards), "rami.gin.score") for meld in best.melds]
    loose = Counter(left) - Counter(card for meld in best.melds for card in meld.cards)
    cards = in_order(loose.elements())
    sentence = say("Not in melds: {cards}", cards=cards) if cards else say("Not in melds: nothing")
    return (*melds, Part(hand_points(cards, options), sentence, "rami.gin.score"))


def number_of(options: Options, *, laid: bool) -> tuple[int, int]:
    """Return the fewest and the most cards of a hand. For a hand that does not count, any number is accepted."""
    if not options.counts_hand(laid=laid) or (laid and options.all_at_once):
        return 1, DEALT
    return (1, MOST_AFTER_LAYING) if laid else (DEALT, DEALT)


@lru_cache(maxsize=64)  # used for every deal of a long match
def in_hands(options: Options) -> Values:
    """Return the points of all cards in play as they count in hand."""
    return values_of((*FULL_PACK * PACKS, *[JOKER] * JOKERS), lambda card: card_points(card, options))


@lru_cache(maxsize=64)
def possible_points(options: Options, *, laid: bool) -> int:
    """Return the points that a hand can have at the end of a deal, as a bit set: bit n for n points."""
    if options.variant == "gin_rami":
        return _loose(options)
    return reach(in_hands(options), *number_of(options, laid=laid))


def _loose(options: Options) -> int:
    """Return the points that cards outside melds can have, as a bit set: at most two suits, or one with a joker."""
    bits = 0
    for jokers in range(JOKERS + 1):
        suits = SUITS[: 1 if jokers else 2]
        cards = (card for card in FULL_PACK if card.suit in suits)
        values = values_of((*cards,) * PACKS, lambda card: card_points(card, options))
        bits |= reach(values, 0, DEALT - jokers) << jokers * options.joker_hand
    return bits


def wrong_copies(left: Mapping[Player, int | Cards]) -> Ruling | None:
    """Refuse more copies of a card in all hands than two packs and four jokers have."""
    seen: tuple[Card, ...] = ()
    for player, held in left.items():
        seen += held if isinstance(held, Cards) else ()
        if card := too_many(seen, PACKS, JOKERS):
            return refuse("rami.copies", not_that_many(card), "rami.pack", player=player)
    return None


def wrong_number(options: Options, n: int, *, laid: bool) -> tuple[str, str] | None:
    """Return why a hand that counts cannot have n cards, or None.

    In gin-rami only the cards outside melds are entered.

    Args:
        options: the house rules.
        n: the number of cards in hand.
        laid: whether the player has melds.

    Returns:
        The reason, `dealt` or `laid`, and the clause.
    """
    if options.variant == "gin_rami" or not options.counts_hand(laid=laid):
        return None
    fewest, most = number_of(options, laid=laid)
    if n > most and laid:
        return "laid", "rami.open.points"
    return ("dealt", "rami.deal.cards") if n < fewest and not laid else None


def wrong_points(options: Options, left: int, player: Player, *, laid: bool) -> Ruling | None:
    """Refuse points that no hand can have."""
    possible = possible_points(options, laid=laid)
    if left >= 0 and possible >> left & 1:
        return None
    least, most = lowest(possible), highest(possible)
    if least < left < most:
        sentence = say("{player} cannot have {n} left: no cards add up to that.", player=player, n=left)
        return refuse("rami.left_value", sentence, "rami.score.hand", player=player)
    code = "rami.left_too_low" if left < least else "rami.left_too_high"
    facts = {"player": player, "n": left, "least": least, "most": most}
    sentence = say("{player} cannot have {n} left: {least} to {most} are possible.", **facts)
    return refuse(code, sentence, "rami.score.hand", player=player)


def wrong_together(options: Options, left: Mapping[Player, int | Cards], laid: tuple[Player, ...]) -> Ruling | None:
    """Refuse hands that are impossible together, in view of the cards that were entered."""
    points_of = {p: n for p, n in left.items() if isinstance(n, int) and n and options.counts_hand(laid=p in laid)}
    written = [card for held in left.values() if isinstance(held, Cards) for card in held]
    if not points_of or len(points_of) + bool(written) < 2:
        return None
    values = card_sums.without(in_hands(options), written, lambda card: card_points(card, options))
    hands = {p: Hand(n, *number_of(options, laid=p in laid)) for p, n in points_of.items()}
    heap = packs_with(PACKS, JOKERS, some_written=bool(written))
    return card_sums.wrong_together(values, hands, heap, options.joker_hand, ("rami.left_together", "rami.pack"))
