"""What hands and layings of Ramino can count: a number that no cards can have is a slip (ramino.value.possible)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

from companion.games.ramino.entries import Deal
from companion.games.ramino.options import Options
from companion.games.ramino.table import Table
from companion.games.ramino.values import high_on_table, in_hand, least_on_table
from companion.rules.cards import FULL_PACK, JOKER, Cards
from companion.rules.entries import Player
from companion.rules.melds import SMALLEST
from companion.rules.rulings import Ruling, Whose, refuse
from companion.rules.words import say

CLAUSE = "ramino.value.possible"


@dataclass(frozen=True)
class Hand:
    """How many cards a player can be left with."""

    fewest: int
    most: int


def hand_of(table: Table, laid: bool) -> Hand:
    """Who has laid nothing holds what was dealt; who has laid, three cards fewer at least.

    Where cards may be taken from the table or many from the discards, a hand can grow again.
    """
    options = table.options
    if not laid:
        return Hand(options.dealt, options.dealt)
    if options.manipulation or options.discard == "multiple":
        return Hand(1, len(FULL_PACK) * table.packs + table.jokers)
    return Hand(1, options.dealt - SMALLEST)


def least_whole_hand(table: Table) -> int:
    """What the cards dealt count at least."""
    sums = _sums(tuple(sorted(_values(table).items())), table.options.dealt)
    return lowest(sums[-1])


def most_left(table: Table, laid: bool) -> int:
    """What the hand of somebody who has laid, or has not, counts at most."""
    sums = _sums(tuple(sorted(_values(table).items())), hand_of(table, laid).most)
    return max(one.bit_length() - 1 for one in sums)


def most_laid(table: Table) -> int:
    """What lies on any table at most. A joker taken at no cost may earn its points again: once is allowed for."""
    high = high_on_table(table.options, table.packs)
    return sum(high) + (0 if table.options.deducts else table.jokers * high[0])


def lowest(sums: int) -> int:
    """The least of the sums that are the bits of a number."""
    return (sums & -sums).bit_length() - 1


def wrong_hand(table: Table, player: Player, left: int | Cards, laid: bool) -> Ruling | None:
    """Cards or points that nobody can be left with who has not gone out."""
    if not left:
        sentence = say("{player} has not gone out and holds one card at least.", player=player)
        return refuse("ramino.left_empty", sentence, CLAUSE, player=player)
    hand = hand_of(table, laid)
    if isinstance(left, Cards):
        return _wrong_count(player, len(left), hand, laid)
    sums = _sums(tuple(sorted(_values(table).items())), hand.most)
    possible = [sums[n] for n in range(hand.fewest, hand.most + 1) if sums[n]]
    if any(one >> left & 1 for one in possible):
        return None
    return _wrong_points(table, player, left, hand, laid, possible)


def _wrong_count(player: Player, n: int, hand: Hand, laid: bool) -> Ruling | None:
    if hand.fewest <= n <= hand.most:
        return None
    if laid:
        sentence = say(
            "{player} holds {n} cards; who has laid holds {most} at most.", player=player, n=n, most=hand.most
        )
    else:
        sentence = say(
            "{player} holds {n} cards; who has laid nothing holds {most}. Did {player} lay?",
            player=player,
            n=n,
            most=hand.most,
        )
    return refuse("ramino.left_count", sentence, CLAUSE, player=player)


def _wrong_points(table: Table, player: Player, left: int, hand: Hand, laid: bool, possible: list[int]) -> Ruling:
    least = min(lowest(one) for one in possible)
    most = max(one.bit_length() - 1 for one in possible)
    found = {"player": player, "n": left, "cards": hand.most, "least": least, "most": most}
    if least <= left <= most:
        values = [str(value) for value in sorted(_values(table))]
        sentence = say("{player} cannot be left with {n}: cards count {values}.", player=player, n=left, values=values)
        return refuse("ramino.left_value", sentence, CLAUSE, player=player)
    if laid:
        sentence = say("{player} cannot be left with {n}: {least} to {most} are possible.", **found)
    else:
        sentence = say(
            "{player} cannot be left with {n}: {cards} cards count {least} to {most}. Did {player} lay?", **found
        )
    code = "ramino.left_too_low" if left < least else "ramino.left_too_high"
    return refuse(code, sentence, CLAUSE, player=player)


def _values(table: Table) -> dict[int, int]:
    """How many cards of each value there are in play, in hand."""
    found: dict[int, int] = {}
    for card in (*FULL_PACK, JOKER):
        value = in_hand(card, table.options)
        found[value] = found.get(value, 0) + (table.jokers if card.is_joker else table.packs)
    return {value: copies for value, copies in found.items() if copies}


@cache
def _sums(values: tuple[tuple[int, int], ...], most: int) -> tuple[int, ...]:
    """By the number of cards, the sums that so many of them can have, as the bits of a number."""
    sums = [1] + [0] * most
    for value, copies in values:
        longer = list(sums)
        for n in range(most + 1):
            for k in range(1, min(n, copies) + 1):
                longer[n] |= sums[n - k] << k * value
        sums = longer
    return tuple(sums)


def wrong_laid(options: Options, player: Player, points: int) -> Ruling | None:
    """Points that no cards on the table can have."""
    if options.value_table == "traditional" or points % 5 == 0:
        return None
    sentence = say("{player} cannot have laid {n}: cards count 5, 10 or 15.", player=player, n=points)
    return refuse("ramino.laid_value", sentence, CLAUSE, player=player)


def wrong_sum(table: Table, deal: Deal, laid: Mapping[Player, int]) -> Ruling | None:
    """More than lies on any table. Who is said to have laid most is asked about."""
    total, most = sum(laid.values()), most_laid(table)
    if total <= most:
        return None
    player = max(laid, key=lambda one: (not isinstance(deal.laid[one], tuple), laid[one]))
    sentence = say(
        "{total} points are laid in all, and the cards in play count {most} at most. Is {n} right for {player}?",
        total=total,
        most=most,
        n=laid[player],
        player=player,
    )
    return replace(refuse("ramino.laid_sum", sentence, CLAUSE, player=player), path=("laid", Whose(player)))


def wrong_ramino(table: Table, deal: Deal, laid: Mapping[Player, int]) -> Ruling | None:
    """A ramino of cards that cannot be a whole hand."""
    player, options = deal.out, table.options
    if player is None or deal.finish == "plain":
        return None
    written = deal.laid.get(player)
    if isinstance(written, tuple) and deal.finish == "ramino_own":
        wrong = _wrong_cards_laid(options, player, sum(map(len, written)))
        if wrong:
            return wrong
    points = laid.get(player, 0)
    least = least_on_table(options, table.packs)
    if written is None or isinstance(written, bool) or options.manipulation:
        return None
    if points > (most := _most_of_a_turn(table, deal.finish)):
        sentence = say(
            "{player} cannot have made ramino with {n} points: what one turn can lay comes to {most} at most.",
            player=player,
            n=points,
            most=most,
        )
        return refuse("ramino.ramino_points", sentence, CLAUSE, player=player)
    if options.deducts or points >= least:
        return None
    sentence = say(
        "{player} cannot have made ramino with {n} points: {cards} cards come to {least} at least.",
        player=player,
        n=points,
        cards=options.dealt,
        least=least,
    )
    return refuse("ramino.ramino_points", sentence, CLAUSE, player=player)


def _most_of_a_turn(table: Table, finish: str) -> int:
    """The most that a hand and the card drawn earn; where discards are taken as a whole, all the cards in play.

    A joker that is taken earns its points again: two cards of the hand go for each, its own and one beside it.
    """
    high = high_on_table(table.options, table.packs)
    cards = len(high) if table.options.discard == "multiple" else table.options.dealt + 1
    takes = 0 if finish == "ramino_own" or table.options.deducts else cards // 2
    return sum(high[:cards]) + takes * high[0]


def _wrong_cards_laid(options: Options, player: Player, n: int) -> Ruling | None:
    if n == options.dealt and not options.discards_last:
        sentence = say("{player} laid {n} cards and discarded one: no ramino at this table.", player=player, n=n)
        return refuse("ramino.discarded", sentence, "ramino.score.last_discard", player=player)
    if n == options.dealt + 1 and options.must_discard:
        sentence = say("{player} laid all {n} cards and kept none to discard.", player=player, n=n)
        return refuse("ramino.no_discard", sentence, "ramino.turn.last_discard", player=player)
    if n in (options.dealt, options.dealt + 1):
        return None
    sentence = say(
        "{player} cannot have made ramino with {n} cards: a hand and the card drawn are {most}.",
        player=player,
        n=n,
        most=options.dealt + 1,
    )
    return refuse("ramino.ramino_cards", sentence, CLAUSE, player=player)


def wrong_fine(table: Table, deal: Deal, laid: Mapping[Player, int], player: Player, word: str) -> Ruling | None:
    """A penalty for what the player cannot have done."""
    if word == "table" and not table.options.manipulation:
        sentence = say("Nobody rearranges at this table, so no card can have been kept from it.")
        return refuse("ramino.penalty", sentence, "ramino.table.allowed", player=player)
    if word == "joker" and player not in laid and player != deal.out:
        sentence = say("{player} has laid nothing and cannot have taken a joker.", player=player)
        return refuse("ramino.penalty", sentence, "ramino.joker.take", player=player)
    if word == "joker" and player == deal.out and deal.finish != "plain":
        sentence = say("{player} laid all cards at once and cannot have kept a joker.", player=player)
        return refuse("ramino.penalty", sentence, "ramino.joker.penalty", player=player)
    return None
