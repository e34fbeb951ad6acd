"""The page of a match as a value: what its templates may name, and nothing else."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial

from markupsafe import Markup

from companion.limits import NEWS, SHEETS
from companion.presentation.activity import written
from companion.presentation.scoreboard import Scoreboard, scoreboard
from companion.repository import MatchSession, guest_name
from companion.rules.entries import Player
from companion.rules.game import Game, Turned
from companion.rules.history import Standing
from companion.rules.json_types import Json
from companion.rules.lazy_property import worked_out
from companion.rules.messages import Say, say
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.store import Guest, Version
from companion.submission.partial_deal import OwnView, kept_unseen, own_view
from companion.submission.undo import Step, put_back, step_back
from companion.submission.upcard import known
from companion.web.http.filters import time_up
from companion.web.http.press import Shared, printed
from companion.web.http.request_store import store
from companion.web.http.seat_claims import changed_seats
from companion.web.http.server_address import Door
from companion.web.pages.confirmations import Unconfirmed, unconfirmed
from companion.web.pages.conflicts import Comparison
from companion.web.pages.entry_form import Sent
from companion.web.pages.sheet_view import Lines, lines

FALLEN = 20  # entries that no longer stand, each told by itself


@dataclass(frozen=True)
class DealForm:
    """The form of a deal: the position it is drawn from, whose rows hold fields, and what was typed so far.

    `form` is what the game's rules say about an entry half typed.
    """

    tally: Tally
    asked: tuple[Player, ...]
    typed: Sent
    form: Mapping[str, object]
    number: int
    is_begun: bool  # somebody has typed in it
    is_own: bool = False  # one player's part of it

    @property
    def later(self) -> tuple[Player, ...]:
        """Who sits out this deal alone: one that is typed while others wait may be theirs."""
        if self.is_own:
            return ()
        return tuple(one for one in self.tally.record.players if one not in (*self.asked, *self.tally.out))

    def seat(self, player: Player) -> str:
        return f"@{self.tally.record.players.index(player)}"


def deal_form(session: MatchSession, tally: Tally, typed: Json, own: OwnView | None, told: Json) -> DealForm | None:
    """None where this phone writes no deal: it may not, the match is over, or no part of it is this phone's.

    `told`: what the table knows of the deal before anything is typed.
    """
    if not session.guest.may_write or tally.status == "finished" or (own and not own.player):
        return None
    number = tally.record.next_deal
    if own and own.player:
        begun = typed or own.typed
        return DealForm(tally, (own.player,), Sent({**told, **begun}), own.form, number, bool(begun), is_own=True)
    shown = {**told, **typed}
    return DealForm(tally, tally.turn, Sent(shown), session.game.form(tally, shown), number, bool(typed))


def why_none(session: MatchSession) -> Say:
    """What is said to a phone on which a deal was typed for which there is no form now."""
    if not session.guest.may_write:
        owner = next((one for one in session.guests if one.phone == session.row.owner), None)
        if owner is None:
            return say("Typed here and not written: this phone has the pen no longer.")
        name = guest_name(session.row.id, owner)
        return say(
            "Typed here and not written: this phone has the pen no longer. {name} owns the match and can give it back.",
            name=name,
        )
    if session.tally.status == "finished":
        last = next(one for one in reversed(session.match.record.entries) if not one.body.aside)
        return say("Typed here and not written, for the match is over: {news}", news=written(session.tally, last))
    return say("Typed here and not written: at this table everybody writes only their own part of a deal.")


@dataclass(frozen=True)
class Meanwhile:
    """What others have written since a form was drawn; `has_rival`: something that may be the very deal typed there.

    `earlier`: how much of it is not told line by line.
    """

    lines: Sequence[Say] = ()
    has_rival: bool = False
    earlier: int = 0


OF_THE_MATCH = ("game", "match_id", "players", "fallen", "history", "undo", "put_back", "scores")
_sheets, _news = Shared(SHEETS), Shared(NEWS)


@dataclass(frozen=True)
class MatchPage:
    """What the page of a match and its fragments are made from. Those below the line are there on some answers only.

    What a match says to every phone is no field of it but a property, and one of those `OF_THE_MATCH`.
    """

    session: MatchSession
    tally: Tally
    before: int  # the sheet holds the rows before that entry; the latest where it is 0
    entry_id: str
    seen: Version
    deal: DealForm | None
    no_form: Say | None  # why this phone has no form of a deal
    steps_at_hand: Sequence[Step]
    changed_seats: Sequence[Say]
    unconfirmed: Unconfirmed | None  # what this player is asked to agree with
    own: OwnView | None
    unseen: Sequence[Player]  # whose own parts lie here while the deal is written as a whole
    turned: Turned | None
    # ---
    wrong: Ruling | None = None
    race: Comparison | None = None
    invitation: tuple[str, str, str, Markup] | None = None
    door: Door | None = None  # beside an invitation
    just_saved: Say | None = None
    told: Say | None = None
    no_card: str | None = None  # what was typed for the card turned up, and is none
    aside: Sent = field(default_factory=Sent)  # what was typed in a form beside the deal, and is refused
    meanwhile: Meanwhile = Meanwhile()
    oob: bool = False
    correcting: bool = False

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def match_id(self) -> str:
        return self.session.row.id

    @property
    def players(self) -> tuple[Player, ...]:
        return self.session.players

    @property
    def fallen(self) -> Sequence[Ruling]:
        """Entries that no longer stand, as far as the page tells them one by one."""
        return self.tally.refused[:FALLEN]

    @property
    def history(self) -> tuple[Standing, ...]:
        return self.session.match.record.history

    @property
    def undo(self) -> Step | None:
        return step_back(self.session.tally)

    @property
    def put_back(self) -> Step | None:
        return put_back(self.session.tally)

    @worked_out
    def scores(self) -> Scoreboard:
        return scoreboard(self.game, self.tally)

    @worked_out
    def lines(self) -> Lines:
        return lines(self.session, self.scores, self.before)

    def sheet(self) -> Markup:
        """The rows as a poll brings them: what one phone has heard, the others of its table hear next."""
        work = partial(replace(self, oob=True).shown, "_fragments/lines.html")
        return Markup(_sheets.get(self.session.match, self.match_id, None, self.entry_id, work))  # noqa: S704 - ours

    def news(self, *, draws_form: bool, draws_other: bool) -> str:
        """What a poll brings, printed for nobody by name: as it is, the others of the table hear it next."""
        session = self.session
        anybody = Guest(phone="", may_write=session.guest.may_write, player="", joined_at="")
        page = replace(self, session=replace(session, guest=anybody))
        draws = {"draws_form": draws_form, "draws_other": draws_other}
        beside = (
            *(session.row, session.guests, time_up(session)),
            *_but(self, "session", "tally", "entry_id", "deal"),
            *(_but(self.deal, "tally") if self.deal else ()),
        )

        def work() -> str:
            return page.shown("_fragments/news.html", sheet=self.sheet(), **draws)

        return _news.get(session.match, (self.match_id, anybody, *draws.values()), beside, self.entry_id, work)

    def shown(self, template: str, **more: object) -> str:
        """The page or fragment, with what it alone needs beside; a `sheet` among that is printed already."""
        names = [*(one.name for one in fields(self)), *OF_THE_MATCH, *(["lines"] if "sheet" not in more else ())]
        return printed(template, **{name: getattr(self, name) for name in names}, **more)


def _but(value: MatchPage | DealForm, *names: str) -> tuple[object, ...]:
    """All that a page says, but for what has these names."""
    return tuple(getattr(value, one.name) for one in fields(value) if one.name not in names)


def match_page(
    session: MatchSession,
    typed: Json | None = None,
    at: Tally | None = None,
    own_for: str = "",
    before: int = 0,
) -> MatchPage:
    """The match as this phone is to see it; the form is for the position `at`, or for now.

    With `before`, the sheet holds the rows that came before that entry.
    """
    tally = at or session.tally
    own = None if at else own_view(store(), session, own_for)
    beforehand = {} if at else known(store(), session)
    deal = deal_form(session, tally, typed or {}, own, beforehand)
    return MatchPage(
        session=session,
        tally=tally,
        before=before,
        entry_id=secrets.token_hex(8),
        seen=session.version,
        deal=deal,
        no_form=None if deal else why_none(session),
        steps_at_hand=_at_hand(session),
        changed_seats=changed_seats(session),
        unconfirmed=unconfirmed(session),
        own=own,
        unseen=() if at else kept_unseen(store(), session),
        turned=session.game.turned(tally, beforehand),
    )


def _at_hand(session: MatchSession) -> list[Step]:
    """The ways on from a step back that this phone has just taken: they lie in the form that it filled."""
    again = put_back(session.tally)
    if again is None or session.rows[again.number - 1].phone != session.guest.phone:
        return []
    back = step_back(session.tally)
    return [again, back] if back else [again]
