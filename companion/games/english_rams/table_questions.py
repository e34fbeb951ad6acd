"""Rule on English Rams around the cards: how many play, who deals, the card turned up, mishaps."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.english_rams import facts as known_facts
from companion.games.english_rams.options import Options
from companion.games.english_rams.table import SEATS, TRICKS
from companion.rules import shared_facts as shared
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import question
from companion.rules.messages import N_, say
from companion.rules.people import from_left
from companion.rules.rulings import WHO, Ruling, but, by, illegal, legal
from companion.rules.shared_facts import Remedy, remedied


@dataclass(frozen=True)
class Setup:
    players: int = needed(N_("Players"), N_("Enter how many people want to play."), values=shared.HOW_MANY)
    options: Options = Options()


@question(
    N_("How many can play, and with what?"), "english_rams.players.seats", short=N_("How many can play?"), moment="deal"
)
def setup(facts: Setup) -> Ruling:
    six = facts.players == SEATS[-1]
    more = ("english_rams.players.six",) if six else ()
    seats = by("english_rams.players.seats", "players")
    grounds = (seats, *more, "english_rams.deal.cards", "english_rams.cards.pack")
    return shared.seated(SEATS, facts.players, *grounds, cards=TRICKS, packs=1, pack=32, jokers=0, dealer_sits_out=six)


@dataclass(frozen=True)
class Dealer:
    players: tuple[Player, ...] = needed(shared.AT_TABLE, N_("Enter who is at the table, in order of play."))
    dealer: Player = needed(shared.DEALT_LAST, N_("Choose who dealt last."))
    last: Literal["deal", "misdeal", "paid"] = deciding(
        N_("What was it?"),
        choices={
            "deal": N_("a deal"),
            "misdeal": N_("a misdeal"),
            "paid": N_("the player before the dealer paid"),
        },
    )
    options: Options = Options()


@question(
    N_("Whose deal is it?"), "english_rams.deal.order", decides=("dealer",), known_facts=shared.who_dealt, moment="deal"
)
def dealer(facts: Dealer) -> Ruling:
    """Rule who deals: the deal passes to the left, whatever became of it."""
    if wrong := shared.wrong_table(SEATS, facts.players, (facts.dealer,)):
        return wrong
    player = from_left(facts.players, facts.dealer)[0]
    clause = {"misdeal": "english_rams.deal.misdeal", "paid": "english_rams.bid.right_pays"}.get(facts.last)
    more = (by(clause, "last"),) if clause else ()
    return shared.deals(player, by("english_rams.deal.order", "players", "dealer"), *more)


@dataclass(frozen=True)
class TurnUp:
    plays: bool = deciding(N_("The dealer is in"))
    led: bool = deciding(shared.LED)
    widow: bool = circumstance(N_("The dealer has taken the widow"))
    forced: bool = circumstance(N_("The dealer had to join"))
    six: bool = circumstance(N_("Six at the table: the dealer sits out"))
    options: Options = Options()


@question(
    N_("May the dealer take the turned-up card?"),
    "english_rams.turn_up.swap",
    known_facts=known_facts.six,
    draft_facts=known_facts.turn_up,
    short=N_("The dealer and the turned-up card"),
    moment="exchange",
)
def turn_up(facts: TurnUp) -> Ruling:
    swap = by("english_rams.turn_up.swap", "plays")
    if facts.six:
        return illegal(say("The dealer of six sits out."), swap, but("english_rams.players.six", "six"))
    if not facts.plays:
        return illegal(say("Only a dealer who plays may take the turned-up card."), swap)
    when = by("english_rams.turn_up.when", "led")
    if facts.led:
        return illegal(say("Too late: the first card has been led."), swap, when)
    return legal(say("The dealer may exchange a card for it."), swap, when)


@dataclass(frozen=True)
class Irregular:
    what: Literal["wrong_count", "exposed_deal", "wrong_dealer", "exposed", "out_of_turn", "said", "late"] = deciding(
        N_("What happened"), choices=shared.MISHAPS, about=True
    )
    spoken: bool = deciding(N_("Somebody has called"))
    led: bool = deciding(shared.LED)
    options: Options = Options()


MISDEAL = Remedy("redeal_next", (by("english_rams.irregular.misdeal", "what"), "english_rams.deal.misdeal"))
AT_FAULT = {"kind": "deal", "faults": [{"player": WHO}]}  # written with the deal
FAULT = Remedy("fault", (by("english_rams.faults.play", "what"),))
FAULTS = {"exposed": "exposed", "out_of_turn": "turn", "wrong_count": "count"}  # what the question of faults calls it
DEAL_COUNTS = say("The deal counts: somebody has already called.")
REMEDIES: dict[str, Remedy] = {
    "exposed_deal": MISDEAL,
    "exposed": FAULT,
    "out_of_turn": FAULT,
    "said": Remedy("stands", (by("english_rams.irregular.said", "what"),), shared.SAID_STANDS),
    "late": Remedy("stands", (by("english_rams.irregular.late", "what"),), shared.AS_WRITTEN),
}


@question(
    N_("Something went wrong: what now?"),
    "english_rams.irregular.misdeal",
    decides=("remedy",),
    short=N_("Something else"),
    moment="mishap",
    likely=("wrong_count", "exposed_deal"),
)
def irregular(facts: Irregular) -> Ruling:
    if facts.what == "wrong_dealer":
        grounds = ("english_rams.deal.order", but("english_rams.irregular.dealer", "what", "spoken"))
        if facts.spoken:
            return remedied(Remedy("stands", grounds, DEAL_COUNTS))
        return remedied(Remedy("put_right", grounds, shared.DEALT_ANEW))
    ruling = remedied(_wrong_count(facts) if facts.what == "wrong_count" else REMEDIES[facts.what])
    if ruling.answer["remedy"] != "fault":
        return ruling
    return replace(ruling, remedy=AT_FAULT, leads=("fault", {"what": FAULTS[facts.what]}))


def _wrong_count(facts: Irregular) -> Remedy:
    """Return the remedy: before play the deal is at fault, then whoever played with it (english_rams.faults.play)."""
    misdeal = by("english_rams.irregular.misdeal", "what", "led")
    if facts.led:
        return Remedy("fault", (misdeal, but("english_rams.faults.play", "what", "led")))
    return Remedy("redeal_next", (misdeal, "english_rams.deal.misdeal"))


@dataclass(frozen=True)
class People(shared.PeopleChange):
    options: Options = Options()


@question(
    N_("Somebody leaves or comes: what now?"),
    "english_rams.people.change",
    decides=("goes_on",),
    short=N_("Somebody leaves or comes"),
    moment="end",
)
def people(facts: People) -> Ruling:
    return shared.play_on(facts, SEATS, "english_rams.people.change", shared.SETTLED, shared.STARTS_AT_NOTHING)
