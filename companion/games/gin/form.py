"""What the form of a deal of gin knows while it is being filled in."""

from collections.abc import Mapping
from contextlib import suppress

from companion.games.gin.entries import ENDS
from companion.games.gin.options import Options
from companion.games.gin.score import knock_limit
from companion.games.gin.table import Table
from companion.rules.cards import Card
from companion.rules.field_metadata import Json
from companion.rules.game import Turned
from companion.rules.messages import N_, Say, say
from companion.rules.tally import Tally

ON_THE_FORM = {**ENDS, "void": N_("void")}  # beside the others, where it is seen that it is a deal


def form(tally: Tally, typed: Json) -> Mapping[str, object]:
    """The most deadwood to knock with, and how a deal may end and mostly does.

    In Oklahoma the limit is the lower one as soon as the card turned up is typed.
    """
    options, card = tally.at(Table).options, _upcard(typed)
    limit = knock_limit(options, card)[0]
    ends = {end: words for end, words in ON_THE_FORM.items() if end != "big_gin" or options.big_gin}
    return {"limit": limit, "turned": card, "ends": ends, "usual": "knock" if limit else "gin"}


def turned(tally: Tally, known: Json) -> Turned | None:
    """In Oklahoma the card turned up, which everybody plays by: it is asked for first."""
    if not tally.at(Table).options.oklahoma or tally.status == "finished":
        return None
    card = _upcard(known)
    means = _means(tally.at(Table).options, card) if card else ()
    return Turned("upcard", say("Oklahoma"), N_("Card turned up"), card, means)


def _means(options: Options, card: Card) -> tuple[Say, ...]:
    limit, _ = knock_limit(options, card)
    ends = say("knock with at most {n}", n=limit) if limit else say("only gin ends this deal")
    if card.suit != "S" or options.oklahoma_spades == "off":
        return (ends,)
    both = options.oklahoma_spades == "points_and_box"
    return (ends, say("the points and the deals won are doubled") if both else say("the points are doubled"))


def _upcard(written: Json) -> Card | None:
    with suppress(ValueError):
        card = Card(str(written.get("upcard")))
        return None if card.is_joker else card
    return None


def filled(tally: Tally, typed: Json) -> dict[str, object]:
    """A void deal without what a form no longer shows of it: who laid down, and what was counted before it was void."""
    needless = ("by", "deadwood", "hands", "layout") if typed.get("end") == "void" else ()
    return {name: value for name, value in typed.items() if name not in needless}
