"""Keep a match of any other game between two deals: totals, who is still in, the end, and who may come or leave."""

from dataclasses import dataclass, replace

from companion.games.free.options import Options, Record
from companion.rules import shared_facts as shared
from companion.rules import totals
from companion.rules.ending import Stopped, wrong_count
from companion.rules.entries import Player
from companion.rules.game import question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ruling, impossible
from companion.rules.totals import put_out

SEATS = range(2, 9)


@dataclass(frozen=True)
class State(totals.State):
    """The match between two deals."""

    options: Options


def start(record: Record) -> State:
    """Return the table before the first deal of the sheet."""
    return totals.start(State, record, record.opening.out)


def check_opening(record: Record) -> Ruling | None:
    """Refuse a limit where the highest wins, totals that should add up to zero, or a match already over."""
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
    table = settled(start(record))
    if table.over or table.out != opening.out:
        return impossible("opening.scores", say("From this position the match is over, or a player is eliminated."))
    return None


def settled(table: State, stopped: Stopped | None = None) -> State:
    """Return the table with an entry fully counted: who is out now, and who has won or, where it `stopped`, is best."""
    low, target = table.options.low, table.options.target
    out = [player for player in table.active if is_out(table, player)]
    after = put_out(table, out) if out else table
    if not after.over and target and max(after.scores[player] for player in after.active) >= target:
        after = replace(after, winners=after.best(low=low))
    return totals.settled(table, after, stopped, low=low)


def is_out(table: State, player: Player) -> bool:
    """Return whether a total has passed the limit."""
    return 0 < table.options.limit < table.scores[player]


@dataclass(frozen=True)
class People(shared.PeopleChange):
    options: Options = Options()


@question(
    N_("Somebody leaves or comes: what now?"),
    "free.people.change",
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
