"""Questions about the score of Rams: the points after a deal, the winner of the pot, the winner of the match."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from companion.games.rams import facts as known_facts
from companion.games.rams.options import Options
from companion.games.rams.table import FLIGHT, TRICKS, must_knock
from companion.games.rams.trick_questions import POINTS, impossible_points
from companion.rules.ending import agreed
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.messages import N_, THIS_PLAYER, Say, say, say_n
from companion.rules.rulings import Ground, Ruling, answer, but, by, impossible, missing, term
from companion.rules.shared_facts import ENDED, MOVED

FOR_MONEY = N_("The game is for money")


@dataclass(frozen=True)
class Stop:
    money: bool = deciding(FOR_MONEY)
    played: int = deciding(N_("Tricks played so far"), values=range(1, TRICKS + 1))
    options: Options = Options()


def _interrupts(options: Options, money: bool) -> bool:
    return (options.money_end if money else options.points_end) == "interrupt"


def _stops_play(money: bool) -> str:
    """Return the clause about whether play stops as soon as a player has reached 0."""
    return "rams.money.interrupt" if money else "rams.end.whole_deal"


@question(
    N_("Somebody has as many tricks as points: is play over?"),
    "rams.money.interrupt",
    decides=("stops", "trickless_fly"),
    rules=("money_end", "points_end"),
    known_facts=known_facts.money,
    short=N_("As many tricks as points"),
    moment="count",
)
def stop(facts: Stop) -> Ruling:
    end = by(_stops_play(facts.money), "money", "played")
    if _interrupts(facts.options, facts.money) and facts.played < TRICKS:
        sentence = say("Play stops at once. A player without a trick does not fly.")
        return answer(sentence, end, stops=True, trickless_fly=False)
    sentence = say("The deal is played to the end. A player without a trick flies.")
    return answer(sentence, end, "rams.score.flight", stops=False, trickless_fly=True)


@dataclass(frozen=True)
class Score:
    joined: bool = deciding(N_("The player joined"))
    points: int = deciding(N_("Points before the deal"), values=POINTS)
    tricks: int = deciding(N_("Tricks"), values=range(TRICKS + 1))
    money: bool = deciding(FOR_MONEY)
    cut_short: bool = circumstance(N_("The deal was stopped before the fifth trick"))
    unplayed: bool = circumstance(N_("Five tricks without play"))
    options: Options = Options()


@question(
    N_("What is a player’s score after this deal?"),
    "rams.score.trick",
    decides=("flew", "rams_over"),
    rules=("start_points", "floor_at_zero", "money_end", "points_end"),
    known_facts=known_facts.money,
    about=known_facts.standing,
    draft_about=known_facts.played,
    named=N_("What is %(player)s’s score after this deal?"),
    short=N_("The score after this deal"),
    moment="count",
)
def score(facts: Score) -> Ruling:
    if wrong := impossible_points(facts.points, facts.options) or _impossible_deal(facts):
        return wrong
    if not facts.joined:
        sentence = say("{who} passed and stays on {n}.", who=THIS_PLAYER, n=facts.points)
        grounds = [by("rams.score.passed", "joined")]
        if facts.money:
            sentence = say("{who} passed, stays on {n} and pays nothing.", who=THIS_PLAYER, n=facts.points)
            grounds.append(but("rams.money.flight", "joined", "money"))
        kept = _after(facts, sentence, facts.points, *grounds)
        return replace(kept, law=say("A player who passes keeps their score."))
    if facts.tricks:
        return replace(_with_tricks(facts), law=say("Each trick takes off one point. At 0 or less the rams is over."))
    law = say("Without a trick it is a flight: five points up, and never above {top}.", top=facts.options.start_points)
    return replace(_without(facts), law=law)


def _impossible_deal(facts: Score) -> Ruling | None:
    if facts.tricks and not facts.joined:
        return impossible("facts.joined", say("A player who has passed wins no tricks."))
    duty = must_knock(facts.points, passed_on_two=False)
    if duty and not facts.joined:
        sentence = say("{who} must knock: a player on 1 may never pass.", who=THIS_PLAYER)
        return impossible("facts.joined", sentence, by(duty, "joined", "points"))
    if facts.unplayed and (facts.cut_short or (facts.joined and facts.tricks != TRICKS)):
        return impossible("facts.unplayed", say("If nothing was played, one player has all five tricks."))
    if facts.cut_short and (facts.tricks == TRICKS or not _interrupts(facts.options, facts.money)):
        return impossible("facts.cut_short", say("Here the deal is played to its end."))
    if facts.cut_short and not facts.joined:
        return impossible(
            "facts.cut_short",
            say("A player who passed keeps their score, whether play was stopped or not: leave that out."),
        )
    if facts.cut_short and facts.tricks == TRICKS - 1 and facts.tricks < facts.points:
        sentence = say("With four tricks, none is left for the player who reached 0 and stopped play.")
        return impossible("facts.cut_short", sentence)
    return _too_many_tricks(facts)


def _too_many_tricks(facts: Score) -> Ruling | None:
    """Refuse more tricks than points if the rams stops at 0, except five tricks without play."""
    if facts.unplayed or facts.tricks <= facts.points or not _interrupts(facts.options, facts.money):
        return None
    if facts.tricks < TRICKS:
        return impossible("facts.tricks", say("Play stops at 0 at this table: nobody takes a trick after that."))
    sentence = say(
        "Play stops at 0 at this table: a player on {n} has all five tricks only if nothing was played.", n=facts.points
    )
    return impossible("facts.tricks", sentence)


def _without(facts: Score) -> Ruling:
    if facts.cut_short:
        sentence = say("Play was stopped: the player does not fly and stays on {n}.", n=facts.points)
        return _after(facts, sentence, facts.points, by("rams.score.flight", "tricks"), *_stopped(facts))
    after = min(facts.points + FLIGHT, facts.options.start_points)
    grounds: list[Ground] = [term("rams.score.flight", FLIGHT, "joined", "tricks")]
    if after < facts.points + FLIGHT:
        grounds.append(term("rams.score.cap", after - facts.points - FLIGHT, "points"))
    sentence = say("A flight: from {old} to {new}.", old=facts.points, new=after)
    if facts.money:
        grounds.append(by("rams.money.flight", "money"))
        sentence = say("A flight: from {old} to {new}, and a stake into the pot.", old=facts.points, new=after)
    return _after(facts, sentence, after, *grounds, flew=True)


def _with_tricks(facts: Score) -> Ruling:
    after = facts.points - facts.tricks
    grounds: list[Ground] = [term("rams.score.trick", -facts.tricks, "tricks")]
    if after < 0 and _interrupts(facts.options, facts.money):
        return _unplayed(facts, grounds)
    if after < 0:
        floor = facts.options.floor_at_zero
        grounds.append(term("rams.score.negative", -after if floor else 0, "points", "tricks"))
        after = 0 if floor else after
    if after <= 0:
        grounds.append(by("rams.end.rams", "points", "tricks"))
        sentence = say("From {old} to {new}: the rams is over.", old=facts.points, new=after)
    elif facts.cut_short:
        grounds += _stopped(facts)
        sentence = say("From {old} to {new}; play was stopped, and the rams is over.", old=facts.points, new=after)
    else:
        sentence = say("From {old} to {new}.", old=facts.points, new=after)
    return _after(facts, sentence, after, *grounds)


def _stopped(facts: Score) -> tuple[Ground, ...]:
    """Return the grounds for a stop before the fifth trick: some player has reached 0, so the rams is over."""
    return (but(_stops_play(facts.money), "cut_short"), by("rams.end.rams", "cut_short")) if facts.cut_short else ()


def _unplayed(facts: Score, grounds: list[Ground]) -> Ruling:
    """Answer for more tricks than points if the rams stops at 0: they were won without play and count down to 0."""
    clause = "rams.money.match" if facts.money else "rams.end.whole_deal"
    counted = term(clause, facts.tricks - facts.points, "points", "tricks", "money", "unplayed")
    sentence = say("Tricks without play count only down to 0: from {old} to 0. The rams is over.", old=facts.points)
    return _after(facts, sentence, 0, *grounds, counted, by("rams.end.rams", "points", "tricks"))


def _after(facts: Score, sentence: Say, after: int, *grounds: Ground, flew: bool = False) -> Ruling:
    stakes = int(flew and facts.money)
    over = facts.cut_short or (facts.joined and after <= 0)
    return answer(sentence, *grounds, after=after, flew=flew, stakes=stakes, rams_over=over)


@dataclass(frozen=True)
class Pot:
    points: Mapping[Player, int] = needed(
        N_("Points before the deal"), N_("Enter the points of the players who joined, as they were before the deal.")
    )
    tricks: tuple[Player, ...] = needed(N_("Tricks in order"), N_("Enter who won the tricks, in order."))
    options: Options = Options()


@question(
    N_("Several players reached 0: who gets the pot?"),
    "rams.money.tie",
    decides=("winners",),
    rules=("money_end", "money_tie"),
    known_facts=known_facts.protocol,
    only={"money": True},
    short=N_("Several reached 0: whose pot?"),
    moment="end",
)
def pot(facts: Pot) -> Ruling:
    """Answer who gets the pot if several players have reached 0 in a deal, in the game for money."""
    if wrong := _impossible_pot(facts):
        return wrong
    first = _home(facts)
    assert first
    home = [player for player in facts.points if facts.points[player] <= facts.tricks.count(player)]
    ends = by("rams.money.interrupt", "points", "tricks")
    takes = by("rams.money.pot", "points", "tricks")
    tie = but("rams.money.tie", "points", "tricks")
    rule = facts.options.money_tie
    if len(home) == 1:
        return _takes(home, first[1], ends, takes)
    if rule == "first_to_zero":
        return _takes([first[0]], first[1], ends, takes, tie)
    if rule == "lowest_score":
        low = min(facts.points[player] - facts.tricks.count(player) for player in home)
        home = [player for player in home if facts.points[player] - facts.tricks.count(player) == low]
    return _takes(home, None, ends, takes, tie)


def _takes(players: list[Player], after: int | None, *grounds: Ground) -> Ruling:
    sentence = say("{players} share the pot.", players=players)
    if len(players) == 1:
        sentence = say("{player} takes the pot.", player=players[0])
    return answer(sentence, *grounds, winners=players, after=after)


def _home(facts: Pot) -> tuple[Player, int] | None:
    """Return the first player with as many tricks as points, and the number of the trick, or None."""
    for n, player in enumerate(facts.tricks, start=1):
        if facts.tricks[:n].count(player) >= facts.points[player]:
            return player, n
    return None


def _impossible_pot(facts: Pot) -> Ruling | None:
    stranger = next((player for player in facts.tricks if player not in facts.points), None)
    if stranger is not None:
        sentence = say("{player} won a trick, but has no points.", player=stranger)
        return impossible("facts.tricks", sentence, player=stranger)
    wrong = next(filter(None, (impossible_points(n, facts.options) for n in facts.points.values())), None)
    if wrong or len(facts.tricks) > TRICKS:
        return wrong or impossible("facts.tricks", say("There are five tricks."))
    home = _home(facts)
    if home is None:
        return impossible("facts.tricks", say("Nobody has reached 0."))
    if facts.options.money_end == "interrupt" and len(facts.tricks) > home[1]:
        return impossible("facts.tricks", say("Play stopped with trick {n}.", n=home[1]))
    return None


MATCH = by("rams.end.match", "sums", "finished")
FLIGHTS = by("rams.end.flights", "sums", "flights")
TIE = but("rams.end.tie", "sums", "flights", "rams_won")
PLAYOFF = but("rams.end.tie", "playoff", "flights")
AGREED = but("rams.end.agreed", "ended")
LENGTH = but("rams.end.length", "deals")


@dataclass(frozen=True)
class Winner:
    sums: Mapping[Player, int] = needed(N_("Sums of all rams"), N_("Enter each player’s total of all rams."))
    flights: Mapping[Player, int] = needed(N_("Flights"), N_("Enter how many times each player has flown."))
    rams_won: Mapping[Player, int] | None = circumstance(N_("Rams won"), None)
    finished: int | None = circumstance(N_("Finished rams"), None)
    playoff: Mapping[Player, int] | None = circumstance(N_("Points of those in the play-off"), None)
    deals: int | None = circumstance(N_("Deals played"), None)
    ended: bool = fact(ENDED, False)
    moved: bool = fact(MOVED, False)
    options: Options = Options()


@question(
    N_("Who has won the match?"),
    "rams.end.match",
    decides=("winners",),
    rules=("final_tie",),
    known_facts=known_facts.sums,
    moment="end",
)
def winner(facts: Winner) -> Ruling:
    """Answer who has won: the lowest sum, then the fewest flights, then by the house rule.

    With a number of finished rams, the match goes on until all are finished, and a play-off until a player reaches 0.
    Without it, and after an early end, the numbers are taken as final.
    """
    if wrong := _wrong(facts):
        return wrong
    stopped = _early_end(facts)
    if facts.playoff:
        return _played_off(facts, facts.playoff, stopped)
    if facts.finished is not None and not stopped:
        if facts.finished < facts.options.rams_count:
            return _goes_on(facts.finished, facts.options.rams_count)
        if facts.moved:
            sentence = say("The match goes on: the number of rams was lowered, and this one is the last.")
            return answer(sentence, by("rams.end.match", "finished", "moved"), winners=[], playoff=[])
    return _by_sums(facts, stopped)


def _early_end(facts: Winner) -> Ground | None:
    """Return the ground on which the match ended before its own rules would end it, or None."""
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
        sentence = say("{player} is not at this table.", player=stranger)
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
            return missing("rams_won", say("Enter how many rams each player has won."))
        most = max(won[player] for player in best)
        best = [player for player in best if won[player] == most]
    return _won(best, MATCH, FLIGHTS, TIE, *early)


def _played_off(facts: Winner, points: Mapping[Player, int], stopped: Ground | None) -> Ruling:
    """Answer for a play-off: the lowest wins, then the fewest flights. Tied players play again, or share if stopped."""
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
    sentence = say("{players} share first place.", players=best)
    if len(best) == 1:
        sentence = say("{player} has won the match.", player=best[0])
    return answer(sentence, *grounds, winners=best, playoff=[])
