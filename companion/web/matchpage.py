"""The page of a match as a value: what its templates may name, and nothing else."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from flask import render_template
from markupsafe import Markup

from companion.beforehand import known
from companion.keeping import Sitting
from companion.limits import CELLS, ON_PAGE, ON_SHEET
from companion.own import OwnView, own_view
from companion.rules.entries import Player
from companion.rules.game import Game, Turned
from companion.rules.history import Standing
from companion.rules.jsons import Json
from companion.rules.rulings import Ruling
from companion.rules.tally import Mark, Tally
from companion.rules.words import Say
from companion.scoreboard import Scoreboard, scoreboard
from companion.sheet import Abreast, Row, abreast, marks, on_sheet, rows
from companion.sheets.remarks import Reader, Remark, beside
from companion.sheets.when import Clock
from companion.speech import language
from companion.store import Version
from companion.undo import Step, put_back, step_back
from companion.web.connection import store
from companion.web.filters import lang
from companion.web.races import Race
from companion.web.seats import changed_seats
from companion.web.sent import Sent


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
    number = tally.result.deals + 1
    if own and own.player:
        begun = typed or own.typed
        return DealForm(tally, (own.player,), Sent({**told, **begun}), own.form, number, bool(begun), is_own=True)
    shown = {**told, **typed}
    return DealForm(tally, tally.turn, Sent(shown), sitting.game.form(tally, shown), number, bool(typed))


@dataclass(frozen=True)
class Hidden:
    """Rows that are not on this page: how many entries they are of, and the first entry that is on it."""

    count: int
    before: int


def latest(written: list[int], most: int, before: int = 0) -> tuple[list[int], Hidden | None]:
    """Of the entries that have a row the last, of all of them or of those before one."""
    numbers = [number for number in written if not before or number < before]
    shown = numbers[-most:]
    return shown, Hidden(len(numbers) - most, shown[0]) if len(numbers) > most else None


@dataclass(frozen=True)
class Meanwhile:
    """What others have written since a form was drawn; `has_rival`: something that may be the very deal typed there."""

    lines: Sequence[Say] = ()
    has_rival: bool = False


@dataclass(frozen=True)
class MatchPage:
    """What the page of a match and its fragments are made from. Those below the line are there on some answers only."""

    sitting: Sitting
    game: Game
    match_id: str
    tally: Tally
    players: tuple[Player, ...]
    sheet: list[Row]
    marks: Sequence[Mark]
    beside: Mapping[int, Sequence[Remark]]
    history: tuple[Standing, ...]
    entry_id: str
    scores: Scoreboard
    abreast: Sequence[Abreast]
    seen: Version
    deal: DealForm | None
    undo: Step | None
    put_back: Step | None
    steps_at_hand: Sequence[Step]
    changed_seats: Sequence[Say]
    own: OwnView | None
    hidden: Hidden | None
    turned: Turned | None
    # ---
    wrong: Ruling | None = None
    race: Race | None = None
    invitation: tuple[str, str, str, Markup] | None = None
    just_saved: Say | None = None
    told: Say | None = None
    no_card: str | None = None  # what was typed for the card turned up, and is none
    meanwhile: Meanwhile = Meanwhile()
    oob: bool = False
    correcting: bool = False
    is_earlier: bool = False

    def shown(self, template: str, **more: Any) -> str:
        """The page or fragment, with what it alone needs beside."""
        return render_template(template, **{field.name: getattr(self, field.name) for field in fields(self)}, **more)


def match_page(
    sitting: Sitting,
    typed: Json | None = None,
    at: Tally | None = None,
    own_for: str = "",
    before: int = 0,
) -> MatchPage:
    """The match as this phone is to see it; the form is for the position `at`, or for now.

    The sheet holds the latest rows; with `before`, those that came before that entry.
    """
    tally = at or sitting.tally
    own = None if at else own_view(store(), sitting, own_for)
    beforehand = {} if at else known(store(), sitting)
    written = on_sheet(sitting.game, sitting.tally)
    shown, hidden = latest(written, min(ON_PAGE if before else ON_SHEET, CELLS // len(sitting.players)), before)
    sheet = rows(sitting.game, sitting.match.record, sitting.tally, among={*shown})
    scores = scoreboard(sitting.game, tally)
    back, again = step_back(sitting.tally), put_back(sitting.tally)
    reader = Reader(sitting.game, sitting.tally, lang(), language(lang()), Clock(lang()))
    return MatchPage(
        sitting=sitting,
        game=sitting.game,
        match_id=sitting.row.id,
        tally=tally,
        players=sitting.players,
        sheet=sheet,
        marks=marks(sheet),
        beside=_beside(reader, written, hidden),
        history=sitting.match.record.history,
        entry_id=secrets.token_hex(8),
        scores=scores,
        abreast=abreast(sheet, len(scores.glance.columns)),
        seen=sitting.version,
        deal=deal_form(sitting, tally, typed or {}, own, beforehand),
        undo=back,
        put_back=again,
        steps_at_hand=_at_hand(sitting, again, back),
        changed_seats=changed_seats(sitting),
        own=own,
        hidden=hidden,
        turned=sitting.game.turned(tally, beforehand),
    )


def _at_hand(sitting: Sitting, again: Step | None, back: Step | None) -> list[Step]:
    """The ways on from a step back that this phone has just taken: they lie in the form that it filled."""
    if again is None or sitting.rows[again.number - 1].phone != sitting.guest.phone:
        return []
    return [again, back] if back else [again]


def _beside(reader: Reader, written: list[int], hidden: Hidden | None) -> dict[int, list[Remark]]:
    """What stands beside the rows from the first shown on, or beside all of them and before them."""
    if not hidden:
        return beside(reader, written)
    first = written.index(hidden.before)
    found = beside(reader, written, since=written[first - 1])
    return {entry: said for entry, said in found.items() if entry >= hidden.before}
