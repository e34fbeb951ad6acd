"""What has ended, or how the match stands, to send to others: as a picture and as text."""

from collections.abc import Iterator

from flask import Blueprint, Response, render_template

from companion.pdf.picture import picture
from companion.presentation.activity import paying
from companion.presentation.entry_formatter import Clock
from companion.presentation.outcome import Outcome, outcome, so_far
from companion.repository import MatchSession
from companion.translation import after_colon, number_text
from companion.web.http.access import sit_down
from companion.web.http.filters import said, sign
from companion.web.http.locale import catalogue, lang, ngettext
from companion.web.http.locale import gettext as _

pages = Blueprint("result", __name__, url_prefix="/m/<match_id>")
NOTHING_ELSE = "default-src 'none'"  # for a picture that is opened by itself


@pages.get("/result")
def page(match_id: str) -> str:
    session = sit_down(match_id)
    told = _told(session)
    return render_template(
        "result.html", session=session, game=session.game, match_id=match_id, text=_text(session, told), told=told
    )


@pages.get("/result.svg")
def image(match_id: str) -> Response:
    """The picture; a script makes a PNG of it where that is wanted."""
    session = sit_down(match_id)
    drawn = picture(
        _told(session),
        _title(session),
        str(_(session.game.name)),
        session.tally,
        Clock(lang()).date(_when(session)),
        catalogue(),
    )
    text = render_template("picture.svg", picture=drawn, sign=sign(session.game), lang=lang())
    return Response(text, mimetype="image/svg+xml", headers={"Content-Security-Policy": NOTHING_ELSE})


def _told(session: MatchSession) -> Outcome:
    return outcome(session.game, session.tally) or so_far(session.game, session.tally)


def _title(session: MatchSession) -> str:
    return session.row.title or str(_(session.game.name))


def _when(session: MatchSession) -> str:
    return session.last.at if session.last else session.row.created_at


def _text(session: MatchSession, told: Outcome) -> str:
    """The same as the picture, in lines of text."""
    head = [f"{_title(session)}, {Clock(lang()).date(_when(session))}", said(told.title)]
    names, n = ", ".join(told.winners), len(told.winners)
    won = ngettext("%(names)s has won.", "%(names)s have won.", n, names=names) if told.is_final and n else ""
    how = " ".join(map(said, told.said))
    stands = said(told.stands) if told.stands else ""
    payments = (said(paying(session.tally, one)) for one in told.payments)
    return "\n".join(filter(None, [*head, won, how, *_numbers(told), stands, *payments]))


def _numbers(told: Outcome) -> Iterator[str]:
    for rank in told.ranks:
        found = zip(told.heads, rank.numbers, strict=True)
        numbers = ", ".join(after_colon(catalogue(), said(head), number_text(n)) for head, n in found if n is not None)
        yield f"{rank.place}. {rank.player}. {numbers}"
    for account in told.accounts:
        for row in account.rows:
            numbers = ", ".join(f"{player} {number_text(figure.value)}" for player, figure in row.figures.items())
            yield after_colon(catalogue(), said(row.label), numbers)
