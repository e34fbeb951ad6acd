"""Where the form of a deal asks who misplayed, and who inherits the tricks of an offender."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.games.english_rams.table import TRICKS
from companion.rules.entries import Player
from companion.rules.field_metadata import Json


@dataclass(frozen=True)
class Heir:
    """Of one trick: who is said to have held the second-best card, and who can be; `is_nobody`: nobody did."""

    player: object
    is_nobody: bool
    able: tuple[Player, ...]


@dataclass(frozen=True)
class Misplay:
    """A place in the form: who, and an heir for each trick where one is asked for."""

    player: object = ""
    heirs: tuple[Heir, ...] = ()


def misplays(typed: Json, turn: Sequence[Player], plays: Collection[Player] | None) -> tuple[Misplay, ...]:
    """Those that were typed, and room for one more and for everybody.

    An heir is one of those who play, asked for once for each offender and not where there is no choice; what was
    named there already is shown all the same. Where nobody inherits `plays` is None.
    """
    said = typed.get("faults")
    faults = [one if isinstance(one, Mapping) else {} for one in said] if isinstance(said, list | tuple) else []
    offenders = [one.get("player") for one in faults]
    able = tuple(player for player in plays or () if player not in offenders)
    found = []
    for n, one in enumerate(faults):
        named = _listed(one.get("heirs"))
        is_asked = plays is not None and ((len(able) > 1 and offenders[n] not in offenders[:n]) or bool(named))
        tricks = _taken(typed.get("tricks"), offenders[n]) if is_asked else 0
        found.append(Misplay(offenders[n], tuple(_heir(named[at : at + 1], able, turn) for at in range(tricks))))
    room = max(1, len(turn) - len(faults))
    return (*found, *[Misplay()] * room)


def _heir(named: Sequence[object], able: Collection[Player], turn: Sequence[Player]) -> Heir:
    player = named[0] if named else ""
    return Heir(player, player is None, tuple(one for one in turn if one in able or one == player))


def _listed(said: object) -> Sequence[object]:
    return said if isinstance(said, list | tuple) else ()


def _taken(tricks: object, player: object) -> int:
    if isinstance(tricks, Mapping):
        n = tricks.get(player)
        return min(n, TRICKS) if isinstance(n, int) else 0
    return _listed(tricks).count(player)
