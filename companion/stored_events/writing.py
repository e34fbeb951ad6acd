"""Place, judge and append an entry of a stored event: the only module that appends to one, except imports of files.

It does for events what submission/ does for matches, by the same outcomes, limits and repeated attempts. The two are
apart because an entry of a match is judged by the game's rules and compared deal by deal with those of other phones,
while an entry of an event is judged by the rules of events and conflicts only with newer ones about the same table.
"""

from collections.abc import Mapping

from companion.clock import now
from companion.limits import ENTRY_ID_LENGTH
from companion.repository import MATCHES
from companion.rules.messages import say
from companion.rules.rulings import Ruling, refuse
from companion.store import EntryRow, Store
from companion.stored_events import (
    EventSession,
    Json,
    event_data,
    event_state,
    matches_named,
    open_event,
    present_content,
)
from companion.submission import (
    CHANGED_SINCE_SENT,
    Outcome,
    Refused,
    Written,
    append_at_last,
    entry_too_large,
    sent_before,
)
from companion.submission.conflict import Conflict

# entries that never conflict with entries written at the same time
ASIDE = ("note", "ruling", "paid", "played", "confirm")
TAKEN = say("This match belongs to another evening. Take it out there first.")


def write_event(store: Store, session: EventSession, body: Json, entry_id: str, *, seen: int | None = None) -> Outcome:
    """Check and append an entry, after entries that others have written meanwhile and that do not conflict with it.

    Args:
        body: the content of the entry as JSON; it may refer to a match by `match_id`.
        entry_id: the id given by the phone, the same for each attempt to send it.
        seen: the number of entries that the phone had seen; None if newer entries cannot conflict with it. An entry
            about a table conflicts only with newer entries about the same table.
    """
    if store.guest(session.row.id, session.guest.phone) is None:  # it could open the event through a match
        store.let_in(session.row.id, session.guest.phone, may_write=session.guest.may_write, at=now())
    return append_at_last(
        session,
        lambda current: _try(store, current, body, entry_id[:ENTRY_ID_LENGTH], seen),
        lambda: open_event(store, session.row.id, session.guest.phone),
    )


def append_unsent(store: Store, event_id: str, row: EntryRow, match_id: str) -> bool:
    """Append an entry that puts in a match and that no phone has sent; return False if the event has newer entries.

    The caller has judged it, or it is the first of a new event. It is not tried again: it follows from the entries
    before it, so the caller finds it once more as long as it is due.
    """
    return store.append_all(event_id, [row], named={match_id: True}) == "written"


def _try(store: Store, session: EventSession, body: Json, entry_id: str, seen: int | None) -> Outcome | None:
    """Append the entry; return None if the event has newer entries than the session."""
    if known := sent_before(session.rows, entry_id):
        alike = dict(known.body) == dict(body)
        return Written(known.number, "known") if alike else Refused(CHANGED_SINCE_SENT)
    if newer := rivals(session, body, seen):
        return Conflict(newer)
    guest = session.guest
    row = EntryRow(session.number, entry_id, now(), guest.player, guest.phone, body)
    if wrong := refusal(store, session, row):
        return Refused(wrong)
    named = _moved(session, body)
    if store.append_all(session.row.id, [row], named=named) != "written":
        taken = [one for one, stands in named.items() if stands and not store.is_free(one, session.row.id)]
        return Refused(refuse("event.taken", TAKEN)) if taken else None
    return Written(row.number)


def rivals(session: EventSession, body: Json, seen: int | None) -> tuple[int, ...]:
    """Return the numbers of the entries with which an entry conflicts, newer than those that its phone had seen."""
    since = session.rows[seen:] if seen is not None else ()
    said = session.contents
    if table := _table_of(body, said):
        return tuple(row.number for row in since if _table_of(row.body, said, "confirm") == table)
    return tuple(row.number for row in since if row.body.get("kind") not in ASIDE)


def _table_of(body: Json, said: Mapping[int, Json], but: str = "") -> tuple[int, int] | None:
    """Return the round and the table of an entry about a table; None for other entries and those of the kind `but`."""
    about = body.get("with") or said.get(body.get("entry", 0), {}) if body.get("kind") == "correction" else body
    is_of_table = about.get("kind") in ("result", "confirm") and about["kind"] != but
    return (about.get("round", 0), about.get("table", 0)) if is_of_table else None


def refusal(store: Store, session: EventSession, row: EntryRow) -> Ruling | None:
    """Return why an entry cannot be added, by the rules of the event and of its games; None if it can."""
    if wrong := entry_too_large(row):
        return wrong
    read = {one.row.id: one.counts for one in session.listed}
    for match_id in (one for one, stands in _moved(session, row.body).items() if stands):
        stored = store.match(match_id)
        read[match_id] = present_content(store, stored) if stored else None
    # all entries are read anew: this one may bring back a match that was taken out
    state = event_state(event_data(session.row, (*session.rows, row), read))
    return state if isinstance(state, Ruling) else None


def _moved(session: EventSession, body: Json) -> dict[str, bool]:
    """Return the matches that an entry puts into the event (True) or takes out of it (False)."""
    if body.get("kind") != "correction":
        return {one: True for _, one in matches_named(body)}
    said = session.contents
    at_tables = {one for other in said.values() if MATCHES in other for _, one in matches_named(other)}
    named = {one.row.id for one in session.listed if one.entry == body.get("entry")}
    gone = dict.fromkeys(named - at_tables, False)
    return {**gone, **{one: True for _, one in matches_named(body.get("with") or {})}}
