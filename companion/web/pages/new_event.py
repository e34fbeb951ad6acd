"""Begin an evening, a league or a tournament: its kind, its game and its terms."""

import secrets
from dataclasses import replace
from typing import cast

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion import games
from companion.events.standings import can_rate
from companion.parsing.event_file import FORMAT, read_event
from companion.parsing.form_decoder import number, posted
from companion.parsing.scalars import tidy
from companion.presentation.event_text import FOUR, PRESETS, SCORES, SEATINGS, TIES, Preset
from companion.rules.field_metadata import Json
from companion.rules.options import FIRST_DEALER
from companion.rules.rulings import Ruling
from companion.store import EVENT, Head
from companion.web.http.access import known_game
from companion.web.http.request_store import store
from companion.web.pages.house_rules import rule_fields
from companion.web.pages.new_form import as_sent, touched_rules
from companion.web.pages.new_match import create_once

pages = Blueprint("new_event", __name__, url_prefix="/evenings/new")
ANY = "any"  # in the place of a game


@pages.get("")
def kinds() -> str:
    return render_template("event_kinds.html", presets=PRESETS)


@pages.get("/<kind>")
def game(kind: str) -> str | Response:
    """Ask what is played; an open event takes any game."""
    preset = _preset(kind)
    if preset.is_open:
        return redirect(url_for("new_event.form", kind=kind, game_key=ANY))
    return render_template("event_kinds.html", preset=preset, games=[one for one in games.GAMES if preset.fits(one)])


def _preset(kind: str) -> Preset:
    return next((one for one in PRESETS if one.key == kind), None) or abort(404)


@pages.get("/<kind>/<game_key>")
def form(kind: str, game_key: str) -> str:
    preset = _preset(kind)
    terms = preset.terms
    filled: MultiDict[str, str] = MultiDict(
        {one: str(terms[one]) for one in ("seating", "rounds", "bye", "lives") if one in terms}
    )
    filled["score"] = "places" if "score" in terms else "won"
    filled["draw"] = str(secrets.randbelow(10**6))
    filled["seats"] = " ".join(str(n) for n in terms.get("seats", ()))
    filled.setlist("ties[]", terms.get("ties", ["places", "direct"]))
    return _form(preset, game_key, filled)


def _form(preset: Preset, game_key: str, filled: MultiDict[str, str], wrong: Ruling | None = None) -> str:
    game = None if game_key == ANY else known_game(game_key)
    sent = as_sent(game, posted(filled.items(multi=True)), []).fields["options"] if game else {}
    return render_template(
        "event_new.html",
        preset=preset,
        game=game,
        filled=filled,
        wrong=wrong,
        ties=TIES,
        seatings=SEATINGS,
        scores=SCORES,
        rates=can_rate(),
        sizes=", ".join(str(n) for n in game.table_sizes) if game else "4, 3",
        rules=[one for one in rule_fields(game.options(), cast(Json, sent)) if one.key != FIRST_DEALER] if game else [],
    )


@pages.post("/<kind>/<game_key>")
def create(kind: str, game_key: str) -> Response | tuple[str, int]:
    preset = _preset(kind)
    game = None if game_key == ANY else known_game(game_key)
    terms = _terms(request.form, preset)
    event: dict[str, object] = {"terms": terms} if terms else {}
    if game:
        event |= {"game": game.key, "options": touched_rules(game, posted(request.form.items(multi=True)))}
    if not preset.is_open:
        event["players"] = [name for line in request.form.get("players", "").splitlines() if (name := tidy(line))]
    title = tidy(request.form.get("title", ""))
    wrong = read_event({"format": FORMAT, "title": title, **event, "entries": []})
    if isinstance(wrong, Ruling):
        return _form(preset, game_key, request.form, wrong), 422
    row = create_once(EVENT, Head(title=title, players=[], options={}, opening={}, event=event))
    if kind == "league":
        store().set_settings(row.id, replace(row.settings, league=True))
    return redirect(url_for("evenings.page", event_id=row.id), 303)


def _terms(filled: MultiDict[str, str], preset: Preset) -> dict[str, object]:
    """Return the terms that a form names, as JSON; what nobody chose has its default."""
    score = filled.get("score", "won")
    lists = {"places": _numbers(filled.get("places", "")) or FOUR["places"], "won": [1]}
    terms: dict[str, object] = {
        "score": {"places": lists[score]} if score in lists else score,
        "seats": _numbers(filled.get("seats", "")),
        **{key: number(filled.get(key, "")) for key in ("rounds", "best", "least", "bye", "absent", "lives", "draw")},
        "seating": filled.get("seating", ""),
        "confirm": "confirm" in filled,
        "rating": "rating" in filled,
        "fewer": "fewer" in filled,
    }
    chosen = {key: value for key, value in terms.items() if value not in ("", False) and value != []}
    return {**chosen, "ties": [one for one in TIES if one in filled.getlist("ties[]")]}


def _numbers(text: str) -> list[object]:
    return [number(one) for one in text.replace(",", " ").split()]
