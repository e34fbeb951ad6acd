"""Keep a match of Ramino between two deals: the totals, who is still in, whose deal it is, whether it is over."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.games.ramino.options import Options, Record
from companion.rules.ending import Stopped
from companion.rules.entries import Player
from companion.rules.messages import say, say_n
from companion.rules.rulings import Ruling, impossible, refuse
from companion.rules.seats import back_in, gone


@dataclass(frozen=True)
class Table:
    """The match between two deals.

    `out` holds the eliminated players in the order they left; `out_before` how many were out when each of them left.
    """

    options: Options
    players: tuple[Player, ...]
    dealer: Player
    scores: Mapping[Player, int]
    out: tuple[Player, ...] = ()
    out_before: Mapping[Player, int] = field(default_factory=dict)
    seat: Player | None = None
    leaving: tuple[Player, ...] = ()
    returned: Mapping[Player, int] = field(default_factory=dict)
    winners: tuple[Player, ...] = ()
    deals: int = 0
    stopped: Stopped | None = None
    closing: "Table | None" = None  # once it is over: as it was before anybody had won, for a penalty agreed on later

    @property
    def over(self) -> bool:
        """Return whether the match is over."""
        return bool(self.winners)

    @property
    def played(self) -> Mapping[str, int]:
        """Return how much has been played, by the unit in which a length is agreed."""
        return {"deals": self.deals}

    @property
    def active(self) -> tuple[Player, ...]:
        """Return the players who are still in."""
        return tuple(player for player in self.players if player not in self.out)

    @property
    def may_return(self) -> tuple[Player, ...]:
        """Return who may come back before the next deal (ramino.elim.reentry)."""
        if self.over or not self.options.eliminates:
            return ()
        return tuple(one for one in self.leaving if self.returned.get(one, 0) < self.options.reentry)

    @property
    def packs(self) -> int:
        """Return the number of packs in play."""
        return self.options.packs(len(self.players))

    @property
    def jokers(self) -> int:
        """Return the number of jokers in play."""
        return self.options.jokers_per_pack * self.packs


def start(record: Record) -> Table:
    """Return the table before the first deal of the sheet."""
    opening = record.opening
    active = [player for player in record.players if player not in opening.out]
    return Table(
        options=record.options,
        players=record.players,
        dealer=opening.dealer or active[-1],
        scores={**dict.fromkeys(record.players, 0), **opening.scores},
        out=opening.out,
        out_before={player: n for n, player in enumerate(opening.out)},
    )


def check_opening(record: Record) -> Ruling | None:
    """Refuse a position to go on from whose match is already over, or with players out who cannot be."""
    options = record.options
    opening = record.opening
    if len(set(opening.out)) < len(opening.out):
        return impossible("opening.out", say("An eliminated player stands there twice."))
    if opening.out and not options.eliminates:
        sentence = say("Nobody is eliminated when points are counted: {player} is still in.", player=opening.out[0])
        return impossible("opening.out", sentence, player=opening.out[0])
    if len(record.players) - len(opening.out) < 2:
        return impossible("opening.out", say("At least two players must still be in."))
    if opening.dealer in opening.out:
        sentence = say("{player} is out and cannot deal.", player=opening.dealer)
        return impossible("opening.dealer", sentence, player=opening.dealer)
    table = start(record)
    for player in table.active:
        if options.eliminates and is_over_limit(table.scores[player], options):
            sentence = say("{player} is over the limit and must stand among those out.", player=player)
            return impossible("opening.scores", sentence, player=player)
    winners = settled(table).winners
    if winners:
        return impossible("opening.scores", say("{player} has already won.", player=winners[0]), player=winners[0])
    return None


def relieved(table: Table, player: Player) -> Table:
    """Return the table with anybody in again whom the last deal had put out and a penalty brought below the limit."""
    if player not in table.leaving or is_over_limit(table.scores[player], table.options):
        return table
    return back_in(table, player)


def is_over_limit(score: int, options: Options) -> bool:
    """Return whether a score eliminates (ramino.elim.exceed)."""
    return score >= options.limit if options.limit_rule == "reach" else score > options.limit


def settled(table: Table, stopped: Stopped | None = None) -> Table:
    """Return the table with an entry fully counted: who is out now, and who has won or, where it `stopped`, is best."""
    after = _eliminated(table) if table.options.eliminates else _reached(table)
    if stopped and not after.over:
        return replace(stop(after, stopped), closing=table)
    return replace(after, closing=table) if after.over else after


def stop(table: Table, stopped: Stopped) -> Table:
    """End the match here, whatever its own rules say; who is best as it stands has won (ramino.end.agreed)."""
    return replace(table, stopped=stopped, winners=_best(table), closing=table)


def _best(table: Table) -> tuple[Player, ...]:
    """Return who is best as it stands, among those still in (ramino.end.agreed)."""
    scores = [table.scores[player] for player in table.active]
    best = min(scores) if table.options.eliminates else max(scores)
    return tuple(player for player in table.active if table.scores[player] == best)


def _eliminated(table: Table) -> Table:
    """Let the last one in win, or the lowest where all go out together (ramino.elim.last, ramino.elim.together)."""
    before = table.active
    over = tuple(player for player in before if is_over_limit(table.scores[player], table.options))
    left = tuple(player for player in before if player not in over)
    lowest = min(table.scores[player] for player in before)
    winners = left if len(left) == 1 else tuple(p for p in before if table.scores[p] == lowest) if not left else ()
    leaving = tuple(player for player in over if player not in winners)
    return replace(gone(table, leaving), winners=winners)


def _reached(table: Table) -> Table:
    """Let the highest at or above the target win, if alone (ramino.end.target, ramino.end.tie)."""
    highest = max(table.scores.values())
    best = tuple(player for player in table.players if table.scores[player] == highest)
    return replace(table, winners=best if highest >= table.options.target and len(best) == 1 else ())


def come_back(table: Table, player: Player) -> tuple[Table, int] | Ruling:
    """Return the table with a player back in, and the score on which he goes on: that of the worst one still in.

    Returns:
        The table and the points, or a Ruling where the player may not come back (ramino.elim.reentry).
    """
    clause = "ramino.elim.reentry"
    if not table.options.eliminates or not table.options.reentry:
        return refuse("ramino.reentry", say("At this table nobody comes back who has gone out."), clause, player=player)
    if player not in table.out:
        return refuse("ramino.reentry", say("{player} is not out.", player=player), clause, player=player)
    if player not in table.leaving:
        sentence = say("{player} did not go out with the last deal and cannot come back.", player=player)
        return refuse("ramino.reentry", sentence, clause, player=player)
    times = table.returned.get(player, 0)
    if times >= table.options.reentry:
        sentence = say_n(
            "{player} has come back {n} time already.",
            "{player} has come back {n} times already.",
            times,
            player=player,
        )
        return refuse("ramino.reentry", sentence, clause, player=player)
    worst = max(table.scores[one] for one in table.active)
    return replace(back_in(table, player), returned={**table.returned, player: times + 1}), worst
