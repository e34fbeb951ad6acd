"""What people ask the referee of Rami about the end: whether the match is over, and who has won it."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.rami import facts as known
from companion.games.rami.options import Options
from companion.games.rami.table import LAST_STANDING
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, fact, needed
from companion.rules.game import Question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ruling, but, by, impossible
from companion.rules.shared_facts import ENDED, MOVED, MOVED_PAST, goes_on, won

MATCH = by("rami.end.match", "totals", "deals", "moved")


@dataclass(frozen=True)
class Winner:
    totals: Mapping[Player, int] = needed(N_("Totals"), N_("Say what everybody has."))
    deals: int = needed(N_("Deals played"), N_("Say how many deals were played."))
    ended: bool = circumstance(ENDED)
    moved: bool = fact(MOVED, False)
    options: Options = Options()


def winner(facts: Winner) -> Ruling:
    """The lowest, once the agreed deals are played or the agreed total is reached; or the last one in."""
    if not facts.totals or facts.deals < 0:
        return impossible("facts.totals", say("Say what everybody has."))
    end = facts.options.end_at
    if facts.ended:
        return won(_lowest(facts.totals), MATCH, but("rami.end.agreed", "ended"))
    if facts.moved:
        return goes_on(MATCH, sentence=MOVED_PAST)
    if end.key == "minutes":
        sentence = say("The match goes on until its time is up.")
        return goes_on(MATCH, "rami.end.length", sentence=sentence)
    if end.key == LAST_STANDING:
        return _last_in(facts.totals, end.n)
    reached = {"deals": facts.deals, "points": max(facts.totals.values())}
    if reached[end.key] < end.n:
        return goes_on(MATCH)
    best = _lowest(facts.totals)
    lowest = by("rami.end.lowest", "totals")
    if len(best) == 1:
        return won(best, MATCH, lowest)
    tie = but("rami.end.tie", "totals")
    if facts.options.final_tie == "extra_deal":
        return goes_on(MATCH, lowest, tie, sentence=say("The lowest are level: one more deal."), more=True)
    return won(best, MATCH, lowest, tie)


WINNER = Question(
    N_("Is the match over, and who has won?"),
    Winner,
    winner,
    known.known_totals,
    clause="rami.end.lowest",
    decides=("over", "winners"),
    rules=("final_tie",),
)


def _last_in(totals: Mapping[Player, int], number: int) -> Ruling:
    """Who reaches the number is out; when all who were in do, the lowest of them wins."""
    left = [player for player, total in totals.items() if total < number]
    last = but("rami.end.last", "totals")
    return goes_on(MATCH, last) if len(left) > 1 else won(left or _lowest(totals), MATCH, last)


def _lowest(totals: Mapping[Player, int]) -> list[Player]:
    return [player for player, total in totals.items() if total == min(totals.values())]
