"""Read the form of an entry: what people typed, and what the page added."""

import secrets
from collections.abc import Iterable, Set
from dataclasses import replace

from flask import request

from companion.limits import ENTRY_ID_LENGTH
from companion.parsing import read_body, read_form
from companion.parsing.form_decoder import number, typed_cards
from companion.parsing.form_encoder import shown
from companion.parsing.json_decoder import from_json, plain
from companion.parsing.partial_deals import own_part, whole
from companion.parsing.scalars import LARGEST, short
from companion.repository import MatchSession
from companion.rules.entries import Body, Correction, Player, Rename, together
from companion.rules.field_metadata import Dataclass, Json
from companion.rules.messages import Say, say
from companion.rules.people import former_names
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Tally
from companion.store import SERVER_ID_PREFIX, EntryRow, Version
from companion.submission import Outcome
from companion.submission import write as append
from companion.submission.conflict import Submission, last_entry_before
from companion.submission.partial_deal import known_upcard
from companion.web.http.request_store import store

ENVELOPE = {
    "number",
    "seen",
    "after",
    "entry_id",
    "correct",
    "strike",
    "again",
    "reason_text",
    "for",
    # compared and chosen in a conflict
    "against",
    "next",
    "both",
    # the field whose two numbers are to be swapped
    "swap",
}


class SentFields(dict[str, object]):
    """The sent fields by name, as JSON; a known field that was not sent is empty, an unknown one is an error."""

    def __missing__(self, name: str) -> str:
        return ""

    def of_kind(self, kind: str) -> "SentFields":
        """Return the fields if they are of that kind of entry, else no fields."""
        return self if self["kind"] == kind else SentFields()


def typed_pairs() -> list[tuple[str, str]]:
    """Return the fields of the entry's content; a typed reason replaces the chosen one."""
    form, is_correction = request.form, "correct" in request.form
    in_words = "" if is_correction or form.get("reason") else form.get("reason_text", "")
    envelope = ENVELOPE | ({"reason"} if is_correction or in_words else set())
    pairs = [(name, text) for name, text in form.items(multi=True) if name not in envelope]
    return [*pairs, ("reason", in_words)] if in_words else pairs


def _now_shown(session: MatchSession, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the fields with the current names of players, because the form may be older than a renaming."""
    is_about_names = ("kind", Rename.kind) in pairs
    names = {} if is_about_names else former_names(session.match.record)
    return [(field, names.get(Player(text), text)) for field, text in pairs] if names else pairs


def typed_json(session: MatchSession) -> dict[str, object]:
    """Return the fields of the entry's content as JSON, as far as they can be parsed.

    Two numbers are swapped if the form asks for it.
    """
    sent = read_form(session.game, session.players, _now_shown(session, typed_pairs()))
    game = session.game
    typed = shown(game.kinds[str(sent["kind"])], sent, *game.deals) if isinstance(sent, dict) else {}
    numbers = typed.get(request.form.get("swap", ""))
    if not isinstance(numbers, dict):
        return typed
    return {**typed, request.form["swap"]: dict(zip(numbers, reversed([*numbers.values()]), strict=True))}


def new_entry_id() -> str:
    """Return a random id for an entry that this page may write; sending it twice writes the entry once."""
    return secrets.token_hex(8)


def sent_entry_id() -> str:
    return request.form.get("entry_id", "").lstrip(SERVER_ID_PREFIX)[:ENTRY_ID_LENGTH] or new_entry_id()


def card_points(
    session: MatchSession, options: Dataclass, data: Json, fields: Iterable[tuple[str, str]]
) -> dict[str, int]:
    """Return the points of the cards in a deal, by the names of their fields.

    Args:
        options: the house rules for this deal.
        data: the deal as JSON.
        fields: the deal as the fields of a form.
    """
    cards = typed_cards(fields, session.players)
    points = session.game.card_points(options, data, dict(cards.values()))
    return {name: points[spot] for name, (spot, _) in cards.items() if spot in points}


def write_body(session: MatchSession, body: Body, by: str | None = None, entry_id: str = "") -> Outcome:
    """Append an entry that cannot conflict with others, after all entries written so far.

    Args:
        entry_id: its id, if the form writes more than one entry.
    """
    own_id = entry_id or sent_entry_id()
    return append(store(), session, Submission(body, plain(body), own_id, len(session.rows), by=by))


def drawn_from(session: MatchSession) -> Version | None:
    """Return the version of the match that the form was drawn from; None if it has none, or a later one."""
    seen = Version.parse(request.values.get("seen", ""))
    return seen if seen and seen.entries <= len(session.rows) else None


def aimed_at(session: MatchSession) -> int | None:
    """Return the number of the entry that the form corrects or strikes out, if any."""
    number = request.form.get("correct", 0, type=int) or request.form.get("strike", 0, type=int)
    return number if 1 <= number <= len(session.rows) else None


def sent_submission(session: MatchSession) -> Submission | Ruling:
    """Return the submission of the form; a form without a version has seen no entries."""
    entry_id = sent_entry_id()
    seen = Version.parse(request.form.get("seen", ""))
    own_ids = frozenset(request.form.get("after", "").split())
    earlier = next((row for row in session.rows if row.entry_id == entry_id), None)
    first = earlier or (_rival(session, seen.entries, own_ids) if seen else None)
    # a deal takes its defaults from the match as it was when the form was drawn
    then = upto(session, first.number - 1) if first else session
    body = _sent_body(then, _told_then(then, earlier) if earlier else known_upcard(store(), session))
    if isinstance(body, Ruling):
        return body
    data, content = body
    return Submission(content, data, entry_id, seen.entries if seen else 0, own_ids, is_next="next" in request.form)


def _rival(session: MatchSession, seen: int, own_ids: Set[str]) -> EntryRow | None:
    """Return the first entry that another phone wrote since the form of a new one was drawn."""
    if "correct" in request.form or "strike" in request.form:
        return None
    rows = session.rows
    start = last_entry_before(session.match.replay.history, [row.ids for row in rows], seen, own_ids)
    return next((row for row in rows[start:] if not row.ids & own_ids), None)


def upto(session: MatchSession, number: int) -> MatchSession:
    """Return the match as it stood when entry `number` had just been written."""
    match = session.match.continued(session.match.replay.upto(number))
    return replace(session, rows=session.rows[:number], match=match)


def _told_then(then: MatchSession, row: EntryRow) -> Json:
    """Return the upcard of the deal as the entry stores it; empty if it has none."""
    asked = then.game.upcard(then.tally, {})
    return {asked.field: row.body[asked.field]} if asked and asked.field in row.body else {}


def _sent_body(session: MatchSession, card: Json) -> tuple[dict[str, object], Body] | Ruling:
    """Return the entry that the form holds, as JSON and as a value: a deal, a correction, or a strike-out.

    After a refused deal, the form may hold a remedy as JSON, which is written instead.

    Args:
        card: What is known of the deal before it is typed, such as the card turned up.
    """
    form = request.form
    if "remedy" in form:
        return _remedy(session, form["remedy"])
    if "strike" in form:
        data: dict[str, object] | Ruling = {"kind": "correction", "entry": form.get("strike", type=int), "with": None}
    else:
        pairs = _signed(session, _now_shown(session, typed_pairs()))
        data = pairs if isinstance(pairs, Ruling) else read_form(session.game, session.players, pairs)
        if isinstance(data, dict) and "correct" not in form and data.get("kind") in session.game.deal_kinds:
            data = {**card, **data}
        if isinstance(data, dict):
            at = position(session)
            data = session.game.unclear(at, data) or whole(session.game, at, data)
        if isinstance(data, dict) and "correct" in form:
            data = {"kind": "correction", "entry": form.get("correct", type=int), "with": data}
    if isinstance(data, Ruling):
        return data
    if data["kind"] == "correction":
        data["reason"] = form.get("reason_text") or form.get("reason", "")
    body = read_body(session.game, session.players, data)
    if isinstance(body, Ruling):
        return replace(body, path=("cost",)) if body.path == ("points",) and "cost" in form else body
    return _with_theirs(session, data, body) if "both" in form else (data, body)


def _with_theirs(session: MatchSession, data: dict[str, object], body: Body) -> tuple[dict[str, object], Body]:
    """Return a correction that adds what was typed here to the stored entry."""
    history = session.match.replay.history
    if not isinstance(body, Correction) or body.content is None or not 0 < body.entry <= len(history):
        return data, body
    theirs = history[body.entry - 1].body
    whole = together(theirs, body.content) if theirs else None
    return ({**data, "with": plain(whole)}, replace(body, content=whole)) if whole else (data, body)


def sent_part(session: MatchSession, player: Player) -> Json | Ruling:
    """Return the player's part of the deal in the form, as JSON."""
    data = read_form(session.game, session.players, _now_shown(session, typed_pairs()))
    if isinstance(data, Ruling):
        return data
    return session.game.unclear(session.tally, data) or own_part(session.game, player, session.players, data)


def _signed(session: MatchSession, pairs: list[tuple[str, str]]) -> list[tuple[str, str]] | Ruling:
    """Give the points of a penalty, if chosen or typed without a sign, the sign of penalties in this game."""
    asked = dict(pairs)
    if "cost" not in asked and "amount" not in asked:
        return pairs
    if not asked.get("player"):
        return replace(refuse("penalty.player", say("Say who gets the penalty.")), path=("player",))
    amount = asked.get("amount", "")
    n = number(amount or asked.get("cost", ""))
    wrong = _wrong_cost(n)
    if wrong:
        return replace(refuse("penalty.cost", wrong), path=("cost",))
    assert isinstance(n, int)
    gives = not amount and asked.get("way") == "gives"
    points = str(n * session.game.cost(session.tally) * (-1 if gives else 1))
    return [*((name, text) for name, text in pairs if name not in ("amount", "cost", "way")), ("points", points)]


def _wrong_cost(n: object) -> Say | None:
    """Return the error in the points of a penalty, with the name of their field."""
    if n == "":
        return say("Enter the penalty.")
    if not isinstance(n, int):
        return say("“How much?” must be a whole number, not {value}.", value=short(n))
    if n < 0:
        return say("Enter the points without a plus or minus sign. Then choose whether the player loses or gains them.")
    if n > LARGEST:
        return say("{value} is too large. You can enter at most {most} here.", value=short(n), most=LARGEST)
    return None if n else say("Enter the points. A penalty of 0 changes nothing.")


def position(session: MatchSession) -> Tally:
    """Return the tally at which the deal of the form is played."""
    number = aimed_at(session)
    return session.match.replay.before(number).tally if number else session.tally


def _remedy(session: MatchSession, text: str) -> tuple[dict[str, object], Body] | Ruling:
    try:
        data = from_json(text)
    except ValueError:
        data = None
    body = read_body(session.game, session.players, data)
    return body if isinstance(body, Ruling) else (data, body)
