"""Questions about the score of gin: points of a deal, blitz, the end of a game and its payments, columns."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.gin import facts as known_facts
from companion.games.gin.deal import false_knock_penalty
from companion.games.gin.facts import POINTS
from companion.games.gin.options import Options
from companion.games.gin.score import SPADE_FACTOR, Outcome, Settlement, is_void, points, settle
from companion.games.gin.showdown_questions import MOST_DEADWOOD, SIDES, TURNED, limit_of
from companion.rules.cards import Card
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.messages import N_, Say, say, say_n
from companion.rules.options import Counted
from companion.rules.rulings import OTHERS, WHO, Ground, Ruling, answer, but, by, illegal, impossible, term, then
from companion.rules.shared_facts import ENDED, MOVED

COLUMN_NUMBERS = range(1, 4)


@dataclass(frozen=True)
class Score:
    knocker: int = deciding(N_("Deadwood of the player who ended the deal"), values=MOST_DEADWOOD)
    defender: int = deciding(N_("Deadwood of the opponent, after laying off"), values=MOST_DEADWOOD)
    end: Literal["knock", "gin", "big_gin"] = deciding(
        N_("How did it end?"), choices={"knock": N_("a knock"), "gin": N_("gin"), "big_gin": N_("big gin")}
    )
    upcard: Card | None = circumstance(TURNED, None)
    options: Options = Options()


@question(
    N_("Who scores what?"),
    "gin.score.difference",
    decides=("result", "winner"),
    rules=("tie_undercut", "big_gin"),
    draft_facts=known_facts.ended,
    moment="count",
)
def score(facts: Score) -> Ruling:
    if isinstance(found := limit_of(facts.options, facts.upcard), Ruling):
        return found
    if facts.knocker and facts.end != "knock":
        return impossible("facts.end", say("Gin has no deadwood."))
    most, grounds = found
    if facts.knocker > most:
        sentence = say("Deadwood {n} is too much to knock with: at most {most}.", n=facts.knocker, most=most)
        wrong = illegal(sentence, *grounds, then("gin.knock.false", "knocker"))
        return replace(wrong, remedy=false_knock_penalty(facts.options, Player(WHO)))
    big = facts.end == "big_gin" and bool(facts.options.big_gin)
    outcome = Outcome(*SIDES, facts.knocker, facts.defender, big=big, upcard=facts.upcard)
    if is_void(facts.options, outcome):
        sentence = say("Both have {n}: at this table nobody wins, and the deal is void.", n=facts.knocker)
        tie = but("gin.score.tie", "knocker", "defender")
        void = answer(sentence, WINNER_ONLY, UNDERCUT, tie, result="void", winner=None, points=0, deals_won=0)
        return replace(void, deal=_counted(facts))
    terms = points(facts.options, outcome)
    total = sum(part.points for part in terms)
    doubled = any(part.clause == "gin.oklahoma.spades" for part in terms)
    boxes = SPADE_FACTOR if doubled and facts.options.oklahoma_spades == "points_and_box" else 1
    chain = _with_gin(facts, outcome, total) if not facts.knocker else _by_difference(facts, outcome)
    if doubled:
        chain = (*chain, term("gin.oklahoma.spades", terms[-1].points, "upcard"))
    winner = outcome.winner
    sentence = say("The player who ended the deal scores {n}.", n=total)
    if winner == SIDES[1]:
        sentence = say("The defender has undercut and scores {n}.", n=total)
    if boxes > 1:
        sentence = say("{text} A spade was turned up: it counts as two deals won.", text=sentence)
    found = answer(sentence, *chain, result=outcome.result, winner=winner, points=total, deals_won=boxes)
    return replace(found, deal=_counted(facts))


def _counted(facts: Score) -> Mapping[str, object]:
    """Return the deal as an entry."""
    deal = {"kind": "deal", "end": facts.end, "by": WHO, "deadwood": {WHO: facts.knocker, OTHERS: facts.defender}}
    return deal | ({"upcard": facts.upcard} if facts.options.oklahoma else {})


WINNER_ONLY = by("gin.score.winner_only")
UNDERCUT = but("gin.score.undercut", "knocker", "defender")


def _with_gin(facts: Score, outcome: Outcome, total: int) -> tuple[Ground, ...]:
    """Return the grounds for gin: the other player's deadwood and the bonus are one term."""
    plain = [part for part in points(facts.options, outcome) if part.clause != "gin.oklahoma.spades"]
    clause = "gin.score.big_gin" if outcome.result == "big_gin" else "gin.score.gin"
    gin = term(clause, sum(part.points for part in plain), "knocker", "defender", "end")
    counts_as_gin = (by("gin.score.big_gin", "end"),) if facts.end == "big_gin" and outcome.result == "gin" else ()
    return (WINNER_ONLY, by("gin.gin.no_deadwood", "knocker"), gin, *counts_as_gin)


def _by_difference(facts: Score, outcome: Outcome) -> tuple[Ground, ...]:
    parts = {part.clause: part.points for part in points(facts.options, outcome)}
    difference = term("gin.score.difference", parts["gin.score.difference"], "knocker", "defender")
    wins = by("gin.score.undercut_wins", "knocker", "defender")
    if outcome.result == "knock":
        return (WINNER_ONLY, difference)
    if outcome.result == "undercut":
        bonus = term("gin.score.undercut", parts["gin.score.undercut"], "knocker", "defender")
        return (WINNER_ONLY, difference, bonus, wins)
    bonus = term("gin.score.tie", parts["gin.score.tie"], "knocker", "defender")
    return (WINNER_ONLY, difference, UNDERCUT, bonus, wins)


@dataclass(frozen=True)
class Blitz:
    won: int = deciding(N_("Deals that the loser of the game has won"), values=range(31))
    options: Options = Options()


@question(
    N_("Is it a blitz?"),
    "gin.game.blitz",
    decides=("blitz", "doubles"),
    rules=("blitz",),
    about=known_facts.deals_won,
    moment="end",
)
def blitz(facts: Blitz) -> Ruling:
    rule = by("gin.game.blitz", "won")
    if facts.won:
        sentence = say("No blitz: the loser has won a deal.")
        return answer(sentence, rule, by("gin.score.undercut_wins", "won"), blitz=False, doubles=None, bonus=0)
    chosen = facts.options.blitz
    bonus = chosen.n if isinstance(chosen, Counted) else 0
    doubles = {"double_payment": "payment", "game_bonus_only": "bonus"}.get(str(chosen))
    sentence = {
        "payment": say("A blitz: the loser pays double."),
        "bonus": say("A blitz: the bonus for the game is doubled."),
    }.get(doubles or "", say("A blitz: {n} points more.", n=bonus) if bonus else say("A blitz; it costs nothing more."))
    return answer(sentence, rule, blitz=True, doubles=doubles, bonus=bonus)


@dataclass(frozen=True)
class GameEnd:
    points: int = deciding(N_("Points of the higher score"), values=POINTS)
    ended: bool = fact(ENDED, False)
    moved: bool = fact(MOVED, False)
    options: Options = Options()


@question(
    N_("Is the game over?"),
    "gin.game.target",
    decides=("over",),
    rules=("target",),
    known_facts=known_facts.higher,
    moment="end",
)
def game_end(facts: GameEnd) -> Ruling:
    """Answer whether the game is over: at the target, or because the table has ended the match.

    A target that was lowered below the score counts with the next deal.
    """
    target = by("gin.game.target", "points", "moved")
    if facts.ended:
        sentence = say("The game is over: the table has ended the match.")
        return answer(sentence, target, but("gin.end.agreed", "ended"), over=True, needs=0)
    needs = max(0, facts.options.target - facts.points)
    missing = say_n("The game goes on: {n} point to go.", "The game goes on: {n} points to go.", needs)
    if facts.moved and not needs:
        sentence = say("The game goes on: the target is already reached, and counts with the next deal.")
        return answer(sentence, target, over=False, needs=0)
    sentence = missing if needs else say("The game is over.")
    return answer(sentence, target, over=not needs, needs=needs)


@dataclass(frozen=True)
class Columns:
    wins: int = deciding(N_("Deals that its winner has won in this game, this one included"), values=range(1, 41))
    start: Literal[1, 2, 3] | None = circumstance(N_("The first column that was open when this player first won"), None)
    closed: tuple[int, ...] = circumstance(N_("Columns closed so far"), ())
    options: Options = Options()


@question(
    N_("In which columns does this deal count?"),
    "gin.hollywood.columns",
    decides=("columns",),
    known_facts=known_facts.closed,
    about=known_facts.counted,
    only={"hollywood": True},
    short=N_("In which columns does it count?"),
    moment="count",
)
def columns(facts: Columns) -> Ruling:
    """Answer in which columns a deal counts: a player's first won deal in one, the second in two, later ones in all."""
    if not facts.options.hollywood:
        sentence = say("Without Hollywood there are no columns: each deal counts in the game under way.")
        return impossible("facts.hollywood", sentence, "gin.hollywood.columns")
    if any(one not in COLUMN_NUMBERS for one in facts.closed):
        return impossible("facts.closed", say("There are three columns."))
    is_open = [one for one in COLUMN_NUMBERS if one not in facts.closed]
    if not is_open:
        return impossible("facts.closed", say("All three columns are closed: that game is over."))
    is_first = facts.wins == 1 and bool(facts.closed)  # a first deal is won now, so a given start is ignored
    first = is_open[0] if is_first else facts.start or COLUMN_NUMBERS[0]
    last = min(first + facts.wins - 1, COLUMN_NUMBERS[-1])
    numbers = [one for one in range(first, last + 1) if one not in facts.closed]
    sentence = say_n("It counts in column {columns}.", "It counts in columns {columns}.", len(numbers), columns=numbers)
    if not numbers:
        sentence = say("It does not count in any column: all are closed.")
    close = (but("gin.hollywood.close", "closed"),) if facts.closed else ()
    late = (but("gin.hollywood.late", "wins", "closed"),) if is_first and first > 1 else ()
    return answer(sentence, by("gin.hollywood.columns", "wins", "start"), *close, *late, columns=numbers)


SEATS = (2, 3)


@dataclass(frozen=True)
class GameOver:
    scores: Mapping[str, int] = needed(
        N_("Points at the end of the game"), N_("Enter the points at the end of the game.")
    )
    boxes: Mapping[str, int] = needed(N_("Deals won"), N_("Enter how many deals each player has won."))
    options: Options = Options()


@question(
    N_("Who pays what at the end of a game?"),
    "gin.game.payment",
    known_facts=known_facts.standing,
    short=N_("Who pays at the end of a game?"),
    moment="end",
)
def reckon(facts: GameOver) -> Ruling:
    scores = {Player(name): score for name, score in facts.scores.items()}
    boxes = {player: facts.boxes.get(player, 0) for player in scores}
    if wrong := _wrong_game(facts):
        return wrong
    end = settle(facts.options, scores, boxes, max(scores, key=lambda player: scores[player]))
    paid = [{"from": one.payment.payer, "to": one.payment.payee, "amount": one.payment.amount} for one in end.accounts]
    payments = {"payment": paid[0]} if len(paid) == 1 else {"payments": paid}
    return answer(_paid(end), *dict.fromkeys(_reasons(facts.options, end)), totals=end.totals, **payments)


def _paid(end: Settlement) -> Say:
    payments = [
        say("{payer} pays {payee}: {n}.", payer=one.payment.payer, payee=one.payment.payee, n=one.payment.amount)
        for one in end.accounts
        if one.payment.amount
    ]
    if not payments:
        return say("Nobody pays.")
    return payments[0] if len(payments) == 1 else say("{one} {rest}", one=payments[0], rest=payments[1])


def _reasons(options: Options, end: Settlement) -> Iterator[str]:
    yield from (part.clause for parts in end.terms.values() for part in parts)
    yield "gin.game.payment"
    if len(end.accounts) > 1:
        yield "gin.players.three"
    if any(one.blitz for one in end.accounts) and options.blitz:
        yield "gin.game.blitz"
    if any(one.difference < 0 for one in end.accounts):
        yield "gin.game.negative"


def _wrong_game(facts: GameOver) -> Ruling | None:
    if len(facts.scores) not in SEATS:
        return impossible("gin.players", say("A game of gin has two or three players, not {n}.", n=len(facts.scores)))
    stranger = next((name for name in facts.boxes if name not in facts.scores), None)
    if stranger is not None:
        return impossible("gin.players", say("{player} has no score.", player=stranger), player=stranger)
    below = next((name for name, n in facts.boxes.items() if n < 0), None)
    if below is not None:
        sentence = say("{player} cannot have won {n} deals.", player=below, n=facts.boxes[below])
        return impossible("gin.boxes", sentence, player=below)
    target = facts.options.target
    there = [name for name, score in facts.scores.items() if score >= target]
    if len(there) != 1:
        sentence = say("The game ends when one player, and only one, has reached {target}.", target=target)
        return impossible("gin.not_over", sentence)
    return None
