"""What people ask the referee about Rams, and what the running match already knows of the answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from companion.games.rams.options import Options
from companion.games.rams.score import buy_down_refused
from companion.games.rams.score_questions import Pot, Score, Stop, Winner, pot, score, stop, winner
from companion.games.rams.table import TRICKS, Table, must_knock
from companion.games.rams.table_questions import (
    Bid,
    BuyOrder,
    Dealer,
    Irregular,
    Lead,
    Misplay,
    MustLead,
    Setup,
    StockOut,
    TurnUp,
    Unplayed,
    bid,
    buy_order,
    dealer,
    irregular,
    lead,
    misplay,
    must_lead,
    setup,
    stock_out,
    turn_up,
    unplayed,
)
from companion.games.rams.trick_questions import POINTS, Playable, Trick, impossible_points, playable, trick
from companion.games.rams.typed import knocked, passed
from companion.rules.entries import Player
from companion.rules.fields import circumstance, deciding, needed
from companion.rules.rulings import Ruling, answer, but, by, illegal, impossible
from companion.rules.tally import Question, Tally
from companion.rules.words import N_, say, say_n

PASS_ROUND = by("rams.pass.round")
HALVES = {"cards": N_("better cards"), "turn": N_("turn a new trump")}  # of a bid


@dataclass(frozen=True)
class MustKnock:
    """Where a player stands in the protocol, and whether he passed the last deal that counted."""

    points: int = deciding(N_("Points"), values=POINTS)
    passed_last: bool = deciding(N_("Passed the last deal"))
    options: Options = Options()


@dataclass(frozen=True)
class Exchange:
    """How many cards somebody lays off when buying; the dealer holds six."""

    discards: int = deciding(N_("Cards laid off"), values=range(TRICKS + 2))
    dealer: bool = deciding(N_("by the dealer, who holds six"))
    options: Options = Options()


@dataclass(frozen=True)
class Rebid:
    """What forehand bid, and which of it all the others accepted."""

    bid: tuple[str, ...] = needed(N_("Forehand bid"), N_("Choose first what forehand has bid."), choices=HALVES)
    accepted: tuple[str, ...] = deciding(
        N_("All the others accepted"), values=lambda facts: _parts_of(facts.bid), choices=HALVES
    )
    options: Options = Options()


@dataclass(frozen=True)
class BuyDown:
    """Where a player stands after the deal, and whether a flight took him there."""

    money: bool = deciding(N_("The table plays for money"))
    flew: bool = deciding(N_("Has just flown"))
    points: int = deciding(N_("Points after the deal"), values=POINTS)
    rams_over: bool = circumstance(N_("This deal has ended the rams"))
    late: bool = circumstance(N_("The next deal has begun"))
    options: Options = Options()


def may_pass(facts: MustKnock) -> Ruling:
    wrong = impossible_points(facts.points, facts.options)
    if wrong:
        return wrong
    clause = must_knock(facts.points, facts.passed_last)
    if clause == "rams.pass.one":
        return answer(say("Who stands on 1 must always knock."), PASS_ROUND, but(clause, "points"), must_knock=True)
    on_two = but("rams.pass.two", "points", "passed_last")
    if clause:
        sentence = say("Who stood on 2 and passed the last deal must knock in this one.")
        return answer(sentence, PASS_ROUND, on_two, must_knock=True)
    if facts.points == 2:
        sentence = say("Who stands on 2 may pass now, but must knock in the deal after it.")
        return answer(sentence, PASS_ROUND, on_two, must_knock=False)
    return answer(say("Whoever wants to may pass."), PASS_ROUND, must_knock=False)


def exchange(facts: Exchange) -> Ruling:
    """As many cards as were discarded; the dealer one fewer, so that five are left of his six."""
    held = TRICKS + 1 if facts.dealer else TRICKS
    if not 0 <= facts.discards <= held:
        sentence = say("Nobody can discard {n} cards out of {held}.", n=facts.discards, held=held)
        return impossible("facts.discards", sentence)
    if not facts.dealer:
        n = facts.discards
        sentence = say_n("{n} card is drawn.", "{n} cards are drawn.", n) if n else say("No card is drawn.")
        return answer(sentence, by("rams.buy.exchange", "discards"), draws=n)
    dealer = but("rams.buy.dealer", "dealer", "discards")
    if facts.discards == 0:
        return illegal(say("The dealer holds six cards and must discard at least one."), dealer)
    n = facts.discards - 1
    if not n:
        return answer(say("The dealer discards one card, draws none and stands pat."), dealer, draws=n)
    sentence = say_n(
        "The dealer draws {n} card, one fewer than discarded.",
        "The dealer draws {n} cards, one fewer than discarded.",
        n,
    )
    return answer(sentence, dealer, draws=n)


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
        return answer(sentence, by("rams.bid.refused", "bid", "accepted"), may_bid_again=False)
    sentence = say("Something was accepted: forehand may bid again.")
    return answer(sentence, by("rams.bid.again", "bid", "accepted"), may_bid_again=True)


def _parts_of(bid: tuple[str, ...]) -> list[tuple[str, ...]]:
    """What of a bid may have been accepted: all of it first, nothing last."""
    return [part for n in range(len(bid), -1, -1) for part in combinations(bid, n)]


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
    rule = by("rams.money.buy_down", "money", "flew", "points")
    if refused:
        return answer(refused, rule, allowed=False)
    if facts.rams_over:
        sentence = say("The rams is over: nobody buys down now.")
        return answer(sentence, rule, but("rams.money.last_deal", "rams_over"), allowed=False)
    if facts.late:
        sentence = say("Buying down is done at once: the next deal has begun.")
        return answer(sentence, by("rams.money.buy_down", "late"), allowed=False)
    return answer(say("Who has just flown all the way up may buy down for one more stake."), rule, allowed=True)


# --- what the running match knows


def _options(tally: Tally) -> Mapping[str, object]:
    return {"options": tally.options}


def _nobody_on_one(tally: Tally) -> Mapping[str, object]:
    """Where nobody stands on 1, that is known of the others whoever leads."""
    table: Table = tally.table
    scores = [table.scores[player] for player in table.active]
    known = tally.status != "finished" and 1 not in scores
    return {"options": tally.options, **({"others": sorted(scores)[1:]} if known else {})}


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


def _standing(tally: Tally, player: Player) -> Mapping[str, object]:
    known = _points(tally, player)
    return {"points": known["points"]} if known else {}


def _on_one(tally: Tally, player: Player) -> Mapping[str, object]:
    """Whether the leader and another stand on 1 in the protocol; by tricks of the deal nobody knows but the table."""
    if tally.status == "finished":
        return {}
    table: Table = tally.table
    on_one = {one for one in table.active if table.scores[one] == 1}
    return {"self_on_1": player in on_one, **({"other_on_1": "protocol"} if on_one - {player} else {})}


def _sitting(tally: Tally) -> Mapping[str, object]:
    """Who plays the next deal and who deals it."""
    table: Table = tally.table
    seats = {} if tally.status == "finished" else {"players": list(table.active), "dealer": tally.dealer}
    return {"options": tally.options, **{name: one for name, one in seats.items() if one}}


def _dealt(tally: Tally) -> Mapping[str, object]:
    """Who dealt last, and whether that deal counted or ended a rams."""
    table: Table = tally.table
    known = {"options": tally.options, "players": list(table.players), "sums": table.sums}
    line = next((line for line in reversed(tally.lines) if line.kind in ("deal", "misdeal") and line.dealer), None)
    if line is None:
        return known
    ended = line.kind == "deal" and line.leg != table.leg
    return {**known, "dealer": line.dealer, "last": "rams_over" if ended else line.kind}


def _sums(tally: Tally) -> Mapping[str, object]:
    table: Table = tally.table
    return {"options": tally.options, "sums": table.sums, "flights": table.flights, "rams_won": table.won}


def _protocol(tally: Tally) -> Mapping[str, object]:
    table: Table = tally.table
    return {"options": tally.options, **({} if table.over else {"points": {p: table.scores[p] for p in table.active}})}


QUESTIONS = {
    "playable": Question(
        N_("May this card be played?"),
        Playable,
        playable,
        _nobody_on_one,
        _points,
        clause="rams.play.beat",
        decides=("playable",),
        rules=("forced_lead_exempt",),
    ),
    "trick": Question(
        N_("Who takes the trick?"), Trick, trick, _options, clause="rams.play.winner", decides=("winner",)
    ),
    "must_knock": Question(
        N_("Must this player knock?"),
        MustKnock,
        may_pass,
        _options,
        _passed,
        clause="rams.pass.two",
        decides=("must_knock",),
    ),
    "exchange": Question(
        N_("How many cards may be drawn?"), Exchange, exchange, _options, clause="rams.buy.exchange", decides=("draws",)
    ),
    "rebid": Question(
        N_("May forehand bid again?"), Rebid, rebid, _options, clause="rams.bid.again", decides=("may_bid_again",)
    ),
    "buy_down": Question(
        N_("May this player buy down?"),
        BuyDown,
        buy_down,
        _money,
        _flew,
        clause="rams.money.buy_down",
        decides=("allowed",),
        rules=("buy_down",),
    ),
    "setup": Question(N_("How many can play, and with what?"), Setup, setup, _options, clause="rams.game.players"),
    "dealer": Question(
        N_("Whose deal is it?"),
        Dealer,
        dealer,
        _dealt,
        clause="rams.deal.order",
        decides=("dealer",),
        rules=("misdeal", "next_rams_dealer"),
    ),
    "bid": Question(
        N_("Is the bid carried out, and may forehand bid again?"),
        Bid,
        bid,
        _options,
        clause="rams.bid.answer",
        decides=("done", "may_bid_again"),
    ),
    "turn_up": Question(
        N_("Whose is the card turned up?"), TurnUp, turn_up, _options, clause="rams.buy.turn_up", decides=("which",)
    ),
    "unplayed": Question(
        N_("Who gets the tricks when the others pass?"),
        Unplayed,
        unplayed,
        _options,
        clause="rams.pass.dealer_wins",
        decides=("play", "five_to"),
        rules=("lone_knocker",),
        typed=knocked,
    ),
    "buy_order": Question(
        N_("Who buys, and in which order?"),
        BuyOrder,
        buy_order,
        _sitting,
        clause="rams.buy.order",
        decides=("order",),
        typed=passed,
    ),
    "stock_out": Question(
        N_("The stock is too short: what now?"),
        StockOut,
        stock_out,
        _options,
        clause="rams.buy.stock_out",
        decides=("shuffle",),
        rules=("stock_out",),
    ),
    "lead": Question(
        N_("Who leads?"),
        Lead,
        lead,
        _sitting,
        clause="rams.play.lead",
        decides=("lead",),
        typed=passed,
    ),
    "must_lead": Question(
        N_("Must I lead a trump?"),
        MustLead,
        must_lead,
        _options,
        _on_one,
        clause="rams.play.forced_lead",
        decides=("must",),
        rules=("forced_lead_exempt",),
    ),
    "misplay": Question(
        N_("A wrong card was played: what does it cost?"),
        Misplay,
        misplay,
        _options,
        clause="rams.play.revoke",
        decides=("penalty",),
        rules=("revoke",),
    ),
    "stop": Question(
        N_("Somebody has as many tricks as points: is play over?"),
        Stop,
        stop,
        _money,
        clause="rams.money.interrupt",
        decides=("stops", "trickless_fly"),
        rules=("money_end", "points_end"),
    ),
    "score": Question(
        N_("Where does this deal take a player?"),
        Score,
        score,
        _money,
        _standing,
        clause="rams.score.trick",
        decides=("flew", "rams_over"),
        rules=("start_points", "floor_at_zero", "money_end", "points_end"),
    ),
    "winner": Question(
        N_("Who has won the match?"),
        Winner,
        winner,
        _sums,
        clause="rams.end.match",
        decides=("winners",),
        rules=("final_tie",),
    ),
    "pot": Question(
        N_("Several got down to 0: whose is the pot?"),
        Pot,
        pot,
        _protocol,
        clause="rams.money.tie",
        decides=("winners",),
        rules=("money_end", "money_tie"),
    ),
    "irregular": Question(
        N_("Something went wrong: what now?"),
        Irregular,
        irregular,
        _options,
        clause="rams.irregular.misdeal",
        decides=("remedy",),
        rules=("misdeal",),
    ),
}
