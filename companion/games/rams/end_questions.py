"""What people ask the referee of Rams about the end: who has won the match, or plays one more rams for it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.games.rams import facts as known
from companion.games.rams.options import Options
from companion.rules.ending import agreed
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, fact, needed
from companion.rules.game import Question
from companion.rules.messages import N_, say, say_n
from companion.rules.rulings import Ground, Ruling, answer, but, by, impossible, missing
from companion.rules.shared_facts import ENDED, MOVED

MATCH = by("rams.end.match", "sums", "finished")
FLIGHTS = by("rams.end.flights", "sums", "flights")
TIE = but("rams.end.tie", "sums", "flights", "rams_won")
PLAYOFF = but("rams.end.tie", "playoff", "flights")
AGREED = but("rams.end.agreed", "ended")
LENGTH = but("rams.end.length", "deals")


@dataclass(frozen=True)
class Winner:
    sums: Mapping[Player, int] = needed(N_("Sums of all rams"), N_("Say what everybody's rams add up to."))
    flights: Mapping[Player, int] = needed(N_("Flights"), N_("Say how often everybody has flown."))
    rams_won: Mapping[Player, int] | None = circumstance(N_("Rams won"), None)
    finished: int | None = circumstance(N_("Finished rams"), None)
    playoff: Mapping[Player, int] | None = circumstance(N_("Points of those in the play-off"), None)
    deals: int | None = circumstance(N_("Deals played"), None)
    ended: bool = fact(ENDED, False)
    moved: bool = fact(MOVED, False)
    options: Options = Options()


def winner(facts: Winner) -> Ruling:
    """The lowest sum, then the fewest flights, then as the table plays.

    Where it is said how many rams are finished, the match goes on until all are, and a play-off until somebody in it is
    down; unsaid, the numbers are those at its end, as they are where its length or the table has ended it.
    """
    wrong = _wrong(facts)
    if wrong:
        return wrong
    stopped = _stopped(facts)
    if facts.playoff:
        return _played_off(facts, facts.playoff, stopped)
    if facts.finished is not None and not stopped:
        if facts.finished < facts.options.rams_count:
            return _goes_on(facts.finished, facts.options.rams_count)
        if facts.moved:
            sentence = say("The match goes on: the number of rams was lowered, and this one is the last.")
            return answer(sentence, by("rams.end.match", "finished", "moved"), winners=[], playoff=[])
    return _by_sums(facts, stopped)


WINNER = Question(
    N_("Who has won the match?"),
    Winner,
    winner,
    known.sums,
    clause="rams.end.match",
    decides=("winners",),
    rules=("final_tie",),
)


def _stopped(facts: Winner) -> Ground | None:
    """What has ended the match before its own rules did."""
    length = agreed(facts.options.length, "deals")
    if length and facts.deals is not None and facts.deals >= length:
        return LENGTH
    return AGREED if facts.ended else None


def _wrong(facts: Winner) -> Ruling | None:
    if not facts.sums or set(facts.flights) != set(facts.sums):
        return impossible("facts.flights", say("Sums and flights must be those of the same players."))
    if facts.finished is not None and facts.finished < 0:
        return impossible("facts.finished", say("Flights, finished rams and the pot cannot be negative."))
    stranger = next((player for player in facts.playoff or () if player not in facts.sums), None)
    if stranger is not None:
        sentence = say("{player} does not sit at this table.", player=stranger)
        return impossible("facts.playoff", sentence, player=stranger)
    return None


def _by_sums(facts: Winner, stopped: Ground | None) -> Ruling:
    rules = facts.options.final_tie
    early = (stopped,) if stopped else ()
    lowest = _least(facts.sums, facts.sums)
    if len(lowest) == 1:
        return _won(lowest, MATCH, *early)
    best = _least(facts.flights, lowest)
    if len(best) == 1:
        return _won(best, MATCH, FLIGHTS, *early)
    if rules == "playoff_rams" and not stopped:
        return _one_more(best, MATCH, FLIGHTS, TIE)
    if rules == "most_rams_won":
        won = facts.rams_won
        if won is None or any(player not in won for player in best):
            return missing("rams_won", say("Say how many rams everybody has won."))
        most = max(won[player] for player in best)
        best = [player for player in best if won[player] == most]
    return _won(best, MATCH, FLIGHTS, TIE, *early)


def _played_off(facts: Winner, points: Mapping[Player, int], stopped: Ground | None) -> Ruling:
    """The lowest in it, then the fewest flights; who is level plays again, and shares where it has been stopped."""
    everybody = list(points)
    if stopped:
        return _won(everybody, MATCH, PLAYOFF, stopped)
    if facts.finished is not None and min(points.values()) > 0:
        return _one_more(everybody, MATCH, PLAYOFF)
    best = _least(facts.flights, _least(points, everybody))
    return _won(best, MATCH, PLAYOFF) if len(best) == 1 else _one_more(best, MATCH, PLAYOFF)


def _least(numbers: Mapping[Player, int], among: Iterable[Player]) -> list[Player]:
    low = min(numbers[player] for player in among)
    return [player for player in among if numbers[player] == low]


def _goes_on(finished: int, count: int) -> Ruling:
    sentence = say_n(
        "The match goes on: {n} rams of {count} is finished.",
        "The match goes on: {n} rams of {count} are finished.",
        finished,
        count=count,
    )
    return answer(sentence, by("rams.end.match", "finished"), winners=[], playoff=[])


def _one_more(level: list[Player], *grounds: Ground) -> Ruling:
    return answer(say("{players} play one more rams.", players=level), *grounds, winners=[], playoff=level)


def _won(best: list[Player], *grounds: Ground) -> Ruling:
    sentence = (
        say("{player} has won the match.", player=best[0])
        if len(best) == 1
        else say("{players} share the victory.", players=best)
    )
    return answer(sentence, *grounds, winners=best, playoff=[])
