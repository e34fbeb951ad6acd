"""Count the cards that each player of a deal of Ramino has laid and holds, and check that the packs have them all.

In every turn one card is drawn and one discarded. So a player who has not gone out holds as many cards fewer than were
dealt as he has laid. A player who has gone out has laid all dealt cards, and also the last drawn card if none was kept
for a discard. A joker taken from the table changes nothing, because a card of the hand replaced it. If many discards
may be taken at once, there may be more cards to lay and to hold, never fewer. If the table may be rearranged, a hand
may also contain cards from it, so nothing can be concluded from what was laid.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate

from companion.games.ramino.deal import Deal, Laid, Written, added_to, all_cards, cards_in, is_unsaid, melds_of
from companion.games.ramino.options import Options
from companion.games.ramino.table import State
from companion.games.ramino.values import high_on_table, in_hand, low_on_table
from companion.rules import card_sums
from companion.rules.card_sums import Hand, Values, highest, lowest, packs_with, reach
from companion.rules.cards import FULL_PACK, JOKER, Card, Cards, too_many
from companion.rules.entries import Player
from companion.rules.melds import SMALLEST
from companion.rules.messages import Say, say
from companion.rules.rulings import PlayerStep, Ruling, refuse
from companion.rules.shared_facts import jokers_in_play

CLAUSE = "ramino.value.possible"


@dataclass(frozen=True)
class Number:
    """The least and the greatest possible number of cards."""

    fewest: int
    most: int


def in_play(table: State) -> int:
    """Return the number of cards in play, with jokers."""
    return len(FULL_PACK) * table.packs + table.jokers


def grows(options: Options) -> bool:
    """Return True if a hand can grow again: by cards kept from the table, or by many discards taken at once."""
    return options.manipulation or options.discard == "multiple"


# --- cards on the table


@lru_cache(maxsize=64)  # used for every deal of a long match
def _high(options: Options, packs: int) -> tuple[int, ...]:
    """Return for each number of cards the most points that they can count on the table."""
    return tuple(accumulate(high_on_table(options, packs), initial=0))


def most_for(options: Options, packs: int, cards: int, takes: int) -> int:
    """Return the most points for this number of laid cards.

    Args:
        options: the house rules.
        packs: the number of packs.
        cards: the number of laid cards.
        takes: the number of jokers taken from the table; unless they are deducted, the card in their place counts too.
    """
    high = _high(options, packs)
    return high[min(cards, len(high) - 1)] + (0 if options.deducts else takes * high[1])


def most_takes(written: Written, laid: int) -> int:
    """Return the most jokers that a player with so many laid cards can have taken and laid again in own melds.

    Each needs two cards of the hand: the one in its place and one beside it.
    """
    melds = melds_of(written)
    return min(laid // 2, sum(meld.count(JOKER) for meld in melds)) if melds else laid // 2


def fewest_opening(options: Options, packs: int) -> int:
    """Return the fewest cards of a first meld."""
    high = _high(options, packs)
    return next(n for n in range(SMALLEST, len(high)) if high[n] >= options.first_meld)


def laid_of(table: State, written: Written, kept: int = 0) -> Number:
    """Return how many cards a player who has not gone out has laid, from what was entered.

    Args:
        table: the state before the deal.
        written: the entered melds or points.
        kept: the number of jokers that may have been taken and not laid again.
    """
    options, packs = table.options, table.packs
    n, points = cards_in(written), added_to(written)
    most = in_play(table) if grows(options) else options.dealt - 1
    if all_cards(written):
        return Number(n, n)
    least = max(n, fewest_opening(options, packs))
    while least <= most and points > most_for(options, packs, least - n, most_takes(written, least) + kept):
        least += 1
    return Number(least, most)


def gone(options: Options, finish: str) -> Number:
    """Return how many cards a player who has gone out has laid; if hands can grow, this is the minimum."""
    with_discard = finish == "plain" or options.discards_last
    return Number(options.dealt + (not with_discard), options.dealt + (not options.must_discard))


# --- cards in hand


@lru_cache(maxsize=64)
def _values(options: Options, packs: int) -> Values:
    copies: dict[int, int] = {}
    for card in (*FULL_PACK, *[JOKER] * options.jokers_per_pack):
        value = in_hand(card, options)
        copies[value] = copies.get(value, 0) + packs
    return tuple(sorted(copies.items()))


def in_hands(table: State) -> Values:
    """Return the points of all cards in play as they count in hand."""
    return _values(table.options, table.packs)


def hand_of(table: State, laid: bool, written: Written = None, kept: int = 0) -> Number:
    """Return how many cards a player who has not gone out holds.

    Args:
        table: the state before the deal.
        laid: whether the player has melds.
        written: the entered melds or points, if any.
        kept: the number of jokers that may have been taken and not laid again.
    """
    options = table.options
    if not laid:
        return Number(options.dealt, options.dealt)
    if options.manipulation:
        return Number(1, in_play(table))
    number = laid_of(table, written, kept)
    if grows(options):
        return Number(max(1, options.dealt - number.most), in_play(table))
    return Number(max(1, options.dealt - number.most), options.dealt - number.fewest)


def wrong_hand(table: State, player: Player, left: int | Cards, laid: bool, written: Written) -> Ruling | None:
    """Refuse cards or points in hand that are impossible for a player who has not gone out."""
    if not left:
        sentence = say("{player} has not gone out and has at least one card.", player=player)
        return refuse("ramino.left_empty", sentence, CLAUSE, player=player)
    number = hand_of(table, laid)
    usual = _wrong_held(table, player, left, number, laid=laid)
    if usual or not laid:
        return usual
    jokers = left.count(JOKER) if isinstance(left, Cards) else left // table.options.joker_in_hand
    exact = hand_of(table, laid, written, min(jokers, table.jokers))
    wrong = _wrong_beside_laid(table, player, left, exact, written) if exact != number else None
    return wrong or _wrong_added(table, player, left, written)


def _wrong_held(table: State, player: Player, left: int | Cards, number: Number, *, laid: bool) -> Ruling | None:
    if isinstance(left, Cards):
        return _wrong_count(player, len(left), number, laid=laid)
    possible = reach(in_hands(table), number.fewest, number.most)
    if possible >> left & 1:
        return None
    least, most = lowest(possible), highest(possible)
    numbers = {"player": player, "n": left, "cards": number.most, "least": least, "most": most}
    if least <= left <= most:
        values = [str(value) for value, _ in in_hands(table)]
        sentence = say("{player} cannot have {n} left: cards count {values}.", player=player, n=left, values=values)
        return refuse("ramino.left_value", sentence, CLAUSE, player=player)
    if laid:
        sentence = say("{player} cannot have {n} left: {least} to {most} are possible.", **numbers)
    else:
        sentence = say(
            "{player} cannot have {n} left: {cards} cards count {least} to {most}. Does {player} have melds?", **numbers
        )
    code = "ramino.left_too_low" if left < least else "ramino.left_too_high"
    return refuse(code, sentence, CLAUSE, player=player)


def _wrong_count(player: Player, n: int, number: Number, *, laid: bool) -> Ruling | None:
    if number.fewest <= n <= number.most:
        return None
    numbers = {"player": player, "n": n, "most": number.most}
    if laid:
        sentence = say("{player} has {n} cards, but a player with melds has {most} at most.", **numbers)
    else:
        sentence = say(
            "{player} has {n} cards, but a player without melds has {most}. Does {player} have melds?", **numbers
        )
    return refuse("ramino.left_count", sentence, CLAUSE, player=player)


def _wrong_beside_laid(
    table: State, player: Player, left: int | Cards, number: Number, written: Written
) -> Ruling | None:
    """Refuse a hand that does not fit the player's melds, since both come from the dealt cards."""
    if number.most < 1:
        return _laid_all(table, player)
    if isinstance(left, Cards):
        if number.fewest <= len(left) <= number.most:
            return None
        sentence = say("{held}, not {n}.", held=_held(table, player, number, written), n=len(left))
        return refuse("ramino.left_count", sentence, CLAUSE, player=player)
    possible = reach(in_hands(table), number.fewest, number.most)
    if possible >> left & 1:
        return None
    least, most = lowest(possible), highest(possible)
    held = _held(table, player, number, written)
    sentence = say("{held}: {least} to {most} points, not {n}.", held=held, least=least, most=most, n=left)
    code = "ramino.left_too_low" if left < least else "ramino.left_too_high"
    return refuse(code, sentence, CLAUSE, player=player)


def _wrong_added(table: State, player: Player, left: int | Cards, written: Written) -> Ruling | None:
    """Refuse a hand and melds that leave more added cards than the entered points for them allow."""
    options = table.options
    if grows(options) or not (isinstance(left, Cards) and isinstance(written, Laid)):
        return None
    n = options.dealt - len(left) - cards_in(written)
    least = sum(low_on_table(options, table.packs)[:n])
    if written.added >= least:
        return None
    numbers = {"held": len(left), "dealt": options.dealt, "laid": cards_in(written), "n": n, "least": least}
    facts = {"player": player, **numbers, "added": written.added}
    sentence = say(
        "{player} has {held} of {dealt} cards and laid down {laid} in melds: the other {n} count "
        "at least {least}, not {added}.",
        **facts,
    )
    return refuse("ramino.laid_cards", sentence, CLAUSE, player=player)


def _held(table: State, player: Player, number: Number, written: Written) -> Say:
    dealt, laid = table.options.dealt, cards_in(written)
    numbers: dict[str, object] = {"player": player, "dealt": dealt, "most": number.most, "laid": laid}
    if not all_cards(written):
        numbers["laid"] = dealt - number.most
        return say("{player} laid down at least {laid} of {dealt} cards and so has at most {most}", **numbers)
    if number.fewest < number.most:
        return say(
            "{player} laid down {laid} of {dealt} cards and so has at least {least}", least=number.fewest, **numbers
        )
    return say("{player} laid down {laid} of {dealt} cards and so has {most}", **numbers)


def wrong_laid_cards(table: State, player: Player, written: Written) -> Ruling | None:
    """Refuse more laid cards than are possible for a player who has not gone out."""
    if table.options.manipulation:
        return None
    number = laid_of(table, written, table.jokers)
    most = in_play(table) if grows(table.options) else table.options.dealt - 1
    return _laid_all(table, player) if number.fewest > most else None


def _laid_all(table: State, player: Player) -> Ruling:
    cards = table.options.dealt - 1
    most = most_for(table.options, table.packs, cards, cards // 2 + table.jokers)
    facts = {"player": player, "cards": cards, "most": most}
    sentence = say(
        "{player} has not gone out and so laid down at most {cards} cards. With jokers taken "
        "they bring at most {most}.",
        **facts,
    )
    return refuse("ramino.laid_cards", sentence, CLAUSE, player=player)


def wrong_left(options: Options, packs: int, n: int) -> Ruling | None:
    """Refuse more cards in hand than any player can have, with or without melds."""
    most = options.dealt - fewest_opening(options, packs)
    if grows(options) or n <= most or n == options.dealt:
        return None
    facts = {"n": n, "dealt": options.dealt, "most": most}
    sentence = say(
        "Nobody can have {n} cards left: a player without melds has {dealt}, a player with melds at most {most}.",
        **facts,
    )
    return refuse("ramino.left_count", sentence, CLAUSE)


def missing_copy(cards: Iterable[Card], packs: int, jokers: int) -> tuple[Say, str] | None:
    """Return a sentence and clause if a card occurs more often than the packs have it, else None."""
    card = too_many(cards, packs, jokers)
    if card is None:
        return None
    if card.is_joker:
        return jokers_in_play(jokers), "ramino.packs.jokers"
    return say("{card} is listed more than {n} times, but there are {n} packs.", card=card, n=packs), "ramino.packs"


def wrong_copies(table: State, deal: Deal) -> Ruling | None:
    """Refuse a card that was entered more often than there are copies.

    A card that was taken from the table and laid again may be entered twice. If the table may be rearranged, this can
    be any card; one player alone enters it twice only with points beside the cards. Otherwise it can only be a joker,
    unless all cards were entered and the card in the joker's place would have counted.
    """
    options, seen = table.options, list[Card]()
    for player in table.active:
        left = deal.left.get(player)
        laid = [card for meld in melds_of(deal.laid.get(player)) for card in meld]
        seen += left if isinstance(left, tuple) else []
        seen += [card for card in laid if _stays(card, table, deal)]
        wrong = missing_copy(seen, table.packs, table.jokers)
        if not wrong and options.manipulation and all_cards(deal.laid.get(player)):
            wrong = missing_copy(laid, table.packs, table.jokers)
        if wrong:
            return refuse("ramino.copies", wrong[0], wrong[1], player=player)
    return None


def _stays(card: Card, table: State, deal: Deal) -> bool:
    """Return True if a card entered as laid is still there at the end, so that it was entered once."""
    if table.options.manipulation:
        return False
    if not card.is_joker or not table.jokers:
        return True
    return not table.options.deducts and not any(added_to(written) or written is True for written in deal.laid.values())


def wrong_together(table: State, deal: Deal, laid: Mapping[Player, int]) -> Ruling | None:
    """Refuse hands that are impossible together, in view of the cards that were entered."""
    points_of = {p: n for p, n in deal.left.items() if isinstance(n, int) and p != deal.out}
    written = _written(table, deal)
    if not points_of or (len(points_of) == 1 and not written and not grows(table.options)):
        return None
    hands = {}
    for player, points in points_of.items():
        kept = min(table.jokers, points // table.options.joker_in_hand)
        number = hand_of(table, player in laid, deal.laid.get(player), kept)
        if is_unsaid(table.options, deal, player):
            number = Number(hand_of(table, laid=True).fewest, table.options.dealt)
        hands[player] = Hand(points, number.fewest, number.most)
    values = card_sums.without(in_hands(table), written, lambda card: in_hand(card, table.options))
    heap, joker = packs_with(table.packs, table.jokers, some_written=bool(written)), table.options.joker_in_hand
    refusal = ("ramino.left_together", "ramino.packs")
    wrong = card_sums.wrong_together(values, hands, heap, joker, refusal, _elsewhere(table, deal, laid))
    return replace(wrong, path=("left", PlayerStep(wrong.player or ""))) if wrong else None


def _written(table: State, deal: Deal) -> list[Card]:
    """Return every entered card whose place at the end is known."""
    hands = [card for left in deal.left.values() if isinstance(left, tuple) for card in left]
    melds = (meld for written in deal.laid.values() for meld in melds_of(written))
    return [*hands, *(card for meld in melds for card in meld if _stays(card, table, deal))]


def _elsewhere(table: State, deal: Deal, laid: Mapping[Player, int]) -> int:
    """Return the least number of cards on the table beside those that were entered."""
    if table.options.manipulation or not grows(table.options):  # otherwise hands have only a part of the cards
        return 0
    cards_elsewhere = 0
    for player in laid:
        written = deal.laid.get(player)
        number = gone(table.options, deal.finish) if player == deal.out else laid_of(table, written, table.jokers)
        cards_elsewhere += max(0, number.fewest - cards_in(written))
    return cards_elsewhere
