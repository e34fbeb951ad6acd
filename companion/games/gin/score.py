"""Compute the score of a deal and settle a finished game, for the sheet and for the referee."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.games.gin.layouts import VALUE
from companion.games.gin.options import Options
from companion.rules.cards import Card
from companion.rules.entries import Player
from companion.rules.messages import say
from companion.rules.options import Counted
from companion.rules.settlement import shares
from companion.rules.tally import Part, Payment, total

Result = Literal["knock", "gin", "big_gin", "undercut", "tie"]
SPADE_FACTOR = 2  # Oklahoma with a spade turned up
BLITZ_FACTOR = 2


@dataclass(frozen=True)
class Outcome:
    """A deal that a player ended, with the deadwood of both sides after laying off."""

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
        """Return the player who scores. An undercut, also with equal deadwood, wins (gin.score.undercut_wins)."""
        return self.defender if self.result in ("undercut", "tie") else self.knocker


def knock_limit(options: Options, upcard: Card | None) -> tuple[int, str]:
    """Return the highest deadwood for a knock, in points, and its clause.

    In Oklahoma it is the lower of the table's limit and the value of the turned-up card. 0 means gin only.
    """
    if not options.oklahoma or upcard is None:
        return options.knock_limit, "gin.knock.limit"
    limit, clause = VALUE[upcard], "gin.oklahoma.limit"
    if upcard.rank == "A":
        limit, clause = VALUE[upcard] if options.oklahoma_ace == "one" else 0, "gin.oklahoma.ace"
    return (limit, clause) if limit <= options.knock_limit else (options.knock_limit, "gin.oklahoma.lower")


def points(options: Options, outcome: Outcome) -> tuple[Part, ...]:
    """Return the winner's points term by term."""
    terms = [_difference(outcome), *_bonus(options, outcome)]
    if _spade(options, outcome) and options.oklahoma_spades != "off":
        doubled = total(terms)
        terms.append(Part(doubled, say("A spade was turned: doubled"), "gin.oklahoma.spades"))
    return tuple(terms)


def boxes(options: Options, outcome: Outcome) -> int:
    """Return the number of deals won that a deal counts for: at least 1."""
    won = 1 + _extra_boxes(options, outcome.result)
    doubled = _spade(options, outcome) and options.oklahoma_spades == "points_and_box"
    return won * SPADE_FACTOR if doubled else won


def _extra_boxes(options: Options, result: Result) -> int:
    if result in ("undercut", "tie"):
        return options.undercut_boxes
    if result == "big_gin" and options.big_gin:
        return options.big_gin_boxes
    return options.gin_boxes if result in ("gin", "big_gin") else 0


def is_void(options: Options, outcome: Outcome) -> bool:
    """Return True if the deal is void, because deadwood is equal and the house rules say so (gin.score.tie)."""
    return outcome.result == "tie" and options.tie_undercut == "void"


def _spade(options: Options, outcome: Outcome) -> bool:
    return options.oklahoma and outcome.upcard is not None and outcome.upcard.suit == "S"


def _difference(outcome: Outcome) -> Part:
    low, high = sorted((outcome.knocker_deadwood, outcome.defender_deadwood))
    return Part(high - low, say("Difference in deadwood, {high} − {low}", high=high, low=low), "gin.score.difference")


def _bonus(options: Options, outcome: Outcome) -> list[Part]:
    if outcome.result == "gin":
        return [Part(options.gin_bonus, say("Gin"), "gin.score.gin")]
    if outcome.result == "big_gin":
        return [Part(options.big_gin or options.gin_bonus, say("Big gin"), "gin.score.big_gin")]
    if outcome.result == "undercut":
        return [Part(options.undercut, say("Undercut"), "gin.score.undercut")]
    if outcome.result == "tie":
        return [Part(_tie_bonus(options), say("Undercut on equal deadwood"), "gin.score.tie")]
    return []


def _tie_bonus(options: Options) -> int:
    """Return the points of an undercut on equal deadwood; a void deal has none."""
    if options.tie_undercut == "same":
        return options.undercut
    return 0 if options.tie_undercut == "void" else options.tie_undercut


@dataclass(frozen=True)
class Account:
    """The settlement of one loser with the winner, as if only the two had played; `payment` is never negative."""

    winner: Player
    loser: Player
    difference: int  # the winner's total minus the loser's
    factor: int  # the factor by which the difference is paid
    blitz: bool
    payment: Payment


@dataclass(frozen=True)
class Settlement:
    """A finished game or column: the totals term by term and an account for each loser.

    `broken_off`: the match ended during it, and `winner` only has the highest total, or is the first with it.
    """

    winner: Player
    totals: Mapping[Player, int]
    terms: Mapping[Player, tuple[Part, ...]]
    accounts: tuple[Account, ...]
    broken_off: bool = False

    @property
    def nets(self) -> dict[Player, int]:
        """Return what each player wins or loses; the sum is 0."""
        nets = dict.fromkeys(self.totals, 0)
        for account in self.accounts:
            nets[account.payment.payer] -= account.payment.amount
            nets[account.payment.payee] += account.payment.amount
        return nets


def settle(
    options: Options, scores: Mapping[Player, int], boxes: Mapping[Player, int], winner: Player, *, last: bool = False
) -> Settlement:
    """Settle a game that `winner` has won: totals with boxes and bonus, and the payments.

    With two players the points for a blitz are in the winner's total. With three they are in the account of the loser
    concerned (gin.players.three).

    Args:
        scores: points of each player, without boxes.
        boxes: deals won by each player.
        last: it is the third column of Hollywood, which may count double.
    """
    terms = {player: _score_and_boxes(options, scores[player], boxes[player]) for player in scores}
    terms[winner] += (Part(options.game_bonus, say("Won the game"), "gin.game.bonus"),)
    if last and options.hollywood_last == "double":
        terms = {player: (*parts, _doubled(parts)) for player, parts in terms.items()}
    losers = tuple(player for player in scores if player != winner)
    blitzed = {player: _blitz(options, last) for player in losers if not boxes[player]}
    if len(losers) == 1:
        terms[winner] += blitzed.get(losers[0], ())
    totals = {player: total(parts) for player, parts in terms.items()}
    behind = {p: totals[winner] - totals[p] + (total(blitzed.get(p, ())) if len(losers) > 1 else 0) for p in losers}
    accounts = tuple(_account(options, winner, p, points, blitz=p in blitzed) for p, points in behind.items())
    return Settlement(winner, totals, terms, accounts)


def _account(options: Options, winner: Player, loser: Player, difference: int, *, blitz: bool) -> Account:
    doubled = blitz and difference > 0 and options.blitz == "double_payment"
    times = BLITZ_FACTOR if doubled else 1
    payment = Payment(loser, winner, max(0, difference * times))
    if difference < 0 and options.negative_diff == "signed":
        payment = Payment(winner, loser, -difference * times)
    return Account(winner, loser, difference, times, blitz, payment)


def broken_off(
    options: Options, scores: Mapping[Player, int], boxes: Mapping[Player, int], *, last: bool
) -> Settlement:
    """Settle a game during which the match ends: scores and boxes, no bonus and no blitz (gin.end.agreed).

    Args:
        scores: points of each player, without boxes.
        boxes: deals won by each player.
        last: it is the third column of Hollywood, which may count double.

    Returns:
        The settlement. Players tied for the lead share the payments of the others.
    """
    terms = {player: _score_and_boxes(options, scores[player], boxes[player]) for player in scores}
    if last and options.hollywood_last == "double":
        terms = {player: (*parts, _doubled(parts)) for player, parts in terms.items()}
    totals = {player: total(parts) for player, parts in terms.items()}
    most = max(totals.values())
    best = tuple(player for player, points in totals.items() if points == most)
    accounts = (
        Account(winner, loser, share, 1, False, Payment(loser, winner, share))
        for loser in totals
        if loser not in best
        for winner, share in shares(most - totals[loser], best).items()
    )
    return Settlement(best[0], totals, terms, tuple(accounts), broken_off=True)


def _score_and_boxes(options: Options, score: int, boxes: int) -> tuple[Part, ...]:
    """Return the score and the points for deals won."""
    won = say("Deals won, {n} × {box}", n=boxes, box=options.box)
    return (Part(score, say("Score"), "gin.game.target"), Part(boxes * options.box, won, "gin.game.boxes"))


def _doubled(parts: tuple[Part, ...]) -> Part:
    return Part(total(parts), say("The third column: doubled"), "gin.hollywood.last")


def _blitz(options: Options, last: bool) -> tuple[Part, ...]:
    """Return the points that a blitz adds to the winner's total, unless it doubles the payment."""
    if isinstance(options.blitz, Counted):
        return (Part(options.blitz.n, say("Blitz"), "gin.game.blitz"),)
    if options.blitz == "game_bonus_only":
        bonus = options.game_bonus * (2 if last and options.hollywood_last == "double" else 1)
        return (Part(bonus, say("Blitz: the game bonus once more"), "gin.game.blitz"),)
    return ()
