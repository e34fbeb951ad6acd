"""Decide which phone speaks for a player, and who may confirm an entry.

If several phones claim the same player, the first one counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from flask_babel import gettext as _

from companion.clock import now
from companion.repository import MatchSession
from companion.rules.entries import Confirm, Player
from companion.rules.messages import Say, say
from companion.rules.people import renamed_here
from companion.store import Claim, label
from companion.web.http.request_store import store
from companion.web.pages.conflicts import last_word


@dataclass(frozen=True)
class Unconfirmed:
    """The last line of the sheet that this player is asked to confirm, and who wrote its last version."""

    entry: int
    by: str | None


def unconfirmed(session: MatchSession) -> Unconfirmed | None:
    """Return the last line if this player is asked to confirm it; None if somebody has confirmed it."""
    number = session.tally.lines[-1].entry if session.tally.lines else 0
    if not number or session.match.replay.history[number - 1].agreed or not may_confirm(session, number):
        return None
    return Unconfirmed(number, last_word(session, number).by)


def may_confirm(session: MatchSession, number: int) -> bool:
    """Return True if this player is asked to confirm the entry as it now stands."""
    standing = session.match.replay.history[number - 1]
    is_asked = session.row.settings.confirm and standing.is_scored and not standing.contest
    player = session.guest.player
    return bool(is_asked and player and player not in standing.agreed and not confirmation_obstacle(session, number))


def confirmation_obstacle(session: MatchSession, number: int) -> str:
    """Return why a confirmation from this phone would not count; empty if it counts."""
    last = last_word(session, number)
    if session.rows[last.number - 1].phone == session.guest.phone:
        return str(_("This phone entered it. Another player must confirm it on their own phone."))
    if last.by == session.guest.player:
        return str(_("You entered it. Another player must confirm it."))
    if _has_confirmed(session, number, last.number):
        return str(_("This phone has already confirmed it for another player."))
    if not is_first(session):
        said = _(
            "Another phone was %(player)s before this one. Only that phone can confirm this, unless "
            "the owner removes it.",
            player=session.guest.player,
        )
        return str(said)
    return ""


def _has_confirmed(session: MatchSession, number: int, since: int) -> bool:
    """Return True if this phone has confirmed the entry for another seat: each phone can confirm once."""
    own = (row for row in session.rows[since:] if row.phone == session.guest.phone and row.by != session.guest.player)
    return any(row.body.get("kind") == Confirm.kind and row.body.get("entry") == number for row in own)


SHOWN = 10  # minutes


def changed_seats(session: MatchSession) -> list[Say]:
    """Return warnings about other phones that recently claimed a taken seat or changed seats."""
    since = now(-SHOWN)
    names = renamed_here(session.match.record)
    claims = [
        replace(one, player=names.get(Player(one.player), one.player), before=names.get(Player(one.before), one.before))
        for one in store().claims(session.row.id)
    ]
    odd = [one for n, one in enumerate(claims) if one.at >= since and _is_odd(session, one, claims[n + 1 :])]
    return [_claim_text(session, one) for one in odd if one.phone != session.guest.phone]


def _is_odd(session: MatchSession, claim: Claim, later: Sequence[Claim]) -> bool:
    """Return True if a claim changes seats or takes a taken seat, and still stands."""
    since_then = {one.phone for one in later}
    if not claim.player or claim.phone in since_then:
        return False
    there_before = [guest.player for guest in session.guests if guest.phone not in since_then | {claim.phone}]
    return bool(claim.before) or claim.player in there_before


def _claim_text(session: MatchSession, claim: Claim) -> Say:
    phone = label(session.row.id, claim.phone)
    if claim.before:
        facts = {"phone": phone, "before": claim.before, "player": claim.player}
        return say("Phone {phone} was {before} and now says it is {player}.", **facts)
    return say("Two phones say they are {player}. One of them is {phone}.", phone=phone, player=claim.player)


def is_first(session: MatchSession) -> bool:
    """Return True if no other phone claimed this player before."""
    own = session.guest
    rivals = [one.phone for one in session.guests if one.player == own.player and one.phone != own.phone]
    if not rivals:
        return True
    sat_down = {
        one.phone: n for n, one in enumerate(store().claims(session.row.id), 1)
    }  # without phones that were given a seat
    return all(sat_down.get(own.phone, 0) <= sat_down.get(rival, 0) for rival in rivals)
