"""Put matches into evenings and evenings into leagues; put the matches of one night into an evening by itself."""

from collections.abc import Collection
from hashlib import sha256

from companion.clock import now, seconds_between
from companion.limits import EARLIER_MATCHES, EVENING
from companion.match_cache import stored_match
from companion.parsing import Match
from companion.repository import MATCH_ID, shown_names
from companion.rules.messages import say
from companion.rules.people import names_of
from companion.rules.rulings import refuse
from companion.store import EVENT, EntryRow, Head, MatchRow, Store
from companion.stored_events import EventSession, is_evening, open_event
from companion.stored_events.writing import append_unsent, refusal, write_event
from companion.submission import Outcome, Refused

IN_ONE = say("Only an evening can be put into a league, and no league into another one.")


def put_in(store: Store, session: EventSession, match_id: str, entry_id: str) -> Outcome:
    """Put a match into an event, or an evening into a league. If it was taken out, it comes back to its old place."""
    evening = store.match(match_id)
    if evening and evening.game == EVENT:
        inside = store.matches_in(match_id)
        is_apart = session.row.event is None and evening.id != session.row.id and is_evening(evening)
        if not is_apart or any(one.game == EVENT for one in inside):
            return Refused(refuse("event.inside", IN_ONE))
        for guest in (guest for one in inside for guest in store.guests(one.id)):
            store.let_in(session.row.id, guest.phone, may_write=guest.may_write, at=now())
    played = {"kind": "played", MATCH_ID: match_id}
    place = next((row.number for row in session.rows if row.body.get(MATCH_ID) == match_id), 0)
    there = next((one for one in session.listed if one.entry == place), None)
    if place and (there is None or there.row.id == match_id):
        back = {"kind": "correction", "entry": place, "with": played}
        outcome = write_event(store, session, back, entry_id)
        if not isinstance(outcome, Refused):
            return outcome
    return write_event(store, session, played, entry_id)


def put_instead(store: Store, row: MatchRow, new_id: str, phone: str) -> None:
    """Count another match in place of a match of an evening, if that is in one which the phone may open."""
    session = open_event(store, row.event, phone) if row.event else None
    place = next((one.entry for one in session.listed if one.row.id == row.id), 0) if session else 0
    if session and place:
        body = {"kind": "correction", "entry": place, "with": {"kind": "played", MATCH_ID: new_id}}
        write_event(store, session, body, f"instead-{new_id}")


# --- the evening that forms itself


def is_near(earlier: MatchRow, match: Match, at: str) -> bool:
    """Return True if a match that begins at that time is played on the same night."""
    last = max((entry.at for entry in match.record.entries if entry.at), default=earlier.created_at)
    return abs(seconds_between(last, at)) <= EVENING * 60


def people(match: Match) -> frozenset[str]:
    """Return the shown names of the players of a match."""
    return frozenset(names_of(match.record).values())


def follow(store: Store, earlier: MatchRow, match_id: str, phone: str) -> None:
    """Put a match into the evening of the match before it; if that has none, make an evening of the two."""
    new = store.match(match_id)
    if new is None or new.event or new.game == EVENT:
        return
    session = open_event(store, earlier.event, phone) if earlier.event else None
    if session is None or not _takes(store, session, new):
        session = _new_evening(store, earlier, phone) if earlier.event is None else None
    if session:
        write_event(store, session, {"kind": "played", MATCH_ID: new.id}, f"played-{new.id}")


def _takes(store: Store, session: EventSession, new: MatchRow) -> bool:
    """Return True if a match can be put into an evening."""
    row = EntryRow(session.number, "", now(), "", "", {"kind": "played", MATCH_ID: new.id})
    return is_evening(session.row) and refusal(store, session, row) is None


def _new_evening(store: Store, first: MatchRow, phone: str) -> EventSession | None:
    """Make an evening of a match, or open it if another phone has just made it."""
    event_id = sha256(f"evening of {first.id}".encode()).hexdigest()[:12]
    head = Head(title="", players=[], options={}, opening={}, event={})
    made = store.create(EVENT, head, owner=first.owner or phone, at=first.created_at, match_id=event_id)
    row = EntryRow(1, f"played-{first.id}", now(), "", "", {"kind": "played", MATCH_ID: first.id})
    append_unsent(store, made.id, row, first.id)
    return open_event(store, made.id, phone)


def follow_tonight(store: Store, earlier: MatchRow, match_id: str, phone: str) -> None:
    """Put the next match of the same people into their evening, unless that was on another day."""
    new, known = store.match(match_id), stored_match(store, earlier)
    if new and known and is_near(earlier, known, new.created_at):
        follow(store, earlier, match_id, phone)


def form_evening(store: Store, match_id: str, phone: str, into: str = "") -> None:
    """Put a new match into an evening, and let in the phones of the match before it whose players play on.

    The evening is `into`, if the phone may write there. Else it is that evening of this phone with which the match
    shares most people, and the latest of several; at least two of them must have played a match there whose last entry
    is less than half a day old.
    """
    session = open_event(store, into, phone) if into else None
    if session and is_evening(session.row) and session.guest.may_write:
        put_in(store, session, match_id, f"played-{match_id}")
    new = store.match(match_id)
    match = stored_match(store, new) if new else None
    if new is None or match is None:
        return
    playing, nights = people(match), dict[str, list[tuple[MatchRow, Match]]]()
    for row in store.matches_of(phone)[:EARLIER_MATCHES]:
        known = stored_match(store, row) if row.id != new.id else None
        if known and not is_near(row, known, new.created_at):
            break  # the following ones are older
        if known and new.event in (None, row.event):
            nights.setdefault(row.event or row.id, []).append((row, known))

    def shared(*night: tuple[MatchRow, Match]) -> int:
        return len(playing & {name for _, one in night for name in people(one)})

    alike = [night for night in nights.values() if any(shared(one) > 1 for one in night)]
    if alike:
        earlier, known = next(one for one in max(alike, key=lambda night: shared(*night)) if shared(one) > 1)
        follow(store, earlier, new.id, phone)
        is_next = known.tally.status == "finished" and store.link(earlier.id, new.id)
        _bring_along(store, earlier, new.id, playing, with_others=is_next)


def _bring_along(
    store: Store, earlier: MatchRow, match_id: str, playing: Collection[str], *, with_others: bool
) -> None:
    """Let in to a new match the phones of the match before it whose players play on, with their write access.

    `with_others`: let in all other phones too, such as a television or that of a player who sits out.
    """
    shown = shown_names(store, earlier)
    inside = {guest.phone: guest.player for guest in store.guests(match_id)}
    for guest in store.guests(earlier.id):
        player = shown.get(guest.player, guest.player)
        if player in playing and guest.phone not in inside and player not in inside.values():
            store.let_in(match_id, guest.phone, may_write=guest.may_write, at=now())
            store.set_player(match_id, guest.phone, player, at=now())
        elif with_others and guest.phone not in inside:
            store.let_in(match_id, guest.phone, may_write=guest.may_write, at=now())
