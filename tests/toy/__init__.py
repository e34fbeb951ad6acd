"""A toy game: whoever wins a deal gets a point, and five points win. Everything a sixth game needs, in one folder."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ClassVar

from companion.rules import history
from companion.rules.ending import Stopped
from companion.rules.entries import Body, Entry, Player
from companion.rules.fields import fact, opening_field
from companion.rules.options import house_rule
from companion.rules.record import Rules, fold, from_left, next_seat, wrong_dealer
from companion.rules.result import Event, places
from companion.rules.rulings import Ruling, answer, refuse
from companion.rules.tally import Figure, Game, Happening, Line, Part, Question, Tally, figures
from companion.rules.words import N_, say

WON = Event("won", N_("rounds won"))


@dataclass(frozen=True)
class Options:
    target: int = house_rule(5, "Target", "toy.end.target", numbers=range(1, 100))


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


@dataclass(frozen=True)
class Table:
    options: Options
    players: tuple[Player, ...]
    dealer: Player
    scores: Mapping[Player, int]

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
    if not isinstance(body, Deal):
        return table, Line(entry.number, table.dealer, "misdeal", scores=figures(table.scores))
    wrong = wrong_dealer(body.dealer, table.dealer, "toy.score.point")
    if wrong:
        return wrong
    scores = {p: n + (p == body.winner) for p, n in table.scores.items()}
    parts = {body.winner: (Part(1, say("won the deal"), "toy.score.point"),)}
    won = Happening(body.winner, WON, say("{player} wins a round.", player=body.winner), "toy.score.point")
    figured = {p: Figure(n, parts.get(p, ())) for p, n in scores.items()}
    line = Line(entry.number, table.dealer, scores=figured, events=(won,))
    return replace(table, scores=scores, dealer=next_seat(table.players, table.dealer)), line


def end(table: Table, number: int) -> tuple[Table, Line]:
    return replace(table, stopped="agreement"), Line(number, None, "end", scores=figures(table.scores))


def tally(record: Record) -> Tally:
    scores = {**dict.fromkeys(record.players, 0), **record.opening.scores}
    start = Table(record.options, record.players, record.opening.dealer or record.players[-1], scores)
    course = fold(record, start, Rules(play, end, "toy.end.target"))
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
    seats=range(2, 4),
    options=Options,
    opening=Opening,
    deals=(Deal,),
    tally=tally,
    check_opening=lambda record: None,
    questions={"needs": Question("How many points are missing?", Needs, needs)},
)
