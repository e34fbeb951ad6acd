"""What the deal that is being typed in English Rams says of the facts of a question: the speaking so far."""

from companion.games.english_rams.form import SHORT, filled, folding, form
from companion.rules.field_metadata import Json
from companion.rules.tally import Tally


def lead(tally: Tally, deal: Json) -> Json:
    """The calls, once anybody has said anything that is no matter of course."""
    said = _said(tally, deal)
    calls = filled(tally, {"kind": "deal", **deal}).get("calls") if any(said.values()) else None
    return {"calls": calls} if calls else {}


def widow(tally: Tally, deal: Json) -> Json:
    return {"taken": True} if _said(tally, deal)["widow"] else {}


def announced(tally: Tally, deal: Json) -> Json:
    return {"announced": True} if _said(tally, deal)["general"] else {}


def turn_up(tally: Tally, deal: Json) -> Json:
    """Whether the dealer is in, and with which hand."""
    said = _said(tally, deal)
    plays = {"plays": bool(said["general"])} if tally.dealer in folding(said) else {}
    return {**plays, **({"widow": True} if tally.dealer == said["widow"] and tally.dealer else {})}


def _said(tally: Tally, deal: Json) -> Json:
    """What the form says in short, also where the calls were typed one by one."""
    found = form(tally, deal)
    return {name: found.get(name) for name in SHORT}
