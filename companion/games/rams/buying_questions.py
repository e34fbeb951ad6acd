"""Questions about Rams before play: passing, bidding, drawing, the stock, buying down."""

from dataclasses import dataclass, replace
from itertools import combinations
from typing import Literal

from companion.games.rams import facts as known_facts
from companion.games.rams.options import Options
from companion.games.rams.score import buy_down_refused
from companion.games.rams.table import TRICKS, must_knock
from companion.games.rams.table_questions import STOCK
from companion.games.rams.trick_questions import POINTS, impossible_points
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import question
from companion.rules.messages import N_, THIS_PLAYER, say, say_n
from companion.rules.rulings import Ruling, answer, but, by, illegal, impossible

PASS_ROUND = by("rams.pass.round")
HALVES = {"cards": N_("better cards"), "turn": N_("turn a new trump")}  # the parts of a bid
BID_ANSWERS = {"none": N_("not bid"), "accepted": N_("all agreed"), "refused": N_("somebody said no")}
HALF_CLAUSES = {"cards": "rams.bid.cards", "turn": "rams.bid.turn"}


@dataclass(frozen=True)
class MustKnock:
    """The player's points on the sheet, and whether the player passed in the last deal that counted."""

    points: int = deciding(N_("Points"), values=POINTS)
    passed_last: bool = deciding(N_("Passed the last deal"))
    options: Options = Options()


@dataclass(frozen=True)
class Exchange:
    discards: int = deciding(N_("Cards put away by the player who exchanges"), values=range(TRICKS + 2))
    dealer: bool = deciding(N_("The player exchanging is the dealer, who has six cards"))
    options: Options = Options()


@dataclass(frozen=True)
class Rebid:
    bid: tuple[str, ...] = needed(N_("Forehand bid"), N_("Choose first what forehand has bid."), choices=HALVES)
    accepted: tuple[str, ...] = deciding(
        N_("All the others accepted"), values=lambda facts: _parts_of(facts.bid), choices=HALVES
    )
    options: Options = Options()


@dataclass(frozen=True)
class BuyDown:
    money: bool = deciding(N_("The table plays for money"))
    flew: bool = deciding(N_("Has just flown"))
    points: int = deciding(N_("Points after the deal"), values=POINTS)
    rams_over: bool = circumstance(N_("This deal has ended the rams"))
    late: bool = circumstance(N_("The next deal has begun"))
    options: Options = Options()


@question(
    N_("Must this player knock?"),
    "rams.pass.two",
    decides=("must_knock",),
    about=known_facts.passed_last,
    named=N_("Must %(player)s knock?"),
    moment="bid",
)
def may_pass(facts: MustKnock) -> Ruling:
    if wrong := impossible_points(facts.points, facts.options):
        return wrong
    clause = must_knock(facts.points, facts.passed_last)
    if clause == "rams.pass.one":
        sentence = say("{who} must knock: a player on 1 may never pass.", who=THIS_PLAYER)
        return answer(sentence, PASS_ROUND, but(clause, "points"), must_knock=True)
    on_two = but("rams.pass.two", "points", "passed_last")
    if clause:
        sentence = say("{who} must knock: a player on 2 may not pass twice in a row.", who=THIS_PLAYER)
        return answer(sentence, PASS_ROUND, on_two, must_knock=True)
    if facts.points == 2:
        sentence = say(
            "{who} does not have to knock. But a player who passes on 2 must knock in the next deal.", who=THIS_PLAYER
        )
        return answer(sentence, PASS_ROUND, on_two, must_knock=False)
    sentence = say("{who} does not have to knock and may pass.", who=THIS_PLAYER)
    return answer(sentence, PASS_ROUND, must_knock=False)


@question(N_("How many cards may be drawn?"), "rams.buy.exchange", decides=("draws",), moment="exchange")
def exchange(facts: Exchange) -> Ruling:
    """Answer how many cards are drawn: as many as were discarded; the dealer, who has six cards, draws one fewer."""
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
        return illegal(say("The dealer has six cards and must discard at least one."), dealer)
    n = facts.discards - 1
    if not n:
        return answer(say("The dealer discards one card and draws none."), dealer, draws=n)
    sentence = say_n(
        "The dealer draws {n} card, one fewer than discarded.",
        "The dealer draws {n} cards, one fewer than discarded.",
        n,
    )
    return answer(sentence, dealer, draws=n)


@question(
    N_("May forehand bid again?"), "rams.bid.again", decides=("may_bid_again",), short=N_("Bidding again"), moment="bid"
)
def rebid(facts: Rebid) -> Ruling:
    """Answer whether bidding goes on: until every part of a bid was refused."""
    if wrong := _impossible_bid(facts):
        return wrong
    if not facts.accepted:
        sentence = say("The bid was refused: the bidding is over.")
        if len(facts.bid) == 2:
            sentence = say("Both parts of the bid were refused: the bidding is over.")
        return answer(sentence, by("rams.bid.refused", "bid", "accepted"), may_bid_again=False)
    sentence = say("Something was accepted: forehand may bid again.")
    return answer(sentence, by("rams.bid.again", "bid", "accepted"), may_bid_again=True)


def _parts_of(bid: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the parts of a bid that may have been accepted, from the whole bid to none."""
    return [part for n in range(len(bid), -1, -1) for part in combinations(bid, n)]


def _impossible_bid(facts: Rebid) -> Ruling | None:
    if not facts.bid:
        in_file = say("Choose what was bid: “cards”, “turn” or both.")
        return replace(impossible("facts.bid", say("Choose first what forehand has bid.")), in_file=in_file)
    strange = next((word for word in (*facts.bid, *facts.accepted) if word not in HALVES), None)
    if strange is not None:
        in_file = say("{value} is not a bid. Use “cards” or “turn”.", value=strange)
        halves = say("Possible bids: {halves}.", halves=[say(HALVES[half]) for half in HALVES])
        return replace(impossible("facts.bid", halves), in_file=in_file)
    if twice := next((word for words in (facts.bid, facts.accepted) for word in words if words.count(word) > 1), None):
        return impossible("facts.bid", say("“{half}” is listed twice.", half=say(HALVES[twice])))
    unbid = next((word for word in facts.accepted if word not in facts.bid), None)
    if unbid:
        return impossible("facts.accepted", say("“{half}” was accepted, but nobody bid it.", half=say(HALVES[unbid])))
    return None


@question(
    N_("May this player buy down?"),
    "rams.money.buy_down",
    decides=("allowed",),
    rules=("buy_down",),
    known_facts=known_facts.money,
    about=known_facts.flew,
    short=N_("Buying down"),
    moment="count",
    only={"money": True},
)
def buy_down(facts: BuyDown) -> Ruling:
    if wrong := impossible_points(facts.points, facts.options):
        return wrong
    refused = buy_down_refused(facts.options, facts.money, facts.flew, facts.points)
    rule = by("rams.money.buy_down", "money", "flew", "points")
    if refused:
        return answer(say("{who} cannot buy down. {why}", who=THIS_PLAYER, why=refused), rule, allowed=False)
    if facts.rams_over:
        sentence = say("The rams is over: nobody can buy down now.")
        return answer(sentence, rule, but("rams.money.last_deal", "rams_over"), allowed=False)
    if facts.late:
        sentence = say("Too late to buy down: the next deal has begun.")
        return answer(sentence, by("rams.money.buy_down", "late"), allowed=False)
    sentence = say("{who} has just flown all the way up and may buy down for one more stake.", who=THIS_PLAYER)
    return answer(sentence, rule, allowed=True)


@dataclass(frozen=True)
class Bid:
    by: Literal["forehand", "other"] = deciding(
        N_("Who bids"), choices={"forehand": N_("forehand"), "other": N_("somebody else")}
    )
    cards: Literal["none", "accepted", "refused"] = deciding(N_("Better cards"), choices=BID_ANSWERS)
    turn: Literal["none", "accepted", "refused"] = deciding(N_("Turning"), choices=BID_ANSWERS)
    options: Options = Options()


@question(
    N_("Is the bid accepted, and may forehand bid again?"),
    "rams.bid.answer",
    decides=("done", "may_bid_again"),
    short=N_("Is the bid accepted?"),
    moment="bid",
)
def bid(facts: Bid) -> Ruling:
    """Answer what becomes of a bid: parts accepted by all are carried out, the cards before the turning."""
    if facts.by == "other":
        return illegal(say("Only forehand may bid."), by("rams.bid.forehand", "by"))
    done = [half for half, reply in (("cards", facts.cards), ("turn", facts.turn)) if reply == "accepted"]
    if facts.cards == facts.turn == "none":
        sentence = say("Nothing was bid: the pass round follows.")
        return answer(sentence, by("rams.bid.forehand", "cards", "turn"), done=[], may_bid_again=False)
    answered = by("rams.bid.answer", "cards", "turn")
    if not done:
        sentence = say("Nothing was accepted: the bidding is over.")
        return answer(sentence, answered, by("rams.bid.refused", "cards", "turn"), done=[], may_bid_again=False)
    halves = [by(HALF_CLAUSES[half], half) for half in done]
    both = [by("rams.bid.half_order", "cards", "turn")] if len(done) == 2 else []
    sentence = say("First everybody gets new cards, then a new trump is turned; then forehand may bid again.")
    if done == ["cards"]:
        sentence = say("Everybody gets new cards; then forehand may bid again.")
    if done == ["turn"]:
        sentence = say("A new trump is turned; then forehand may bid again.")
    again = by("rams.bid.again", "cards", "turn")
    return answer(sentence, answered, *halves, *both, again, done=done, may_bid_again=True)


@dataclass(frozen=True)
class TurnUp:
    turns: int = deciding(N_("How often trumps were turned after the deal"), values=range(6))
    options: Options = Options()


@question(N_("Who gets the turned-up card?"), "rams.buy.turn_up", decides=("which",), moment="exchange")
def turn_up(facts: TurnUp) -> Ruling:
    sentence = say("The turned-up card belongs to the dealer, who has six cards before exchanging.")
    if facts.turns:
        sentence = say("The card turned up last belongs to the dealer, who has six cards before exchanging.")
    which = "last" if facts.turns else "only"
    grounds = ("rams.deal.cards", by("rams.buy.turn_up", "turns"))
    return answer(sentence, *grounds, belongs_to="dealer", which=which, holds=TRICKS + 1)


@dataclass(frozen=True)
class StockOut:
    left: int = deciding(N_("Cards left in the stock"), values=range(STOCK + 1))
    wants: int = deciding(N_("Cards to be drawn"), values=range(TRICKS + 2), about=True)
    options: Options = Options()


@question(
    N_("The stock is too small: what now?"),
    "rams.buy.stock_out",
    decides=("shuffle",),
    rules=("stock_out",),
    short=N_("The stock is too small"),
    moment="exchange",
)
def stock_out(facts: StockOut) -> Ruling:
    exchange = by("rams.buy.exchange", "wants")
    if facts.wants <= facts.left:
        sentence = say("The stock is enough.")
        return answer(sentence, exchange, from_stock=facts.wants, from_shuffle=0, shuffle=False)
    short = but("rams.buy.stock_out", "left", "wants")
    if facts.options.stock_out == "no_more_buying":
        sentence = say_n("{n} card may be exchanged at most.", "{n} cards may be exchanged at most.", facts.left)
        return illegal(sentence, exchange, short, most=facts.left)
    sentence = say("The discards are shuffled into a new stock, without the cards that the player has just put away.")
    rest = facts.wants - facts.left
    return answer(sentence, exchange, short, from_stock=facts.left, from_shuffle=rest, shuffle=True)
