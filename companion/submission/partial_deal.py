"""Write a deal in parts: each player's phone writes its own part, which the others see once all parts are in.

When the last part is in and they make a legal deal, it is written as one entry. If they do not, the parts of the player
at fault, or of everybody, are shown, and players can change their own.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.clock import now
from companion.limits import ENTRY_ID_LENGTH
from companion.parsing import read_body
from companion.parsing.partial_deals import PartialConflict, Parts, merged, missing_in_part, partial_conflict, whole
from companion.parsing.renaming import json_renamed
from companion.repository import MatchSession, open_session
from companion.rules.cards import Card
from companion.rules.entries import Body, Misdeal, Player
from companion.rules.field_metadata import Json
from companion.rules.history import Standing
from companion.rules.judge import judge_last
from companion.rules.messages import say
from companion.rules.people import renamed_here
from companion.rules.rulings import Ruling, refuse
from companion.store import SERVER_ID_PREFIX, PartRow, Store
from companion.submission import Outcome, Refused, Written, append_at_last, refusal, row_of, sent_before, with_body
from companion.submission.conflict import Submission

TOO_LATE = refuse("own.closed", say("This deal is complete. Correct it on the score sheet."))


@dataclass(frozen=True)
class OwnView:
    """A deal in parts as one phone sees it: whose part it writes, whose parts are in, and what is wrong with them."""

    number: int  # of the deal
    player: Player | None
    is_for_other: bool  # the part is another player's
    asked: Player | None  # the player for whose part the page was opened
    mine: tuple[Player, ...]  # players whose parts this phone may write: its own, and those without a phone
    typed: Json
    written: tuple[Player, ...]
    waiting: tuple[Player, ...]
    partial_conflict: PartialConflict | None
    form: Mapping[str, object]


def deal_number(session: MatchSession) -> int:
    """Return the number of the deal that is written now. Void deals count, entries beside the score do not.

    It is one more than that of the last deal that counts, among all that were ever written. If the last deal is struck
    out, its parts are those of the current deal again; if an earlier one is, the numbers of later deals stay the same.
    """
    counting = (n for n, deal in enumerate(_dealt(session), start=1) if deal.body is not None)
    return 1 + max(counting, default=0)


def _dealt(session: MatchSession) -> list[Standing]:
    """Return all deals that were ever written, including void ones and those that were struck out."""
    kinds = ("deal", Misdeal.kind)
    return [standing for standing in session.match.replay.history if standing.entry.body.kind in kinds]


def put_back(session: MatchSession, number: int, seen: int) -> int:
    """Return the entry of deal `number` if it was struck out at `seen` entries and counts again now; else 0.

    A part that was typed for it meanwhile belongs to no other deal.
    """
    dealt = _dealt(session)
    if not 0 < number < deal_number(session) or number > len(dealt):
        return 0
    deal = dealt[number - 1]
    stands = deal.body is not None and not isinstance(deal.body, Misdeal)
    return deal.entry.number if stands and deal.entry.number <= seen else 0


def own_view(store: Store, session: MatchSession, asked: str = "") -> OwnView | None:
    """Return None if the table does not write deals in parts, or the match is over."""
    tally = session.tally
    if not session.in_parts or tally.status == "finished":
        return None
    rows = _parts(store, session, deal_number(session))
    parts = _bodies(rows)
    needed = tally.turn
    mine = writable(session, needed)
    asked_for = Player(asked) if asked in mine else None
    own_player = Player(session.guest.player) if session.guest.player in mine else None
    player = asked_for or own_player  # empty if the phone has not named its player
    own = {row.player for row in rows if row.phone == session.guest.phone}  # parts of other phones are hidden
    typed = dict(parts.get(player, {})) if player in own and player else {}
    waiting = tuple(p for p in needed if p not in parts)
    differ = None if waiting else _partial_conflict(session, parts)
    form = {key: _alone(value, player) for key, value in session.game.form(tally, typed).items()}
    number = deal_number(session)
    is_for_other = player != own_player
    return OwnView(number, player, is_for_other, asked_for, mine, typed, tuple(parts), waiting, differ, form)


def players_with_unused_parts(store: Store, session: MatchSession) -> tuple[Player, ...]:
    """Return the players with stored parts of the current deal, if the table no longer writes in parts."""
    if session.in_parts or session.tally.status == "finished":
        return ()
    return handed_in(store, session)


def handed_in(store: Store, session: MatchSession) -> tuple[Player, ...]:
    """Return the players whose parts of the current deal are in."""
    return tuple(_bodies(_parts(store, session, deal_number(session))))


def _parts(store: Store, session: MatchSession, number: int) -> list[PartRow]:
    """Return the parts of a deal by player, under the names that are shown."""
    rows, names = store.parts(session.row.id, number), renamed_here(session.match.record)
    if not names:
        return rows
    shown = ((names.get(Player(row.player), row.player), json_renamed(row.body, names)) for row in rows)
    return [replace(row, player=player, body=body) for row, (player, body) in zip(rows, shown, strict=True)]


def _alone(value: object, player: Player | None) -> object:
    """Return a value of the game's form; of a list, the items of this player."""
    if not isinstance(value, list | tuple):
        return value
    return [item for item in value if (item.get("player") if isinstance(item, dict) else item) == player]


def _bodies(rows: list[PartRow]) -> dict[Player, Json]:
    return {Player(row.player): dict(row.body) for row in rows if row.player}  # without the table's own part


def writable(session: MatchSession, needed: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players whose parts this phone may write: its own, and those without a phone."""
    if not session.guest.may_write:
        return ()
    taken = {guest.player for guest in session.guests if guest.may_write}
    own = session.guest.player
    return tuple(sorted((p for p in needed if p == own or p not in taken), key=lambda p: p != own))


def _partial_conflict(session: MatchSession, parts: Parts) -> PartialConflict | None:
    def judge(deal: Json) -> Ruling | None:
        read = _read_whole(session, deal)
        return read if isinstance(read, Ruling) else judge_last(with_body(session, read[1]))

    return partial_conflict(session.game, session.tally.turn, parts, judge)


def _read_whole(session: MatchSession, deal: Json) -> tuple[Json, Body] | Ruling:
    """Return a deal put together from its parts, with the defaults of the whole form: as JSON, and as a value."""
    data = whole(session.game, session.tally, deal)
    if isinstance(data, Ruling):
        return data
    body = read_body(session.game, session.players, data)
    return body if isinstance(body, Ruling) else (data, body)


# --- writing a part


def hand_in(store: Store, session: MatchSession, number: int, player: Player, part: Json, entry_id: str) -> Outcome:
    """Store a player's part of deal `number`; with the last part, the deal is written in the same transaction.

    Args:
        store: the store of the session.
        session: the match, opened for this phone.
        number: see `deal_number`.
        player: whose part it is.
        part: as JSON.
        entry_id: the id of this submission, under which the deal is written only once.
    """
    name = f"{SERVER_ID_PREFIX}own-{entry_id}"[:ENTRY_ID_LENGTH]
    return append_at_last(
        session,
        lambda current: _try(store, current, number, player, part, name),
        lambda: open_session(store, session.row.id, session.guest.phone),
    )


def _try(store: Store, session: MatchSession, number: int, player: Player, part: Json, name: str) -> Outcome | None:
    """Return None if the match has changed since the session was opened."""
    if known := sent_before(session.rows, name):
        is_same = any(row.player == player and row.body == part for row in _parts(store, session, number))
        return Written(known.number, "known") if is_same else Refused(TOO_LATE)
    if number != deal_number(session):
        return _closed(store, session, number, player, part)
    rows = _parts(store, session, number)
    writers = {guest.phone for guest in session.guests if guest.may_write} - {session.guest.phone}
    if any(row.player == player and row.phone in writers for row in rows):  # no other phone replaces a part
        sentence = say(
            "Another phone has sent the result of {player}. Only that phone can change it, unless "
            "the owner removes that phone.",
            player=player,
        )
        return Refused(refuse("own.another", sentence))
    if lacks := missing_in_part(session.game, session.tally, player, part):
        return Refused(lacks)
    parts = {**_bodies(rows), player: part}
    deal = _closing(session, parts, name)
    closing = row_of(session, deal) if deal else None
    wrong = refusal(session, with_body(session, deal.body, deal.at), closing) if deal and closing else None
    stored = json_renamed(part, session.stored_names)
    kept = PartRow(number, session.stored_name(player), session.guest.phone, now(), stored)
    if store.put_part(session.row.id, kept, seen=session.version, closing=None if wrong else closing) == "behind":
        return None
    return Refused(wrong) if wrong else Written(closing.number if closing else 0)


def _closed(store: Store, session: MatchSession, number: int, player: Player, part: Json) -> Outcome:
    """Accept a repeated submission of the part that completed the deal; refuse any other, because it is too late."""
    closed = _parts(store, session, number) if 0 < number < deal_number(session) else []
    if any(row.player == player and row.body == part for row in closed):
        return Written(0, "known")
    dealt = _dealt(session)
    if 0 < number <= len(dealt) and isinstance(dealt[number - 1].body, Misdeal):  # it was struck out
        sentence = say("That deal was cancelled. Send this only if it is your result for the new deal.")
        return Refused(refuse("own.thrown_in", sentence))
    return Refused(TOO_LATE)


def _closing(session: MatchSession, parts: Parts, name: str) -> Submission | None:
    """Return the deal that the parts make, if all are in and it is legal."""
    order = session.tally.turn
    if not all(player in parts for player in order) or _partial_conflict(session, parts):
        return None
    deal = merged(session.game, order, parts)
    read = deal if isinstance(deal, Ruling) else _read_whole(session, deal)
    if isinstance(read, Ruling):
        return None
    data, body = read
    return Submission(body, data, name, seen=len(session.rows), by=", ".join(order))


# --- the card turned up before a deal: stored as a part of no player until the deal is written

TABLE = ""  # instead of a player


def known_upcard(store: Store, session: MatchSession) -> Json:
    """Return the fields of the next deal that the card turned up gives, as JSON; empty if none is stored."""
    if session.game.upcard(session.tally, {}) is None:
        return {}
    rows = _parts(store, session, deal_number(session))
    return next((row.body for row in rows if row.player == TABLE), {})


def keep_upcard(store: Store, session: MatchSession, field: str, card: Card | None) -> None:
    """Store the card turned up in the current deal, None to remove it; ignored if that deal is over meanwhile."""
    body = {field: card} if card else {}
    number = deal_number(session)
    current: MatchSession | None = session
    while current and deal_number(current) == number:
        part = PartRow(number, TABLE, session.guest.phone, now(), body)
        if store.put_part(session.row.id, part, seen=current.version, closing=None) == "written":
            return
        current = open_session(store, session.row.id, session.guest.phone)
