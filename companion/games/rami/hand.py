"""What a hand counts at the end of a deal."""

from collections import Counter
from collections.abc import Iterable

from companion.games.rami.melds import meld_rules
from companion.games.rami.options import FLAT, Options
from companion.rules.cards import FULL_PACK, JOKER, Card, Cards
from companion.rules.meld_solver import best_layout
from companion.rules.messages import Say, say
from companion.rules.shared_facts import jokers_in_play
from companion.rules.tally import Part

DEALT = 13
PACKS = 2
JOKERS = 4
# An opening takes five cards at least (10 J Q K A is 51) and a card is discarded: of fourteen, eight remain.
MOST_AFTER_LAYING = 8


def not_that_many(card: Card) -> Say:
    """What is said of a card that is there more often than the packs hold it."""
    if card.is_joker:
        return jokers_in_play(JOKERS)
    return say("There are not that many of {card} in the packs.", card=card)


def card_points(card: Card, options: Options) -> int:
    """An ace 11, court cards 10, a joker what the table says, the others their face (rami.score.hand)."""
    if card.is_joker:
        return options.joker_hand
    if card.rank == "A":
        return 11
    return 10 if card.rank in "TJQK" else int(card.rank)


def hand_points(cards: Iterable[Card], options: Options) -> int:
    return sum(card_points(card, options) for card in cards)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """As one holds them: by suit and from the lowest up, jokers at the end."""
    order = [*FULL_PACK, JOKER]
    return sorted(cards, key=order.index)


def flat_clause(options: Options) -> str:
    """The clause under which a loser who has laid nothing gets 100."""
    variants = {"rami_sec_only": "rami.sec_only.score", "gin_rami": "rami.gin.score"}
    return variants.get(options.variant, "rami.score.no_meld")


def loser_parts(options: Options, laid: bool, left: int | Cards | None) -> tuple[Part, ...]:
    """What a deal costs one who has not gone out; `left`, cards or points, is needed where the hand counts."""
    if not options.counts_hand(laid=laid) or left is None:
        return (Part(FLAT, say("Has laid nothing"), flat_clause(options)),)
    counted = _unmatched(options, left) if options.variant == "gin_rami" else _hand_parts(options, left)
    points = sum(part.points for part in counted)
    if not options.all_at_once and not laid and options.no_meld == "max" and points < FLAT:
        sentence = say("Has laid nothing: at least {flat}, the hand being {n}", flat=FLAT, n=points)
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
    """The hand arranged so that the cards in no combination count least (rami.gin.score)."""
    if isinstance(left, int):
        return (Part(left, say("In no combination"), "rami.gin.score"),)
    best = best_layout(left, meld_rules(options), lambda place: card_points(place.card, options))
    assert best
    melds = [Part(0, say("In a combination: {cards}", cards=meld.cards), "rami.gin.score") for meld in best.melds]
    loose = Counter(left) - Counter(card for meld in best.melds for card in meld.cards)
    cards = in_order(loose.elements())
    sentence = say("In no combination: {cards}", cards=cards) if cards else say("In no combination: nothing")
    return (*melds, Part(hand_points(cards, options), sentence, "rami.gin.score"))
