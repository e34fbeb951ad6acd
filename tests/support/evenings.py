"""Evenings of the toy, played by requests of one phone."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from flask import Flask

from companion.events.judge import play
from companion.presentation.event_text import event_text
from companion.rules.rulings import Ruling
from companion.store import EntryRow
from companion.stored_events import EventSession, open_event
from support.phones import Phone, new_table, stored, text_of

OPEN = {"options[start_number]": "0", "options[target_number]": "-100000", "options[money]": "True"}
NIGHT = (  # fewer points win in the toy, and the points are paid
    {"Anna": -30, "Bo": 20, "Cia": 10},
    {"Anna": 10, "Bo": 20, "Cia": -30},
    {"Anna": 20, "Bo": -50, "Cia": 30},
)


def finish(phone: Phone, points: dict[str, int], match: str = "") -> None:
    """Write a deal that ends the match by agreement."""
    store = stored(phone.client.application)
    match = match or phone.match
    body = {"kind": "deal", "points": points}
    first = store.count(match) + 1
    for number, one in enumerate((body, {"kind": "end", "reason": "time"}), start=first):
        store.append(match, EntryRow(number, f"{match}-{number}", now(), "", "", one))


def now(minutes: int = 0) -> str:
    return (datetime.now(UTC) + timedelta(minutes=minutes)).isoformat(timespec="seconds").replace("+00:00", "Z")


def again(phone: Phone) -> str:
    """Start a rematch of the phone's match, which becomes its match."""
    phone.match = phone.post("/rematch").location.rpartition("/")[2]
    return phone.match


def evening_of(phone: Phone, match: str = "") -> EventSession | None:
    store = stored(phone.client.application)
    row = store.match(match or phone.match)
    assert row
    return open_event(store, row.event, phone.id) if row.event else None


def a_night(app: Flask) -> tuple[Phone, EventSession]:
    """Return a phone with three finished matches for money."""
    owner = new_table(app, **OPEN)
    finish(owner, NIGHT[0])
    for points in NIGHT[1:]:
        again(owner)
        finish(owner, points)
    session = evening_of(owner)
    assert session
    return owner, session


def another(phone: Phone, players: list[str], **fields: str) -> str:
    data = {"players[]": players, "dealer": "0", **OPEN, **fields}
    answer = phone.client.post("/new/toy", data=data)
    assert answer.status_code == 303, answer.text
    return str(answer.location.rpartition("/")[2])


def other_people(phone: Phone) -> None:
    """Continue the phone's match with Dag instead of Cia; the new part becomes the phone's match."""
    wish = {"leaves": "Cia", "comes": "Dag", "do": "write", "seen": phone.version, "entry_id": f"people-{phone.match}"}
    answer = phone.client.post(f"/m/{phone.match}/people", data=wish)
    assert answer.status_code == 303, text_of(answer.text)
    phone.match = answer.location.rpartition("/")[2]


def a_chain(app: Flask) -> tuple[Phone, EventSession]:
    """Return three finished matches, and a fourth in two parts."""
    owner, _ = a_night(app)
    again(owner)
    row = EntryRow(1, "before", now(), "", "", {"kind": "deal", "points": {"Anna": -5, "Bo": 2, "Cia": 3}})
    stored(app).append(owner.match, row)
    other_people(owner)
    finish(owner, {"Anna": -3, "Bo": 2, "Dag": 1})
    session = evening_of(owner)
    assert session
    return owner, session


def exactly(event: Any) -> tuple[Any, Any]:
    """Return the standings and payments of an event as text."""
    state = play(event)
    assert not isinstance(state, Ruling), state
    told = event_text(state)
    ranks = [(one.rank, one.player, one.total, one.money) for one in told.ranks]
    return ranks, [(one.payer, one.payee, one.amount) for one in told.payments]


def tmp_file(folder: Path, content: bytes) -> Any:
    (folder / "event.json").write_bytes(content)
    return (folder / "event.json").open("rb")
