"""Mark the field that a refusal is about, also for screen readers.

Macros are imported without the context of the page, so the refusal lies in flask.g.
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
    """The field that is refused, or a player of whom something is; in the form of that kind, or of a deal.

    Attributes:
        others: Fields that are refused as well.
    """

    field: str
    player: str | None
    form: str
    others: frozenset[str] = frozenset()


def point_at(wrong: Ruling, players: Sequence[str] = (), form: str = "", others: Iterable[Ruling] = ()) -> None:
    """Remember which field this answer refuses."""
    beside = frozenset(field_name(one.path, players) for one in others)
    g.fault = Fault(field_name(wrong.path, players), wrong.player, form, beside)


def at_fault(name: str, form: str = "", *, only_of: str = "", chosen_of: str | None = None) -> Markup:
    """Return the attributes of a field, where it was refused.

    Args:
        name: The name of the field.
        form: The kind of the form; empty for that of a deal.
        only_of: The player whose only number it is: meant where the refusal names no field.
        chosen_of: The player whom the choice is for; set for one of several choices, none of which is wrong by
            itself.
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
    """Give the focus to the first refused field, which scrolls it into sight."""
    is_first = not g.get("focused")
    g.focused = True
    return FOCUSED if is_first else Markup()
