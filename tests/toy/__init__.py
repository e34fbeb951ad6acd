"""A toy game: five rounds a deal, a point off for each round won; a player without points wins the match.

A complete sixth game in one folder, used by tests of everything that is the same for all games. For paper it has
several tables with settlements, large numbers, signs, money and a pot.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import ClassVar

from companion.rules import history
from companion.rules.cards import in_order
from companion.rules.ending import Event, Stopped, agreed, places
from companion.rules.entries import Body, Entry, Penalty, Player, entry_field
from companion.rules.field_metadata import Json, fact
from companion.rules.game import GameOf, NewPart, Question
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.paper_columns import DEALER, TOTAL, PaperColumn, PaperLayout
from companion.rules.people import Change, from_left, next_seat, wrong_dealer
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, answer, refuse
from companion.rules.tally import Figure, Happening, Kind, Line, Mark, Part, Reckoning, ReckoningRow, Tally, figures
from toy.options import Options
from toy.playable import Playable, playable

WON = Event("won", N_("rounds won"))
UP = Mark("▲", N_("went up"))
ROUNDS = 5
MOST = 1000  # points of one deal
POT = 7
POINT, REST = "toy.score.point", "toy.deal.rest"


@dataclass(frozen=True)
class Opening:
    dealer: Player | None = None
    scores: Mapping[Player, int] = fact(N_("Points so far"), default_factory=dict)
    round: int = fact(N_("Rounds played"), 0)


Record = history.Record[Options, Opening]


@dataclass(frozen=True)
class Deal(Body):
    """The winners of the rounds, in order or counted, and who sat out; or `points`, if a round is not one point."""

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    dealer: Player | None = entry_field(N_("Dealer"), default=None)
    sat_out: tuple[Player, ...] = entry_field(N_("Sits out"), whose="some", default=())
    rounds: tuple[Player, ...] | Mapping[Player, int] | None = entry_field(N_("Rounds"), whose="own", default=None)
    points: Mapping[Player, int] = entry_field(N_("Points"), default_factory=dict)


@dataclass(frozen=True)
class State:
    options: Options
    players: tuple[Player, ...]
    dealer: Player
    scores: Mapping[Player, int]
    rested: tuple[Player, ...] = ()  # in the last deal
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
        target = min(self.scores.values()) if self.stopped else self.options.target
        return tuple(p for p in self.players if self.scores[p] <= target)


def play(table: State, entry: Entry) -> tuple[State, Line] | Ruling:
    body = entry.body
    if table.winners:
        return refuse("toy.over", say("The match is over."), "toy.end.target")
    if isinstance(body, Penalty):
        return booked(table, entry, "penalty", {body.player: body.points})
    if not isinstance(body, Deal):
        return booked(table, entry, "misdeal", {})
    won = Counter({player: n for player, n in Counter(body.rounds or ()).items() if n})
    wrong = wrong_dealer(body.dealer, table.dealer, "toy.deal.dealer") or refused(table, body, won, entry.stands)
    if wrong:
        return wrong
    gains = body.points or {player: -n for player, n in won.items()}
    after, line = booked(table, entry, "deal", gains)
    happened = [
        Happening(player, WON, say_n("{player} wins a round.", "{player} wins {n} rounds.", n, player=player), POINT)
        for player in table.players
        if (n := won[player])
    ]
    dealer = next_seat(table.players, table.dealer)
    after = replace(after, dealer=dealer, deals=table.deals + 1, rested=body.sat_out)
    return after, replace(line, events=tuple(happened))


def refused(table: State, body: Deal, won: Counter[Player], stands: bool) -> Ruling | None:
    """Five rounds are won by the active players; a player who sat out plays the next deal, unless it is let stand."""
    if body.points:
        most = max(body.points.values())
        return refuse("toy.much", say("Nobody gets {n} points.", n=most), POINT) if most > MOST else None
    for player in body.sat_out:
        if body.sat_out.count(player) > 1:
            return refuse("toy.twice", say("{player} is listed twice.", player=player), player=player)
        if won[player]:
            return refuse("toy.rests", say("{player} sat out and wins no round.", player=player), REST, player=player)
        if player in table.rested and table.options.rest == "once" and not stands:
            sentence = say("{player} sat out the last deal and plays this one.", player=player)
            return refuse("toy.must_play", sentence, REST, player=player, duty=True)
    n = won.total()
    if n > ROUNDS:
        return refuse("toy.round_sum", say("{n} rounds are too many: a deal has five.", n=n), "toy.deal.rounds")
    if n < ROUNDS:
        sentence = say_n("Only {n} round of five is written.", "Only {n} rounds of five are written.", n)
        return refuse("toy.round_sum", sentence, "toy.deal.rounds")
    return None


def missing(tally: Tally, deal: Json, players: Sequence[Player]) -> Ruling | None:
    """Ask a player who enters only a part for the number of rounds, which may be none."""
    sat_out = deal.get("sat_out")
    for player in players if len(players) == 1 else ():
        if deal.get("rounds") is None and not (isinstance(sat_out, list) and player in sat_out):
            return refuse("toy.rounds_unsaid", say("How many rounds did {player} win?", player=player), player=player)
    return None


def booked(table: State, entry: Entry, kind: Kind, gains: Mapping[Player, int]) -> tuple[State, Line]:
    scores = {player: n + gains.get(player, 0) for player, n in table.scores.items()}
    parts = {player: (Part(n, _said(n), POINT),) for player, n in gains.items()}
    found = {p: Figure(n, parts.get(p, ()), UP if gains.get(p, 0) > 50 else None) for p, n in scores.items()}
    money = figures(scores, parts) if table.options.money else {}
    leg = table.deals // table.options.table + 1
    line = Line(entry.number, table.dealer, kind, leg, found, money, Figure(POT) if money else None)
    return replace(table, scores=scores), line


def _said(n: int) -> Say:
    return say_n("one round", "{n} rounds", -n) if n < 0 else say("won the deal")


def end(table: State, number: int) -> tuple[State, Line]:
    return replace(table, stopped="agreement"), Line(number, None, "end", scores=figures(table.scores))


def closing(last: Line) -> Reckoning:
    """The settlement of a complete table."""
    return Reckoning(say("Closing {n}", n=last.leg), (ReckoningRow(say("Handed over"), last.scores),), leg=last.leg)


def start(record: Record) -> State:
    scores = {**dict.fromkeys(record.players, record.options.start), **record.opening.scores}
    return State(record.options, record.players, record.opening.dealer or record.players[-1], scores)


def tally(replay: Replay[Record, State]) -> Tally:
    record, course = replay.record, replay.course
    last = max((line.leg for line in course.lines), default=1)
    return Tally(
        record=record,
        history=replay.history,
        numbers=replay.numbers,
        table=course.table,
        lines=course.lines,
        refused=course.refused,
        dealer=None if course.table.winners else course.table.dealer,
        turn=from_left(record.players, course.table.dealer),
        ended=course.ended,
        minutes=agreed(record.options.length, "minutes"),
        places=places(course.table.scores) if course.table.winners else {},
        scores=figures(course.table.scores),
        balances=figures(course.table.scores) if course.table.options.money else {},
        pot=POT if course.table.options.money else None,
        legs=tuple(say("Table {n}", n=n) for n in range(1, last + 1)),
        reckonings=tuple(closing(one) for one, after in pairwise(course.lines) if after.leg > one.leg),
    )


RULES = Rules(start=start, play=play, end=end, tally=tally, clause="toy.end.target")


@dataclass(frozen=True)
class Needs:
    points: int = fact(N_("Points now"))
    options: Options = field(default_factory=Options)


def needs(facts: Needs) -> Ruling:
    left = facts.points - facts.options.target
    return answer(say("{n} to go.", n=left), "toy.end.target", needs=left)


def new_part(tally: Tally, change: Change) -> NewPart:
    """Let new players start like the worst of those who stay."""
    table = tally.at(State)
    scores = change.carried(table.scores, change.best(table.scores, low=False))
    return NewPart(table.options, Opening(change.first, scores))


GAME = GameOf(
    key="toy",
    folder=Path(__file__).parent,
    name="Toy",
    seats=range(2, 9),
    options=Options,
    opening=Opening,
    deals=(Deal,),
    rules=RULES,
    check_opening=lambda record: None,
    new_part=new_part,
    seats_clause="toy.end.target",
    questions={
        "needs": Question("How many points are missing?", Needs, needs),
        "may_play": Question("Which cards may be played?", Playable, playable, clause="toy.play.beat"),
    },
    lower_wins=lambda options: True,
    paper_columns=lambda options: PaperLayout((DEALER,), (PaperColumn(N_("Points"), "number", "points[@]"), TOTAL)),
    missing=missing,
    form=lambda tally, typed: {"order": in_order(typed.get("rounds"), ROUNDS)},
)
