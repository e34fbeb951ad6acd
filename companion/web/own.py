"""Each for himself: every player's phone writes only its own part of a deal, and nobody sees it before all are in.

When the last part is in and they make a legal deal, it is written as one entry and revealed to all. If they do not, the
players are named whose parts cannot all be right, with what they say, and each may change the own part.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import Any

from companion.keeping import Sitting
from companion.reading import read_body
from companion.reading.parts import Clash, Json, Parts, clash, deal_of, merged
from companion.rules.entries import Entry, Player
from companion.rules.record import judge_last
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.web.connection import store
from companion.web.sent import Sent

__all__ = ["OwnView", "deal_of", "own_parts", "own_view"]

CLASHES = 200  # remembered, the latest looked at: working one out may take a while
_clashes: "OrderedDict[tuple[str, str], Clash | None]" = OrderedDict()


@dataclass(frozen=True)
class OwnView:
    """What a phone sees of a deal in the making: whose part it writes, who has written, and what does not fit."""

    player: Player | None
    mine: tuple[Player, ...]  # whose parts this phone may write: its player's, and of those who have no phone
    typed: Sent
    written: tuple[Player, ...]
    waiting: tuple[Player, ...]
    clash: Clash | None
    form: Any


def own_parts(sitting: Sitting) -> bool:
    """Whether this table has chosen that each writes for himself."""
    return bool(sitting.row.settings.get("own_parts"))


def own_view(sitting: Sitting, tally: Tally, asked: str = "") -> OwnView | None:
    if not own_parts(sitting) or tally.status == "finished":
        return None
    parts = parts_of(sitting)
    needed = tally.turn
    mine = writable(sitting, needed)
    player = next((p for p in (asked, sitting.guest.player) if p in mine), None) or _first_open(mine, parts)
    player = Player(player) if player else None
    typed = Sent(parts.get(player, {})) if player else Sent()
    waiting = tuple(p for p in needed if p not in parts)
    return OwnView(
        player,
        mine,
        typed,
        tuple(parts),
        waiting,
        None if waiting else clash_of(sitting, tally, parts),
        _form_of(sitting, tally, typed, player),
    )


def _first_open(mine: tuple[Player, ...], parts: Parts) -> Player | None:
    """On a phone that is no player's: whoever has no part yet."""
    return next((player for player in mine if player not in parts), mine[0] if mine else None)


def _form_of(sitting: Sitting, tally: Tally, typed: Json, player: Player | None) -> dict[str, Any]:
    """What the game's form asks, of this player alone."""
    return {key: _alone(value, player) for key, value in sitting.game.form(tally, typed).items()}


def _alone(value: Any, player: Player | None) -> Any:
    if not isinstance(value, list | tuple):
        return value
    return [one for one in value if (one.get("player") if isinstance(one, dict) else one) == player]


def parts_of(sitting: Sitting) -> dict[Player, Json]:
    rows = store().parts(sitting.row.id, sitting.number)
    return {Player(row.player): dict(row.body) for row in rows}


def writable(sitting: Sitting, needed: tuple[Player, ...]) -> tuple[Player, ...]:
    """Whose parts this phone may write: its own player's, and those of players whom no phone is."""
    if not sitting.guest.may_write:
        return ()
    taken = {guest.player for guest in store().guests(sitting.row.id) if guest.may_write}
    own = sitting.guest.player
    return tuple(sorted((p for p in needed if p == own or p not in taken), key=lambda p: p != own))


def clash_of(sitting: Sitting, tally: Tally, parts: Parts) -> Clash | None:
    key = (sitting.row.id, sitting.version)
    if key not in _clashes:
        _clashes[key] = clash(sitting.game, tally.turn, parts, lambda deal: _judge(sitting, deal))
        while len(_clashes) > CLASHES:
            _clashes.popitem(last=False)
    return _clashes[key]


def _judge(sitting: Sitting, deal: Json) -> Ruling | None:
    body = read_body(sitting.game, sitting.players, deal)
    if isinstance(body, Ruling):
        return body
    record = sitting.match.record
    return judge_last(sitting.game, replace(record, entries=(*record.entries, Entry(sitting.number, body))))


def closing(sitting: Sitting) -> Json | None:
    """The deal that all parts make, if all are in and it is one."""
    tally = sitting.tally
    parts = parts_of(sitting)
    order = tally.turn
    if not all(player in parts for player in order) or clash_of(sitting, tally, parts):
        return None
    deal = merged(sitting.game, order, parts)
    return None if isinstance(deal, Ruling) else deal
