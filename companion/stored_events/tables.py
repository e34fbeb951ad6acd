"""Read the rounds of a stored event: tables with matches and results, seats, calls for the director, corrections.

A call for the director is a note of the event; answering it strikes the note out. A note also names the new matches
of tables where somebody did not come, or of a round that was imported from a file.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from companion.events.state import Person, State, Table
from companion.presentation.entry_text import reason_words
from companion.presentation.event_text import exact_text
from companion.repository import MATCH_ID, MATCHES, is_director
from companion.rules.entries import Player
from companion.rules.messages import Say, say
from companion.rules.people import names_of
from companion.rules.rulings import Ruling
from companion.store import EntryRow, Guest, Store
from companion.stored_events import EventSession, Json, Listed, event_state
from companion.translation import signed

CALL = "The director is called to this table."  # the text of the note; notes of earlier versions have no other mark


@dataclass(frozen=True)
class PlayedTable:
    """A table of a round: its people in seat order, and their match; None if they play on paper.

    `wrong`: why the finished match cannot be the result. `absent`: people who did not come. `is_typed`: the result was
    typed and counts instead of the match.
    """

    round: int
    number: int
    table: Table
    people: tuple[Player, ...]
    match: Listed | None
    wrong: Ruling | None = None
    absent: tuple[Player, ...] = ()
    is_typed: bool = False

    @property
    def present(self) -> tuple[Player, ...]:
        return tuple(name for name in self.people if name not in self.absent)

    @property
    def has_begun(self) -> bool:
        """Return True if the match has entries, or cannot be read."""
        return self.match is not None and (self.match.match is None or bool(self.match.match.record.entries))

    @property
    def is_played(self) -> bool:
        """Return True if the people have begun to play, in the app or on paper."""
        return self.has_begun or (self.table.result is not None and self.table.result.is_played)

    @property
    def awaits(self) -> bool:
        """Return True if the match has ended, has no later part, and is not yet written as the result."""
        match = self.match
        return self.table.result is None and match is not None and match.is_finished and not match.is_continued

    @property
    def report(self) -> Json:
        """Return the entry that makes the match the result."""
        found = self.match.row.id if self.match else ""
        absent = {"absent": [*self.absent]} if self.absent else {}
        return {"kind": "result", "round": self.round, "table": self.number, MATCH_ID: found, **absent}


@dataclass(frozen=True)
class Seat:
    """The seat of a player in the open round, counted from 1; no table for a player who sits out."""

    player: Player
    table: PlayedTable | None
    number: int = 0

    @property
    def others(self) -> tuple[Player, ...]:
        return tuple(name for name in self.table.present if name != self.player) if self.table else ()

    @property
    def is_missed(self) -> bool:
        """Return True if the director has noted that this player did not come."""
        return self.table is not None and self.player in self.table.absent


@dataclass(frozen=True)
class Call:
    """An unanswered call for the director, with the number of its entry."""

    entry: int
    table: int
    player: Player | None
    at: str


# --- reading


def tables_of(session: EventSession, number: int) -> tuple[PlayedTable, ...]:
    """Return the tables of a round with their matches; empty if there is no such round."""
    state = session.state
    round_ = None if isinstance(state, Ruling) else state.round(number)
    if isinstance(state, Ruling) or round_ is None:
        return ()
    matches = _matches(session, state, number)
    typed = {n for n, row in session.contents.items() if not {MATCH_ID, "match"} & {*row}}
    tables = []
    for n, table in enumerate(round_.tables, start=1):
        match = matches.get(n)
        absent, is_typed = _absent(state, table, match), table.result is not None and table.entry in typed
        one = PlayedTable(number, n, table, people_at(state, table), match, absent=absent, is_typed=is_typed)
        tables.append(replace(one, wrong=_wrong_match(session, one)))
    return tuple(tables)


def _absent(state: State, table: Table, listed: Listed | None) -> tuple[Player, ...]:
    """Return the people who did not come to a table: those in its result, or those without whom its match was made."""
    rows: tuple[Player, ...] = ()
    if table.result:
        rows = table.result.absent
    elif listed and listed.match and len(listed.match.record.players) < len(table.seats):
        names = names_of(listed.match.record)
        came = {state.row_of(name) for player in listed.match.record.players for name in (player, names[player])}
        rows = tuple(player for player in table.seats if player not in came)
    return tuple(shown_name(state, player) for player in rows)


def unmatched(session: EventSession) -> list[PlayedTable]:
    """Return the open tables without a result and without a match on this server, if they do not play on paper."""
    state = session.state
    if isinstance(state, Ruling) or state.event.game is None:
        return []
    return [one for one in open_tables(session) if not one.match and not one.table.result]


@dataclass(frozen=True)
class MetAgain:
    """Two players who would meet again, and the last round in which they met."""

    players: tuple[Player, Player]
    round: int


def met_again(state: State, tables: Sequence[Sequence[Player]]) -> tuple[MetAgain, ...]:
    """Return the players who would meet again at these tables, by their shown names."""
    rows = [[state.row_of(name) for name in table] for table in tables]
    met = {pair: one.number for one in state.rounds for table in one.met for pair in _pairs(table)}
    pairs = [pair for table in rows for pair in _pairs(table) if pair in met]
    return tuple(MetAgain((shown_name(state, min(pair)), shown_name(state, max(pair))), met[pair]) for pair in pairs)


def _pairs(table: Sequence[Player]) -> list[frozenset[Player]]:
    return [frozenset(pair) for pair in combinations(table, 2)]


def people_at(state: State, table: Table) -> tuple[Player, ...]:
    """Return the shown names of the people at a table, with stand-ins instead of the players they replace."""
    return tuple(shown_name(state, player) for player in table.seats)


def shown_name(state: State, player: Player) -> Player:
    return state.people.get(player, Person()).stand_in or state.name_of(player)


def _opening_entry(rows: Sequence[EntryRow], said: Mapping[int, Json], rounds_since: int) -> int | None:
    """Return the number of the entry that opened a round; None if there is none.

    Each match of an evening is a round, even if it was taken out; a round that was taken back is none. After the
    entries round, result, close, round, the latest round was opened by entry 4, and the one before it by entry 1.

    Args:
        rows: the entries of the event.
        said: those that are not struck out.
        rounds_since: the number of later rounds, 0 for the latest round.
    """
    kinds = {at: row.body.get("kind") for at, row in enumerate(rows, start=1)}
    openings = [at for at, kind in kinds.items() if kind == "played" or (kind == "round" and at in said)]
    return openings[-1 - rounds_since] if len(openings) > rounds_since else None


def _matches(session: EventSession, state: State, number: int) -> dict[int, Listed]:
    """Return the matches of a round by table: those of its opening, replaced by those made or reported later."""
    stored = {one.row.id: one for one in session.listed}
    said = session.contents
    found: dict[int, str] = {}
    if begun := _opening_entry(session.rows, said, len(state.rounds) - number):
        after = [body for at, body in said.items() if at > begun]
        opened = said.get(begun, {})
        anew = [body for body in after if body.get("kind") == "note" and body.get("round") == number]
        for body in (opened, *anew):
            found |= {table: one for table, one in enumerate(body.get(MATCHES, ()), start=1) if one}
    for body in said.values():
        if body.get("kind") == "result" and body.get("round") == number and MATCH_ID in body:
            found[body["table"]] = body[MATCH_ID]
    return {table: stored[match_id] for table, match_id in found.items() if match_id in stored}


def _wrong_match(session: EventSession, one: PlayedTable) -> Ruling | None:
    """Return why the finished match of a table cannot be its result; None if it can."""
    if not one.awaits:
        return None
    state = state_with_result(session, one)
    return state if isinstance(state, Ruling) else None


def state_with_result(session: EventSession, one: PlayedTable) -> State | Ruling:
    """Return the state of the event if the match of a table becomes its result, or why it cannot."""
    body = {key: value for key, value in one.report.items() if key != MATCH_ID}
    return state_with(session, {**body, "match": one.match.match if one.match else None})


def table_by_match(session: EventSession, one: PlayedTable) -> PlayedTable | None:
    """Return a table with the result of its match in place of the typed one.

    Returns:
        None if nothing was typed, or if the match cannot be the result.
    """
    state, bare = session.state, replace(one.table, result=None)
    if not one.is_typed or isinstance(state, Ruling):
        return None
    table = replace(one, table=bare, absent=_absent(state, bare, one.match))
    if not table.awaits or table.match is None:
        return None
    body = {key: value for key, value in table.report.items() if key != MATCH_ID}
    correction = {"kind": "correction", "entry": one.table.entry, "with": {**body, "match": table.match.match}}
    after = state_with(session, correction)
    found = None if isinstance(after, Ruling) else after.table(one.round, one.number)
    return replace(table, table=found) if found else None


def places_of(one: PlayedTable) -> list[tuple[int, Player, str]]:
    """Return the places of a table with names and card points."""
    result = one.table.result
    if result is None or not result.is_played:
        return []
    people = dict(zip(one.table.seats, one.people, strict=True))
    scores = result.scores
    ordered = sorted(result.places.items(), key=lambda item: item[1])
    return [(place, people.get(row, row), exact_text(scores[row]) if row in scores else "") for row, place in ordered]


def is_other(one: PlayedTable, by_match: PlayedTable) -> bool:
    """Return True if the match of a table has another result than the one that counts."""
    ours, theirs = one.table.result, by_match.table.result
    if ours is None or theirs is None:
        return ours is not theirs
    return ours.places != theirs.places or any(theirs.scores.get(name) != n for name, n in ours.scores.items())


def refusal_of(session: EventSession, body: Json) -> Ruling | None:
    """Return why the entry cannot be added to the event now; None if it can."""
    state = state_with(session, body)
    return state if isinstance(state, Ruling) else None


def state_with(session: EventSession, body: Json) -> State | Ruling:
    """Return the state of the event with one more entry, or why it cannot be added."""
    return event_state({**session.data, "entries": [*session.data["entries"], {**body, "id": session.number}]})


def result_as_stored(table: Table) -> list[list[object]]:
    """Return the place, score and money of each player who came, in the form that is stored and compared."""
    result = table.result
    if result is None:
        return []
    money = dict(zip(result.present, (result.money.get(name) for name in result.people), strict=False))
    return [[result.places.get(one), str(result.scores.get(one, "")), money.get(one)] for one in result.present]


def own_seat(store: Store, session: EventSession) -> Seat | None:
    """Return the seat of this phone's player; None between rounds, or if the phone has named no player."""
    named = [one.player for one in store.players_in(session.row.id) if one.phone == session.guest.phone]
    state = session.state
    if not named or isinstance(state, Ruling) or state.open is None:
        return None
    player = state.name_of(state.row_of(Player(named[-1])))
    seats = seats_of(session)
    return next((seat for seat in seats if seat.player == player), None)


def seats_of(session: EventSession) -> tuple[Seat, ...]:
    """Return all seats of the open round, table by table; players who sit out come last."""
    state = session.state
    if isinstance(state, Ruling) or state.open is None:
        return ()
    tables = tables_of(session, state.open.number)
    placed = [Seat(name, one, n) for one in tables for n, name in enumerate(one.people, start=1)]
    return (*placed, *(Seat(shown_name(state, player), None) for player in state.open.bye))


def calls(session: EventSession) -> tuple[Call, ...]:
    """Return the unanswered calls for the director, the oldest first."""
    said = session.contents
    return tuple(
        Call(number, body.get("table", 0), body.get("player"), session.rows[number - 1].at)
        for number, body in said.items()
        if body.get("kind") == "note" and (body.get("call") is True or body.get("text") == CALL)
    )


@dataclass(frozen=True)
class CorrectedResult:
    """A correction of a table's result: its time, and a sentence with its writer, reason and the result before."""

    round: int
    table: int
    at: str
    words: Say


def corrections(entries: Sequence[Json]) -> tuple[CorrectedResult, ...]:
    """Return the corrections of results in the entries of an event, the earliest first."""
    says: dict[int, Json] = {}
    found: list[tuple[int, CorrectedResult]] = []  # by the entry of the result
    for number, entry in enumerate(entries, start=1):
        is_correction = entry.get("kind") == "correction"
        about = entry.get("entry", 0) if is_correction else number
        old, says[about] = says.get(about, {}), (entry.get("with") or {}) if is_correction else entry
        if is_correction and old.get("kind") == "result":
            corrected = CorrectedResult(old["round"], old["table"], entry.get("at", ""), _corrected(entry, old))
            found.append((about, corrected))
        elif is_correction and old.get("kind") == "round" and not entry.get("with"):
            found = [(at, one) for at, one in found if at < about]  # the round was taken back, with all its results
    return tuple(one for _, one in found)


def _corrected(entry: Json, old: Json) -> Say:
    """Return a sentence with the writer and the reason of a correction, and the result before."""
    by, why = entry.get("by"), entry.get("reason")
    words = say("corrected by {name}", name=by) if by else say("corrected")
    if not entry.get("with"):
        words = say("crossed out by {name}", name=by) if by else say("crossed out")
    if why:
        words = say("{words} ({why})", words=words, why=reason_words(why))
    typed = old.get("scores") or old.get("places")
    if not typed:
        return words
    return say(
        "{words}; before: {numbers}",
        words=words,
        numbers=[say("{player} {n}", player=p, n=n) for p, n in typed.items()],
    )


def action(body: Json) -> Say | None:
    """Return a sentence for an entry about people, places or the end; None for other entries."""
    facts = {key: value for key, value in body.items() if key != "kind"}
    why = body.get("reason") or body.get("how")
    match body.get("kind"):
        case "join":
            words = say("{player} plays too from here on", **facts)
        case "withdraw" if body.get("unranked"):
            words = say("{player} is disqualified", **facts)
        case "withdraw":
            words = say("{player} has withdrawn", **facts)
        case "replace":
            words = say("{stand_in} plays for {player}", **facts)
        case "penalty":
            words = say("penalty for {player}: {n}", player=body["player"], n=signed(body.get("points", 0)))
        case "decide":
            words = say("tie decided: {players}", players=body["order"])
        case "cut":
            words = say("they play on: {players}", players=body["keep"])
        case "close":
            words = say("round {n} closed", n=body["round"])
        case "end":
            words = say("the event was ended")
        case _:
            return None
    return say("{words} ({why})", words=words, why=why) if why else words


def director_phones(store: Store, session: EventSession) -> tuple[Guest, ...]:
    """Return the phones of the directors, without the owner's."""
    return tuple(one for one in phones_of(store, session) if is_director(session.row, one.phone))


def phones_of(store: Store, session: EventSession) -> tuple[Guest, ...]:
    """Return the phones at the tables of an event and those of its directors, each with the player it named last.

    The owner's phone is left out.
    """
    at_tables = [guest for one in session.listed for guest in store.guests(one.row.id)]
    direct = [guest for guest in store.guests(session.row.id) if is_director(session.row, guest.phone)]
    guests = [guest for guest in (*direct, *at_tables) if guest.phone != session.row.owner]
    known = {guest.phone: guest for guest in sorted(guests, key=lambda one: (bool(one.player), one.joined_at))}
    return tuple(known.values())


def open_tables(session: EventSession) -> tuple[PlayedTable, ...]:
    state = session.state
    return () if isinstance(state, Ruling) or state.open is None else tables_of(session, state.open.number)
