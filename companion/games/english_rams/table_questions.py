"""Questions about English Rams at the table: number of players, dealer, the turned-up card, tricks, mishaps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.games.english_rams import facts as known_facts
from companion.games.english_rams.calls import MOST_IN_PLAY
from companion.games.english_rams.options import Options
from companion.games.english_rams.table import SEATS, TRICKS
from companion.rules import shared_facts as shared
from companion.rules.cards import SUITS, Card, Cards, Duty, beats, duties, suit_of, too_many, winner
from companion.rules.entries import Player
from companion.rules.field_metadata import circumstance, deciding, fact, needed
from companion.rules.game import question
from companion.rules.messages import N_, Say, say
from companion.rules.people import from_left
from companion.rules.rulings import WHO, Ruling, answer, but, by, illegal, impossible, legal
from companion.rules.shared_facts import Remedy, remedied

MISDEAL = Remedy("redeal_next", (by("english_rams.irregular.misdeal", "what"), "english_rams.deal.misdeal"))
AT_FAULT = {"kind": "deal", "faults": [{"player": WHO}]}  # entered with the deal
FAULT = Remedy("fault", (by("english_rams.faults.play", "what"),))
FAULTS = {"exposed": "exposed", "out_of_turn": "turn", "wrong_count": "count"}  # values of the question about mistakes
DEAL_COUNTS = say("The deal counts: somebody has already called.")
REMEDIES: dict[str, Remedy] = {
    "exposed_deal": MISDEAL,
    "exposed": FAULT,
    "out_of_turn": FAULT,
    "said": Remedy("stands", (by("english_rams.irregular.said", "what"),), shared.SAID_STANDS),
    "late": Remedy("stands", (by("english_rams.irregular.late", "what"),), shared.AS_WRITTEN),
}
OUT_OF_PACK = "23456"  # the ranks that are taken out, so that 32 cards are left
DUTIES: Mapping[Duty, str] = {
    "follow": "english_rams.play.follow",
    "trump": "english_rams.play.trump",
    "beat": "english_rams.play.beat",
}
NO_CARDS = Cards()


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
    N_("Whose deal is it?"),
    "english_rams.deal.order",
    decides=("dealer",),
    known_facts=shared.who_dealt,
    follows=shared.dealing(shared.who_dealt),
    moment="deal",
)
def dealer(facts: Dealer) -> Ruling:
    """Answer who deals: the player on the left of the last dealer, whatever happened in the deal."""
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
    """Return the remedy: before play a new deal, afterwards a mistake of the player (english_rams.faults.play)."""
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
    follows=shared.left_at_table,
    decides=("goes_on",),
    short=N_("Somebody leaves or comes"),
    moment="end",
)
def people(facts: People) -> Ruling:
    return shared.play_on(facts, SEATS, "english_rams.people.change", shared.SETTLED, shared.STARTS_AT_NOTHING)


@dataclass(frozen=True)
class Playable:
    """A hand and the cards of the trick so far, the led card first."""

    trump: str = needed(N_("Trump"), N_("Choose the trump suit first."))
    hand: Cards = needed(N_("The hand"), N_("Choose the cards of the hand."))
    trick: Cards = fact(N_("On the table, in order"), NO_CARDS)
    options: Options = Options()


@dataclass(frozen=True)
class Trick:
    trump: str = needed(N_("Trump"), N_("Choose the trump suit first."))
    cards: Cards = needed(N_("The cards, in order of play"), N_("Choose the cards of the trick."))
    options: Options = Options()


@dataclass(frozen=True)
class Heir:
    """A trick taken by a player at fault with the card `offender`."""

    trump: str = needed(N_("Trump"), N_("Choose the trump suit first."))
    cards: Cards = needed(N_("The trick, in order of play"), N_("Choose the cards of the trick."))
    offender: Card = needed(N_("The card that took the trick (player at fault)"), N_("Choose the card that took it."))
    options: Options = Options()


@question(N_("May this card be played?"), "english_rams.play.beat")
def playable(facts: Playable) -> Ruling:
    """Answer which cards of the hand may be played, and which clause each other card would break."""
    if wrong := _impossible_cards((*facts.hand, *facts.trick), facts.trump):
        return wrong
    if not 1 <= len(facts.hand) <= TRICKS:
        return impossible("facts.hand", say("A hand has 1 to 5 cards, not {n}.", n=len(facts.hand)))
    if len(facts.trick) >= MOST_IN_PLAY:
        return impossible(
            "facts.trick", say("There can be at most {n} cards before the last player’s card.", n=MOST_IN_PLAY - 1)
        )
    if not facts.trick:
        return answer(say("Any card may be led."), "english_rams.play.free_lead", playable=list(facts.hand), why={})
    refused = duties(facts.hand, facts.trick, suit_of(facts.trump))
    cards = [card for card in facts.hand if card not in refused]
    why = {card: DUTIES[duty] for card, duty in refused.items()}
    clauses = tuple(dict.fromkeys(why.values())) or (_free_clause(facts),)
    ruling = answer(_playable_text(cards, facts.hand), *clauses, playable=cards, why=why)
    return replace(ruling, remedy=AT_FAULT) if why else ruling


def _free_clause(facts: Playable) -> str:
    """Return the clause by which no card of the hand is refused."""
    suits = {card.suit for card in facts.hand}
    if facts.trick[0].suit in suits:
        return "english_rams.play.follow"
    return "english_rams.play.trump" if suit_of(facts.trump) in suits else "english_rams.play.discard"


def _playable_text(cards: Sequence[Card], hand: Sequence[Card]) -> Say:
    if len(cards) == len(hand):
        return say("Any card of the hand may be played.")
    return say("May be played: {cards}.", cards=list(cards))


@question(N_("Who takes the trick?"), "english_rams.play.winner", decides=("winner",))
def trick(facts: Trick) -> Ruling:
    if wrong := _impossible_trick(facts.cards, facts.trump, 1):
        return wrong
    best = winner(facts.cards, suit_of(facts.trump))
    return answer(say("{card} takes the trick.", card=best), "english_rams.play.winner", winner=best)


@question(
    N_("Who gets the trick of a player at fault?"),
    "english_rams.faults.rest",
    decides=("heir",),
    rules=("fault_rest",),
    short=N_("The trick of a player at fault"),
    moment="count",
)
def heir(facts: Heir) -> Ruling:
    """Answer which card of an offender's trick is second best; None if no other card follows suit or is a trump."""
    if wrong := _impossible_trick(facts.cards, facts.trump, 2):
        return wrong
    if facts.offender not in facts.cards:
        return impossible("facts.offender", say("{card} was not played in this trick.", card=facts.offender))
    trump = suit_of(facts.trump)
    best = winner(facts.cards, trump)
    if facts.offender != best:
        sentence = say(
            "{card} did not take the trick, {best} did: there is no share to give away.", card=facts.offender, best=best
        )
        return impossible("facts.offender", sentence)
    return replace(_inherited(facts, best, _second(facts.cards, best, trump)), remedy=AT_FAULT)


def _inherited(facts: Heir, best: Card, second: Card | None) -> Ruling:
    """Return who gets the share of the offender's trick by the house rules."""
    clause, rest = "english_rams.faults.rest", facts.options.fault_rest
    if rest == "leave_in_pot":
        return answer(say("At this table the share stays in the pot."), clause, heir=None)
    if rest == "winner_keeps":
        return answer(say("At this table, the player who took the trick keeps the share."), clause, heir=best)
    if second is None:
        return answer(say("No other card could have taken this trick: the share stays in the pot."), clause, heir=None)
    return answer(say("{card} is second best and gets the share.", card=second), clause, heir=second)


def _second(cards: Cards, best: Card, trump: str) -> Card | None:
    able = [card for card in cards if card != best and card.suit in (cards[0].suit, trump)]
    second: Card | None = None
    for card in able:
        if second is None or beats(card, second, trump):
            second = card
    return second


def _impossible_cards(cards: Sequence[Card], trump: str) -> Ruling | None:
    if suit_of(trump) not in tuple(SUITS):
        return impossible("facts.trump", say("{value} is not a suit.", value=trump))
    for card in cards:
        if card.is_joker or card.rank in OUT_OF_PACK:
            sentence = say("{card} is not in the pack: it has 32 cards, sevens to aces.", card=card)
            return impossible("facts.card", sentence)
    twice = too_many(cards, copies=1, jokers=0)
    return impossible("facts.twice", say("{card} is listed twice.", card=twice)) if twice else None


def _impossible_trick(cards: Cards, trump: str, fewest: int) -> Ruling | None:
    if not fewest <= len(cards) <= MOST_IN_PLAY:
        sentence = say("A trick has {low} to {high} cards, not {n}.", low=fewest, high=MOST_IN_PLAY, n=len(cards))
        return impossible("facts.count", sentence)
    return _impossible_cards(cards, trump)
