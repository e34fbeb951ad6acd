"""Hold what the templates of a match may name, and nothing else."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TypedDict

from flask import render_template
from markupsafe import Markup

from companion.continuation import Difference, difference
from companion.presentation.activity import written
from companion.presentation.entry_text import CORRECTED
from companion.presentation.scoreboard import scoreboard
from companion.repository import MatchSession, guest_name, read_part
from companion.rules.entries import Penalty, Player
from companion.rules.field_metadata import Json
from companion.rules.game import Upcard
from companion.rules.judge import judge_last
from companion.rules.messages import Say, say
from companion.rules.people import identities
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.store import Guest, Version
from companion.submission import with_body
from companion.submission.partial_deal import OwnView, kept_unseen, known_upcard, own_view
from companion.submission.swap import Swap
from companion.submission.undo import Step, put_back, step_back
from companion.translation import signed
from companion.web.http.request_store import store
from companion.web.http.server_address import ServerAddress
from companion.web.pages.confirmations import Unconfirmed, changed_seats, unconfirmed
from companion.web.pages.conflicts import Comparison
from companion.web.pages.entry_form import SentFields
from companion.web.pages.other_entries import menu, penalty_choices
from companion.web.pages.sheet_view import lines

FALLEN = 20  # entries that no longer stand, each told by itself


@dataclass(frozen=True)
class DealForm:
    """The form of a deal: the tally it is drawn from, who fills it in, and what was typed so far.

    Attributes:
        form: What the game's rules say about a half-typed entry.
    """

    tally: Tally
    asked: tuple[Player, ...]
    typed: SentFields
    form: Mapping[str, object]
    number: int
    is_begun: bool  # somebody has typed in it
    is_own: bool = False  # one player's part of it

    @property
    def later(self) -> tuple[Player, ...]:
        """Return who sits out this deal alone: one that is typed while others wait may be theirs."""
        if self.is_own:
            return ()
        return tuple(one for one in self.tally.record.players if one not in (*self.asked, *self.tally.out))

    def seat(self, player: Player) -> str:
        """Return the name of a player's fields."""
        return f"@{self.tally.record.players.index(player)}"


def deal_form(session: MatchSession, tally: Tally, typed: Json, own: OwnView | None, card: Json) -> DealForm | None:
    """Return the form; None where this phone writes no deal.

    Args:
        card: What the table knows of the deal before anything is typed.
    """
    if not session.guest.may_write or tally.status == "finished" or (own and not own.player):
        return None
    number = tally.numbers.next
    if own and own.player:
        begun = typed or own.typed
        return DealForm(tally, (own.player,), SentFields({**card, **begun}), own.form, number, bool(typed), is_own=True)
    shown = {**card, **typed}
    return DealForm(tally, tally.turn, SentFields(shown), session.game.form(tally, shown), number, bool(typed))


def why_none(session: MatchSession) -> Say:
    """Return why a deal that was typed on this phone has no form now."""
    if not session.guest.may_write:
        owner = next((one for one in session.guests if one.phone == session.row.owner), None)
        if owner is None:
            return say("Not saved: this phone can no longer enter scores.")
        name = guest_name(session.row.id, owner)
        return say(
            "Not saved: this phone can no longer enter scores. {name} owns the match and can allow it again.",
            name=name,
        )
    if session.tally.status == "finished":
        last = next(one for one in reversed(session.match.record.entries) if not one.body.aside)
        return say("Not saved, because the match is over: {news}", news=written(session.tally, last))
    return say("Not saved: at this table, each player enters only their own result.")


@dataclass(frozen=True)
class NewerEntries:
    """News since a form was drawn.

    Attributes:
        has_rival: Some of it may be the very deal typed there.
        earlier: How much of it is not told line by line.
    """

    lines: Sequence[Say] = ()
    has_rival: bool = False
    earlier: int = 0


@dataclass(frozen=True)
class MatchPage:
    """The data of the page of a match and its fragments; fields below the line are set on some answers only."""

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
    owed: Sequence[Say]  # what a correction of the earlier part has changed of the start of the new one
    amends: Sequence[tuple[Player, int]]  # the same as penalties, in the new part
    has_no_penalty: bool  # some of it cannot be made up for by any
    unseen: Sequence[Player]  # whose own parts lie here while the deal is written as a whole
    upcard: Upcard | None
    is_new: bool  # no deal was ever saved in it: the page says how the first one is entered
    # ---
    wrong: Ruling | None = None
    swap: Swap | None = None  # what would make it legal
    conflict: Comparison | None = None
    invitation: tuple[str, str, str, Markup] | None = None
    server_address: ServerAddress | None = None  # beside an invitation
    just_saved: Say | None = None
    message: Say | None = None
    no_card: str | None = None  # what was typed for the card turned up, and is none
    aside: SentFields = field(default_factory=SentFields)  # what was typed in a form beside the deal, and is refused
    newer_entries: NewerEntries = NewerEntries()
    oob: bool = False
    correcting: bool = False

    def sheet(self) -> Markup:
        """Render the rows as a poll brings them."""
        return Markup(replace(self, oob=True).shown("_fragments/lines.html"))  # noqa: S704 - a template of ours

    def news(self, *, draws_form: bool, draws_other: bool) -> str:
        """Render what a poll brings, as any phone with the same access sees it."""
        anybody = Guest(phone="", may_write=self.session.guest.may_write, player="", joined_at="")
        page = replace(self, session=replace(self.session, guest=anybody))
        draws = {"draws_form": draws_form, "draws_other": draws_other}
        return page.shown("_fragments/news.html", sheet=self.sheet(), **draws)

    def shown(self, template: str, **more: object) -> str:
        """Render a template of the page; a `sheet` among the additional values is rendered already."""
        session, scores = self.session, scoreboard(self.session.game, self.session.tally)
        if "sheet" not in more:
            more["lines"] = lines(session, scores, self.before)
        return render_template(
            template,
            **{one.name: getattr(self, one.name) for one in fields(self)},
            game=session.game,
            match_id=session.row.id,
            players=session.players,
            heads=["" if one in session.row.hidden else one for one in identities(session.match.record)],
            amends_reason=CORRECTED,
            fallen=self.tally.refused[:FALLEN],
            history=session.match.replay.history,
            undo=step_back(session.tally),
            put_back=put_back(session.tally),
            menu=menu(session.game, session.tally, scores),
            penalties=penalty_choices(session.game, session.tally),
            offered=[one.body.kind for one in session.game.offers(session.tally)],
            scores=scores,
            **more,
        )


def match_page(
    session: MatchSession, typed: Json | None = None, at: Tally | None = None, own_for: str = "", before: int = 0
) -> MatchPage:
    """Return the match as this phone sees it.

    Args:
        session: The match.
        typed: What was typed in the form of the deal.
        at: The tally for which the form is; else the latest.
        own_for: The player whose part of a deal it is, where that one has no phone.
        before: The sheet ends before that entry; 0 for the latest rows.
    """
    tally = at or session.tally
    own = None if at else own_view(store(), session, own_for)
    beforehand = {} if at else known_upcard(store(), session)
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
        **_amends(session),
        unseen=() if at else kept_unseen(store(), session),
        upcard=session.game.upcard(tally, beforehand),
        is_new=not any(isinstance(entry.body, session.game.deals) for entry in session.match.record.entries),
    )


class Amends(TypedDict):
    """Hold the difference that a correction of an earlier part of the match makes in the next one."""

    owed: Sequence[Say]
    amends: Sequence[tuple[Player, int]]
    has_no_penalty: bool


def _amends(session: MatchSession) -> Amends:
    """Return the difference that a correction of the old part makes in the new one, seen from either of them.

    Only penalties that the game allows are offered.
    """
    row, match = session.row, session.match
    if match.tally.went_on and (new := read_part(store(), row.followed_by)):
        return Amends(owed=_in_words(difference(match, new)), amends=(), has_no_penalty=False)
    old = read_part(store(), row.follows) if match.record.continues else None
    owed = difference(old, match) if old and old.tally.went_on == match.record.continues else Difference()
    fine, is_running = session.tally.fine, session.tally.status == "running"
    whole = [(player, n // fine) for player, n in owed.points.items() if n % fine == 0] if is_running else []
    amends = [(player, n) for player, n in whole if not judge_last(with_body(session, Penalty(player, n, CORRECTED)))]
    return Amends(
        owed=_in_words(owed),
        amends=amends if session.guest.may_write else [],
        has_no_penalty=bool(owed.money or (owed.points and not amends)),
    )


def _in_words(owed: Difference) -> list[Say]:
    points = [say("{player} {points}", player=player, points=signed(n)) for player, n in owed.points.items()]
    money = [say("{player} {points} in the balance", player=one, points=signed(n)) for one, n in owed.money.items()]
    return [*points, *money]


def _at_hand(session: MatchSession) -> list[Step]:
    """Return undo and redo for the form that this phone's own step back has filled."""
    again = put_back(session.tally)
    if again is None or session.rows[again.number - 1].phone != session.guest.phone:
        return []
    back = step_back(session.tally)
    return [again, back] if back else [again]
