"""A toy game: whoever wins a deal gets a point, and five points win. Everything a sixth game needs, in one folder.

For paper it has what a sheet may hold: several tables with their accounts, many points, signs, money and a pot.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from companion.rules import history
from companion.rules.ending import Stopped
from companion.rules.entries import Body, Entry, Penalty, Player
from companion.rules.fields import fact, opening_field
from companion.rules.game import Game, Question
from companion.rules.options import house_rule, on_off
from companion.rules.record import Rules, fold, from_left, next_seat, wrong_dealer
from companion.rules.result import Event, places
from companion.rules.rulings import Ruling, answer, refuse
from companion.rules.tally import Figure, Happening, Kind, Line, Mark, Part, Reckoning, Row, Tally, figures
from companion.rules.words import N_, say

WON = Event("won", N_("rounds won"))
UP = Mark("▲", N_("went up"))
MOST = 1000  # points of one deal
POT = 7


@dataclass(frozen=True)
class Options:
    target: int = house_rule(5, "Target", "toy.end.target", numbers=range(1, 1_000_001))
    money: bool = on_off(False, N_("Play for money"), "toy.score.money")
    table: int = house_rule(10, "Deals of a table", "toy.score.table", numbers=range(1, 1001))


@dataclass(frozen=True)
class Opening:
    dealer: Player | None = None
    scores: Mapping[Player, int] = opening_field(N_("Points so far"), default_factory=dict)
    round: int = opening_field(N_("Rounds played"), 0)


Record = history.Record[Options, Opening]


@dataclass(frozen=True)
class Deal(Body):
    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    winner: Player
    dealer: Player | None = None
    points: Mapping[Player, int] = field(default_factory=dict)  # where it is not one for the winner


@dataclass(frozen=True)
class Table:
    options: Options
    players: tuple[Player, ...]
    dealer: Player
    scores: Mapping[Player, int]
    deals: int = 0
    stopped: Stopped | None = None

    @property
    def over(self) -> bool:
        return bool(self.winners)

    @property
    def played(self) -> Mapping[str, int]:
        return {}

    @property
    def winners(self) -> tuple[Player, ...]:
        target = max(self.scores.values()) if self.stopped else self.options.target
        return tuple(p for p in self.players if self.scores[p] >= target)


def play(table: Table, entry: Entry) -> tuple[Table, Line] | Ruling:
    body = entry.body
    if table.winners:
        return refuse("toy.over", say("The match is over."), "toy.end.target")
    if isinstance(body, Penalty):
        return booked(table, entry, "penalty", {body.player: body.points})
    if not isinstance(body, Deal):
        return booked(table, entry, "misdeal", {})
    wrong = wrong_dealer(body.dealer, table.dealer, "toy.score.point")
    if wrong:
        return wrong
    gains = body.points or {body.winner: 1}
    if max(gains.values()) > MOST:
        return refuse("toy.much", say("Nobody gets {n} points.", n=max(gains.values())), "toy.score.point")
    after, line = booked(table, entry, "deal", gains)
    won = Happening(body.winner, WON, say("{player} wins a round.", player=body.winner), "toy.score.point")
    dealer = next_seat(table.players, table.dealer)
    return replace(after, dealer=dealer, deals=table.deals + 1), replace(line, events=(won,))


def booked(table: Table, entry: Entry, kind: Kind, gains: Mapping[Player, int]) -> tuple[Table, Line]:
    scores = {player: n + gains.get(player, 0) for player, n in table.scores.items()}
    parts = {player: (Part(n, say("won the deal"), "toy.score.point"),) for player, n in gains.items()}
    found = {p: Figure(n, parts.get(p, ()), UP if gains.get(p, 0) > 50 else None) for p, n in scores.items()}
    money = figures(scores, parts) if table.options.money else {}
    leg = table.deals // table.options.table + 1
    line = Line(entry.number, table.dealer, kind, leg, found, money, Figure(POT) if money else None)
    return replace(table, scores=scores), line


def end(table: Table, number: int) -> tuple[Table, Line]:
    return replace(table, stopped="agreement"), Line(number, None, "end", scores=figures(table.scores))


def tally(record: Record) -> Tally:
    scores = {**dict.fromkeys(record.players, 0), **record.opening.scores}
    start = Table(record.options, record.players, record.opening.dealer or record.players[-1], scores)
    course = fold(record, start, Rules(play, end, "toy.end.target"))
    last = max((line.leg for line in course.lines), default=1)
    closing = Reckoning(say("Closing {n}", n=1), (Row(say("Handed over"), figures(course.table.scores)),), leg=1)
    return Tally(
        record=record,
        table=course.table,
        lines=course.lines,
        refused=course.refused,
        dealer=None if course.table.winners else course.table.dealer,
        turn=from_left(record.players, course.table.dealer),
        ended=course.ended,
        places=places({p: -n for p, n in course.table.scores.items()}) if course.table.winners else {},
        scores=figures(course.table.scores),
        balances=figures(course.table.scores) if course.table.options.money else {},
        pot=POT if course.table.options.money else None,
        legs=tuple(say("Table {n}", n=n) for n in range(1, last + 1)),
        reckonings=(closing,),
    )


@dataclass(frozen=True)
class Needs:
    points: int = fact(N_("Points now"))
    options: Options = field(default_factory=Options)


def needs(facts: Needs) -> Ruling:
    left = facts.options.target - facts.points
    return answer(say("{n} to go.", n=left), "toy.end.target", needs=left)


GAME = Game(
    key="toy",
    folder=Path(__file__).parent,
    name="Toy",
    seats=range(2, 9),
    options=Options,
    opening=Opening,
    deals=(Deal,),
    tally=tally,
    check_opening=lambda record: None,
    questions={"needs": Question("How many points are missing?", Needs, needs)},
)
