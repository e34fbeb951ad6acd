"""What players of gin ask at the end of a game: who pays what."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.games.gin import facts as known
from companion.games.gin.options import Options
from companion.games.gin.score import Settlement, settle
from companion.rules.entries import Player
from companion.rules.field_metadata import needed
from companion.rules.game import Question
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import Ruling, answer, impossible

SEATS = (2, 3)


@dataclass(frozen=True)
class GameOver:
    """The scores on which a game ended and the deals won by each."""

    scores: Mapping[str, int] = needed(N_("Points at the end of the game"), N_("Say on which points the game ended."))
    boxes: Mapping[str, int] = needed(N_("Deals won"), N_("Say how many deals each has won."))
    options: Options = Options()


def reckon(facts: GameOver) -> Ruling:
    """The totals of a finished game and who pays what."""
    scores = {Player(name): score for name, score in facts.scores.items()}
    boxes = {player: facts.boxes.get(player, 0) for player in scores}
    wrong = _wrong_game(facts)
    if wrong:
        return wrong
    winner = max(scores, key=lambda player: scores[player])
    end = settle(facts.options, scores, boxes, winner)
    paid = [{"from": one.payment.payer, "to": one.payment.payee, "amount": one.payment.amount} for one in end.accounts]
    payments = {"payment": paid[0]} if len(paid) == 1 else {"payments": paid}
    return answer(_paid(end), *dict.fromkeys(_reasons(facts.options, end)), totals=end.totals, **payments)


SETTLE = Question(
    N_("Who pays what at the end of a game?"), GameOver, reckon, known.standing, clause="gin.game.payment"
)


def _paid(end: Settlement) -> Say:
    found = [
        say("{payer} pays {payee}: {n}.", payer=one.payment.payer, payee=one.payment.payee, n=one.payment.amount)
        for one in end.accounts
        if one.payment.amount
    ]
    if not found:
        return say("Nobody pays.")
    return found[0] if len(found) == 1 else say("{one} {rest}", one=found[0], rest=found[1])


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
