"""Refuse numbers of a deal of Ramino that no cards can have, probably typing errors (ramino.value.possible)."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from companion.games.ramino import card_count
from companion.games.ramino.card_count import CLAUSE, Number
from companion.games.ramino.deal import Deal, Laid, added_to, all_cards, cards_in
from companion.games.ramino.options import Options
from companion.games.ramino.table import State
from companion.games.ramino.values import high_on_table, highest_on_table, in_hand, low_on_table
from companion.rules.card_sums import cheapest, dearest, packs_with, sums
from companion.rules.cards import FULL_PACK, JOKER, Cards
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.rulings import PlayerStep, Ruling, refuse

FEW = 3  # cards in hand that must be announced
NO_JOKER = say("No joker is in play at this table, so none can have been taken.")


def least_whole_hand(table: State) -> int:
    """Return the fewest points of a hand as it is dealt."""
    return cheapest(card_count.in_hands(table))[table.options.dealt]


def may_be_whole(table: State, points: int) -> bool:
    """Return True if a hand as it is dealt can have these points."""
    dealt = table.options.dealt
    return points >= 0 and bool(sums(card_count.in_hands(table), dealt)[dealt] >> points & 1)


def most_left(table: State, laid: bool) -> int:
    """Return the most points in hand of a player with melds, or without."""
    return dearest(card_count.in_hands(table))[card_count.hand_of(table, laid).most]


def most_laid(table: State) -> int:
    """Return the most points of all melds. A joker that is not deducted when taken may count twice."""
    high = high_on_table(table.options, table.packs)
    return sum(high) + (0 if table.options.deducts else table.jokers * high[0])


def wrong_laid(options: Options, player: Player, points: int) -> Ruling | None:
    """Refuse points that no melds can have."""
    if options.value_table == "traditional" or points % 5 == 0:
        return None
    sentence = say("{player} cannot have melds of {n} points: cards count 5, 10 or 15.", player=player, n=points)
    return refuse("ramino.laid_value", sentence, CLAUSE, player=player)


def wrong_sum(table: State, deal: Deal, laid: Mapping[Player, int]) -> Ruling | None:
    """Refuse more points than all cards can have on the table; the player with the most points is named."""
    total, most = sum(laid.values()), most_laid(table)
    if total <= most:
        return None
    player = max(laid, key=lambda one: (not isinstance(deal.laid[one], tuple), laid[one]))
    facts = {"total": total, "most": most, "n": laid[player], "player": player}
    sentence = say(
        "All melds together count {total} points, but the cards in play count at most {most}. Is "
        "{n} right for {player}?",
        **facts,
    )
    return replace(refuse("ramino.laid_sum", sentence, CLAUSE, player=player), path=("laid", PlayerStep(player)))


def wrong_totals(table: State, deal: Deal, laid: Mapping[Player, int], hands: Mapping[Player, int]) -> Ruling | None:
    """Refuse points of several players, on the table and in hand, that need more high cards than there are.

    The cards on the table and in hand of a player are as many as were dealt, and the last drawn card after going out.
    Each counts in one place only, at most its higher value.
    """
    if card_count.grows(table.options):
        return None
    most = {player: _most_cards_laid(table, deal, player) for player in laid}
    last = card_count.gone(table.options, deal.finish).most
    whole = {player: last if player == deal.out else table.options.dealt for player in (*laid, *hands)}
    return _beyond(table, laid, {}, most, most, deal.out) or _beyond(table, laid, hands, whole, most, deal.out)


def _beyond(
    table: State,
    laid: Mapping[Player, int],
    held: Mapping[Player, int],
    cards: Mapping[Player, int],
    most_laid: Mapping[Player, int],
    out: Player | None,
) -> Ruling | None:
    """Refuse more points than so many cards have. A joker can be taken and laid again for every two laid cards.

    Each joker may also have been taken and kept once more, if a player with melds still holds cards.
    """
    options, high = table.options, _dearest(table.options, table.packs, bool(held))
    joker = 0 if options.deducts else high_on_table(options, table.packs)[0]
    n, on_table, kept, takes = 0, 0, 0, 0 if set(laid) <= {out} else table.jokers
    named: list[Player] = []
    for player in sorted(cards, key=lambda one: -laid.get(one, 0) - held.get(one, 0)):
        n += cards[player]
        takes += most_laid.get(player, 0) // 2
        on_table += laid.get(player, 0)
        kept += held.get(player, 0)
        named.append(player)
        most = high[min(n, len(high) - 1)] + takes * joker
        if on_table + kept > most and len(named) > 1:
            heap = packs_with(table.packs, table.jokers)
            numbers = {"players": named, "laid": on_table, "held": kept, "cards": n, "heap": heap, "most": most}
            return refuse("ramino.laid_together", _too_many(numbers, held), CLAUSE, player=player)
    return None


def _too_many(numbers: Mapping[str, object], held: Mapping[Player, int]) -> Say:
    if held:
        return say(
            "{players}: {laid} points on the table and {held} in hand are not possible. {cards} "
            "cards out of {heap}, and jokers taken, bring at most {most}.",
            **numbers,
        )
    return say(
        "{players}: {laid} points on the table are not possible. {cards} cards out of {heap}, "
        "and jokers taken, bring at most {most}.",
        **numbers,
    )


@lru_cache(maxsize=64)
def _dearest(options: Options, packs: int, or_in_hand: bool) -> tuple[int, ...]:
    """Return for each number of cards the most points that they can count, on the table or in hand."""
    cards = (*FULL_PACK, *[JOKER] * options.jokers_per_pack)
    points = (max(highest_on_table(card, options), in_hand(card, options) if or_in_hand else 0) for card in cards)
    return tuple(accumulate(sorted((n for n in points for _ in range(packs)), reverse=True), initial=0))


def _most_cards_laid(table: State, deal: Deal, player: Player) -> int:
    if player == deal.out:
        return card_count.gone(table.options, deal.finish).most
    left, most = deal.left.get(player), card_count.laid_of(table, deal.laid.get(player), table.jokers).most
    if isinstance(left, Cards):
        return min(most, table.options.dealt - len(left))
    by_number = sums(card_count.in_hands(table), table.options.dealt) if left else ()
    held = (n for n, one in enumerate(by_number) if one >> (left or 0) & 1)
    return min(most, table.options.dealt - next(held, 0))


# --- players who went out


def wrong_gone(table: State, deal: Deal, laid: Mapping[Player, int]) -> Ruling | None:
    """Refuse melds that a player who went out cannot have, who has laid a whole hand.

    If the table may be rearranged, the melds contain cards from it, and their points can fall.
    """
    player, options = deal.out, table.options
    written = deal.laid.get(player) if player else None
    if player is None or not written or isinstance(written, bool) or options.manipulation:
        return None
    number = card_count.gone(options, deal.finish)
    if card_count.grows(options):
        number = Number(number.fewest, card_count.in_play(table))
    n = cards_in(written)
    if n > number.most or (all_cards(written) and n < number.fewest):
        return _wrong_cards_gone(table, deal, player, n)
    return _wrong_points_gone(table, deal, player, laid.get(player, 0), written, number)


def _wrong_cards_gone(table: State, deal: Deal, player: Player, n: int) -> Ruling:
    options, dealt = table.options, table.options.dealt
    if n == dealt and deal.finish != "plain" and not options.discards_last:
        sentence = say(
            "{player} laid down {n} cards and discarded one: not a ramino at this table.", player=player, n=n
        )
        return refuse("ramino.discarded", sentence, "ramino.score.last_discard", player=player)
    if n == dealt + 1 and options.must_discard:
        sentence = say("{player} laid down all {n} cards and kept none to discard.", player=player, n=n)
        return refuse("ramino.no_discard", sentence, "ramino.turn.last_discard", player=player)
    if deal.finish == "plain":
        facts = {"player": player, "dealt": dealt, "most": dealt + 1, "n": n}
        sentence = say(
            "{player} went out and so laid down {dealt} cards, or {most} without a last discard, not {n}.", **facts
        )
        return refuse("ramino.gone_cards", sentence, CLAUSE, player=player)
    facts = {"player": player, "n": n, "most": dealt + 1}
    sentence = say("{player} cannot have made ramino with {n} cards: a hand with the card drawn has {most}.", **facts)
    return refuse("ramino.ramino_cards", sentence, CLAUSE, player=player)


@lru_cache(maxsize=64)
def _low(options: Options, packs: int) -> tuple[int, ...]:
    """Return for each number of cards the fewest points that they can count on the table."""
    return tuple(accumulate(low_on_table(options, packs), initial=0))


def _wrong_points_gone(
    table: State, deal: Deal, player: Player, points: int, written: int | tuple[Cards, ...] | Laid, number: Number
) -> Ruling | None:
    """Refuse points that the cards which were not entered cannot have. Apart from jokers, each card counts once.

    A ramino with own cards only takes no joker.
    """
    options, packs, n = table.options, table.packs, cards_in(written)
    takes = 0 if deal.finish == "ramino_own" else card_count.most_takes(written, number.most)
    beside = points - added_to(written)
    least = beside + _low(options, packs)[max(0, number.fewest - n)]
    most = beside + card_count.most_for(options, packs, number.most - n, takes)
    if least <= points <= most:
        return None
    made, gone_out = deal.finish != "plain", number.fewest
    numbers = {"player": player, "n": points, "cards": gone_out, "least": least, "most": most}
    if points < least and made:
        sentence = say(
            "{player} cannot have made ramino with {n} points: {cards} cards count at least {least}.", **numbers
        )
    elif points < least:
        sentence = say(
            "{player} cannot have gone out with {n} points: {cards} cards count at least {least}.", **numbers
        )
    elif made:
        sentence = say(
            "{player} cannot have made ramino with {n} points: the melds of one turn count at most {most}.",
            **numbers,
        )
    else:
        sentence = say("{player} cannot have gone out with {n} points: the melds count at most {most}.", **numbers)
    code = "ramino.ramino_points" if made else "ramino.gone_points"
    wrong = refuse(code, sentence, CLAUSE, player=player)
    return replace(wrong, path=("laid", PlayerStep(player))) if isinstance(written, int) else wrong


# --- penalties


def wrong_fine(table: State, deal: Deal, laid: Mapping[Player, int], player: Player, word: str) -> Ruling | None:
    """Refuse a penalty for something that the player cannot have done."""
    if word == "table" and not table.options.manipulation:
        sentence = say("At this table nobody rearranges, so no card can have been taken from it.")
        return refuse("ramino.penalty", sentence, "ramino.table.allowed", player=player)
    if word == "joker":
        return _wrong_joker(table, deal, laid, player)
    return _wrong_silence(table, deal, laid, player) if word == "announce" else None


def _wrong_joker(table: State, deal: Deal, laid: Mapping[Player, int], player: Player) -> Ruling | None:
    if not table.jokers:
        return refuse("ramino.penalty", NO_JOKER, "ramino.packs.jokers", player=player)
    if player not in laid and player != deal.out:
        sentence = say("{player} has no melds and cannot have taken a joker.", player=player)
        return refuse("ramino.penalty", sentence, "ramino.joker.take", player=player)
    if player == deal.out and deal.finish != "plain":
        sentence = say("{player} laid down all cards at once and cannot have kept a joker.", player=player)
        return refuse("ramino.penalty", sentence, "ramino.joker.penalty", player=player)
    return None


def _wrong_silence(table: State, deal: Deal, laid: Mapping[Player, int], player: Player) -> Ruling | None:
    """Refuse the penalty for not announcing if the hand cannot have had three cards or fewer after a turn."""
    if player == deal.out:
        if deal.finish == "plain":
            return None
        sentence = say("{player} laid down all cards at once and did not have to announce few cards.", player=player)
        return refuse("ramino.penalty", sentence, "ramino.turn.announce", player=player)
    if player in laid and (card_count.grows(table.options) or _may_be_few(table, deal.left.get(player))):
        return None
    sentence = say("{player} has more than three cards and had nothing to announce.", player=player)
    return refuse("ramino.penalty", sentence, "ramino.turn.announce", player=player)


def _may_be_few(table: State, left: int | Cards | None) -> bool:
    if left is None:
        return True
    if isinstance(left, Cards):
        return len(left) <= FEW
    return any(one >> left & 1 for one in sums(card_count.in_hands(table), FEW)[1:])
