"""What the form of a deal of gin knows while it is being filled in."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from companion.games.gin.score import knock_limit
from companion.rules.cards import Card
from companion.rules.tally import Tally


def form(tally: Tally, typed: Mapping[str, Any]) -> Mapping[str, Any]:
    """The most deadwood to knock with: in Oklahoma the lower limit, as soon as the card turned up is typed."""
    upcard = None
    with suppress(ValueError):
        upcard = Card(str(typed.get("upcard")))
    turned = upcard if upcard and not upcard.is_joker else None
    return {"limit": knock_limit(tally.options, turned)[0], "turned": turned}


def filled(tally: Tally, typed: Mapping[str, Any]) -> dict[str, Any]:
    """A deal without the name of who laid down, where it is void: on a form a tap cannot be taken back."""
    return {name: value for name, value in typed.items() if name != "by" or typed.get("end") != "void"}
