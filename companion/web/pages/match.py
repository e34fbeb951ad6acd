"""The match page: the score, the next deal, the sheet, and each entry."""

from collections.abc import Mapping
from dataclasses import replace

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.parsing.card_fields import typed_cards
from companion.parsing.entered import lacking
from companion.parsing.partial_deals import deal_of
from companion.parsing.scalars import is_card
from companion.presentation.entry_text import line_of, news
from companion.presentation.preview import brings, consequences, in_short, moved, with_short_names
from companion.repository import Sitting
from companion.rules.cards import Card
from companion.rules.entries import Body, Correction, Player
from companion.rules.game import Game
from companion.rules.messages import Say, say
from companion.rules.replay import judge_last
from companion.rules.rulings import Ruling, refuse
from companion.rules.tally import Line, Tally
from companion.store import Version
from companion.submission import Wish, Written, with_body
from companion.submission import write as append
from companion.submission.upcard import tell
from companion.web.http.access import sit_down
from companion.web.http.locale import gettext as _
from companion.web.http.press import printed
from companion.web.http.request_store import store
from companion.web.http.responses import (
    answer_to,
    entry_page,
    form_again,
    form_anew,
    known_here,
    meanwhile,
    refused,
    saved,
)
from companion.web.http.server_address import door
from companion.web.pages.entry_form import aimed_at, position, sent_part, sent_wish, typed_json, typed_pairs
from companion.web.pages.join import invitations
from companion.web.pages.match_view import MatchPage, match_page

pages = Blueprint("match", __name__, url_prefix="/m/<match_id>")


@pages.get("")
def page(match_id: str) -> str:
    """`again`: an entry whose content stands in the form again; `same`: one that another phone had written alike.

    `stands`: a sheet kept by hand that was sent once more.
    """
    sitting = sit_down(match_id)
    same, again = (request.args.get(name, 0, type=int) for name in ("same", "again"))
    known = saved(sitting, Written(same, "same")) if 0 < same < sitting.number else None
    if "stands" in request.args:
        known = say("This sheet was saved before and counts once. What it says otherwise now, correct in its entries.")
    return _inviting(replace(match_page(sitting, form_again(sitting, again)), told=known)).shown("match.html")


def _inviting(page: MatchPage) -> MatchPage:
    """Until something is written others are let in from the page of the match itself, one after another."""
    if page.sitting.rows or not page.sitting.guest.may_write:
        return page
    way = door()
    return replace(page, invitation=invitations(page.sitting, way)[0], door=way)


@pages.get("/sheet")
def earlier(match_id: str) -> str:
    """The rows of the sheet before an entry: on demand, since a sheet of hundreds is no page for a phone."""
    sitting, before = sit_down(match_id), request.args.get("before", 0, type=int)
    if before < 1:
        abort(404)
    return match_page(sitting, before=before).shown("sheet.html")


@pages.get("/live")
def live(match_id: str) -> str:
    """What is new since `after`: nothing (204), or the score, the sheet and the pens, and a form that is not in use.

    `form`: what stands on the phone, `none`, `blank` or `typed`; `part`: whether that is for an own part; `pen`:
    whether it shows that it may write. A form in which somebody types is left alone, but goes where nobody
    may write any more, or not in that way; what was written since it was drawn (`seen`), but not by that page (`own`),
    is told in it.
    """
    sitting = sit_down(match_id)
    is_over = not sitting.guest.may_write or sitting.tally.status == "finished"
    is_other = sitting.in_parts != ("part" in request.args)
    draws_form = is_over or is_other or request.args.get("form", "typed") != "typed"
    has_offers = draws_form and bool(sitting.game.offers(sitting.tally))
    draws = {"draws_form": draws_form, "draws_other": has_offers or is_over == ("pen" in request.args)}
    typed_on = Version.parse(request.args.get("seen", "")) if not draws["draws_form"] else None
    since = meanwhile(sitting, typed_on, known_here())
    page = _inviting(replace(match_page(sitting, own_for=request.args.get("for", "")), meanwhile=since))
    is_own = bool(sitting.rows) and sitting.rows[-1].phone == sitting.guest.phone
    is_turned = is_other and not is_over and request.args.get("form", "none") != "none"
    told = _other_way(sitting) if is_turned else _news(sitting, is_own)
    status = printed("_fragments/status.html", news=told, is_own=is_own and not is_turned) if told else ""
    return page.news(**draws) + status


def _other_way(sitting: Sitting) -> Say:
    """Why the form in which somebody may have typed has gone."""
    if sitting.in_parts:
        return say("This table writes each for himself now: everybody only their own part of a deal.")
    return say("This table writes whole deals now, no longer each for himself.")


def _news(sitting: Sitting, is_own: bool) -> Say | None:
    """What a phone that polls is told in a sentence; of its own entry only that another has written the same since.

    That stands also where the phone has not drawn its own entry yet: what it sent after being away, the other phone
    may have sent before it asked again.
    """
    seen = request.args.get("after", "").partition(".")[0]
    if seen.isdecimal() and int(seen) > len(sitting.rows):  # nothing else takes a row away
        return say("An earlier copy of all matches was put back: what was written after it is not on this sheet.")
    if is_own:
        is_alike = bool(sitting.rows[-1].known_as)
        return say("Another phone has written the same since: it counts once.") if is_alike else None
    is_further = seen != str(len(sitting.rows))
    return with_short_names(news(sitting.tally), sitting.players) if is_further else None


@pages.post("/entries")
def write(match_id: str) -> Response:
    """Judge and append an entry."""
    sitting = sit_down(match_id, write=True)
    wish = sent_wish(sitting)
    if isinstance(wish, Ruling):
        return refused(sitting, wish)
    if sitting.in_parts and isinstance(wish.body, deal_of(sitting.game)):
        alone = say("At this table everybody writes only their own part of a deal.")
        return refused(sitting, refuse("own.alone", alone))
    return answer_to(sitting, append(store(), sitting, wish), wish)


@pages.post("/turned")
def turned(match_id: str) -> Response | tuple[str, int]:
    """The card that lies open while the next deal is played, for all phones; a blank field takes it back."""
    sitting = sit_down(match_id, write=True)
    asked = sitting.game.turned(sitting.tally, {})
    if asked is None:
        abort(404)
    text = request.form.get(asked.field, "").strip()
    card = Card(text.upper()) if is_card(text.upper()) else None
    if text and (card is None or card.is_joker):
        return replace(match_page(sitting), no_card=text).shown("match.html"), 422
    tell(store(), sitting, asked.field, card)
    return redirect(url_for("match.page", match_id=match_id), 303)


@pages.post("/form")
def form(match_id: str) -> Response | str:
    """The form as it must look after what was typed, where the rules decide what comes next."""
    sitting = sit_down(match_id, write=True)
    corrected = aimed_at(sitting)
    if corrected:
        return entry_page(sitting, corrected, None)
    return form_anew(sitting)


@pages.post("/preview/penalty")
def preview_of_penalty(match_id: str) -> str:
    """What a penalty would do, before it is written; without scripts on a page of its own, from which it is written."""
    sitting = sit_down(match_id, write=True)
    wish = sent_wish(sitting)
    wrong = wish if isinstance(wish, Ruling) else None
    effect: list[Say] = []
    if isinstance(wish, Wish):
        record = with_body(sitting, wish.body)
        wrong = judge_last(sitting.game, record)
        effect = [] if wrong else brings(sitting.tally, sitting.game.tally(record), sitting.number)
    if "HX-Request" not in request.headers:
        return match_page(sitting).shown("penalty.html", foreseen=effect, fault=wrong, typed=typed_pairs())
    is_typed = all(request.form.get(name) for name in ("player", "cost"))
    return render_template("_fragments/foreseen.html", foreseen=effect, fault=wrong if is_typed else None)


@pages.post("/preview")
def preview(match_id: str) -> str:
    """Foretell what the deal in the form would do, or say what it lacks; of one's own part only what that lacks.

    A deal that is corrected does it where it stands, as its form shows the score; what follows from it is said apart.
    """
    sitting = sit_down(match_id)
    correcting = aimed_at(sitting)
    context: dict[str, object] = {
        "tally": sitting.tally,
        "line": None,
        "events": [],
        "elsewhere": [] if correcting else None,
        "columns": {},
        "counted": _counted(sitting),
        "raised": {},
    }
    if "for" in request.form:
        return _own_preview(sitting, context)
    wish = sent_wish(sitting)
    if isinstance(wish, Ruling):
        return _lacking(wish, context, sitting)
    context["raised"] = _raised(sitting, wish.body)
    record = with_body(sitting, wish.body)
    wrong = judge_last(sitting.game, record)
    if wrong:
        return _lacking(wrong, context, sitting)
    after = sitting.game.tally(record)
    then = sitting.game.tally(record.before(correcting + 1)) if correcting else after
    line = line_of(then, correcting or sitting.number)
    context |= {"tally": then, "line": line}
    context["events"] = list(in_short(line.events, sitting.tally.record.players)) if line else []
    context["columns"] = _columns(sitting.game, position(sitting), then, line)
    if correcting:
        context["elsewhere"] = [*moved(sitting.tally, after), *consequences(sitting.tally, after, correcting)]
    return render_template("_fragments/preview.html", **context, lack=None)


def _own_preview(sitting: Sitting, context: dict[str, object]) -> str:
    player = Player(request.form["for"])
    part = sent_part(sitting, player)
    lacks = part if isinstance(part, Ruling) else lacking(sitting.game, sitting.tally, player, part)
    if lacks:
        return _lacking(lacks, context, sitting)
    return render_template("_fragments/preview.html", **context, lack=None)


def _lacking(wrong: Ruling, context: dict[str, object], sitting: Sitting) -> str:
    """What the deal still lacks, on Save."""
    lack = with_short_names(wrong.sentence, sitting.tally.record.players)
    return render_template("_fragments/preview.html", **context, lack=lack)


def _columns(game: Game, earlier: Tally, later: Tally, line: Line | None) -> dict[Player, list[int | None]]:
    """Where several columns would stand, None for one that is closed, also where a game ends by it; else nothing."""
    before, after = game.glance(earlier), game.glance(later)
    if before.columns and before.where != after.where and line and line.after:
        after = game.glance(replace(later, table=line.after))
    if before.where != after.where or not after.columns:
        return {}
    old, new = ({p: [one.scores[p] for one in at.columns] for p in at.columns[0].scores} for at in (before, after))
    closed = [column.ruled_off for column in before.columns]
    return {
        player: [None if is_closed else n for n, is_closed in zip(numbers, closed, strict=True)]
        for player, numbers in new.items()
        if numbers != old[player]
    }


def _raised(sitting: Sitting, body: Body) -> Mapping[str, tuple[Player, ...]]:
    """Who has got a choice by the deal in the form, by the name of the field."""
    deal = body.content if isinstance(body, Correction) else body
    return sitting.game.raised(position(sitting), deal) if deal else {}


def _counted(sitting: Sitting) -> dict[str, int]:
    """What the cards in the form come to, by the names of their fields."""
    found = typed_cards(typed_pairs(), sitting.players)
    points = sitting.game.worth(position(sitting).options, typed_json(sitting), dict(found.values()))
    return {name: points[spot] for name, (spot, _) in found.items() if spot in points}


@pages.get("/entries/<int:number>")
def entry(match_id: str, number: int) -> str:
    """One entry: its numbers with their derivations, its history, what can be done; or nothing new since `after`."""
    sitting = sit_down(match_id)
    if not 1 <= number <= len(sitting.rows):
        abort(404, description=_("This match has no entry %(n)s.", n=number))
    return entry_page(sitting, number, None)
