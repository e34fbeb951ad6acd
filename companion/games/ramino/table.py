"""The state of Ramino between two deals: totals, players still in, the dealer, the winners."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.ramino.options import Options, Record
from companion.rules import totals
from companion.rules.ending import Stopped, wrong_count
from companion.rules.entries import Player
from companion.rules.messages import say, say_n
from companion.rules.rulings import Ruling, impossible, refuse
from companion.rules.totals import back_in, put_out


@dataclass(frozen=True)
class State(totals.State):
    """The match between two deals. `returned` says how often each player has come back."""

    options: Options
    returned: Mapping[Player, int] = field(default_factory=dict)

    @property
    def may_return(self) -> tuple[Player, ...]:
        """Return the players who may come back before the next deal (ramino.elim.reentry)."""
        if self.over or not self.options.eliminates:
            return ()
        return tuple(one for one in self.leaving if self.returned.get(one, 0) < self.options.reentry)

    @property
    def way_back(self) -> int:
        """Return the score with which a player comes back: that of the worst player still in (ramino.elim.reentry)."""
        return max(self.scores[one] for one in self.active)

    @property
    def packs(self) -> int:
        return self.options.packs(len(self.players))

    @property
    def jokers(self) -> int:
        return self.options.jokers_per_pack * self.packs


def start(record: Record) -> State:
    """Return the state before the first deal of the sheet."""
    return replace(totals.start(State, record, record.opening.out), returned=record.opening.returned)


def check_opening(record: Record) -> Ruling | None:
    """Refuse an opening of a match that is already over, or with impossible eliminations."""
    options = record.options
    opening = record.opening
    if len(set(opening.out)) < len(opening.out):
        return impossible("opening.out", say("An eliminated player is listed twice."))
    if opening.out and not options.eliminates:
        sentence = say("Nobody is eliminated when points are counted: {player} is still in.", player=opening.out[0])
        return impossible("opening.out", sentence, player=opening.out[0])
    if len(record.players) - len(opening.out) < 2:
        return impossible("opening.out", say("At least two players must still be in the match."))
    if opening.dealer in opening.out:
        sentence = say("{player} is eliminated and cannot deal.", player=opening.dealer)
        return impossible("opening.dealer", sentence, player=opening.dealer)
    if min(opening.returned.values(), default=0) < 0:
        return impossible("opening.returned", say("Nobody can have come back fewer than 0 times."))
    if wrong := wrong_count(opening.deals_played, options.length):
        return wrong
    table = start(record)
    for player in table.active:
        if options.eliminates and is_over_limit(table.scores[player], options):
            sentence = say("{player} is over the limit and must be listed as eliminated.", player=player)
            return impossible("opening.scores", sentence, player=player)
    if winners := with_winners(table).winners:
        return impossible("opening.scores", say("{player} has already won.", player=winners[0]), player=winners[0])
    return None


def is_over_limit(score: int, options: Options) -> bool:
    """Return True if this score eliminates a player (ramino.elim.exceed)."""
    return score >= options.limit if options.limit_rule == "reach" else score > options.limit


def with_winners(table: State, stopped: Stopped | None = None) -> State:
    """Return the state after an entry with eliminations and winners; if the match is `stopped`, the best total wins.

    See ramino.elim.last, ramino.elim.together, ramino.end.target and ramino.end.tie.
    """
    options, low = table.options, table.options.eliminates
    if low:
        after = put_out(table, [one for one in table.active if is_over_limit(table.scores[one], options)])
    else:
        best = table.best(low=False)
        is_won = len(best) == 1 and table.scores[best[0]] >= options.target
        after = replace(table, winners=best if is_won else ())
    return totals.with_winners(table, after, stopped, low=low)


def come_back(table: State, player: Player) -> tuple[State, int] | Ruling:
    """Return the state with a player back in, and the player's new score: that of the worst player still in.

    Returns:
        The state and the score, or a Ruling if the player may not come back (ramino.elim.reentry).
    """
    clause = "ramino.elim.reentry"
    if not table.options.eliminates or not table.options.reentry:
        return refuse(
            "ramino.reentry", say("At this table, eliminated players cannot come back."), clause, player=player
        )
    if player not in table.out:
        return refuse("ramino.reentry", say("{player} is not eliminated.", player=player), clause, player=player)
    if player not in table.leaving:
        sentence = say("{player} was not eliminated in the last deal and cannot come back.", player=player)
        return refuse("ramino.reentry", sentence, clause, player=player)
    times = table.returned.get(player, 0)
    if times >= table.options.reentry:
        sentence = say_n(
            "{player} has already come back {n} time.",
            "{player} has already come back {n} times.",
            times,
            player=player,
        )
        return refuse("ramino.reentry", sentence, clause, player=player)
    return replace(back_in(table, player), returned={**table.returned, player: times + 1}), table.way_back
