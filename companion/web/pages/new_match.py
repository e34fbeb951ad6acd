"""Begin a match: players, house rules, first dealer, perhaps a position from paper; and play again."""

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import cast

from flask import Blueprint, redirect, render_template, request, url_for
from flask import session as cookie
from werkzeug.wrappers import Response

from companion import games
from companion.clock import now
from companion.parsing import Match, alike, read_head, read_options, write_match
from companion.parsing.form_decoder import Posted, form_of, posted
from companion.parsing.json_decoder import plain
from companion.parsing.scalars import tidy
from companion.repository import MatchSession, shown_names
from companion.rules.game import Game
from companion.rules.messages import N_, Say
from companion.rules.options import FIRST_DEALER, house_rules
from companion.rules.people import next_seat, turned_round
from companion.rules.rulings import PlayerStep, Ruling, refuse
from companion.store import Head, MatchRow
from companion.stored_events.evenings import follow_tonight, form_evening
from companion.web.http.access import known_game, open_match_session
from companion.web.http.device import phone, renewed, require_cookie, sent_once
from companion.web.http.errors import point_at
from companion.web.http.rate_limit import make_room
from companion.web.http.request_store import store
from companion.web.pages.new_form import (
    OTHER_WAY,
    SEAT,
    Filled,
    as_last_time,
    as_sent,
    asked_beside,
    chosen_options,
    opening_fields,
    shown_form,
    touched_rules,
)

pages = Blueprint("new", __name__)
ORDER = "order"  # the session key of the order of play, so that the form opens as last time


@pages.get("/new")
def choose_game() -> str:
    return render_template("new_game.html", games=games.GAMES)


@pages.get("/new/<key>")
def form(key: str) -> str:
    """Show the form with the kind of game, people and order of this phone's last match."""
    game = known_game(key)
    last = next((row for row in store().matches_of(phone()) if row.game == key), None)
    is_other_way = cookie.get(ORDER) == OTHER_WAY
    return shown_form(game, as_last_time(game, last, is_other_way=is_other_way) if last else Filled())


@pages.post("/new/<key>")
def create(key: str) -> Response | tuple[str, int]:
    game = known_game(key)
    names = [tidy(name) for name in request.form.getlist("players[]")]
    sent = posted(request.form.items(multi=True))
    head = _head(game, sent, names)
    record = read_head(game, head)
    wrong = record if isinstance(record, Ruling) else _nameless(names) or alike(record)
    if wrong:
        wrong, others = at_fields(game, wrong, head, names, asked_beside(game) - touched_rules(game, sent).keys())
        point_at(wrong, names, others=others)
        return shown_form(game, as_sent(game, sent, names), wrong), 422
    row = create_once(game.key, cast(Head, head))
    cookie[ORDER] = request.form.get("order", "")
    me = request.form.get("me", -1, type=int)
    if 0 <= me < len(names) and names[me]:
        store().set_player(row.id, phone(), names[me], at=now())
    form_evening(store(), row.id, phone(), request.form.get("evening", ""))
    to = "paper_import.page" if "paper" in request.form else "match.page"
    return redirect(url_for(to, match_id=row.id), 303)


def create_once(key: str, head: Head) -> MatchRow:
    """Create a match or an event for this phone; a form that is sent again gets the one that it has created."""
    require_cookie(of_browsers=True)
    match_id = sent_once()
    if not (match_id and store().match(match_id)):
        make_room(phone())
    return store().create(key, head, owner=renewed(), at=now(), match_id=match_id)


def _nameless(names: list[str]) -> Ruling | None:
    """Refuse an empty seat as the dealer or as this phone's player."""
    sentences = {
        "dealer": N_("Player {n} deals first. Enter the name."),
        "me": N_("Player {n} is marked as you. Enter the name."),
    }
    for field, sentence in sentences.items():
        seat = request.form.get(field, -1, type=int)
        if seat >= 0 and not "".join(names[seat : seat + 1]):
            return replace(refuse("match.nameless", Say(sentence, {"n": seat + 1})), path=(SEAT, str(seat)))
    return None


def _head(game: Game, posted_form: Posted, names: list[str]) -> dict[str, object]:
    """Return the head of the match file for a form: players in order of play, and the dealer, drawn if so chosen."""
    players = [name for name in names if name]
    if request.form.get("order") == OTHER_WAY:
        players = list(turned_round(players))
    seat = posted_form.at("dealer").text
    dealer = next((name for n, name in enumerate(names) if str(n) == seat), "")
    options = chosen_options(game, posted_form)
    if dealer and FIRST_DEALER in dict(house_rules(game.options)):
        options[FIRST_DEALER] = "chosen"
    opening = _with_blank_rows(game, posted_form, names)
    if players:
        opening["dealer"] = dealer or random.choice(players)  # noqa: S311 - it need not be unpredictable
    return {"title": posted_form.at("title").text or "", "players": players, "options": options, "opening": opening}


def _with_blank_rows(game: Game, posted_form: Posted, names: list[str]) -> dict[str, object]:
    """Return the position as typed; blank rows of lists keep their places."""
    typed = posted_form.at("opening")
    for one in opening_fields(game.opening):
        rows = typed.at(one.key)
        for n in range(one.rows if rows.inner else 0):
            rows.reach(str(n))
    opening = form_of(game.opening, typed, names)
    lists = {key: value for key, value in opening.items() if isinstance(value, list)}
    return opening | {key: [row or {} for row in value] for key, value in lists.items()}


def at_fields(
    game: Game, wrong: Ruling, head: Mapping[str, object], names: Sequence[str], beside: Collection[str]
) -> tuple[Ruling, list[Ruling]]:
    """Find the fields of the form for a refusal.

    Args:
        wrong: the refusal.
        head: the sent head of the match.
        names: the player named at each seat of the form.
        beside: house rules typed beside a preset.

    Returns:
        The refusal with its field, and the refusals of other house rules, so that all are shown at once.
    """
    first, *others = _rules(game, head, beside) if wrong.path[:1] == ("options",) else [_at_field(game, wrong, names)]
    return replace(first, also=tuple(one.sentence for one in others)), others


def _rules(game: Game, head: Mapping[str, object], beside: Collection[str]) -> list[Ruling]:
    options = head["options"]
    assert isinstance(options, Mapping)
    read = [(name, read_options(game, {name: value})) for name, value in options.items()]
    return [
        replace(one, path=("beside" if name in beside else "options", name))
        for name, one in read
        if isinstance(one, Ruling)
    ]


def _at_field(game: Game, wrong: Ruling, names: Sequence[str]) -> Ruling:
    part, _, key = wrong.code.partition(".")
    if wrong.code == "match.players":
        return replace(wrong, path=(SEAT, str(_seat(wrong.player, names))))
    if wrong.code == "match.title":
        return replace(wrong, path=("title",))
    if part == "opening" and not wrong.path:
        return replace(wrong, path=("opening", key, *_whose(game, key, wrong.player, names)))
    return wrong


def _seat(player: str | None, names: Sequence[str]) -> int:
    """Return the seat of a name, the later one of two equal names; for too few players the first free seat."""
    seats = [n for n, name in enumerate(names) if name == (player or "")]
    return seats[-1] if player and seats else seats[0] if seats else 0


def _whose(game: Game, key: str, player: str | None, names: Sequence[str]) -> tuple[str, ...]:
    """Return the player of a field that has an input for each player; the first if it is about all of them."""
    has_seats = any(one.key == key and one.kind == "numbers" for one in opening_fields(game.opening))
    return (PlayerStep(player or next(filter(None, names), "")),) if has_seats else ()


@pages.post("/m/<match_id>/rematch")
def rematch(match_id: str) -> Response:
    """Begin the next match with the same people, house rules and phones; simultaneous requests get the same match."""
    session = open_match_session(match_id, write=True)
    if session.row.followed_by:
        return redirect(url_for("match.page", match_id=session.row.followed_by), 303)
    make_room(session.row.owner)
    new = store().rematch(session.row, rematch_head(session), shown_names(store(), session.row), at=now())
    follow_tonight(store(), session.row, new, phone())
    return redirect(url_for("match.page", match_id=new), 303)


def rematch_head(session: MatchSession) -> Head:
    """Return the head of the next match: house rules as they stood at the end, and the next dealer."""
    tally = session.tally
    record = session.match.record
    as_file = write_match(Match(session.game, record))
    options = plain(tally.options)
    last = next((line.dealer for line in reversed(tally.lines) if line.dealer), None)
    dealer = tally.dealer or (next_seat(record.players, last) if last else as_file["opening"].get("dealer"))
    chosen = {FIRST_DEALER: "chosen"} if FIRST_DEALER in as_file["options"] else {}
    opening = {"dealer": dealer} if dealer else {}
    head = Head(title=record.title, players=list(record.players), options={**options, **chosen}, opening=opening)
    if isinstance(
        read_head(session.game, head), Ruling
    ):  # a house rule was changed to one that no match can begin with
        head["options"] = as_file["options"]
    return head
