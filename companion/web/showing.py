"""What a phone is shown of a match: the page and its fragments, and the answers to what it wanted written."""

from dataclasses import replace
from typing import Any

from flask import abort, make_response, redirect, request, url_for
from werkzeug.wrappers import Response

from companion.foresight import consequences, moved
from companion.keeping import Sitting
from companion.limits import FORESEEN
from companion.reading.converter import plain
from companion.rules.entries import Correction
from companion.rules.history import Standing
from companion.rules.rulings import Ruling
from companion.rules.words import Say, say
from companion.sheet import rows
from companion.store import Version
from companion.telling import in_words, name_of, written
from companion.web.matchpage import MatchPage, Meanwhile, match_page
from companion.web.races import Race, race
from companion.web.sent import aimed_at, sent_wish, typed_json, typed_pairs
from companion.web.sitting import sit_down
from companion.writing import Behind, Gone, Known, Outcome, Refused, Wish, Written, moves, placed, with_body


def typed_again(sitting: Sitting) -> MatchPage:
    """The form with what was typed, still for the sheet that its typist has seen."""
    seen = Version.parse(request.form.get("seen", ""))
    page = match_page(sitting, typed_json(sitting), own_for=request.form.get("for", ""))
    return replace(page, seen=seen or sitting.version, meanwhile=meanwhile(sitting, seen))


def form_anew(sitting: Sitting) -> Response:
    """The form after what was typed; another has written the very same deal meanwhile: the sheet, which holds it."""
    wish = sent_wish(sitting)
    found = None if isinstance(wish, Ruling) else placed(sitting, wish)
    if isinstance(found, Known) and found.how == "same":
        there = Written(found.number, "same")
        page = replace(match_page(sitting), told=saved(sitting, there))
        return _signed(make_response(page.shown("match.html")), "same", found.number)
    return make_response(typed_again(sitting).shown("match.html"))


def meanwhile(sitting: Sitting, typed_on: Version | None) -> Meanwhile:
    """What others have written since the form was drawn in which somebody types: it is to be saved on top of that."""
    record = sitting.match.record
    seen = typed_on.entries if typed_on else len(record.entries)
    own = {row.number for row in sitting.rows if row.phone == sitting.guest.phone}
    found = [one.entry for one in record.history[seen:] if one.entry.number not in own and moves(record, one, seen)]
    rivals = (*sitting.game.deals, Correction)
    has_rival = any(isinstance(entry.body, rivals) for entry in found)
    return Meanwhile([written(sitting.tally, entry) for entry in found], has_rival)


def entry_page(sitting: Sitting, number: int, wrong: Ruling | None, race: Race | None = None) -> str:
    found = rows(sitting.game, sitting.match.record, sitting.tally, among={number})
    position = sitting.game.tally(sitting.match.record.before(number))
    standing = sitting.match.record.history[number - 1]
    typed: dict[str, object] = plain(standing.latest)
    if request.method == "POST":
        typed = typed_json(sitting) or typed
    page = replace(match_page(sitting, typed, position), wrong=wrong, correcting=True, race=race)
    return page.shown(
        "entry.html",
        entry=sitting.match.record.entries[number - 1],
        stored=sitting.rows[number - 1],
        row=next((row for row in found if not row.struck), None),
        earlier=[row for row in found if row.struck],
        standing=standing,
        now=sitting.tally,
        refused=next((one for one in sitting.tally.refused if one.entry == number), None),
        entered=_entered(sitting, standing),
        struck_out=_struck_out(sitting, standing),
    )


def _entered(sitting: Sitting, standing: Standing) -> list[Say]:
    """What a deal was written as, also where it is struck out, and what its cards made."""
    body = standing.latest
    return [*in_words(body), *sitting.game.shows(body)] if isinstance(body, sitting.game.deals) else []


def _struck_out(sitting: Sitting, standing: Standing) -> list[Say] | None:
    """What striking an entry out would bring about; None where that is said when it is asked for (`foresee`).

    All that came after it is played anew for that.
    """
    if standing.body is None or standing.body.aside or not sitting.guest.may_write:
        return []
    number = standing.entry.number
    if len(sitting.rows) - number > FORESEEN and "foresee" not in request.args:
        return None
    after = sitting.game.tally(with_body(sitting, Correction(number, None)))
    return [*moved(sitting.tally, after), *consequences(sitting.tally, after, number)]


# --- answers to what was to be written


def answer_to(sitting: Sitting, outcome: Outcome, wish: Wish | None = None) -> Response:
    """303 (htmx 200) when it is on the disk, 422 refused, 409 when somebody was first, each with its sign."""
    if isinstance(outcome, Gone):
        abort(404)
    if isinstance(outcome, Refused):
        return refused(sitting, outcome.ruling)
    if isinstance(outcome, Behind):
        assert wish
        return _signed(_behind(sit_down(sitting.row.id, write=True), outcome, wish), "behind")
    return _signed(_done(sitting.row.id, outcome), outcome.how, outcome.number)


def _signed(response: Response, how: str, number: int = 0) -> Response:
    """What became of the entry, for the phone that waits to hear it."""
    response.headers["Companion-Entry"] = how
    if number:
        response.headers["Companion-Number"] = str(number)
    return response


def _done(match_id: str, outcome: Written) -> Response:
    """The page as it is now. What was taken back stands in the form again, where there is one for it."""
    again = taken_back(sit_down(match_id), outcome.number) if "again" in request.form else 0
    if "HX-Request" in request.headers:
        sitting = sit_down(match_id)
        page = replace(match_page(sitting, form_again(sitting, again)), just_saved=saved(sitting, outcome))
        return make_response(page.shown("_fragments/live.html"))
    query: dict[str, Any] = {"again": again} if again else {"same": outcome.number} if outcome.how == "same" else {}
    return redirect(url_for("match.page", match_id=match_id, **query), 303)


def saved(sitting: Sitting, outcome: Written) -> Say:
    """What became of it, for the person who wrote it."""
    entries = sitting.match.record.entries
    if outcome.how == "same":
        name = entries[outcome.number - 1].by or say("Somebody")
        return say("{name} had written the same: it counts once.", name=name)
    body = entries[outcome.number - 1].body if outcome.number else None
    if not isinstance(body, Correction) or body.content is not None:
        return say("Saved.")
    about = name_of(sitting.tally, sitting.match.record.history[outcome.number - 1].about)
    if isinstance(entries[body.entry - 1].body, Correction):
        return say("Taken back: it stands as before: {entry}.", entry=about)
    return say("Struck out: {entry}.", entry=about)


def taken_back(sitting: Sitting, number: int) -> int:
    """The entry that was struck out by entry `number`; 0 if it was none."""
    body = sitting.match.record.entries[number - 1].body if 0 < number <= sitting.number - 1 else None
    return body.entry if isinstance(body, Correction) and body.content is None else 0


def form_again(sitting: Sitting, number: int) -> dict[str, object]:
    """What stood in a deal that was taken back, for the form; nothing where it stands, or is no deal."""
    if not 0 < number < sitting.number:
        return {}
    one = sitting.match.record.history[number - 1]
    is_form = one.body is None and one.entry.body.correctable and isinstance(one.latest, sitting.game.deals)
    return plain(one.latest) if is_form else {}


def refused(sitting: Sitting, wrong: Ruling) -> Response:
    return _signed(_again(sitting, wrong), "refused")


def _again(sitting: Sitting, wrong: Ruling) -> Response:
    """The form once more, with what was typed and what is wrong with it."""
    if "correct" in request.form or "strike" in request.form:
        number = aimed_at(sitting)
        if number is None:
            abort(400)
        return make_response(entry_page(sitting, number, wrong), 422)
    template = "_fragments/entry.html" if "HX-Request" in request.headers else "match.html"
    return make_response(replace(typed_again(sitting), wrong=wrong).shown(template), 422)


def _behind(sitting: Sitting, behind: Behind, wish: Wish) -> Response:
    """Somebody wrote first: the fresh sheet, and what was typed here beside what stands there now."""
    found = race(sitting, behind.rivals, wish.body, typed_pairs())
    if isinstance(wish.body, Correction):
        return make_response(entry_page(sitting, wish.body.entry, None, race=found), 409)
    page = replace(match_page(sitting, wish.data if found.is_deal else {}), race=found)
    template = "_fragments/live.html" if "HX-Request" in request.headers else "match.html"
    return make_response(page.shown(template), 409)
