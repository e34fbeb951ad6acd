"""Who says that it is whom, where that must not go unseen: a phone that changes seats, or takes one that is taken."""

from companion.clock import now
from companion.keeping import Sitting, label
from companion.rules.words import Say, say
from companion.store import Claim
from companion.web.connection import store

SHOWN = 10  # minutes


def changed_seats(sitting: Sitting) -> list[Say]:
    """What other phones have lately said of themselves that everybody should know."""
    since = now(-SHOWN)
    lately = [one for one in store().claims(sitting.row.id) if one.at >= since]
    return [_told(sitting, one) for one in lately if one.phone != sitting.guest.phone and _is_odd(sitting, one)]


def _is_odd(sitting: Sitting, claim: Claim) -> bool:
    held = [guest.player for guest in sitting.guests if guest.phone != claim.phone]
    return bool(claim.player) and (bool(claim.before) or claim.player in held)


def _told(sitting: Sitting, claim: Claim) -> Say:
    phone = label(sitting.row.id, claim.phone)
    if claim.before:
        found = {"phone": phone, "before": claim.before, "player": claim.player}
        return say("Phone {phone}, {before} so far, now says that it is {player}.", **found)
    return say("Phone {phone} says that it is {player}, as another phone does.", phone=phone, player=claim.player)
