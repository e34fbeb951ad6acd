"""Join names that belong to one person, part them again, and hide the name of a person who is to be forgotten."""

from collections import Counter
from collections.abc import Iterable
from itertools import count

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.audit_log import noted
from companion.languages import alphabetical
from companion.limits import SENT_NAME_LENGTH
from companion.match_cache import stored_match
from companion.parsing import Match, game_of
from companion.presentation.statistics import Played
from companion.rules.entries import Correction, Player, Rename
from companion.rules.messages import Say, say
from companion.rules.people import names_of
from companion.store import EVENT, MatchRow, Store
from companion.web.http.device import phone
from companion.web.http.rate_limit import client_address, heavy
from companion.web.http.request_store import store
from companion.web.pages.archive import counted_matches

pages = Blueprint("names", __name__, url_prefix="/statistics/names")


@pages.get("")
def page() -> str:
    return _page()


def _page(wrong: Say | None = None) -> str:
    joined = store().joined_names(phone())
    played = _matches_of_names(_played())
    names = sorted({*played, *joined, *joined.values()}, key=alphabetical)
    return render_template("names.html", names=names, played=played, joined=joined, wrong=wrong)


def _played() -> list[Played]:
    return counted_matches(store().states_of(phone()))[1]


def _matches_of_names(matches: list[Played]) -> Counter[str]:
    """Count the matches of each name as it is written."""
    return Counter(str(player) for one in matches for player in one.result.players)


@pages.post("/join")
def join() -> Response | tuple[str, int]:
    """Count one name as another, unless both have played at the same table: then they are two people."""
    name, person = (request.form.get(field, "")[:SENT_NAME_LENGTH] for field in ("name", "person"))
    joined = store().joined_names(phone())
    person = joined.get(person, person)
    matches = _played()
    if name == person or not {name, person} <= {*_matches_of_names(matches), *joined}:
        return _page(say("Choose two different names.")), 422
    one, other = ({who, *(n for n, whose in joined.items() if whose == who)} for who in (name, person))
    if any(one & {*match.result.players} and other & {*match.result.players} for match in matches):
        together = say(
            "{name} and {other} have played at the same table: they are two people.", name=name, other=person
        )
        return _page(together), 422
    store().join_name(phone(), name, person)
    return redirect(url_for("names.page"), 303)


@pages.post("/part")
def part() -> Response:
    """Count a name by itself again."""
    store().part_name(phone(), request.form.get("name", "")[:SENT_NAME_LENGTH])
    return redirect(url_for("names.page"), 303)


def _known_as(name: str) -> list[str]:
    """Return all names that count as the same person as this one."""
    joined = store().joined_names(phone())
    person = joined.get(name, name)
    return [person, *(other for other, whose in joined.items() if whose == person)]


@pages.get("/forget")
def forget_page() -> str:
    """Show the matches with this person, and how to remove the name from the disk."""
    name = request.args.get("name", "")[:SENT_NAME_LENGTH]
    if not name:
        return _page()
    known_as = _known_as(name)
    own = {row.id: row for one in known_as for row in store().mentions(phone(), one)}
    others = [row for row in store().matches_of(phone()) if row.owner != phone() and {*known_as} & {*row.players}]
    rows = [(row, game_of(row.game), _delete_address(row)) for row in own.values()]
    return render_template("forget_name.html", name=name, known_as=known_as, matches=rows, others=len(others))


def _delete_address(row: MatchRow) -> str:
    if row.game == EVENT:
        return url_for("archive.delete_event", event_id=row.id)
    return url_for("archive.delete", match_id=row.id)


@pages.post("/forget")
@heavy
def forget() -> Response:
    """Hide the name of a person in all matches that this phone owns."""
    known_as = _known_as(request.form.get("name", "")[:SENT_NAME_LENGTH] or abort(404))
    forget_person(store(), phone(), known_as)
    for name in known_as:
        store().part_name(phone(), name)
    noted("person forgotten", address=client_address())
    return redirect(url_for("names.page"), 303)


# --- the sign shown for a forgotten person

SIGN = "N.N. {n}"  # shown for a forgotten person, in every language


def forget_person(store: Store, phone: str, known_as: Iterable[str]) -> str:
    """Hide the name of a person in all matches and events of a phone; the stored data does not change.

    Args:
        phone: the owner of the matches.
        known_as: the names of the person.

    Returns:
        The sign that is shown instead of the name.
    """
    hidden: dict[str, set[str]] = {}
    for name in known_as:
        for row in store.mentions(phone, name):
            hidden.setdefault(row.id, {name}).update(_also_known_as(stored_match(store, row), name))
    taken = {sign for signs in store.hidden_names(phone).values() for sign in signs.values()}
    sign = next(sign for n in count(1) if (sign := SIGN.format(n=n)) not in taken)
    store.hide_names(hidden, sign)
    return sign


def _also_known_as(match: Match | None, name: str) -> set[str]:
    """Return all names in a match of the person with this name: in its head, and after each change of the name."""
    if match is None:
        return set()
    given = [(head, shown) for head, shown in names_of(match.record).items()]
    bodies = [one.body.content if isinstance(one.body, Correction) else one.body for one in match.record.entries]
    given += [(Player(body.player), Player(body.name)) for body in bodies if isinstance(body, Rename)]
    heads = {head for head, shown in given if name in (head, shown)}
    return {one for pair in given if pair[0] in heads for one in pair}
