"""How many cards each player of Rami can hold, and that all of them come out of the two packs and their four jokers.

Every turn one card is drawn and one discarded, so who has laid cards holds as many fewer than thirteen. An opening
takes five of them at least: one run of four counts 41 at most, and two combinations are six cards.
"""

from collections.abc import Mapping
from functools import lru_cache

from companion.games.rami.hand import DEALT, JOKERS, MOST_AFTER_LAYING, PACKS, card_points, not_that_many
from companion.games.rami.options import Options
from companion.rules.card_sums import Hand, Values, highest, lowest, packs_with, reach, shortage, too_little, values_of
from companion.rules.cards import FULL_PACK, JOKER, SUITS, Card, Cards, too_many
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse


def number_of(options: Options, *, laid: bool) -> tuple[int, int]:
    """The fewest and the most cards of a hand; of one that does not count, whatever is written of it."""
    if not options.counts_hand(laid=laid) or (laid and options.all_at_once):
        return 1, DEALT
    return (1, MOST_AFTER_LAYING) if laid else (DEALT, DEALT)


@lru_cache(maxsize=64)  # every deal of a long match asks for it
def in_hands(options: Options) -> Values:
    """What the cards in play count in hand."""
    return values_of((*FULL_PACK * PACKS, *[JOKER] * JOKERS), lambda card: card_points(card, options))


@lru_cache(maxsize=64)
def possible_points(options: Options, *, laid: bool) -> int:
    """What a hand can count at the end of a deal, as bits."""
    if options.variant == "gin_rami":
        return _loose(options)
    return reach(in_hands(options), *number_of(options, laid=laid))


def _loose(options: Options) -> int:
    """What can be left in no combination: three suits of a rank are one, and two beside a joker."""
    found = 0
    for jokers in range(JOKERS + 1):
        suits = SUITS[: 1 if jokers else 2]
        cards = (card for card in FULL_PACK if card.suit in suits)
        values = values_of((*cards,) * PACKS, lambda card: card_points(card, options))
        found |= reach(values, 0, DEALT - jokers) << jokers * options.joker_hand
    return found


def wrong_copies(left: Mapping[Player, int | Cards]) -> Ruling | None:
    """More of a card, over all hands, than the two packs and four jokers hold."""
    seen: tuple[Card, ...] = ()
    for player, held in left.items():
        seen += held if isinstance(held, Cards) else ()
        card = too_many(seen, PACKS, JOKERS)
        if card:
            return refuse("rami.copies", not_that_many(card), "rami.pack", player=player)
    return None


def wrong_number(options: Options, n: int, *, laid: bool) -> tuple[str, str] | None:
    """Why so many cards are not left of a hand that counts (`dealt`, `laid`), and the clause.

    In gin-rami only what is in no combination is told.
    """
    if options.variant == "gin_rami" or not options.counts_hand(laid=laid):
        return None
    fewest, most = number_of(options, laid=laid)
    if n > most and laid:
        return "laid", "rami.open.points"
    return ("dealt", "rami.deal.cards") if n < fewest and not laid else None


def wrong_points(options: Options, left: int, player: Player, *, laid: bool) -> Ruling | None:
    """Points that no hand comes to."""
    possible = possible_points(options, laid=laid)
    if left >= 0 and possible >> left & 1:
        return None
    least, most = lowest(possible), highest(possible)
    if least < left < most:
        sentence = say("{player} cannot be left with {n}: no cards come to it.", player=player, n=left)
        return refuse("rami.left_value", sentence, "rami.score.hand", player=player)
    code = "rami.left_too_low" if left < least else "rami.left_too_high"
    sentence = say(
        "{player} cannot be left with {n}: {least} to {most} are possible.",
        player=player,
        n=left,
        least=least,
        most=most,
    )
    return refuse(code, sentence, "rami.score.hand", player=player)


def wrong_together(options: Options, left: Mapping[Player, int | Cards], laid: tuple[Player, ...]) -> Ruling | None:
    """Hands that the packs do not hold all at once, beside the cards that are written down."""
    told = {p: n for p, n in left.items() if isinstance(n, int) and n and options.counts_hand(laid=p in laid)}
    written = [card for held in left.values() if isinstance(held, Cards) for card in held]
    if not told or len(told) + bool(written) < 2:
        return None
    values = dict(in_hands(options))
    for card in written:
        values[card_points(card, options)] -= 1
    there = tuple((value, copies) for value, copies in values.items() if copies)
    found = shortage(there, [Hand(n, *number_of(options, laid=p in laid)) for p, n in told.items()])
    if found is None:
        return None
    players = list(told)
    heap = packs_with(PACKS, JOKERS, some_written=bool(written))
    sentence = too_little(found, players, heap, options.joker_hand)
    return refuse("rami.left_together", sentence, "rami.pack", player=players[found.hands[-1]])
