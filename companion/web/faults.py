"""The field of which a refusal speaks, marked by the macro that draws it, also for those who only hear the page.

Macros are imported without the page that they are drawn on, so what is refused lies with the request.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import g
from markupsafe import Markup

from companion.reading.fields import field_name
from companion.rules.rulings import Ruling

WHOSE = ("", "[@]", "[]")  # a player may be named by the seat, and a list by one of its fields
INVALID = Markup('aria-invalid="true" ')
DESCRIBED = Markup('aria-describedby="wrong" ')


@dataclass(frozen=True)
class Fault:
    """`field` is refused, or something of `player`; in the form of a deal, or in that of the kind `form`."""

    field: str
    player: str | None
    form: str


def point_at(wrong: Ruling, players: Sequence[str] = (), form: str = "") -> None:
    """What this answer refuses."""
    g.fault = Fault(field_name(wrong.path, players), wrong.player, form)


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
    if name not in {fault.field + whose for whose in WHOSE}:
        return Markup()
    if chosen_of is None:
        return INVALID + DESCRIBED
    return DESCRIBED if not chosen_of or fault.player in (None, chosen_of) else Markup()
