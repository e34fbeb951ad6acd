"""Merge the parts of a deal that each player enters alone into one entry.

The dataclass of the deal says who enters a field (`whose` in rules/entries.py). A player enters values of their own,
which are merged; in a list of players, only themselves; and who ended the deal, which anybody may deny for everybody.
Other fields belong to the table: the player who ended the deal enters them, otherwise all who enter them must agree.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.parsing.json_decoder import misread, plain
from companion.parsing.scalars import is_card
from companion.parsing.schema import Field, shapes
from companion.rules.cards import Card
from companion.rules.entries import Body, Player
from companion.rules.field_metadata import Json
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally

Parts = Mapping[Player, Json]
NOT_SAID = object()


def deal_of(game: Game) -> type[Body]:
    """Return the kind of entry that is a deal."""
    return next(kind for kind in game.deals if kind.kind == "deal")


def own_part(game: Game, player: Player, players: tuple[Player, ...], data: Json) -> Json | Ruling:
    """Return the part of a deal that this player may enter, or a Ruling if it cannot be read."""
    part = {
        field.key: own
        for field in shapes(deal_of(game))
        if field.key in data and (own := _own(field, data[field.key], player)) is not NOT_SAID
    }
    return misread(deal_of(game), game, part, players) or part


def _own(field: Field, value: object, player: Player) -> object:
    if field.whose == "ender":
        return value if value == player or (value is None and field.is_required) else NOT_SAID
    if field.whose == "table" or value is None:
        return NOT_SAID if value is None else value
    if isinstance(value, Mapping):
        return {player: value[player]} if player in value else NOT_SAID
    if not isinstance(value, list):
        return value
    own = [item for item in value if item == player or (isinstance(item, list) and item[:1] == [player])]
    return own if own or (field.whose == "own" and not value) else NOT_SAID  # an empty list means none


def merged(game: Game, order: tuple[Player, ...], parts: Parts) -> Json | Ruling:
    """Merge the parts into one deal.

    Args:
        order: the players from the dealer's left; each has a part.
        parts: the parts by player, as JSON.

    Returns:
        The deal as JSON, or a Ruling if two parts contradict each other.
    """
    deal: dict[str, object] = {"kind": deal_of(game).kind}
    ended: Player | None = None
    for field in shapes(deal_of(game)):
        if field.whose == "ender":
            claimed = [player for player in order if parts[player].get(field.key) == player]
            denied = [player for player in order if field.key in parts[player] and player not in claimed]
            if len(claimed) > 1:
                return refuse("own.both", say("{names} all say that they ended the deal.", names=claimed))
            if claimed and denied:
                return _differ([player for player in order if player in (*claimed, *denied)])
            ended = claimed[0] if claimed else None
            if claimed or denied:
                deal[field.key] = ended
    for field in shapes(deal_of(game)):
        values = {player: parts[player][field.key] for player in order if field.key in parts[player]}
        common = _common(values, plain(field.default), ended) if field.whose == "table" else values
        if isinstance(common, Ruling):
            return common
        if common and field.whose != "ender":
            deal[field.key] = _merged_values(field, common)
    return deal


def _common(values: Mapping[Player, object], default: object, ended: Player | None) -> Mapping[Player, object] | Ruling:
    """Return the value of the player who ended the deal. If nobody did, all values but the default must agree."""
    if ended is not None:
        return {ended: values[ended]} if ended in values else {}
    unusual = {player: value for player, value in values.items() if value != default}
    first = next(iter(unusual.values()), None)
    return _differ(list(unusual)) if any(value != first for value in unusual.values()) else unusual


def _differ(names: list[Player]) -> Ruling:
    return refuse("own.differ", say("{names} do not say the same about how the deal ended.", names=names))


def _merged_values(field: Field, values: Mapping[Player, object]) -> object:
    if field.whose == "own":  # in a list of winners: how often the player occurs
        return {p: value[p] if isinstance(value, Mapping) else _times(value) for p, value in values.items()}
    if field.whose == "table":
        return next(iter(values.values()))
    return [each for value in values.values() if isinstance(value, list) for each in value]


def _times(value: object) -> int:
    return len(value) if isinstance(value, list) else 0


# --- asking for missing values; a file may leave them out


def whole(game: Game, tally: Tally, typed: Json) -> dict[str, object] | Ruling:
    """Return a deal with values filled in, or ask for a missing one. Other kinds of entries are returned unchanged."""
    if typed.get("kind") != deal_of(game).kind:
        return dict(typed)
    deal = game.filled(tally, typed)
    return game.missing(tally, deal, tally.turn) or deal


def lacking(game: Game, tally: Tally, player: Player, part: Json) -> Ruling | None:
    """Ask for a value that is missing in a player's own part."""
    deal = game.filled(tally, {**part, "kind": deal_of(game).kind})
    return game.missing(tally, deal, (player,))


# --- parts that contradict each other or the rules


@dataclass(frozen=True)
class PartialConflict:
    """The reason why the parts make no deal, with the values of the player at fault, or of all players."""

    ruling: Ruling
    claims: Mapping[Player, tuple[Say, ...]]


def partial_conflict(
    game: Game, order: tuple[Player, ...], parts: Parts, judge: Callable[[Json], Ruling | None]
) -> PartialConflict | None:
    """Return why the parts make no legal deal, or None. `judge` returns what is wrong with a deal in JSON."""
    deal = merged(game, order, parts)
    ruling = deal if isinstance(deal, Ruling) else judge(deal)
    if ruling is None:
        return None
    concerned = [player for player in order if ruling.player in (None, player)]
    return PartialConflict(ruling, {player: _values(game, parts[player]) for player in concerned})


def _values(game: Game, part: Json) -> tuple[Say, ...]:
    """Return the numbers or cards that a player entered."""
    values = []
    for field in shapes(deal_of(game)):
        if field.whose == "own" and field.key in part:
            value = part[field.key]
            own = next(iter(value.values())) if isinstance(value, Mapping) else _times(value)
            words = [str(card) for card in own] if isinstance(own, list) else str(own).split()
            cards = [Card(word) for word in words if is_card(word)]
            values.append(say("{value}", value=cards if len(cards) == len(words) else " ".join(words)))
    return tuple(values)
