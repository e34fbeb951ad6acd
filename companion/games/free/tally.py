"""Read the deals of any other game and fold its record into the sheet: totals, eliminations and the money."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.games.free.options import Options, Record
from companion.rules import shared_facts as shared
from companion.rules import totals
from companion.rules.ending import Stopped, agreed, reached_already, wrong_count
from companion.rules.entries import Body, Entry, Misdeal, Penalty, Player
from companion.rules.field_metadata import entry_field
from companion.rules.game import question
from companion.rules.messages import N_, say, say_n
from companion.rules.people import wrong_dealer
from companion.rules.replay import Replay, Rules
from companion.rules.rulings import Ruling, by, impossible, refuse
from companion.rules.settlement import won
from companion.rules.tally import Figure, Figures, Kind, Line, Notice, Part, Tally, figures
from companion.rules.totals import put_out

SEATS = range(2, 9)


@dataclass(frozen=True)
class State(totals.State):
    """The match between two deals."""

    options: Options


def start(record: Record) -> State:
    """Return the state before the first deal of the sheet."""
    return totals.start(State, record, record.opening.out)


def check_opening(record: Record) -> Ruling | None:
    """Refuse a limit if the highest total wins, totals that should add up to zero, or a match that is over already."""
    options, opening = record.options, record.opening
    if options.limit and not options.low:
        return impossible("match.options", say("A limit is possible only if the lowest total wins."))
    total = sum(opening.scores.values())
    if options.zero_sum and total:
        return impossible("opening.scores", say("The totals must add up to zero. They are {n} too high.", n=total))
    if len(set(opening.out)) < len(opening.out) or len(record.players) - len(opening.out) < 2 * bool(opening.out):
        return impossible("opening.out", say("At least two players must still be in the match."))
    if opening.out and not options.limit:
        return impossible("opening.out", say("Without a limit, nobody can be eliminated."), player=opening.out[0])
    if opening.dealer in opening.out:
        sentence = say("{player} is eliminated and cannot deal.", player=opening.dealer)
        return impossible("opening.dealer", sentence, player=opening.dealer)
    if wrong := wrong_count(opening.deals_played, options.length):
        return wrong
    table = with_winners(start(record))
    if table.over or table.out != opening.out:
        return impossible("opening.scores", say("From this position the match is over, or a player is eliminated."))
    return None


def with_winners(table: State, stopped: Stopped | None = None) -> State:
    """Return the state after an entry with eliminations and winners; if the match is `stopped`, the best total wins."""
    low, target = table.options.low, table.options.target
    out = [player for player in table.active if is_out(table, player)]
    after = put_out(table, out) if out else table
    if not after.over and target and max(after.scores[player] for player in after.active) >= target:
        after = replace(after, winners=after.best(low=low))
    return totals.with_winners(table, after, stopped, low=low)


def is_out(table: State, player: Player) -> bool:
    """Return True if a total has passed the limit."""
    return 0 < table.options.limit < table.scores[player]


@dataclass(frozen=True)
class People(shared.PeopleChange):
    options: Options = Options()


@question(
    N_("Somebody leaves or comes: what now?"),
    "free.people.change",
    follows=shared.left_at_table,
    decides=("goes_on",),
    short=N_("Somebody leaves or comes"),
    moment="end",
)
def people(facts: People) -> Ruling:
    if facts.options.zero_sum:
        leaves, comes = shared.SETTLED, shared.STARTS_AT_NOTHING
    else:
        leaves, comes = shared.UNRANKED, shared.STARTS_HIGHEST if facts.options.low else shared.STARTS_LOWEST
    return shared.play_on(facts, SEATS, "free.people.change", leaves, comes)


@dataclass(frozen=True)
class Dealer(shared.LastDeal):
    options: Options = Options()


@question(
    N_("Whose deal is it?"),
    "free.deal.order",
    decides=("dealer", "begins"),
    known_facts=shared.last_deal,
    follows=shared.dealing(shared.last_deal),
    moment="deal",
)
def dealer(facts: Dealer) -> Ruling:
    """Rule who deals and begins: the next who is still in, and after a void deal the same again."""
    return shared.deals_next(facts, SEATS, by("free.deal.order", "players", "dealer", "last", "out"))


@dataclass(frozen=True)
class Deal(Body):
    """The points of players and their bonuses by name, each as often as it was scored."""

    kind: ClassVar[str] = "deal"
    correctable: ClassVar[bool] = True
    points: Mapping[Player, int] = entry_field(N_("Points"), whose="own", brief=N_("points"), default_factory=dict)
    bonuses: Mapping[Player, tuple[str, ...]] = entry_field(N_("Bonuses"), whose="own", default_factory=dict)
    dealer: Player | None = entry_field(N_("Dealer"), default=None)


Terms = dict[Player, tuple[Part, ...]]


def read(table: State, deal: Deal) -> Terms | Ruling:
    """Return the points of the deal, or the first breach of a rule.

    Returns:
        The terms of each player, or a Ruling with the broken clause.
    """
    if wrong := wrong_dealer(deal.dealer, table.dealer, "free.deal.order") or _wrong_names(table, deal):
        return wrong
    terms = {player: _terms(table, deal, player) for player in table.active}
    total = sum(part.points for parts in terms.values() for part in parts)
    if table.options.zero_sum and total:
        sentence = say("A deal must add up to zero. This one adds up to {n}.", n=total)
        return refuse("free.zero_sum", sentence, "free.deal.zero_sum")
    return terms


def _wrong_names(table: State, deal: Deal) -> Ruling | None:
    for player in (deal.dealer, *deal.points, *deal.bonuses):
        if player in table.out:
            sentence = say("{player} is eliminated and no longer plays.", player=player)
            return refuse("free.out", sentence, "free.end.limit", player=player)
    known = table.options.bonuses
    for player, names in deal.bonuses.items():
        unknown = next((name for name in names if name not in known), None)
        if unknown is not None:
            sentence = say("There is no bonus named {name} at this table.", name=unknown)
            return refuse("free.bonus", sentence, "free.deal.bonus", player=player)
    return None


def _terms(table: State, deal: Deal, player: Player) -> tuple[Part, ...]:
    known = table.options.bonuses
    points = deal.points.get(player, 0)
    scored = [Part(points, say("Points of the deal"), "free.deal.points")] if points else []
    names = deal.bonuses.get(player, ())
    return (*scored, *(Part(known[name], say("Bonus: {name}", name=name), "free.deal.bonus") for name in names))


def play(table: State, entry: Entry) -> tuple[State, Line] | Ruling:
    body = entry.body
    if isinstance(body, Penalty):
        return _penalty(table, entry.number, body)
    if table.over:
        return refuse("free.over", say("The match is over."), "free.end.target")
    if isinstance(body, Misdeal):
        wrong = wrong_dealer(body.dealer, table.dealer, "free.deal.order")
        return wrong or (table, _line(table, table, entry.number, {}, "misdeal"))
    assert isinstance(body, Deal)
    terms = read(table, body)
    if isinstance(terms, Ruling):
        return terms
    played = totals.next_deal(totals.counted(table, terms))
    after = with_winners(played, "length" if agreed(table.options.length, "deals") == played.deals else None)
    return totals.dealing(after), _line(table, after, entry.number, terms, "deal")


def _penalty(now: State, number: int, body: Penalty) -> tuple[State, Line] | Ruling:
    """Add agreed points. They may eliminate a player or bring one back, change the winner, or reopen the match."""
    table = now.closing or now
    if table.options.zero_sum:
        sentence = say("There are no penalties when every deal adds up to zero. Include them in a deal.")
        return refuse("free.zero_sum", sentence, "free.deal.zero_sum", player=body.player)
    part = Part(body.points, say("Penalty"), "free.deal.penalty", body.reason)
    terms = {body.player: (part,)}
    booked = totals.counted(table, terms)
    after = with_winners(totals.relieved(booked, body.player, passed=is_out(booked, body.player)), now.stopped)
    line = _line(now, after, number, terms, "penalty")
    line = replace(line, events=(*line.events, *totals.in_again(now, after, "free.deal.penalty")))
    return totals.dealing(after), line


def _end(table: State, number: int) -> tuple[State, Line]:
    after = totals.stop(table, "agreement", low=table.options.low)
    return after, _line(table, after, number, {}, "end")


def tally(replay: Replay[Record, State]) -> Tally:
    table = replay.course.table
    places = totals.placed(table, low=table.options.low)
    return replace(
        totals.sheet(replay, places, _money(table)),
        minutes=agreed(table.options.length, "minutes"),
        notices={player: _notices(table, player) for player in table.players},
        reckonings=(totals.reckoning(table, places, "free.end.winner"),) if places else (),
    )


RULES = Rules(start=start, play=play, end=_end, tally=tally, clause="free.end.agreed")


def _line(before: State, after: State, number: int, terms: Mapping[Player, tuple[Part, ...]], kind: Kind) -> Line:
    gone = {*after.out} - {*before.out}
    return Line(
        entry=number,
        dealer=before.dealer if kind in ("deal", "misdeal") else None,
        kind=kind,
        scores={p: Figure(n, terms.get(p, ()), totals.GONE if p in gone else None) for p, n in after.scores.items()},
        events=totals.put_out_by(before, after, N_("{player} is eliminated."), "free.end.limit"),
        after=after,
    )


def _money(table: State) -> Figures:
    """Return the totals in money: at any time if deals add up to zero, else once somebody has won."""
    options = table.options
    if options.zero_sum and options.stake:
        price = -options.stake if options.low else options.stake
        words = say("The total, at {stake} a point", stake=options.stake)
        if options.low:
            words = say("The total the other way round, at {stake} a point", stake=options.stake)
        money = {player: n * price for player, n in table.scores.items()}
        return figures(money, {player: (Part(n, words, "free.money.stake"),) for player, n in money.items()})
    clause = "free.money.settle"
    return won(table.scores, table.winners, clause, stake=options.stake, settle=options.settle, low=options.low)


def _notices(table: State, player: Player) -> tuple[Notice, ...]:
    if table.over:
        return (Notice(say("has won"), "free.end.winner"),) if player in table.winners else ()
    if player in table.out:
        return (Notice(say("is eliminated"), "free.end.limit"),)
    target, limit, score = table.options.target, table.options.limit, table.scores[player]
    notices = []
    if target:
        words = say("needs {n}", n=target - score) if target > score else reached_already()
        notices.append(Notice(words, "free.end.target"))
    if limit:
        left = limit + 1 - score
        notices.append(Notice(say_n("{n} point left", "{n} points left", left), "free.end.limit"))
    return tuple(notices)
