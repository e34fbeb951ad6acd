"""Write a deal in parts: every player's phone writes only its own part, and nobody sees it before all are in.

When the last part is in and they make a legal deal, it is written as one entry and revealed to all. If they do not, the
player at fault is shown, or everybody, with what they say, and each may change the own part.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.clock import now
from companion.limits import ENTRY_ID_LENGTH, OURS
from companion.parsing import read_body
from companion.parsing.partial_deals import PartialConflict, Parts, lacking, merged, partial_conflict, whole
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
from companion.store import PartRow, Store
from companion.submission import AccessLost, Outcome, Refused, Written, refusal, row_of, with_body
from companion.submission.conflict import Submission

TOO_LATE = refuse("own.closed", say("This deal is complete. Correct it on the score sheet."))


@dataclass(frozen=True)
class OwnView:
    """A deal in the making as one phone sees it: whose part it writes, who has written, and what does not fit."""

    number: int  # of the deal
    player: Player | None
    is_for_other: bool  # the part of a player who is not this phone's
    asked: Player | None  # the player whose part the page was opened for
    mine: tuple[Player, ...]  # whose parts this phone may write: its player's, and of those who have no phone
    typed: Json
    written: tuple[Player, ...]
    waiting: tuple[Player, ...]
    partial_conflict: PartialConflict | None
    form: Mapping[str, object]


def deal_number(session: MatchSession) -> int:
    """Return the number of the deal in the making, void ones counted; what is written beside the score is no deal.

    It follows on the last one that counts, of all that were ever written: where that is struck out, its parts are those
    of the deal in the making again; where an earlier one is, no part of a deal that stands becomes one of the next.
    """
    counting = (n for n, deal in enumerate(_dealt(session), start=1) if deal.body is not None)
    return 1 + max(counting, default=0)


def _dealt(session: MatchSession) -> list[Standing]:
    """Return all deals that were ever written, also void ones, and those struck out since."""
    kinds = ("deal", Misdeal.kind)
    return [standing for standing in session.match.replay.history if standing.entry.body.kind in kinds]


def put_back(session: MatchSession, number: int, seen: int) -> int:
    """Return the entry of deal `number` if, struck out when there were `seen` entries, it stands again; else 0.

    What was typed meanwhile as a part of it is a part of no other deal.
    """
    dealt = _dealt(session)
    if not 0 < number < deal_number(session) or number > len(dealt):
        return 0
    deal = dealt[number - 1]
    stands = deal.body is not None and not isinstance(deal.body, Misdeal)
    return deal.entry.number if stands and deal.entry.number <= seen else 0


def own_view(store: Store, session: MatchSession, asked: str = "") -> OwnView | None:
    """Return None where the table does not write that way, or nothing more is written."""
    tally = session.tally
    if not session.in_parts or tally.status == "finished":
        return None
    rows = _parts(store, session, deal_number(session))
    parts = _bodies(rows)
    needed = tally.turn
    mine = writable(session, needed)
    asked_for = Player(asked) if asked in mine else None
    own_player = Player(session.guest.player) if session.guest.player in mine else None
    player = asked_for or own_player  # nobody, where the phone has not said who it is
    own = {row.player for row in rows if row.phone == session.guest.phone}  # another phone's part stays unseen
    typed = dict(parts.get(player, {})) if player in own and player else {}
    waiting = tuple(p for p in needed if p not in parts)
    differ = None if waiting else _partial_conflict(session, parts)
    form = {key: _alone(value, player) for key, value in session.game.form(tally, typed).items()}
    number = deal_number(session)
    is_for_other = player != own_player
    return OwnView(number, player, is_for_other, asked_for, mine, typed, tuple(parts), waiting, differ, form)


def kept_unseen(store: Store, session: MatchSession) -> tuple[Player, ...]:
    """Return whose parts of the deal in the making lie here, where it is not written that way any longer."""
    if session.in_parts or session.tally.status == "finished":
        return ()
    return handed_in(store, session)


def handed_in(store: Store, session: MatchSession) -> tuple[Player, ...]:
    """Return whose parts of the deal in the making are in."""
    return tuple(_bodies(_parts(store, session, deal_number(session))))


def _parts(store: Store, session: MatchSession, number: int) -> list[PartRow]:
    """Return the parts of a deal, by the names that are shown."""
    rows, names = store.parts(session.row.id, number), renamed_here(session.match.record)
    if not names:
        return rows
    shown = ((names.get(Player(row.player), row.player), json_renamed(row.body, names)) for row in rows)
    return [replace(row, player=player, body=body) for row, (player, body) in zip(rows, shown, strict=True)]


def _alone(value: object, player: Player | None) -> object:
    """Return a value of the game's form, of a list what is this player's."""
    if not isinstance(value, list | tuple):
        return value
    return [item for item in value if (item.get("player") if isinstance(item, dict) else item) == player]


def _bodies(rows: list[PartRow]) -> dict[Player, Json]:
    return {Player(row.player): dict(row.body) for row in rows if row.player}  # the table's own is no player's


def writable(session: MatchSession, needed: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return whose parts this phone may write: its own player's, and those of players whom no phone is."""
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
    """Return a deal put together, with what people need not say, as in the form for all of it: as JSON, and read."""
    data = whole(session.game, session.tally, deal)
    if isinstance(data, Ruling):
        return data
    body = read_body(session.game, session.players, data)
    return body if isinstance(body, Ruling) else (data, body)


# --- handing in


def hand_in(store: Store, session: MatchSession, number: int, player: Player, part: Json, entry_id: str) -> Outcome:
    """Keep a player's part of deal `number`; with the last of them the deal itself is written in the same step.

    Args:
        store: the store of the session.
        session: the match before this phone.
        number: as `deal_number` counts.
        player: whose part it is.
        part: as JSON.
        entry_id: the phone's name for this step; under it the deal is written once, whatever was undone since.
    """
    name = f"{OURS}own-{entry_id}"[:ENTRY_ID_LENGTH]
    current: MatchSession | None = session
    while current:
        outcome = _try(store, current, number, player, part, name)
        if outcome is not None:
            return outcome
        current = open_session(store, session.row.id, session.guest.phone)
    return AccessLost()


def _try(store: Store, session: MatchSession, number: int, player: Player, part: Json, name: str) -> Outcome | None:
    """Return None where the match has changed since the session was opened."""
    known = next((row.number for row in session.rows if row.entry_id == name), 0)
    if known:
        is_same = any(row.player == player and row.body == part for row in _parts(store, session, number))
        return Written(known, "known") if is_same else Refused(TOO_LATE)
    if number != deal_number(session):
        return _closed(store, session, number, player, part)
    rows = _parts(store, session, number)
    writers = {guest.phone for guest in session.guests if guest.may_write} - {session.guest.phone}
    if any(row.player == player and row.phone in writers for row in rows):  # nobody takes a part away
        sentence = say(
            "Another phone has sent the result of {player}. Only that phone can change it, unless "
            "the owner removes that phone.",
            player=player,
        )
        return Refused(refuse("own.another", sentence))
    if lacks := lacking(session.game, session.tally, player, part):
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
    """Accept a second tap on what closed the deal; anything else comes too late."""
    closed = _parts(store, session, number) if 0 < number < deal_number(session) else []
    if any(row.player == player and row.body == part for row in closed):
        return Written(0, "known")
    dealt = _dealt(session)
    if 0 < number <= len(dealt) and isinstance(dealt[number - 1].body, Misdeal):  # nothing of it stands on the sheet
        sentence = say("That deal was cancelled. Send this only if it is your result for the new deal.")
        return Refused(refuse("own.thrown_in", sentence))
    return Refused(TOO_LATE)


def _closing(session: MatchSession, parts: Parts, name: str) -> Submission | None:
    """Return the deal that all parts make, if all are in and it is one."""
    order = session.tally.turn
    if not all(player in parts for player in order) or _partial_conflict(session, parts):
        return None
    deal = merged(session.game, order, parts)
    read = deal if isinstance(deal, Ruling) else _read_whole(session, deal)
    if isinstance(read, Ruling):
        return None
    data, body = read
    return Submission(body, data, name, seen=len(session.rows), by=", ".join(order))


# --- the card that lies open before a deal: kept as a part that is nobody's, until the deal is written

TABLE = ""  # instead of a player


def known_upcard(store: Store, session: MatchSession) -> Json:
    """Return the fields of the next deal that are known, as JSON; nothing where no card lies open."""
    if session.game.upcard(session.tally, {}) is None:
        return {}
    rows = _parts(store, session, deal_number(session))
    return next((row.body for row in rows if row.player == TABLE), {})


def keep_upcard(store: Store, session: MatchSession, field: str, card: Card | None) -> None:
    """Keep the card for the deal that is played now, None to take it back; dropped where that is over meanwhile."""
    body = {field: card} if card else {}
    number = deal_number(session)
    current: MatchSession | None = session
    while current and deal_number(current) == number:
        part = PartRow(number, TABLE, session.guest.phone, now(), body)
        if store.put_part(session.row.id, part, seen=current.version, closing=None) == "written":
            return
        current = open_session(store, session.row.id, session.guest.phone)
