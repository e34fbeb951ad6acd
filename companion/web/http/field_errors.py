"""The field of which a refusal speaks, marked by the macro that draws it, also for those who only hear the page.

Macros are imported without the page that they are drawn on, so what is refused lies with the request.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import g
from markupsafe import Markup

from companion.parsing.form_encoder import field_name
from companion.rules.rulings import Ruling

WHOSE = ("", "[@]", "[]")  # a player may be named by the seat, and a list by one of its fields
INVALID = Markup('aria-invalid="true" ')
DESCRIBED = Markup('aria-describedby="wrong" ')
FOCUSED = Markup("autofocus ")  # without scripts too


@dataclass(frozen=True)
class Fault:
    """`field` is refused, or something of `player`; in the form of a deal, or in that of the kind `form`.

    `others`: fields that are refused as well.
    """

    field: str
    player: str | None
    form: str
    others: frozenset[str] = frozenset()


def point_at(wrong: Ruling, players: Sequence[str] = (), form: str = "", others: Iterable[Ruling] = ()) -> None:
    """What this answer refuses."""
    beside = frozenset(field_name(one.path, players) for one in others)
    g.fault = Fault(field_name(wrong.path, players), wrong.player, form, beside)


def at_fault(name: str, form: str = "", *, only_of: str = "", chosen_of: str | None = None) -> Markup:
    """The attributes of a field that was refused, with the sentence as its description.

    `only_of`: whose only number it is, and so what is meant where the refusal names no field. `chosen_of`: it is one of
    several choices, this player's if it is anybody's, and none of them is wrong by itself.
    """
    fault: Fault | None = g.get("fault")
    if fault is None or fault.form != form:
        return Markup()
    if not fault.field:
        return INVALID + DESCRIBED if only_of and fault.player == only_of else Markup()
    if name not in {field + whose for field in (fault.field, *fault.others) for whose in WHOSE}:
        return Markup()
    if chosen_of is None:
        return INVALID + DESCRIBED + _focus()
    return DESCRIBED if not chosen_of or fault.player in (None, chosen_of) else Markup()


def _focus() -> Markup:
    """The first field that is at fault takes the focus, and so comes into sight."""
    is_first = not g.get("focused")
    g.focused = True
    return FOCUSED if is_first else Markup()
