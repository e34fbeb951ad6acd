"""What a deal is worth and how a finished game is settled: the same for the sheet and for the referee."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.games.gin.arrange import VALUE
from companion.games.gin.options import Options
from companion.rules.cards import Card
from companion.rules.entries import Player
from companion.rules.tally import Part, Payment
from companion.rules.words import say

Result = Literal["knock", "gin", "big_gin", "undercut", "tie"]
SPADE_FACTOR = 2  # Oklahoma: a spade turned up doubles the deal and its box
BLITZ_FACTOR = 2


@dataclass(frozen=True)
class Outcome:
    """A deal that somebody ended, with the deadwood left on both sides after laying off."""

    knocker: Player
    defender: Player
    knocker_deadwood: int
    defender_deadwood: int
    big: bool = False  # eleven cards in melds
    upcard: Card | None = None

    @property
    def result(self) -> Result:
        if not self.knocker_deadwood:
            return "big_gin" if self.big else "gin"
        if self.knocker_deadwood < self.defender_deadwood:
            return "knock"
        return "undercut" if self.defender_deadwood < self.knocker_deadwood else "tie"

    @property
    def winner(self) -> Player:
        """Only the winner scores; an undercut, on equal deadwood too, wins the deal (gin.score.undercut_wins)."""
        return self.defender if self.result in ("undercut", "tie") else self.knocker


def knock_limit(options: Options, upcard: Card | None) -> tuple[int, str]:
    """The most deadwood to knock with and its clause; in Oklahoma the turned card decides, an ace asks for gin."""
    if not options.oklahoma or upcard is None:
        return options.knock_limit, "gin.knock.limit"
    if upcard.rank == "A":
        return 0, "gin.oklahoma.ace"
    return VALUE[upcard], "gin.oklahoma.limit"


def points(options: Options, outcome: Outcome) -> tuple[Part, ...]:
    """The winner's points term by term."""
    terms = [_difference(outcome), *_bonus(options, outcome)]
    if factor(options, outcome.upcard) > 1:
        total = sum(part.points for part in terms)
        terms.append(Part(total, say("A spade was turned: doubled"), "gin.oklahoma.spades"))
    return tuple(terms)


def factor(options: Options, upcard: Card | None) -> int:
    """How many times a deal counts, its points and its box alike."""
    return SPADE_FACTOR if options.oklahoma and upcard is not None and upcard.suit == "S" else 1


def _difference(outcome: Outcome) -> Part:
    low, high = sorted((outcome.knocker_deadwood, outcome.defender_deadwood))
    sentence = say("Difference in deadwood, {high} − {low}", high=high, low=low)
    return Part(high - low, sentence, "gin.score.difference")


def _bonus(options: Options, outcome: Outcome) -> list[Part]:
    if outcome.result == "gin":
        return [Part(options.gin_bonus, say("Gin"), "gin.score.gin")]
    if outcome.result == "big_gin":
        return [Part(options.big_gin or options.gin_bonus, say("Big gin"), "gin.score.big_gin")]
    if outcome.result == "undercut":
        return [Part(options.undercut, say("Undercut"), "gin.score.undercut")]
    if outcome.result == "tie":
        bonus = options.undercut if options.tie_undercut == "same" else int(options.tie_undercut)
        return [Part(bonus, say("Undercut on equal deadwood"), "gin.score.tie")]
    return []


@dataclass(frozen=True)
class Settlement:
    """The account of a finished game, or of a finished column. `payment` is never negative.

    `broken_off`: the match ended in the midst of it, and `winner` only has more; whoever that is where it is level.
    """

    winner: Player
    loser: Player
    totals: Mapping[Player, int]
    terms: Mapping[Player, tuple[Part, ...]]
    blitz: bool
    difference: int  # the winner's total less the loser's
    factor: int  # what the difference is paid times
    payment: Payment
    broken_off: bool = False

    @property
    def nets(self) -> dict[Player, int]:
        return {self.payment.payer: -self.payment.amount, self.payment.payee: self.payment.amount}


def settle(options: Options, scores: Mapping[Player, int], boxes: Mapping[Player, int], winner: Player) -> Settlement:
    """A game of two players that `winner` has won: totals with boxes and bonus, and who pays what."""
    (loser,) = (player for player in scores if player != winner)
    blitz = boxes[loser] == 0
    terms = {
        player: (
            *_written(options, scores[player], boxes[player]),
            *(_game_bonus(options, blitz) if player == winner else ()),
        )
        for player in scores
    }
    totals = {player: sum(part.points for part in parts) for player, parts in terms.items()}
    difference = totals[winner] - totals[loser]
    doubled = blitz and difference > 0 and options.blitz == "double_payment"
    times = BLITZ_FACTOR if doubled else 1
    payment = _payment(options, winner, loser, difference * times)
    return Settlement(winner, loser, totals, terms, blitz, difference, times, payment)


def broken_off(options: Options, scores: Mapping[Player, int], boxes: Mapping[Player, int]) -> Settlement:
    """A game in which the match ends: scores and boxes, no bonus and no blitz (gin.end.agreed)."""
    terms = {player: _written(options, scores[player], boxes[player]) for player in scores}
    totals = {player: sum(part.points for part in parts) for player, parts in terms.items()}
    winner = max(totals, key=lambda player: totals[player])
    (loser,) = (player for player in scores if player != winner)
    difference = totals[winner] - totals[loser]
    payment = Payment(loser, winner, difference)
    return Settlement(winner, loser, totals, terms, False, difference, 1, payment, broken_off=True)


def _written(options: Options, score: int, boxes: int) -> tuple[Part, ...]:
    """What stands on the sheet: the score and the deals won."""
    won = say("Deals won, {n} × {box}", n=boxes, box=options.box)
    return (Part(score, say("Score"), "gin.game.target"), Part(boxes * options.box, won, "gin.game.boxes"))


def _game_bonus(options: Options, blitz: bool) -> list[Part]:
    bonus = [Part(options.game_bonus, say("Won the game"), "gin.game.bonus")]
    if blitz and options.blitz == "game_bonus_only":
        bonus.append(Part(options.game_bonus, say("Blitz: the game bonus once more"), "gin.game.blitz"))
    return bonus


def _payment(options: Options, winner: Player, loser: Player, amount: int) -> Payment:
    if amount >= 0:
        return Payment(loser, winner, amount)
    if options.negative_diff == "floor_zero":
        return Payment(loser, winner, 0)
    return Payment(winner, loser, -amount)
