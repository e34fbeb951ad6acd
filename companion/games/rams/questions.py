"""What people ask the referee about Rams, and what the running match already knows of the answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.rams.options import Options
from companion.games.rams.score import buy_down_refused
from companion.games.rams.table import TRICKS, Table, must_knock
from companion.games.rams.trick_questions import Playable, Trick, impossible_points, playable, trick
from companion.rules.entries import Player
from companion.rules.fields import fact
from companion.rules.rulings import Ruling, answer, illegal, impossible
from companion.rules.tally import Question, Tally
from companion.rules.words import N_, say, say_n

HALVES = {"cards": N_("better cards"), "turn": N_("turn a new trump")}  # of a bid


@dataclass(frozen=True)
class MustKnock:
    """Where a player stands in the protocol, and whether he passed the last deal that counted."""

    points: int = fact(N_("Points"))
    passed_last: bool = fact(N_("Passed the last deal"), False)
    options: Options = Options()


@dataclass(frozen=True)
class Exchange:
    """How many cards somebody lays off when buying; the dealer holds six."""

    discards: int = fact(N_("Cards laid off"))
    dealer: bool = fact(N_("by the dealer, who holds six"), False)
    options: Options = Options()


@dataclass(frozen=True)
class Rebid:
    """What forehand bid, and which of it all the others accepted."""

    bid: tuple[str, ...] = fact(N_("Forehand bid"), choices=HALVES)
    accepted: tuple[str, ...] = fact(N_("All the others accepted"), (), choices=HALVES)
    options: Options = Options()


@dataclass(frozen=True)
class BuyDown:
    """Where a player stands after the deal, and whether a flight took him there."""

    flew: bool = fact(N_("Has just flown"))
    points: int = fact(N_("Points after the deal"))
    money: bool = fact(N_("The table plays for money"))
    options: Options = Options()


def may_pass(facts: MustKnock) -> Ruling:
    wrong = impossible_points(facts.points, facts.options)
    if wrong:
        return wrong
    clause = must_knock(facts.points, facts.passed_last)
    if clause == "rams.pass.one":
        return answer(say("Who stands on 1 must always knock."), clause, must_knock=True)
    if clause:
        sentence = say("Who stood on 2 and passed the last deal must knock in this one.")
        return answer(sentence, clause, must_knock=True)
    if facts.points == 2:
        sentence = say("Who stands on 2 may pass now, but must knock in the deal after it.")
        return answer(sentence, "rams.pass.two", must_knock=False)
    return answer(say("Whoever wants to may pass."), "rams.pass.round", must_knock=False)


def exchange(facts: Exchange) -> Ruling:
    """As many cards as were discarded; the dealer one fewer, so that five are left of his six."""
    held = TRICKS + 1 if facts.dealer else TRICKS
    if not 0 <= facts.discards <= held:
        sentence = say("Nobody can discard {n} cards out of {held}.", n=facts.discards, held=held)
        return impossible("facts.discards", sentence)
    if not facts.dealer:
        n = facts.discards
        sentence = say_n("{n} card is drawn.", "{n} cards are drawn.", n) if n else say("No card is drawn.")
        return answer(sentence, "rams.buy.exchange", draws=n)
    if facts.discards == 0:
        return illegal(say("The dealer holds six cards and must discard at least one."), "rams.buy.dealer")
    n = facts.discards - 1
    if not n:
        return answer(say("The dealer discards one card, draws none and stands pat."), "rams.buy.dealer", draws=n)
    sentence = say_n(
        "The dealer draws {n} card, one fewer than discarded.",
        "The dealer draws {n} cards, one fewer than discarded.",
        n,
    )
    return answer(sentence, "rams.buy.dealer", draws=n)


def rebid(facts: Rebid) -> Ruling:
    """Bidding goes on until everything that was bid has been refused."""
    wrong = _impossible_bid(facts)
    if wrong:
        return wrong
    if not facts.accepted:
        sentence = (
            say("Both halves were refused: the bidding is over.")
            if len(facts.bid) == 2
            else say("The bid was refused: the bidding is over.")
        )
        return answer(sentence, "rams.bid.refused", may_bid_again=False)
    return answer(say("Something was accepted: forehand may bid again."), "rams.bid.again", may_bid_again=True)


def _impossible_bid(facts: Rebid) -> Ruling | None:
    if not facts.bid:
        return impossible("facts.bid", say("Say what was bid: “cards”, “turn” or both."))
    for word in (*facts.bid, *facts.accepted):
        if word not in HALVES:
            return impossible("facts.bid", say("{value} is no bid: “cards” and “turn” are.", value=word))
    for words in (facts.bid, facts.accepted):
        if len(set(words)) < len(words):
            return impossible("facts.bid", say("{value} stands there twice.", value=words[0]))
    for word in facts.accepted:
        if word not in facts.bid:
            return impossible("facts.accepted", say("{value} was accepted, but nobody bid it.", value=word))
    return None


def buy_down(facts: BuyDown) -> Ruling:
    wrong = impossible_points(facts.points, facts.options)
    if wrong:
        return wrong
    refused = buy_down_refused(facts.options, facts.money, facts.flew, facts.points)
    allowed = say("Who has just flown all the way up may buy down for one more stake.")
    return answer(refused or allowed, "rams.money.buy_down", allowed=refused is None)


# --- what the running match knows


def _options(tally: Tally) -> Mapping[str, object]:
    return {"options": tally.options}


def _money(tally: Tally) -> Mapping[str, object]:
    return {"options": tally.options, "money": tally.options.money}


def _points(tally: Tally, player: Player) -> Mapping[str, object]:
    """Where a player and the others stand in the protocol; nothing once the match is over."""
    if tally.status == "finished":
        return {}
    table: Table = tally.table
    others = [table.scores[other] for other in table.active if other != player]
    return {"points": table.scores[player], "others": others}


def _passed(tally: Tally, player: Player) -> Mapping[str, object]:
    if tally.status == "finished":
        return {}
    table: Table = tally.table
    return {"points": table.scores[player], "passed_last": player in table.passed}


def _flew(tally: Tally, player: Player) -> Mapping[str, object]:
    if tally.status == "finished":
        return {}
    table: Table = tally.table
    return {"points": table.scores[player], "flew": player in table.flew}


QUESTIONS = {
    "playable": Question(
        N_("May this card be played?"), Playable, playable, _options, _points, clause="rams.play.beat"
    ),
    "trick": Question(N_("Who takes the trick?"), Trick, trick, _options, clause="rams.play.winner"),
    "must_knock": Question(
        N_("Must this player knock?"), MustKnock, may_pass, _options, _passed, clause="rams.pass.two"
    ),
    "exchange": Question(N_("How many cards may be drawn?"), Exchange, exchange, _options, clause="rams.buy.exchange"),
    "rebid": Question(N_("May forehand bid again?"), Rebid, rebid, _options, clause="rams.bid.again"),
    "buy_down": Question(
        N_("May this player buy down?"), BuyDown, buy_down, _money, _flew, clause="rams.money.buy_down"
    ),
}
