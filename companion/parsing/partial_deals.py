"""Make the parts of a deal that its players write down alone into the one entry that closes it.

Whose a field is, its dataclass says (rules/entries.py, `whose`): values of one's own are put together, into a list one
puts only oneself, and who ended the deal says so. That nobody did is said too, by anybody. Everything else is common to
the table: whoever ended the deal says it, and otherwise all who say anything must say the same.
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
    """Return the kind of entry that closes a deal."""
    return next(kind for kind in game.deals if kind.kind == "deal")


def own_part(game: Game, player: Player, players: tuple[Player, ...], data: Json) -> Json | Ruling:
    """Return what of a deal is this player's to say; a Ruling where it cannot be read."""
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
    return own if own or (field.whose == "own" and not value) else NOT_SAID  # an empty list says that it was none


def merged(game: Game, order: tuple[Player, ...], parts: Parts) -> Json | Ruling:
    """Merge all parts into the deal that they make together.

    Args:
        game: the game.
        order: the players in the order of speaking, from the dealer's left; each has a part.
        parts: by player, as JSON.

    Returns:
        The deal as JSON, or a Ruling where two parts say what excludes each other.
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
        said = {player: parts[player][field.key] for player in order if field.key in parts[player]}
        common = _common(said, plain(field.default), ended) if field.whose == "table" else said
        if isinstance(common, Ruling):
            return common
        if common and field.whose != "ender":
            deal[field.key] = _together(field, common)
    return deal


def _common(said: Mapping[Player, object], default: object, ended: Player | None) -> Mapping[Player, object] | Ruling:
    """Return what the one who ended the deal says, and otherwise what all say who say anything but the usual."""
    if ended is not None:
        return {ended: said[ended]} if ended in said else {}
    unusual = {player: value for player, value in said.items() if value != default}
    first = next(iter(unusual.values()), None)
    return _differ(list(unusual)) if any(value != first for value in unusual.values()) else unusual


def _differ(names: list[Player]) -> Ruling:
    return refuse("own.differ", say("{names} do not say the same about how the deal ended.", names=names))


def _together(field: Field, said: Mapping[Player, object]) -> object:
    if field.whose == "own":  # of a list of winners: how often the player stands in it
        return {p: value[p] if isinstance(value, Mapping) else _times(value) for p, value in said.items()}
    if field.whose == "table":
        return next(iter(said.values()))
    return [each for value in said.values() if isinstance(value, list) for each in value]


def _times(value: object) -> int:
    return len(value) if isinstance(value, list) else 0


# --- asking for what is missing: nobody who enters a deal has that said for them, though a file may leave it out


def whole(game: Game, tally: Tally, typed: Json) -> dict[str, object] | Ruling:
    """Return the entry as it is written, or ask for what a deal does not say yet; other kinds stay as they are."""
    if typed.get("kind") != deal_of(game).kind:
        return dict(typed)
    deal = game.filled(tally, typed)
    return game.missing(tally, deal, tally.turn) or deal


def lacking(game: Game, tally: Tally, player: Player, part: Json) -> Ruling | None:
    """Ask for what a player's own part of a deal does not say yet."""
    deal = game.filled(tally, {**part, "kind": deal_of(game).kind})
    return game.missing(tally, deal, (player,))


# --- when the parts do not make a deal


@dataclass(frozen=True)
class PartialConflict:
    """The reason why the parts are no deal, and what those say whom it concerns: the one at fault, or everybody."""

    ruling: Ruling
    claims: Mapping[Player, tuple[Say, ...]]


def partial_conflict(
    game: Game, order: tuple[Player, ...], parts: Parts, judge: Callable[[Json], Ruling | None]
) -> PartialConflict | None:
    """Return why the parts make no legal deal, None if they do. `judge` says what is wrong with a deal as JSON."""
    deal = merged(game, order, parts)
    ruling = deal if isinstance(deal, Ruling) else judge(deal)
    if ruling is None:
        return None
    concerned = [player for player in order if ruling.player in (None, player)]
    return PartialConflict(ruling, {player: _values(game, parts[player]) for player in concerned})


def _values(game: Game, part: Json) -> tuple[Say, ...]:
    """Return what a player says in numbers or cards."""
    values = []
    for field in shapes(deal_of(game)):
        if field.whose == "own" and field.key in part:
            value = part[field.key]
            own = next(iter(value.values())) if isinstance(value, Mapping) else _times(value)
            words = [str(card) for card in own] if isinstance(own, list) else str(own).split()
            cards = [Card(word) for word in words if is_card(word)]
            values.append(say("{value}", value=cards if len(cards) == len(words) else " ".join(words)))
    return tuple(values)
