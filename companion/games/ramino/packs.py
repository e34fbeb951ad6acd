"""Check that all that the players hold and have laid comes out of the packs in play (ramino.packs)."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from companion.games.ramino.card_count import gone, grows, hand_of, in_hands, laid_of
from companion.games.ramino.deal import Deal, added_to, all_cards, cards_in, melds_of
from companion.games.ramino.table import State
from companion.games.ramino.values import in_hand
from companion.rules import card_sums
from companion.rules.card_sums import Hand, packs_with
from companion.rules.cards import Card, too_many
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.rulings import PlayerStep, Ruling, refuse
from companion.rules.shared_facts import jokers_in_play


def missing_copy(cards: Iterable[Card], packs: int, jokers: int) -> tuple[Say, str] | None:
    """Say that a card is there more often than the packs hold it, with the clause; None where none is."""
    card = too_many(cards, packs, jokers)
    if card is None:
        return None
    if card.is_joker:
        return jokers_in_play(jokers), "ramino.packs.jokers"
    return say("{card} is listed more than {n} times, but there are {n} packs.", card=card, n=packs), "ramino.packs"


def wrong_copies(table: State, deal: Deal) -> Ruling | None:
    """Refuse a card that is written down more often than there are copies.

    A card taken from the table and laid again may be written twice: any card where the table may be rearranged, by one
    player only with points beside the cards; else a joker, unless all is written as cards and what went in its place
    would have counted.
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
    """Return whether a card that is written as laid lies there still at the end, and is written once."""
    if table.options.manipulation:
        return False
    if not card.is_joker or not table.jokers:
        return True
    return not table.options.deducts and not any(added_to(written) or written is True for written in deal.laid.values())


def wrong_together(table: State, deal: Deal, laid: Mapping[Player, int]) -> Ruling | None:
    """Refuse hands that the packs do not hold all at once, beside the cards that are written down."""
    points_of = {p: n for p, n in deal.left.items() if isinstance(n, int) and p != deal.out}
    written = _written(table, deal)
    if not points_of or (len(points_of) == 1 and not written and not grows(table.options)):
        return None
    hands = {}
    for player, points in points_of.items():
        kept = min(table.jokers, points // table.options.joker_in_hand)
        number = hand_of(table, player in laid, deal.laid.get(player), kept)
        hands[player] = Hand(points, number.fewest, number.most)
    values = card_sums.without(in_hands(table), written, lambda card: in_hand(card, table.options))
    heap, joker = packs_with(table.packs, table.jokers, some_written=bool(written)), table.options.joker_in_hand
    refusal = ("ramino.left_together", "ramino.packs")
    wrong = card_sums.wrong_together(values, hands, heap, joker, refusal, _elsewhere(table, deal, laid))
    return replace(wrong, path=("left", PlayerStep(wrong.player or ""))) if wrong else None


def _written(table: State, deal: Deal) -> list[Card]:
    """Return every card that is written where it is at the end."""
    hands = [card for left in deal.left.values() if isinstance(left, tuple) for card in left]
    melds = (meld for written in deal.laid.values() for meld in melds_of(written))
    return [*hands, *(card for meld in melds for card in meld if _stays(card, table, deal))]


def _elsewhere(table: State, deal: Deal, laid: Mapping[Player, int]) -> int:
    """Return how many cards lie on the table at least beside those that are written down."""
    if table.options.manipulation or not grows(table.options):  # else hands cannot come near all the cards
        return 0
    cards_elsewhere = 0
    for player in laid:
        written = deal.laid.get(player)
        number = gone(table.options, deal.finish) if player == deal.out else laid_of(table, written, table.jokers)
        cards_elsewhere += max(0, number.fewest - cards_in(written))
    return cards_elsewhere
