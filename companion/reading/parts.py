"""Each for himself: the parts of a deal that its players write down alone, made into the one entry that closes it.

What is a player's own is read off the dataclass of the deal, whatever the game: values by player are each player's own,
in a list of players one puts only oneself, and a player named alone (who went out) says so of oneself. Everything else
is common to the table: whoever ended the deal says it, and otherwise all who say anything must say the same.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from itertools import combinations
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from companion.reading.converter import plain, structure
from companion.rules.entries import Body, Player
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Game
from companion.rules.words import say

Json = dict[str, Any]
Parts = Mapping[Player, Json]
Sort = Literal["each", "some", "one", "said", "common"]
TRIES = 240  # deals judged in search of whose numbers clash; beyond it everybody is named
LARGEST_SHARE = 7  # tricks or the like that one player may have taken


def deal_of(game: Game) -> type[Body]:
    """The entry that closes a deal."""
    return next(kind for kind in game.deals if kind.kind == "deal")


def own_part(game: Game, player: Player, players: tuple[Player, ...], data: Mapping[str, Any]) -> Json | Ruling:
    """What of a deal is this player's to say; a Ruling where it cannot be read."""
    part: Json = {}
    for name, sort, hint, _ in _fields(game):
        if name not in data:
            continue
        value = _own(sort, data[name], player)
        if value is None:
            continue
        wrong = structure(hint, game, value, players)
        if isinstance(wrong, Ruling):
            return wrong
        part[name] = value
    return part


def _own(sort: Sort, value: Any, player: Player) -> Any:
    if sort in ("each", "some", "said"):
        if isinstance(value, Mapping):
            return {player: value[player]} if player in value else None
        if not isinstance(value, list):
            return value
        return [one for one in value if one == player or (isinstance(one, list) and one[:1] == [player])] or None
    return value if sort == "common" or value == player else None


def merged(game: Game, order: tuple[Player, ...], parts: Parts) -> Json | Ruling:
    """The deal that all parts make together, as JSON; a Ruling where two of them say what excludes each other.

    `order` is the order of speaking, from the dealer's left.
    """
    deal: Json = {"kind": deal_of(game).kind}
    ended: Player | None = None
    for name, sort, _, _ in _fields(game):
        if sort == "one":
            claimed = [player for player in order if parts[player].get(name) == player]
            if len(claimed) > 1:
                return refuse("own.both", say("{names} all say that they ended the deal.", names=claimed))
            ended = claimed[0] if claimed else None
            deal[name] = ended
    for name, sort, _, default in _fields(game):
        said = {player: parts[player][name] for player in order if name in parts[player]}
        common = _common(said, default, ended) if sort == "common" else said
        if isinstance(common, Ruling):
            return common
        if common and sort != "one":
            deal[name] = _together(sort, common)
    return deal


def _common(said: Mapping[Player, Any], default: Any, ended: Player | None) -> Mapping[Player, Any] | Ruling:
    """What the one who ended the deal says, and otherwise what all say who say anything but the usual."""
    if ended is not None:
        return {ended: said[ended]} if ended in said else {}
    unusual = {player: value for player, value in said.items() if value != default}
    values = [value for n, value in enumerate(unusual.values()) if value not in list(unusual.values())[:n]]
    if len(values) > 1:
        sentence = say("{names} do not say the same about how the deal ended.", names=list(unusual))
        return refuse("own.differ", sentence)
    return unusual


def _together(sort: Sort, said: Mapping[Any, Any]) -> Any:
    if sort == "each":
        return {player: _share(value, player) for player, value in said.items()}
    if sort == "common":
        return next(iter(said.values()))
    return [one for value in said.values() for one in value]


def _share(value: Any, player: Player) -> Any:
    """A player's own value: of a list of winners, how often the player stands in it."""
    return value[player] if isinstance(value, Mapping) else len(value)


# --- when the parts do not make a deal


@dataclass(frozen=True)
class Clash:
    """Why the parts are no deal, and the fewest players whose parts cannot all be right, with what they say."""

    ruling: Ruling
    claims: Mapping[Player, tuple[str, ...]]


def clash(game: Game, order: tuple[Player, ...], parts: Parts, judge: Callable[[Json], Ruling | None]) -> Clash | None:
    """None where the parts make a legal deal. `judge` says what is wrong with a deal given as JSON."""
    ruling = _judged(game, order, parts, judge)
    if ruling is None:
        return None
    players = _smallest(game, order, parts, judge) if ruling.player is None else (Player(ruling.player),)
    return Clash(ruling, {player: _values(game, parts[player]) for player in players})


def _judged(
    game: Game, order: tuple[Player, ...], parts: Parts, judge: Callable[[Json], Ruling | None]
) -> Ruling | None:
    deal = merged(game, order, parts)
    return deal if isinstance(deal, Ruling) else judge(deal)


def _smallest(
    game: Game, order: tuple[Player, ...], parts: Parts, judge: Callable[[Json], Ruling | None]
) -> tuple[Player, ...]:
    """The fewest players for whose parts the others could not possibly have written fitting ones."""
    left = TRIES
    for size in range(1, len(order)):
        for group in combinations(order, size):
            for others in _others(game, tuple(p for p in order if p not in group), parts):
                left -= 1
                if _judged(game, order, {**parts, **others}, judge) is None:
                    break
                if not left:
                    return order
            else:
                return group
    return order


def _others(game: Game, rest: tuple[Player, ...], parts: Parts) -> Iterator[dict[Player, Json]]:
    """What the rest could have written instead: one of them has taken whatever is left, or several have shared it."""
    counted = [name for name, sort, hint, _ in _fields(game) if sort == "each" and _counts(hint)]
    for share in range(LARGEST_SHARE):
        for player in rest:
            changed = {}
            for other in rest:
                n = share if other == player else 0
                kept = {name: value for name, value in parts[other].items() if name not in counted and n == 0}
                changed[other] = kept | {name: {other: n} for name in counted if n or name in parts[other]}
            yield changed


def _values(game: Game, part: Json) -> tuple[str, ...]:
    """What a player says in numbers or cards."""
    found = []
    for name, sort, _, _ in _fields(game):
        if sort == "each" and name in part:
            value = part[name]
            own = next(iter(value.values())) if isinstance(value, Mapping) else len(value)
            found.append(" ".join(map(str, own)) if isinstance(own, list) else str(own))
    return tuple(found)


# --- whose is what


def _fields(game: Game) -> list[tuple[str, Sort, Any, Any]]:
    """Every field of a deal: its name, whose it is, its type and its default as JSON."""
    kind = deal_of(game)
    hints = get_type_hints(kind)
    found = fields(kind)  # type: ignore[arg-type]
    return [(one.name, _sort(one.name, hints[one.name]), hints[one.name], _default(one)) for one in found]


def _default(one: "Field[Any]") -> Any:
    if one.default_factory is not MISSING:
        return plain(one.default_factory())
    return None if one.default is MISSING else plain(one.default)


def _sort(name: str, hint: Any) -> Sort:
    if name == "dealer":
        return "common"
    members = _members(hint)
    if any(get_origin(member) is Mapping and get_args(member)[0] is Player for member in members):
        return "each"
    for member in members:
        inner = get_args(member)[0] if get_origin(member) is tuple else None
        if inner is Player:
            return "some"
        if get_origin(inner) is tuple and get_args(inner)[0] is Player:
            return "said"
    return "one" if Player in members else "common"


def _counts(hint: Any) -> bool:
    """Whether a value by player may also be written as a list of players: something that is taken in turn."""
    return any(get_origin(member) is tuple and get_args(member)[0] is Player for member in _members(hint))


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
