"""The page of a match as a value: what its templates may name, and nothing else."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from threading import Lock
from weakref import ref

from flask import render_template, request
from markupsafe import Markup

from companion.keeping import Sitting, guest_name
from companion.limits import SHEETS
from companion.memory import Weighed
from companion.reading import Match
from companion.rules.entries import Player
from companion.rules.game import Game, Turned
from companion.rules.history import Standing
from companion.rules.jsons import Json
from companion.rules.rulings import Ruling
from companion.rules.tally import Tally
from companion.rules.words import Say, say
from companion.store import Version
from companion.telling.entries import written
from companion.telling.scoreboard import Scoreboard, scoreboard
from companion.web.confirming import Unconfirmed, unconfirmed
from companion.web.connection import store
from companion.web.door import Door
from companion.web.lines import Lines, lines
from companion.web.races import Race
from companion.web.reader import lang
from companion.web.seats import changed_seats
from companion.web.sent import Sent
from companion.writing.beforehand import known
from companion.writing.own import OwnView, kept_unseen, own_view
from companion.writing.undo import Step, put_back, step_back

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


def deal_form(sitting: Sitting, tally: Tally, typed: Json, own: OwnView | None, told: Json) -> DealForm | None:
    """None where this phone writes no deal: it may not, the match is over, or no part of it is this phone's.

    `told`: what the table knows of the deal before anything is typed.
    """
    if not sitting.guest.may_write or tally.status == "finished" or (own and not own.player):
        return None
    number = tally.record.next_deal
    if own and own.player:
        begun = typed or own.typed
        return DealForm(tally, (own.player,), Sent({**told, **begun}), own.form, number, bool(begun), is_own=True)
    shown = {**told, **typed}
    return DealForm(tally, tally.turn, Sent(shown), sitting.game.form(tally, shown), number, bool(typed))


def why_none(sitting: Sitting) -> Say:
    """What is said to a phone on which a deal was typed for which there is no form now."""
    if not sitting.guest.may_write:
        owner = next((one for one in sitting.guests if one.phone == sitting.row.owner), None)
        if owner is None:
            return say("Typed here and not written: this phone has the pen no longer.")
        name = guest_name(sitting.row.id, owner)
        return say(
            "Typed here and not written: this phone has the pen no longer. {name} owns the match and can give it back.",
            name=name,
        )
    if sitting.tally.status == "finished":
        last = next(one for one in reversed(sitting.match.record.entries) if not one.body.aside)
        return say("Typed here and not written, for the match is over: {news}", news=written(sitting.tally, last))
    return say("Typed here and not written: at this table everybody writes only their own part of a deal.")


@dataclass(frozen=True)
class Meanwhile:
    """What others have written since a form was drawn; `has_rival`: something that may be the very deal typed there."""

    lines: Sequence[Say] = ()
    has_rival: bool = False


_at_the_press = Lock()  # one page is printed after another: in turns each would wait for all, and a poll for each turn
_sheets: Weighed[tuple[str, str, str], tuple[ref[Match], Markup]] = Weighed(SHEETS)


@dataclass(frozen=True)
class MatchPage:
    """What the page of a match and its fragments are made from. Those below the line are there on some answers only."""

    sitting: Sitting
    game: Game
    match_id: str
    tally: Tally
    players: tuple[Player, ...]
    fallen: Sequence[Ruling]  # entries that no longer stand, as far as the page tells them one by one
    before: int  # the sheet holds the rows before that entry; the latest where it is 0
    history: tuple[Standing, ...]
    entry_id: str
    scores: Scoreboard
    seen: Version
    deal: DealForm | None
    no_form: Say | None  # why this phone has no form of a deal
    undo: Step | None
    put_back: Step | None
    steps_at_hand: Sequence[Step]
    changed_seats: Sequence[Say]
    unconfirmed: Unconfirmed | None  # what this player is asked to agree with
    own: OwnView | None
    unseen: Sequence[Player]  # whose own parts lie here while the deal is written as a whole
    turned: Turned | None
    # ---
    wrong: Ruling | None = None
    race: Race | None = None
    invitation: tuple[str, str, str, Markup] | None = None
    door: Door | None = None  # beside an invitation
    just_saved: Say | None = None
    told: Say | None = None
    no_card: str | None = None  # what was typed for the card turned up, and is none
    aside: Sent = field(default_factory=Sent)  # what was typed in a form beside the deal, and is refused
    meanwhile: Meanwhile = Meanwhile()
    oob: bool = False
    correcting: bool = False

    @cached_property
    def lines(self) -> Lines:
        return lines(self.sitting, self.scores, self.before)

    def sheet(self) -> Markup:
        """The rows as a poll brings them: what one phone has heard, the others of its table hear next.

        They are those of this very match as it was read, not of its version: a database that was restored, or a
        standby that took over, may count to the same one with other entries. How long a match is kept is decided where
        it is read: its sheet does not hold on to it, nor to what it was before the latest entry.
        """
        key = (self.match_id, lang(), request.script_root)
        of, found = _sheets.find(key) or (None, Markup())
        if of is None or of() is not self.sitting.match:
            found = Markup(replace(self, oob=True).shown("_fragments/lines.html"))  # noqa: S704 - of our own template
            _sheets.keep(key, (ref(self.sitting.match), found), len(found))
        return found

    def shown(self, template: str, **more: object) -> str:
        """The page or fragment, with what it alone needs beside; a `sheet` among that is printed already."""
        own: dict[str, object] = {one.name: getattr(self, one.name) for one in fields(self)}
        if "sheet" not in more:
            own["lines"] = self.lines
        with _at_the_press:
            return render_template(template, **own, **more)


def match_page(
    sitting: Sitting,
    typed: Json | None = None,
    at: Tally | None = None,
    own_for: str = "",
    before: int = 0,
) -> MatchPage:
    """The match as this phone is to see it; the form is for the position `at`, or for now.

    With `before`, the sheet holds the rows that came before that entry.
    """
    tally = at or sitting.tally
    own = None if at else own_view(store(), sitting, own_for)
    beforehand = {} if at else known(store(), sitting)
    scores = scoreboard(sitting.game, tally)
    deal = deal_form(sitting, tally, typed or {}, own, beforehand)
    back, again = step_back(sitting.tally), put_back(sitting.tally)
    return MatchPage(
        sitting=sitting,
        game=sitting.game,
        match_id=sitting.row.id,
        tally=tally,
        players=sitting.players,
        fallen=tally.refused[:FALLEN],
        before=before,
        history=sitting.match.record.history,
        entry_id=secrets.token_hex(8),
        scores=scores,
        seen=sitting.version,
        deal=deal,
        no_form=None if deal else why_none(sitting),
        undo=back,
        put_back=again,
        steps_at_hand=_at_hand(sitting, again, back),
        changed_seats=changed_seats(sitting),
        unconfirmed=unconfirmed(sitting),
        own=own,
        unseen=() if at else kept_unseen(store(), sitting),
        turned=sitting.game.turned(tally, beforehand),
    )


def _at_hand(sitting: Sitting, again: Step | None, back: Step | None) -> list[Step]:
    """The ways on from a step back that this phone has just taken: they lie in the form that it filled."""
    if again is None or sitting.rows[again.number - 1].phone != sitting.guest.phone:
        return []
    return [again, back] if back else [again]
