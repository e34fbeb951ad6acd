"""Rule on tricks of English Rams: what may be played, who takes it, who inherits it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.games.english_rams.calls import MOST_IN_PLAY
from companion.games.english_rams.options import Options
from companion.games.english_rams.table import TRICKS
from companion.games.english_rams.table_questions import AT_FAULT
from companion.rules.cards import SUITS, Card, Cards, Duty, beats, duties, suit_of, too_many, winner
from companion.rules.field_metadata import fact, needed
from companion.rules.game import question
from companion.rules.messages import N_, Say, say
from companion.rules.rulings import Ruling, answer, impossible

OUT_OF_PACK = "23456"  # the ranks taken out: 32 cards are left
DUTIES: Mapping[Duty, str] = {
    "follow": "english_rams.play.follow",
    "trump": "english_rams.play.trump",
    "beat": "english_rams.play.beat",
}
NO_CARDS = Cards()


@dataclass(frozen=True)
class Playable:
    """A hand and the cards of the trick before it, the led card first."""

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
    """A trick taken by an offender, whose card is `offender`."""

    trump: str = needed(N_("Trump"), N_("Choose the trump suit first."))
    cards: Cards = needed(N_("The trick, in order of play"), N_("Choose the cards of the trick."))
    offender: Card = needed(N_("The card that took the trick (player at fault)"), N_("Choose the card that took it."))
    options: Options = Options()


@question(N_("May this card be played?"), "english_rams.play.beat")
def playable(facts: Playable) -> Ruling:
    """Rule which cards of the hand may be played, and for each other one which clause it breaks."""
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
    """Return why no card of the hand is refused."""
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
    """Rule on the second-best card of an offender's trick; none where no other follows suit or is a trump."""
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
    """Return whose share of the pot the offender's trick is, as the table plays."""
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
