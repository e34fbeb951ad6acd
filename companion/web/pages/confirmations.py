"""Who may confirm an entry: worked out once, for the buttons and for what they send."""

from dataclasses import dataclass

from companion.repository import MatchSession
from companion.rules.entries import Confirm, Entry
from companion.web.http.locale import gettext as _
from companion.web.http.seat_claims import is_first


@dataclass(frozen=True)
class Unconfirmed:
    """The last line of the sheet where it waits for this player: its entry, and who decided last what that says."""

    entry: int
    by: str | None


def unconfirmed(session: MatchSession) -> Unconfirmed | None:
    """None where somebody has agreed with it already."""
    number = session.tally.lines[-1].entry if session.tally.lines else 0
    if not number or session.match.replay.history[number - 1].agreed or not may_confirm(session, number):
        return None
    return Unconfirmed(number, _last_word(session, number).by)


def may_confirm(session: MatchSession, number: int) -> bool:
    """Whether this player is asked to agree with the entry as it now stands."""
    standing = session.match.replay.history[number - 1]
    is_asked = session.row.settings.confirm and standing.is_scored and not standing.contest
    player = session.guest.player
    return bool(is_asked and player and player not in standing.agreed and not hindrance(session, number))


def hindrance(session: MatchSession, number: int) -> str:
    """Why a confirmation from here would prove nothing, if so.

    The same hand has written the entry as it now stands, or another phone is this player.
    """
    last = _last_word(session, number)
    if session.rows[last.number - 1].phone == session.guest.phone:
        return str(_("This phone wrote the entry: let another player's phone confirm it."))
    if last.by == session.guest.player:
        return str(_("You wrote the entry: let another player confirm it."))
    if _has_confirmed(session, number, last.number):
        return str(_("This phone has agreed already, for another player."))
    if not is_first(session):
        said = _(
            "Another phone was %(player)s before this one: only that phone confirms it, unless the owner shows it out.",
            player=session.guest.player,
        )
        return str(said)
    return ""


def _last_word(session: MatchSession, number: int) -> Entry:
    """The entry, or the correction by which it now stands."""
    standing = session.match.replay.history[number - 1]
    return standing.corrections[-1] if standing.corrections else standing.entry


def _has_confirmed(session: MatchSession, number: int, since: int) -> bool:
    """Whether this phone has agreed with the entry as it now stands for another seat: one phone has one voice."""
    own = (row for row in session.rows[since:] if row.phone == session.guest.phone and row.by != session.guest.player)
    return any(row.body.get("kind") == Confirm.kind and row.body.get("entry") == number for row in own)
