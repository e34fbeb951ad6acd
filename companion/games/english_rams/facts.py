"""Supply the facts of questions about English Rams from the match or from the deal being typed."""

from collections.abc import Mapping

from companion.games.english_rams.calls import pot_kind
from companion.games.english_rams.hooks import SHORT, filled, folding, form
from companion.games.english_rams.table import SEATS, State
from companion.rules.entries import Player
from companion.rules.field_metadata import Json
from companion.rules.people import from_left
from companion.rules.tally import Tally


def table(tally: Tally) -> Mapping[str, object]:
    """Return the players, the dealer and the kind of pot; after the end only the house rules."""
    if tally.status == "finished":
        return {"options": tally.options}
    table = tally.at(State)
    known = {"players": list(table.players), "dealer": table.dealer, "pot": pot_kind(table.double)}
    return {**known, "options": tally.options}


def pot(tally: Tally) -> Mapping[str, object]:
    """Return the money that the last deal left in the pot."""
    return {"options": tally.options, **({} if tally.pot is None else {"left": tally.pot})}


def seats(tally: Tally) -> Mapping[str, object]:
    """Return the number of players and the kind of pot."""
    known = table(tally)
    seats = {"players": len(tally.record.players)}
    return {"options": tally.options, **seats, **({"pot": known["pot"]} if "pot" in known else {})}


def seat(tally: Tally, player: Player) -> Mapping[str, object]:
    """Return the player's seat, from 1 at the dealer's left; empty for a dealer who sits out."""
    if tally.status == "finished":
        return {}
    table = tally.at(State)
    seat = from_left(table.players, table.dealer).index(player) + 1
    return {} if seat == SEATS[-1] else {"seat": seat}


def six(tally: Tally) -> Mapping[str, object]:
    """Return True if six players are at the table."""
    return {"options": tally.options, "six": len(tally.record.players) == SEATS[-1]}


def owed(tally: Tally) -> Mapping[str, object]:
    """Return the pot of the current deal with its ante, and the number of opponents of general rams."""
    table = tally.at(State)
    in_deal = len(tally.record.players) - (len(tally.record.players) == SEATS[-1])
    return {"options": tally.options, "pot": (tally.pot or 0) + table.five, "others": in_deal - 1}


def session(tally: Tally) -> Mapping[str, object]:
    """Return the players, the pot and the next dealer."""
    known = {"options": tally.options, "players": list(tally.record.players), "pot": tally.pot or 0}
    return {**known, "next_dealer": tally.dealer} if tally.dealer else known


def lead(tally: Tally, deal: Json) -> Json:
    """Return the calls, if any were entered."""
    calls = filled(tally, {"kind": "deal", **deal}).get("calls") if any(_said(tally, deal).values()) else None
    return {"calls": calls} if calls else {}


def widow(tally: Tally, deal: Json) -> Json:
    """Return the fact that the widow was taken, if so."""
    return {"taken": True} if _said(tally, deal)["widow"] else {}


def announced(tally: Tally, deal: Json) -> Json:
    """Return the fact that general rams was announced, if so."""
    return {"announced": True} if _said(tally, deal)["general"] else {}


def turn_up(tally: Tally, deal: Json) -> Json:
    """Return whether the dealer is in, and whether with the widow."""
    short = _said(tally, deal)
    plays = {"plays": bool(short["general"])} if tally.dealer in folding(short) else {}
    return {**plays, **({"widow": True} if tally.dealer == short["widow"] and tally.dealer else {})}


def _said(tally: Tally, deal: Json) -> Json:
    """Return the short fields of the form, also if the calls were typed one by one."""
    shown = form(tally, deal)
    return {name: shown.get(name) for name in SHORT}
