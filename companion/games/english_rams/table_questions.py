"""Rule on English Rams beside the tricks: how many play, who deals, who may fold, mishaps."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.games.english_rams import facts as known
from companion.games.english_rams.calls import refusal, speaking
from companion.games.english_rams.options import Options
from companion.games.english_rams.table import SEATS, TRICKS
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, needed
from companion.rules.game import Question
from companion.rules.messages import N_, say
from companion.rules.rulings import WHO, Ground, Ruling, answer, but, by, illegal, impossible, legal
from companion.rules.seats import from_left
from companion.rules.shared_facts import (
    AS_WRITTEN,
    AT_TABLE,
    DEALT_ANEW,
    DEALT_LAST,
    HOW_MANY,
    LED,
    MISHAPS,
    SAID_STANDS,
    Remedy,
    remedied,
    seated,
    who_dealt,
    wrong_table,
)

POT_WORDS = {"simple": N_("simple"), "double": N_("double")}
ANNOUNCED = N_("General rams has been announced")
SPOKEN = N_("This player has spoken already")
ORDER = by("english_rams.bid.order")
WIDOW_STEP = by("english_rams.bid.widow", "wants", "taken", "announced", "spoken")


@dataclass(frozen=True)
class Setup:
    """The number of players who want to play."""

    players: int = needed(N_("Players"), N_("Say how many want to play."), values=HOW_MANY)
    options: Options = Options()


def setup(facts: Setup) -> Ruling:
    """Rule how many can play, and with what."""
    six = facts.players == SEATS[-1]
    more = ("english_rams.players.six",) if six else ()
    return seated(
        SEATS,
        facts.players,
        by("english_rams.players.seats", "players"),
        *more,
        "english_rams.deal.cards",
        "english_rams.cards.pack",
        cards=TRICKS,
        packs=1,
        pack=32,
        jokers=0,
        dealer_sits_out=six,
    )


SETUP = Question(N_("How many can play, and with what?"), Setup, setup, clause="english_rams.players.seats")


@dataclass(frozen=True)
class Dealer:
    """The last deal: who dealt it, and what became of it."""

    players: tuple[Player, ...] = needed(AT_TABLE, N_("Say who sits at the table, clockwise."))
    dealer: Player = needed(DEALT_LAST, N_("Say who dealt last."))
    last: Literal["deal", "misdeal", "paid"] = deciding(
        N_("What was it"),
        choices={"deal": N_("a deal"), "misdeal": N_("a misdeal"), "paid": N_("the right-hand player paid")},
    )
    options: Options = Options()


def dealer(facts: Dealer) -> Ruling:
    """Rule who deals: the deal passes to the left, whatever became of it."""
    wrong = wrong_table(SEATS, facts.players, (facts.dealer,))
    if wrong:
        return wrong
    player = from_left(facts.players, facts.dealer)[0]
    more: dict[str, Ground] = {
        "misdeal": by("english_rams.deal.misdeal", "last"),
        "paid": by("english_rams.bid.right_pays", "last"),
    }
    grounds = (by("english_rams.deal.order", "players", "dealer"), *([more[facts.last]] if facts.last in more else []))
    return answer(say("{player} deals.", player=player), *grounds, dealer=player)


DEALER = Question(
    N_("Whose deal is it?"),
    Dealer,
    dealer,
    who_dealt,
    clause="english_rams.deal.order",
    decides=("dealer",),
)


@dataclass(frozen=True)
class Fold:
    """The pot, the calls before, and the seat of a player who wants to fold."""

    pot: Literal["simple", "double"] = deciding(N_("Pot"), choices=POT_WORDS)
    announced: bool = deciding(ANNOUNCED)
    widow: bool = deciding(N_("This player has taken the widow"))
    players: int = deciding(N_("Players"), values=SEATS, about=True)
    seat: int = deciding(N_("Seat, counted from the dealer's left"), values=range(1, 7), about=True)
    joined: int = deciding(N_("Players before who are in"), values=range(6))
    options: Options = Options()


def fold(facts: Fold) -> Ruling:
    """Rule whether this player may stay out, from what was said before."""
    in_deal = facts.players - (facts.players == SEATS[-1])
    if facts.seat > in_deal or facts.joined >= facts.seat:
        return impossible("facts.seat", say("So many cannot have spoken before."))
    rule = by("english_rams.bid.fold")
    if facts.announced:
        sentence = say("General rams is announced: everybody must play.")
        return illegal(sentence, rule, but("english_rams.general.all_in", "announced"), instead=["join"])
    if facts.pot == "simple":
        sentence = say("Nothing lay in the pot before the ante: everybody plays.")
        return illegal(sentence, by("english_rams.bid.simple", "pot"), instead=["join"])
    double = by("english_rams.bid.double", "pot")
    if facts.widow:
        sentence = say("Who takes the widow plays.")
        return illegal(sentence, double, but("english_rams.bid.widow", "widow"), instead=["join"])
    return _by_seat(facts, double)


FOLD = Question(
    N_("May this player fold?"),
    Fold,
    fold,
    known.seats,
    known.seat,
    clause="english_rams.bid.fold",
    named=N_("May %(player)s fold?"),
    rules=("six_roles",),
    typed=known.announced,
)


def _by_seat(facts: Fold, double: Ground) -> Ruling:
    """Return the speaking of a table where, of those before, the first are in and the others have folded."""
    seats = tuple(Player(str(n)) for n in range(1, facts.players + 1))
    said = [(player, "join" if n < facts.joined else "fold") for n, player in enumerate(seats[: facts.seat - 1])]
    now = speaking(seats, seats[-1], True, said, facts.options)
    if isinstance(now, Ruling) or now.next != seats[facts.seat - 1]:
        return impossible("facts.joined", say("Then it would not have come to this player."))
    refused = refusal(now, now.next, "fold")
    because = ("players", "seat", "joined")
    if refused:
        instead = [call for call in ("join", "pay") if refusal(now, now.next, call) is None]
        sentence = (
            say("All before have folded: this player joins or pays the dealer.")
            if "pay" in instead
            else say("Only one is in: this player must join.")
        )
        return illegal(sentence, double, but(refused.clauses[0], *because), instead=instead)
    free = "english_rams.bid.dealer_free" if facts.seat == facts.players else "english_rams.bid.fold"
    return legal(say("This player may fold."), double, by(free, *because), instead=[])


@dataclass(frozen=True)
class Widow:
    """A wish about the widow, and what was said before."""

    wants: Literal["take", "look", "back"] = deciding(
        N_("What does the player want"),
        choices={
            "take": N_("take the widow"),
            "look": N_("look at it first"),
            "back": N_("have the own hand back"),
        },
        about=True,
    )
    taken: bool = deciding(N_("Somebody has the widow already"))
    announced: Literal["nobody", "other", "self"] = deciding(
        ANNOUNCED, choices={"nobody": N_("by nobody"), "other": N_("by another"), "self": N_("by this player")}
    )
    spoken: bool = deciding(SPOKEN)
    options: Options = Options()


def widow(facts: Widow) -> Ruling:
    """Rule whether a player may have the widow."""
    if facts.wants == "back":
        return illegal(say("There is no way back from the widow."), WIDOW_STEP)
    if facts.wants == "look":
        return illegal(say("Who takes the widow lays the own hand away first, and only then looks."), WIDOW_STEP)
    if facts.taken:
        return illegal(say("Somebody has taken it already."), WIDOW_STEP, but("english_rams.bid.widow_once", "taken"))
    if facts.announced == "self":
        sentence = say("Who has announced plays with the hand held then.")
        return illegal(sentence, WIDOW_STEP, but("english_rams.general.hand_kept", "announced"))
    if facts.announced == "other":
        late = but("english_rams.general.widow", "announced", "spoken")
        if facts.spoken and facts.options.widow_after_general == "unspoken_only":
            return illegal(say("Who has spoken comes back in with the own hand."), WIDOW_STEP, late)
        return legal(say("The widow may be taken, although general rams is announced."), WIDOW_STEP, late)
    if facts.spoken:
        return illegal(say("This player has spoken already."), ORDER, WIDOW_STEP)
    return legal(say("The widow may be taken, unseen; the own hand is laid away."), ORDER, WIDOW_STEP)


WIDOW = Question(
    N_("May this player have the widow?"),
    Widow,
    widow,
    clause="english_rams.bid.widow",
    rules=("widow_after_general",),
    typed=known.widow,
)


@dataclass(frozen=True)
class Announce:
    """Whatever was announced before, and whose turn it is."""

    announced: bool = deciding(N_("Somebody has announced already"))
    turn: bool = deciding(N_("It is this player's turn to speak"))
    widow: bool = circumstance(N_("The widow has just been taken, in this turn"))
    options: Options = Options()


def announce(facts: Announce) -> Ruling:
    """Rule whether general rams may be announced."""
    rule = by("english_rams.general.announce", "announced", "turn")
    if facts.announced:
        return illegal(say("The first announcement stands."), rule, but("english_rams.general.once", "announced"))
    if not facts.turn:
        return illegal(say("One announces in one's own turn to speak."), rule, by("english_rams.bid.order", "turn"))
    more = (by("english_rams.general.widow_general", "widow"),) if facts.widow else ()
    return legal(say("General rams may be announced."), rule, *more)


ANNOUNCE = Question(
    N_("May this player announce general rams?"),
    Announce,
    announce,
    clause="english_rams.general.announce",
    typed=known.announced,
)


@dataclass(frozen=True)
class ThrowIn:
    """How far the speaking has come."""

    over: bool = deciding(N_("Everybody has spoken"))
    announced: bool = deciding(ANNOUNCED)
    options: Options = Options()


def throw_in(facts: ThrowIn) -> Ruling:
    """Rule whether folded cards may be thrown in now."""
    rule = by("english_rams.bid.fold")
    if facts.announced:
        sentence = say("General rams is announced: those who folded take their cards up again.")
        return illegal(sentence, rule, but("english_rams.general.all_in", "announced"))
    when = by("english_rams.bid.throw_in", "over")
    if not facts.over:
        return illegal(say("Not yet: somebody may still announce general rams."), rule, when)
    return legal(say("The speaking is over: who has folded throws in the cards."), rule, when)


THROW_IN = Question(
    N_("May folded cards be thrown in now?"),
    ThrowIn,
    throw_in,
    clause="english_rams.bid.throw_in",
    typed=known.announced,
)


@dataclass(frozen=True)
class TurnUp:
    """The dealer's part in the deal, and whether a card has been led."""

    plays: bool = deciding(N_("The dealer is in"))
    led: bool = deciding(LED)
    widow: bool = circumstance(N_("The dealer has taken the widow"))
    forced: bool = circumstance(N_("The dealer had to join"))
    six: bool = circumstance(N_("Six at the table: the dealer sits out"))
    options: Options = Options()


def turn_up(facts: TurnUp) -> Ruling:
    """Rule whether the dealer may take the card turned up."""
    swap = by("english_rams.turn_up.swap", "plays")
    if facts.six:
        return illegal(say("The dealer of six sits out."), swap, but("english_rams.players.six", "six"))
    if not facts.plays:
        return illegal(say("Only a dealer who plays may take the card turned up."), swap)
    when = by("english_rams.turn_up.when", "led")
    if facts.led:
        return illegal(say("Too late: the first card has been led."), swap, when)
    return legal(say("The dealer may take it for another card."), swap, when)


TURN_UP = Question(
    N_("May the dealer take the card turned up?"),
    TurnUp,
    turn_up,
    known.six,
    clause="english_rams.turn_up.swap",
    typed=known.turn_up,
)


@dataclass(frozen=True)
class Irregular:
    """A mishap, and how far the deal had come."""

    what: Literal["wrong_count", "exposed_deal", "wrong_dealer", "exposed", "out_of_turn", "said", "late"] = deciding(
        N_("What happened"), choices=MISHAPS, about=True
    )
    spoken: bool = deciding(N_("Somebody has spoken"))
    led: bool = deciding(LED)
    options: Options = Options()


MISDEAL = Remedy("redeal_next", (by("english_rams.irregular.misdeal", "what"), "english_rams.deal.misdeal"))
AT_FAULT = {"kind": "deal", "faults": [{"player": WHO}]}  # written with the deal
FAULT = Remedy("fault", (by("english_rams.faults.play", "what"),))
FAULTS = {"exposed": "exposed", "out_of_turn": "turn", "wrong_count": "count"}  # what the question of faults calls it
DEAL_COUNTS = say("The deal counts: somebody has spoken.")
REMEDIES: dict[str, Remedy] = {
    "exposed_deal": MISDEAL,
    "exposed": FAULT,
    "out_of_turn": FAULT,
    "said": Remedy("stands", (by("english_rams.irregular.said", "what"),), SAID_STANDS),
    "late": Remedy("stands", (by("english_rams.irregular.late", "what"),), AS_WRITTEN),
}


def irregular(facts: Irregular) -> Ruling:
    """Rule on the remedy of a mishap."""
    if facts.what == "wrong_dealer":
        grounds = ("english_rams.deal.order", but("english_rams.irregular.dealer", "what", "spoken"))
        done = Remedy("stands", grounds, DEAL_COUNTS) if facts.spoken else Remedy("put_right", grounds, DEALT_ANEW)
        return remedied(done)
    found = remedied(_wrong_count(facts) if facts.what == "wrong_count" else REMEDIES[facts.what])
    if found.answer["remedy"] != "fault":
        return found
    return replace(found, remedy=AT_FAULT, leads=("fault", {"what": FAULTS[facts.what]}))


IRREGULAR = Question(
    N_("Something went wrong: what now?"),
    Irregular,
    irregular,
    clause="english_rams.irregular.misdeal",
    decides=("remedy",),
)


def _wrong_count(facts: Irregular) -> Remedy:
    """Return the remedy: before play the deal is at fault, then whoever played with it (english_rams.faults.play)."""
    misdeal = by("english_rams.irregular.misdeal", "what", "led")
    if facts.led:
        return Remedy("fault", (misdeal, but("english_rams.faults.play", "what", "led")))
    return Remedy("redeal_next", (misdeal, "english_rams.deal.misdeal"))
