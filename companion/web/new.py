"""A new match: players, house rules, first dealer, and perhaps a position from a paper sheet."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any, get_origin, get_type_hints

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import games
from companion.clock import now
from companion.limits import FOUND
from companion.reading import read_head
from companion.reading.forms import by_seat, nested, typed, typed_options
from companion.rules.fields import labels
from companion.rules.options import FIRST_DEALER, house_rules
from companion.rules.rulings import Ruling
from companion.rules.tally import Game
from companion.web.connection import store
from companion.web.phone import phone
from companion.web.rates import make_room
from companion.web.sent import Sent
from companion.web.sitting import known_game

pages = Blueprint("new", __name__, url_prefix="/new")
DRAWN = "draw"


@pages.get("")
def choose_game() -> str:
    return render_template("new_game.html", games=games.GAMES)


@pages.get("/<key>")
def form(key: str) -> str:
    return _form(known_game(key), {}, None)


@pages.post("/<key>")
def create(key: str) -> Response | tuple[str, int]:
    game = known_game(key)
    names = [name.strip() for name in request.form.getlist("players[]")]
    sent = nested(request.form.items(multi=True), names)
    head = _head(game, sent, names)
    record = read_head(game, head)
    if isinstance(record, Ruling):
        return _form(game, {**sent, "players": names}, record), 422
    make_room(phone())
    row = store().create(game.key, head, owner=phone(), at=now())
    return redirect(url_for("match.page", match_id=row.id), 303)


def _head(game: Game, sent: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """The head of the match file that a form asks for; a dealer left to the draw is drawn here."""
    players = [name for name in names if name]
    opening = sent.get("opening", {}) if isinstance(sent.get("opening"), dict) else {}
    seated = by_seat(names)
    dealer = seated.get(f"@{sent.get('dealer', DRAWN)}", "")
    options = typed_options(game.options, sent.get("options", {}) if isinstance(sent.get("options"), dict) else {})
    if dealer and FIRST_DEALER in dict(house_rules(game.options)):
        options[FIRST_DEALER] = "chosen"
    opening = {  # its boxes do not know the names yet
        key: [seated.get(str(one), one) for one in value] if isinstance(value, list) else value
        for key, value in opening.items()
    }
    if players:
        opening = {**opening, "dealer": dealer or random.choice(players)}  # noqa: S311 - no secret hangs on who deals
    return {
        "title": sent.get("title", ""),
        "players": players,
        "options": options,
        "opening": typed(game.opening, opening),
    }


def _opening_fields(game: Game) -> list[tuple[str, str]]:
    """The fields of a position to go on from, each with the shape of its input."""
    hints = get_type_hints(game.opening)
    shapes = {Mapping: "numbers", tuple: "names"}
    named = ((name, shapes.get(get_origin(kind) or kind, "number")) for name, kind in hints.items())
    return [(name, shape) for name, shape in named if name != "dealer"]


def _form(game: Game, sent: dict[str, Any], wrong: Ruling | None) -> str:
    names = sent.get("players", []) + [""] * game.seats[-1]
    rules = [(name, rule) for name, rule in house_rules(game.options) if name != FIRST_DEALER]
    return render_template(
        "new.html",
        game=game,
        rules=rules,
        sent=Sent(sent),
        names=names[: game.seats[-1]],
        wrong=wrong,
        people=_people(),
        defaults=game.options(),
        opening_fields=_opening_fields(game),
        words=labels(game.opening),
    )


def _people() -> list[str]:
    """The players of this phone's matches, the most frequent first."""
    counted = Counter(name for row in store().matches_of(phone()) for name in row.head["players"])
    return [name for name, _ in counted.most_common(FOUND)]
