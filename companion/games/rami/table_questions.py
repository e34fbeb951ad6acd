"""Questions about Rami at the table: number of players, dealer, stock, mishaps."""

from dataclasses import dataclass

from companion.games.rami.melds import DEALT, JOKERS, PACKS
from companion.games.rami.options import Options
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import question
from companion.rules.messages import N_, say
from companion.rules.rulings import Ground, Ruling, answer, but, by, illegal
from companion.rules.shared_facts import (
    HOW_MANY,
    STARTS_HIGHEST,
    UNRANKED,
    LastDeal,
    Mislaid,
    PeopleChange,
    Remedy,
    dealing,
    deals_next,
    last_deal,
    left_at_table,
    mended,
    play_on,
    remedied,
    seated,
)

SEATS = range(2, 7)
FOR_TWO = range(2, 3)


@dataclass(frozen=True)
class Setup:
    players: int = needed(N_("Players"), N_("Enter how many people want to play."), values=HOW_MANY)
    gin_rami: bool = circumstance(N_("Gin-rami is played"))
    options: Options = Options()


@question(
    N_("How many can play, and with what?"),
    "rami.players",
    rules=("variant",),
    short=N_("How many can play?"),
    moment="deal",
)
def setup(facts: Setup) -> Ruling:
    players = by("rami.players", "players")
    two = facts.gin_rami or facts.options.variant == "gin_rami"
    if two and facts.players in SEATS and facts.players not in FOR_TWO:
        sentence = say("Gin-rami is for two.")
        lay = but("rami.gin.lay", "players", "gin_rami")
        return illegal(sentence, players, lay, least=FOR_TWO[0], most=FOR_TWO[-1])
    grounds = ("rami.pack", "rami.deal.cards")
    seats = FOR_TWO if two else SEATS
    return seated(seats, facts.players, players, *grounds, cards=DEALT, packs=PACKS, pack=52, jokers=JOKERS)


@dataclass(frozen=True)
class Dealer(LastDeal):
    options: Options = Options()


@question(
    N_("Whose deal is it?"),
    "rami.deal.order",
    decides=("dealer", "begins"),
    known_facts=last_deal,
    follows=dealing(last_deal),
    moment="deal",
)
def dealer(facts: Dealer) -> Ruling:
    out = (but("rami.end.last", "out"),) if facts.out else ()
    return deals_next(facts, SEATS, by("rami.deal.order", "players", "dealer", "last"), "rami.deal.misdeal", *out)


@dataclass(frozen=True)
class StockOut:
    pile: int = deciding(N_("Cards in the discard pile"), values=range(2, 109))
    options: Options = Options()


@question(N_("The stock is used up: what now?"), "rami.turn.stock", short=N_("The stock is used up"), moment="draw")
def stock_out(facts: StockOut) -> Ruling:
    n = facts.pile - 1
    sentence = say("The top discard stays; the other card becomes the stock.")
    if n > 1:
        sentence = say("The top discard stays; the others ({n}) are shuffled and become the stock.", n=n)
    return answer(sentence, by("rami.turn.stock", "pile"), shuffle=n, stays=1)


@dataclass(frozen=True)
class Irregular(Mislaid):
    options: Options = Options()


UNLESS_FIRST = say("A misdeal, unless it is the first player with fourteen cards: the same player deals again.")
MISDEAL = by("rami.irregular.misdeal", "what", "drawn")
MENDED: dict[str, tuple[Ground, ...]] = {
    "wrong_count": (MISDEAL, but("rami.irregular.count", "drawn")),
    "exposed_deal": (MISDEAL, "rami.deal.misdeal"),
    "exposed": (by("rami.irregular.exposed", "what"),),
    "out_of_turn": (by("rami.irregular.turn", "what"),),
    "two_cards": (by("rami.irregular.two", "what"),),
    "no_draw": ("rami.turn.draw", by("rami.irregular.forgot", "what")),
    "no_discard": ("rami.turn.discard", by("rami.irregular.forgot", "what")),
    "no_meld": ("rami.meld.kinds", by("rami.irregular.meld", "what")),
    "short_opening": ("rami.open.points", by("rami.irregular.opening", "what")),
    "late": (by("rami.irregular.late", "what"),),
}


@question(
    N_("Something went wrong: what now?"),
    "rami.irregular.misdeal",
    decides=("remedy",),
    short=N_("Something else"),
    moment="mishap",
    likely=("wrong_count", "short_opening", "no_draw"),
)
def irregular(facts: Irregular) -> Ruling:
    if facts.what == "wrong_count" and not facts.drawn and facts.options.first_fourteen:
        return remedied(Remedy("redeal", (*MENDED["exposed_deal"], by("rami.deal.fourteen", "what")), UNLESS_FIRST))
    return mended(facts, MENDED)


@dataclass(frozen=True)
class People(PeopleChange):
    options: Options = Options()


@question(
    N_("Somebody leaves or comes: what now?"),
    "rami.people.change",
    follows=left_at_table,
    decides=("goes_on",),
    rules=("variant",),
    short=N_("Somebody leaves or comes"),
    moment="end",
)
def people(facts: People) -> Ruling:
    seats = FOR_TWO if facts.options.variant == "gin_rami" else SEATS
    return play_on(facts, seats, "rami.people.change", UNRANKED, STARTS_HIGHEST)
