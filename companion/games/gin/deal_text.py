"""What lay on the table of a deal of gin that was written by its cards: melds, lay-offs, and what was left."""

from collections.abc import Iterator

from companion.games.gin.arrange import Arrangement
from companion.games.gin.deal import wrong_hands
from companion.games.gin.entries import Deal
from companion.games.gin.showdown import LayOff, showdown
from companion.rules.entries import Body, Player
from companion.rules.messages import Say, say


def shows(body: Body) -> tuple[Say, ...]:
    """Nothing where only numbers were written, or hands that cannot lie on a table."""
    if not isinstance(body, Deal) or not body.by:
        return ()
    others = [player for player in body.hands if player != body.by]
    if len(others) != 1 or wrong_hands(body, body.by, others[0]):
        return ()
    (defender,) = others
    end = showdown(body.hands[body.by], body.hands[defender], body.layout)
    laid_off = (_laid_off(defender, one) for one in end.lay_offs)
    return (*_side(body.by, end.knocker), *laid_off, *_side(defender, end.defender))


def _laid_off(player: Player, one: LayOff) -> Say:
    return say("{player} lays off {card} on {meld}", player=player, card=one.card, meld=one.meld)


def _side(player: Player, hand: Arrangement) -> Iterator[Say]:
    for meld in hand.melds:
        yield say("{player} melds {meld}", player=player, meld=meld)
    if hand.loose:
        yield say("{player} is left with {cards}: {n}", player=player, cards=hand.loose, n=hand.deadwood)
