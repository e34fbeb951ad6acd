"""Prepare the data for the page of a match and its fragments."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field, fields, replace

from flask import render_template
from markupsafe import Markup

from companion.match_cache import read_part
from companion.new_part import Difference, difference
from companion.presentation.activity import written
from companion.presentation.entry_text import CORRECTED
from companion.presentation.scoreboard import Scoreboard, scoreboard
from companion.repository import MatchSession, guest_name
from companion.rules.ending import places
from companion.rules.entries import End, Misdeal, Note, Penalty, Player, Rename
from companion.rules.field_metadata import Json
from companion.rules.game import Game, Upcard
from companion.rules.judge import judge_last
from companion.rules.messages import Say, say
from companion.rules.people import identities
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.store import Guest, Version
from companion.submission import with_body
from companion.submission.partial_deal import OwnView, known_upcard, own_view, players_with_unused_parts
from companion.submission.suggestions import Step, Swap, put_back, step_back
from companion.translation import signed
from companion.web.http.request_store import store
from companion.web.http.server_address import Invitation, ServerAddress
from companion.web.pages.conflicts import Comparison, NewerEntries
from companion.web.pages.entry_form import SentFields, new_entry_id
from companion.web.pages.join import changed_seats
from companion.web.pages.sheet_view import Unconfirmed, lines, unconfirmed

PEOPLE = "people"  # the row that leads to a page of its own


@dataclass(frozen=True)
class MenuRow:
    """A row of the menu: its title, and a line on what it does. Its form is `_fragments/menu/<kind>.html`."""

    kind: str
    title: Say
    line: Say


def menu(game: Game, tally: Tally, scores: Scoreboard) -> tuple[MenuRow, ...]:
    """Return the rows of the menu; after the end of the match, names can still be corrected."""
    rows = (
        MenuRow(Misdeal.kind, say("Misdeal"), _dealt_again(scores)),
        MenuRow(Penalty.kind, say("Penalty"), _fined(game, tally)),
        MenuRow(Note.kind, say("Note"), say("a line on the score sheet")),
        MenuRow(Rename.kind, say("Rename"), say("a player’s name was written wrongly")),
        MenuRow(PEOPLE, say("Change who plays"), say("somebody leaves, somebody comes")),
        MenuRow(End.kind, say("End the match"), _leads(game, tally, scores)),
    )
    kinds = _kinds(tally) | ({PEOPLE} if tally.status != "finished" else set())
    return tuple(row for row in rows if row.kind in kinds)


def kinds_beside(game: Game, tally: Tally) -> Set[str]:
    """Return the kinds of entries that people may write beside the deals now: by the menu, or in a player's row."""
    return _kinds(tally) | {offer.body.kind for offer in game.offers(tally)}


def _kinds(tally: Tally) -> Set[str]:
    if tally.status != "finished":
        return {Misdeal.kind, Penalty.kind, Note.kind, Rename.kind, End.kind}
    if tally.ended and tally.ended.by in ("agreement", "people"):
        return {Rename.kind}
    return {Penalty.kind, Note.kind, Rename.kind}


def _dealt_again(scores: Scoreboard) -> Say:
    return say("{name} deals again", name=scores.dealer) if scores.dealer else say("the cards are dealt again")


def _fined(game: Game, tally: Tally) -> Say:
    if not tally.scores:
        return say("one player pays")
    return say("points off one player") if game.cost(tally) < 0 else say("points added to one player")


def _leads(game: Game, tally: Tally, scores: Scoreboard) -> Say:
    """Say who leads: by finished games if they are counted separately, else by the board."""
    sign = 1 if tally.scores and game.lower_wins(tally.options) else -1
    order = places({player: sign * n for player, n in tally.points.items()})
    first = [player for player, place in order.items() if place == 1]
    if len(first) == 1:
        n = tally.points[first[0]]
        return say("{name} leads with {n}", name=first[0], n=n if sum(tally.points.values()) else signed(n))
    leader = next((seat for seat in scores.seats if seat.leads), None)
    if leader is None:
        return say("nobody leads alone")
    return say("{name} leads with {n}", name=leader.player, n=signed(leader.value) if scores.is_money else leader.value)


@dataclass(frozen=True)
class PenaltyChoices:
    """The choices of a penalty's form: amounts, each with the player's number after it, and reasons."""

    amounts: Sequence[tuple[int, str]]
    reasons: Sequence[str]


def penalty_choices(game: Game, tally: Tally) -> PenaltyChoices:
    usual, sign = game.usual_penalties(tally.options), game.cost(tally) * tally.penalty_factor
    return PenaltyChoices([(n, signed(n * sign)) for n in usual.amounts], tuple(usual.reasons))


FALLEN = 20  # struck-out entries that are listed one by one


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
    is_begun: bool  # something was typed in it
    is_own: bool = False  # one player's part of it

    @property
    def later(self) -> tuple[Player, ...]:
        """Return who sits out this deal only, because a deal typed while others wait may be theirs."""
        if self.is_own:
            return ()
        return tuple(one for one in self.tally.record.players if one not in (*self.asked, *self.tally.out))

    def seat(self, player: Player) -> str:
        """Return the name of a player's seat in the form's fields."""
        return f"@{self.tally.record.players.index(player)}"


def deal_form(session: MatchSession, tally: Tally, typed: Json, own: OwnView | None, card: Json) -> DealForm | None:
    """Return the form of the deal; None if this phone cannot write one.

    Args:
        card: What is known of the deal before it is typed, such as the card turned up.
    """
    if not session.guest.may_write or tally.status == "finished" or (own and not own.player):
        return None
    number = tally.numbers.next
    if own and own.player:
        begun = typed or own.typed
        return DealForm(tally, (own.player,), SentFields({**card, **begun}), own.form, number, bool(typed), is_own=True)
    shown = {**card, **typed}
    return DealForm(tally, tally.turn, SentFields(shown), session.game.form(tally, shown), number, bool(typed))


def why_no_form(session: MatchSession) -> Say:
    """Return why this phone has no form now for a deal that was typed on it."""
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
class Amends:
    """The difference that a correction of an earlier part of the match makes in the next part; empty if there is none.

    Attributes:
        penalties: the same as penalties, in the new part.
        has_no_penalty: no penalty can make up for some of it.
    """

    words: Sequence[Say]
    penalties: Sequence[tuple[Player, int]] = ()
    has_no_penalty: bool = False


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
    unconfirmed: Unconfirmed | None  # the line that this player is asked to confirm
    own: OwnView | None
    amends: Amends
    unseen: Sequence[Player]  # players with stored parts, while the deal is written as a whole
    upcard: Upcard | None
    is_new: bool  # without a deal so far: the page explains how to enter the first one
    # ---
    wrong: Ruling | None = None
    swap: Swap | None = None  # the swap that would make the deal legal
    conflict: Comparison | None = None
    invitation: Invitation | None = None
    server_address: ServerAddress | None = None  # beside an invitation
    just_saved: Say | None = None
    message: Say | None = None
    no_card: str | None = None  # an invalid text that was typed for the card turned up
    aside: SentFields = field(default_factory=SentFields)  # the refused fields of a form beside the deal
    newer_entries: NewerEntries = NewerEntries()
    oob: bool = False
    correcting: bool = False

    def sheet(self) -> Markup:
        """Render the rows of the sheet as a poll returns them."""
        return Markup(replace(self, oob=True).shown("_fragments/lines.html"))  # noqa: S704 - a template of ours

    def news(self, *, draws_form: bool, draws_other: bool) -> str:
        """Render the response to a poll, the same for all phones with the same access."""
        anybody = Guest(phone="", may_write=self.session.guest.may_write, player="", joined_at="")
        page = replace(self, session=replace(self.session, guest=anybody))
        draws = {"draws_form": draws_form, "draws_other": draws_other}
        return page.shown("_fragments/news.html", sheet=self.sheet(), **draws)

    def shown(self, template: str, **more: object) -> str:
        """Render a template of the page; `sheet` is rendered already."""
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
    """Return the data of the page for this phone.

    Args:
        session: The match.
        typed: What was typed in the form of the deal.
        at: The tally from which the form is drawn; the latest by default.
        own_for: The player without a phone whose part of a deal is written.
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
        entry_id=new_entry_id(),
        seen=session.version,
        deal=deal,
        no_form=None if deal else why_no_form(session),
        steps_at_hand=_at_hand(session),
        changed_seats=changed_seats(session),
        unconfirmed=unconfirmed(session),
        own=own,
        amends=_amends(session),
        unseen=() if at else players_with_unused_parts(store(), session),
        upcard=session.game.upcard(tally, beforehand),
        is_new=not any(isinstance(entry.body, session.game.deals) for entry in session.match.record.entries),
    )


def _amends(session: MatchSession) -> Amends:
    """Return the difference that a correction of the earlier part makes in the new part, for the page of either.

    Only penalties that the game allows are offered.
    """
    row, match = session.row, session.match
    if match.tally.went_on and (new := read_part(store(), row.followed_by)):
        return Amends(_in_words(difference(match, new)))
    old = read_part(store(), row.follows) if match.record.continues else None
    owed = difference(old, match) if old and old.tally.went_on == match.record.continues else Difference()
    fine, is_running = session.tally.penalty_factor, session.tally.status == "running"
    whole = [(player, n // fine) for player, n in owed.points.items() if n % fine == 0] if is_running else []
    fines = [(player, n) for player, n in whole if not judge_last(with_body(session, Penalty(player, n, CORRECTED)))]
    has_no_penalty = bool(owed.money or (owed.points and not fines))
    return Amends(_in_words(owed), fines if session.guest.may_write else [], has_no_penalty)


def _in_words(owed: Difference) -> list[Say]:
    points = [say("{player} {points}", player=player, points=signed(n)) for player, n in owed.points.items()]
    money = [say("{player} {points} in the balance", player=one, points=signed(n)) for one, n in owed.money.items()]
    return [*points, *money]


def _at_hand(session: MatchSession) -> list[Step]:
    """Return undo and redo for a form filled by this phone's own undo."""
    again = put_back(session.tally)
    if again is None or session.rows[again.number - 1].phone != session.guest.phone:
        return []
    back = step_back(session.tally)
    return [again, back] if back else [again]
