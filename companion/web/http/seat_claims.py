"""Who says that it is whom, where that must not go unseen: a phone that changes seats, or takes one that is taken.

Of several phones that say they are one player the first is believed: the others do not speak in that name.
"""

from collections.abc import Sequence

from companion.clock import now
from companion.repository import MatchSession, label
from companion.rules.messages import Say, say
from companion.store import Claim
from companion.web.http.request_store import store

SHOWN = 10  # minutes


def changed_seats(session: MatchSession) -> list[Say]:
    """What other phones have lately said of themselves that everybody should know."""
    since = now(-SHOWN)
    claims = store().claims(session.row.id)
    odd = [one for n, one in enumerate(claims) if one.at >= since and _is_odd(session, one, claims[n + 1 :])]
    return [_told(session, one) for one in odd if one.phone != session.guest.phone]


def _is_odd(session: MatchSession, claim: Claim, later: Sequence[Claim]) -> bool:
    """Whether the phone has changed seats, or sat down where another sat already: not who was there first.

    What a phone has since said otherwise is past.
    """
    since_then = {one.phone for one in later}
    if not claim.player or claim.phone in since_then:
        return False
    there_before = [guest.player for guest in session.guests if guest.phone not in since_then | {claim.phone}]
    return bool(claim.before) or claim.player in there_before


def _told(session: MatchSession, claim: Claim) -> Say:
    phone = label(session.row.id, claim.phone)
    if claim.before:
        found = {"phone": phone, "before": claim.before, "player": claim.player}
        return say("Phone {phone}, {before} so far, now says that it is {player}.", **found)
    return say("Phone {phone} says that it is {player}, as another phone does.", phone=phone, player=claim.player)


def is_first(session: MatchSession) -> bool:
    """Whether no other phone said before this one that it is the same player."""
    own = session.guest
    rivals = [one.phone for one in session.guests if one.player == own.player and one.phone != own.phone]
    if not rivals:
        return True
    sat_down = {one.phone: n for n, one in enumerate(store().claims(session.row.id), 1)}  # not who was given a seat
    return all(sat_down.get(own.phone, 0) <= sat_down.get(rival, 0) for rival in rivals)
